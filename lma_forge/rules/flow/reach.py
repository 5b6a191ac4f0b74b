"""Which tools can reach anything that the analysis looks for, from the words of their functions alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from lma_forge.rules.calls import PATH_ACTS
from lma_forge.rules.calltable import FUNCTIONS, METHODS

if TYPE_CHECKING:
    from lma_forge.rules.flow.code import Code

_ALWAYS = frozenset(
    {"Path", "open", "environ", "getenv", "getpass", "keyring", "secret", "prompt_injection", "resolve", "absolute"}
    | {
        "abspath",
        "getcwd",
        "cwd",
        "realpath",
        "glob",
        "rglob",
        "iglob",
        "expanduser",
        "chmod",
        "chown",
        "Popen",
        "save",
    }
)
_SECRETS = frozenset({"api_key", "apikey", "password", "token", "api_token", "access_token", "credentials"})
"""Keys of settings under which secrets are kept."""


def worth(code: Code, has_sibling: Callable[[str], bool]) -> frozenset[str]:
    """The functions at the top level of a module that can reach something of interest, by name.

    Args:
        code: The module.
        has_sibling: Whether there is another file in its folder, by stem.
    """
    telling = _ALWAYS | _SECRETS | _known(code) | _added(code)
    telling |= _holding(code, telling)
    words = {name: code.words(function.node) for name, function in code.functions.items()}
    words |= {name: code.words(kind.node) for name, kind in code.kinds.items()}
    foreign = frozenset(code.imports) if any(has_sibling(stem) for stem in _stems(code)) else frozenset()
    found = {name for name, own in words.items() if not telling.isdisjoint(own) or not foreign.isdisjoint(own)}
    return _spread(found, words)


def _holding(code: Code, telling: frozenset[str]) -> frozenset[str]:
    """The variables of a module made with telling words, or of each other: functions use what they hold."""
    words = {
        name: frozenset(
            word for value in (*code.assigned.get(name, ()), *code.shared.get(name, ())) for word in _words(value)
        )
        for name in (*code.assigned, *code.shared)
    }
    return _spread({name for name, own in words.items() if not telling.isdisjoint(own)}, words)


def _words(value: ast.expr) -> Iterator[str]:
    for node in ast.walk(value):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _spread(found: set[str], words: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Add the definitions that speak of those found, of those that speak of these, and so on."""
    users: dict[str, list[str]] = {}
    for name, own in words.items():
        for used in own & words.keys():
            users.setdefault(used, []).append(name)
    pending = [*found]
    while pending:
        more = [name for name in users.get(pending.pop(), ()) if name not in found]
        found.update(more)
        pending += more
    return frozenset(found)


def _stems(code: Code) -> frozenset[str]:
    return frozenset(origin.lstrip(".").partition(".")[0] for origin in code.imports.values())


def _known(code: Code) -> frozenset[str]:
    """The names that known calls which touch files begin with, and methods that do so whatever they are called on."""
    roots, names = _acting()
    return roots | names | {local for local, origin in code.imports.items() if origin.partition(".")[0] in roots}


@cache
def _acting() -> tuple[frozenset[str], frozenset[str]]:
    acts = "|".join(re.escape(str(act)) for act in sorted(PATH_ACTS))
    acting = re.compile(rf": .*\b(?:{acts})\b")
    functions = {
        name for row in FUNCTIONS.splitlines() if acting.search(row) for name in row.partition(": ")[0].split()
    }
    methods = {
        name for row in METHODS[""].splitlines() if acting.search(row) for name in row.partition(": ")[0].split()
    }
    roots = frozenset(name.partition(".")[0] for name in functions)
    return roots, frozenset(methods)


def _added(code: Code) -> frozenset[str]:
    """The last parts of the names that the project's setting adds."""
    entries = (entry for listed in code.module.settings.sinks.values() for entry in listed)
    return frozenset(entry.partition(":")[0].rpartition(".")[2] for entry in entries)
