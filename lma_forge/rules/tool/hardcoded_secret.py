"""LCP704."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.flow.secrets import is_secret_name
from lma_forge.rules.toolmodule import ToolModule

if TYPE_CHECKING:
    from lma_forge.rules.facts import Facts

_SEEMS = re.compile(r"pass(?:word|wd|phrase)|secret|key|token|credential", re.IGNORECASE)
_SHORTEST = 12
_PLACEHOLDER = re.compile(
    r"your|example|placeholder|change[-_ ]?me|dummy|sample|insert|replace|redacted|todo|not[-_ ]?set|none|null|test"
    r"|x{4,}|\*{3,}|\.{3,}|…|<|\{|\$|%",
    re.IGNORECASE,
)
_NAME_LIKE = re.compile(r"[A-Z]+(?:_[A-Z0-9]+)+|[a-z]+(?:[_.-][a-z]+)+|[a-z]+(?:[A-Z][a-z]+)+|[A-Za-z]+")
_PLACE_LIKE = re.compile(r"(?:https?|ftp|file)://|[./~]|\w+/\w+")


@rule("LCP704", severity=Severity.ERROR)
def hardcoded_secret(module: ToolModule) -> Iterator[Diagnostic]:
    """A secret stands in the source.

    Everybody who gets the file has it, it stays in the history of the repository, and it cannot be
    another one on another machine.

    Source: governance document, section 2 (safety); LCP doctrine, section 13 (asking for secrets).

    Bad:
        API_KEY = "sk-live-0123456789abcdef"


        def tool_city(name: str) -> dict:
            \"\"\"Names the city of the forecast.\"\"\"
            return {"success": True, "output": f"{name} {len(API_KEY)}"}

    Good:
        _API_KEY = ""


        def init_tools_library(config=None) -> None:
            global _API_KEY
            _API_KEY = (config or {}).get("api_key", "")


        def tool_city(name: str) -> dict:
            \"\"\"Names the city of the forecast.\"\"\"
            return {"success": True, "output": f"{name} {len(_API_KEY)}"}
    """
    if not _SEEMS.search(module.source):
        return
    facts = module.facts
    texts = (cst.SimpleString, cst.ConcatenatedString)
    for name, value in _named(facts):
        if isinstance(value, texts) and is_secret_name(name) and _is_secret(facts, value):
            yield hardcoded_secret.at(
                module.span(value),
                f"{name} holds a secret in the source; take it from the config in init_tools_library or from the "
                "environment, and give out a new one, since this one is known.",
            )


def _named(facts: Facts) -> Iterator[tuple[str, cst.BaseExpression]]:
    """Every value with the name that it is given."""
    for assign in facts.of(cst.Assign):
        for target in assign.targets:
            yield _name_of(target.target), assign.value
    for annotated in facts.of(cst.AnnAssign):
        if annotated.value is not None:
            yield _name_of(annotated.target), annotated.value
    yield from _passed(facts)


def _passed(facts: Facts) -> Iterator[tuple[str, cst.BaseExpression]]:
    for element in facts.of(cst.DictElement):
        if isinstance(element.key, cst.SimpleString):
            yield element.key.value.strip("\"'"), element.value
    for argument in facts.of(cst.Arg):
        if argument.keyword is not None:
            yield argument.keyword.value, argument.value
    for parameter in facts.of(cst.Param):
        if parameter.default is not None:
            yield parameter.name.value, parameter.default


def _name_of(target: cst.BaseExpression) -> str:
    if isinstance(target, cst.Name):
        return target.value
    if isinstance(target, cst.Attribute):
        return target.attr.value
    if isinstance(target, cst.Subscript) and len(target.slice) == 1:
        index = target.slice[0].slice
        key = index.value if isinstance(index, cst.Index) else None
        return key.value.strip("\"'") if isinstance(key, cst.SimpleString) else ""
    return ""


def _is_secret(facts: Facts, value: cst.BaseExpression) -> bool:
    """Whether a literal looks like a secret rather than like a name, a place or something to fill in."""
    text = facts.constant(value)
    if not isinstance(text, str) or len(text) < _SHORTEST or any(mark.isspace() for mark in text):
        return False
    return not (_PLACEHOLDER.search(text) or _NAME_LIKE.fullmatch(text) or _PLACE_LIKE.match(text))
