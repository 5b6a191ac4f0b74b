"""Examines a text: its code, its form, its safety, its governance, and what it claims.

Each kind of examination is a module here with a function `examine`; to add one, add a module and
name it in `KINDS`.
"""

from dataclasses import dataclass
from importlib import import_module
from typing import cast

from lma_forge.toolkit.redaction import redact
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.settings import Config
from lma_forge.toolkit.validating.issue import Issue

KINDS = ("accuracy", "format", "safety", "governance", "code")
"""What can be looked for; each is the name of a module."""

_LENGTH, _SHOWN = 500_000, 100


@dataclass(frozen=True, slots=True)
class Result:
    """What an examination has found.

    Args:
        status: `pass`, `warning` or `fail`.
        issues: What was found, each with its place where it has one.
        recommendations: How each can be mended, in the same order.
    """

    status: str
    issues: tuple[str, ...]
    recommendations: tuple[str, ...]


def validate(content: str, kind: str, config: Config) -> Result:
    """Examine a text.

    Args:
        content: The text.
        kind: One of `KINDS`.
        config: The host's configuration.

    Raises:
        Refusal: There is nothing to examine, the kind is unknown, or what it needs is missing.
    """
    if kind not in KINDS:
        raise Refusal(f"{kind!r} is no kind of validation; use {', '.join(KINDS)}.")
    if not content.strip():
        raise Refusal("There is nothing to examine.")
    if len(content) > _LENGTH:
        raise Refusal(f"The content has more than {_LENGTH:,} characters.")
    module = import_module(f"{__name__}.{kind}")
    found = cast("tuple[Issue, ...]", module.examine(content, config))
    status = "fail" if any(one.grave for one in found) else "warning" if found else "pass"
    more = len(found) - _SHOWN
    # What is quoted may hold a secret, and an examination spreads none.
    issues = [redact(one.shown).text for one in found[:_SHOWN]]
    advice = [redact(one.advice).text for one in found[:_SHOWN]]
    if more > 0:
        issues.append(f"There are {more:,} more.")
        advice.append("Mend these first, and validate again.")
    return Result(status, tuple(issues), tuple(advice))
