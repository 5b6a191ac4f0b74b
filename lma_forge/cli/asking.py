"""Questions at the terminal: approval of a call, and what a tool wants to know. No clear answer is a refusal."""

import getpass
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from lma_forge.cli import console
from lma_forge.report import visible

_NO_TERMINAL = "There is no terminal to ask for approval at."
_ANSWERS = {"y": "allow", "yes": "allow", "a": "always", "always": "always"}


def confirm(source: str, label: str, argv: Sequence[str] = ()) -> tuple[str, str]:  # noqa: ARG001 - the handler's signature
    """Ask the operator whether a call may be made.

    Args:
        source: What will be done, with every argument in full.
        label: The tool.
        argv: The arguments once more; `source` shows them.

    Returns:
        `("allow", "")` or `("always", "")` for exactly these answers, else `("reject", reason)`.
    """
    if not _has_terminal():
        return "reject", _NO_TERMINAL
    console.say(f"\n{visible(label)} asks for approval:")
    for line in source.splitlines():
        console.say(f"  {visible(line)}")
    decision = _ANSWERS.get(_ask("Allow it? [y]es, [a]lways, [N]o: ").strip().lower())
    if decision is not None:
        return decision, ""
    return "reject", _ask("Refused. A reason for the tool, or nothing: ").strip()


def interact(request: Mapping[str, Any]) -> str | None:
    """Ask the person what a tool wants to know (LCP doctrine, section 13).

    Args:
        request: `type` (text, secret or select), `title`, `prompt`, `options`, `default`.

    Returns:
        The answer; None without a terminal, without an answer, or for a request of another form.
    """
    if not _has_terminal() or not isinstance(request, Mapping):
        return None
    kind, default = request.get("type", "text"), request.get("default")
    for part in (request.get("title"), request.get("prompt")):
        if part:
            console.say(visible(str(part)))
    if kind == "secret":
        try:
            return getpass.getpass("> ") or None
        except (EOFError, OSError):
            return None
    if kind == "select":
        return _select([str(option) for option in request.get("options") or ()], default)
    if kind != "text":
        return None
    answer = _ask("> " if default is None else f"[{visible(str(default))}] > ")
    return answer.rstrip("\r\n") or (None if default is None else str(default))


def _select(options: Sequence[str], default: object) -> str | None:
    for number, option in enumerate(options, 1):
        console.say(f"  {number}. {visible(option)}")
    answer = _ask("Number: ").strip()
    if not answer and default in options:
        return str(default)
    return (
        options[int(answer) - 1] if answer.isascii() and answer.isdigit() and 0 < int(answer) <= len(options) else None
    )


def _has_terminal() -> bool:
    try:
        return sys.stdin.isatty() and sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False


def _ask(question: str) -> str:
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline()
