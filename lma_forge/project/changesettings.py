"""The keys of [tool.lma-forge.changes]: what fails, how grave what is, and what is done on purpose."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from types import MappingProxyType
from typing import Any

from lma_forge.change import FINGERPRINT_DIGITS, Accept, Category, ChangePolicy
from lma_forge.diagnostics import Rule, Severity
from lma_forge.names import nearest
from lma_forge.project import faults
from lma_forge.project.places import Path, Places

Fault = tuple[Path, Rule, str]
"""Where below the key something is wrong, as which rule, and what to write instead."""

_FINGERPRINT = re.compile(rf"[0-9a-f]{{{FINGERPRINT_DIGITS}}}")
_LEVEL_KEY = re.compile(r"CHG\d{3}|[a-z]+(?:-[a-z]+)+|[A-Z]")
_LETTERS = ", ".join(Category)
_ACCEPT_KEYS = ("fingerprint", "reason", "until")


def fail_on(value: Any) -> tuple[Any, list[Fault]]:  # noqa: ANN401 - whatever stands in the file
    """Read which categories fail a run: a list of letters, or one text of them."""
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        return frozenset(), [((), faults.WRONG_TYPE, f'takes a list of letters such as ["B", "G"], of {_LETTERS}.')]
    found, unknown = categories(words)
    if unknown:
        advice = f"write letters of {_LETTERS}, or an empty list."
        return found, [((), faults.WRONG_VALUE, f"has no category `{unknown[0]}`; {advice}")]
    return found, []


def categories(words: list[str]) -> tuple[frozenset[Category], tuple[str, ...]]:
    """Read letters of categories.

    Args:
        words: The letters, in any case.

    Returns:
        The categories, and the words that are none.
    """
    by_letter = {str(category): category for category in Category}
    known = frozenset(by_letter[word.upper()] for word in words if word.upper() in by_letter)
    return known, tuple(word for word in words if word.upper() not in by_letter)


def levels(value: Any) -> tuple[Any, list[Fault]]:  # noqa: ANN401 - whatever stands in the file
    """Read the severity of codes, rule names and categories."""
    if not isinstance(value, dict):
        message = 'takes a table such as { CHG401 = "error" }.'
        return MappingProxyType({}), [((), faults.WRONG_TYPE, message)]
    found: dict[str, Severity] = {}
    wrong: list[Fault] = []
    choices = [str(severity) for severity in Severity]
    for word, level in value.items():
        if not _LEVEL_KEY.fullmatch(word):
            message = f"takes codes (CHG401), names of rules and letters of {_LETTERS}, and `{word}` is none."
            wrong.append(((word,), faults.UNKNOWN_KEY, message))
        elif level not in choices:
            wrong.append(((word,), faults.WRONG_VALUE, f"gives {level!r}; write {', '.join(choices)}."))
        else:
            found[word] = Severity(level)
    return MappingProxyType(found), wrong


def accepts(value: Any) -> tuple[Any, list[Fault]]:  # noqa: ANN401 - whatever stands in the file
    """Read the changes that are made on purpose."""
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        return (), [((), faults.WRONG_TYPE, "takes tables, each under [[tool.lma-forge.changes.accept]].")]
    found: list[Accept] = []
    wrong: list[Fault] = []
    for index, item in enumerate(value):
        place = str(index)
        faulty = [*_accept_faults(item)]
        wrong += [((place, *below), rule, message) for below, rule, message in faulty]
        if not faulty:
            found.append(Accept(item["fingerprint"], item["reason"].strip(), _day(item.get("until"))))
    return tuple(found), wrong


def _accept_faults(item: Mapping[str, Any]) -> list[Fault]:
    wrong: list[Fault] = []
    for key in item:
        if key not in _ACCEPT_KEYS:
            close = nearest(key, _ACCEPT_KEYS)
            advice = f"did you mean `{close}`?" if close else f"the keys are {', '.join(_ACCEPT_KEYS)}."
            wrong.append(((key,), faults.UNKNOWN_KEY, f"has no key `{key}`; {advice}"))
    fingerprint, reason = item.get("fingerprint"), item.get("reason")
    if not isinstance(fingerprint, str) or not _FINGERPRINT.fullmatch(fingerprint):
        message = f"needs a `fingerprint` of {FINGERPRINT_DIGITS} hexadecimal digits, as `lma-forge changes` shows it."
        wrong.append((("fingerprint",), faults.WRONG_VALUE, message))
    if not isinstance(reason, str) or not reason.strip():
        wrong.append((("reason",), faults.WRONG_VALUE, "needs a `reason`: why the change is made on purpose."))
    if item.get("until") is not None and _day(item["until"]) is None:
        wrong.append((("until",), faults.WRONG_VALUE, "takes a day as `until`, such as 2030-12-31."))
    return wrong


def _day(value: Any) -> date | None:  # noqa: ANN401 - whatever stands in the file
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            return None
    return None


def policy(values: Mapping[str, Any], where: Places, prefix: Path) -> ChangePolicy:
    """Make the policy of the values that were read.

    Args:
        values: `fail_on`, `levels` and `accept`, as far as they are there and right.
        where: The places of the document.
        prefix: The way to the table in the document.

    Returns:
        The policy, each accept with its place.
    """
    accepted = tuple(
        replace(accept, span=where.values.get((*prefix, "accept", str(index), "fingerprint"), accept.span))
        for index, accept in enumerate(values.get("accept", ()))
    )
    made = ChangePolicy(accepts=accepted, levels=values.get("levels", MappingProxyType({})))
    return replace(made, fail_on=values["fail_on"]) if "fail_on" in values else made
