"""Approval and questions at the terminal (doctrine 5.A and 13). No clear answer is a refusal."""

import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lma_forge.runtime.grants import ALLOW, Answer, Grants
from lma_forge.runtime.showing import WHOLE, question, visible

NO_TERMINAL = "There is no terminal to ask for approval at."
_CANCELLED = "The operator left the question unanswered."
_YES = {"y": "allow", "yes": "allow", "a": "always", "always": "always"}
_MORE = frozenset({"w", "whole"})
_turn = threading.RLock()


class Terminal:
    """Where a person sits: stdin, and stderr, because stdout may carry results.

    The streams are looked up at each use, so that a program may put others in their place.
    """

    def present(self) -> bool:
        """Whether somebody can be asked."""
        try:
            return sys.stdin.isatty() and sys.stderr.isatty()
        except (AttributeError, ValueError):
            return False

    def say(self, line: str) -> None:
        """Show one line."""
        sys.stderr.write(f"{line}\n")

    def ask(self, prompt: str) -> str | None:
        """Ask for a line.

        Args:
            prompt: Shown before the answer.

        Returns:
            The line without its end; None when there is none any more, or it was interrupted.
        """
        sys.stderr.write(prompt)
        sys.stderr.flush()
        try:
            line = sys.stdin.readline()
        except (KeyboardInterrupt, EOFError, OSError, ValueError):
            return None
        return line.rstrip("\r\n") if line else None

    def secret(self, prompt: str) -> str | None:
        """Ask for a line that is not shown; None where a terminal cannot hide it."""
        import getpass  # noqa: PLC0415 - seldom asked for
        import warnings  # noqa: PLC0415 - as said

        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", getpass.GetPassWarning)
                return getpass.getpass(prompt, sys.stderr)
        except (KeyboardInterrupt, EOFError, OSError, ValueError, getpass.GetPassWarning):
            return None


def terminal_confirm_handler(terminal: Terminal | None = None, *, limit: int = WHOLE) -> Callable[..., Answer]:
    """Make a confirmation handler that asks the operator at the terminal.

    It shows the tool, the source, every argument and where paths lead. A long source is clipped,
    with the length of what is hidden, and shown whole on demand. `always` holds for exactly this
    request; see `Grants`.

    Args:
        terminal: Where to ask.
        limit: Characters of the source that are shown at first.

    Returns:
        The handler. It answers `("allow", "")` after a clear yes, else `("reject", reason)`.
    """
    seat = terminal or Terminal()
    grants = Grants()

    def confirm(source: str, script_label: str, argv: Sequence[str] | None = None) -> Answer:
        if grants.holds(source, script_label, argv):
            return ALLOW
        if not seat.present():
            return "reject", NO_TERMINAL
        with _turn:
            return grants.settle(_decide(seat, source, script_label, argv, limit), source, script_label, argv)

    return confirm


def _decide(seat: Terminal, source: object, label: object, argv: object, limit: int | None) -> Answer:
    while True:
        lines, hidden = question(source, label, argv, limit)
        seat.say("")
        for line in lines:
            seat.say(line)
        more = ", [w]hole text" if hidden else ""
        answer = seat.ask(f"Allow it? [y]es, [a]lways for exactly this{more}, [N]o: ")
        if answer is None:
            return "reject", _CANCELLED
        word = answer.strip().lower()
        if not (hidden and word in _MORE):
            break
        limit = None
    if word in _YES:
        return _YES[word], ""
    return "reject", (seat.ask("Refused. A reason for the tool, or nothing: ") or "").strip()


def terminal_interaction_handler(terminal: Terminal | None = None) -> Callable[[Any], str | None]:
    """Make a user interaction handler that asks the person at the terminal.

    Args:
        terminal: Where to ask.

    Returns:
        The handler. It gives the answer, and None without a terminal, without an answer, for an
        option that is not offered, and for a request of unknown form.
    """
    seat = terminal or Terminal()

    def interact(request: object) -> str | None:
        if not isinstance(request, Mapping) or not seat.present():
            return None
        kind = request.get("type", "text")
        asked = {"text": _text, "secret": _secret, "select": _select}.get(kind if isinstance(kind, str) else "")
        if asked is None:
            return None
        with _turn:
            for part in (request.get("title"), request.get("prompt")):
                for line in str(part or "").splitlines():
                    seat.say(visible(line))
            return asked(seat, request)

    return interact


def _text(seat: Terminal, request: Mapping[str, Any]) -> str | None:
    default = request.get("default")
    answer = seat.ask("> " if default is None else f"[{visible(str(default))}] > ")
    if answer is None or answer:
        return answer
    return None if default is None else str(default)


def _secret(seat: Terminal, _request: Mapping[str, Any]) -> str | None:
    return seat.secret("> ") or None


def _select(seat: Terminal, request: Mapping[str, Any]) -> str | None:
    given = request.get("options")
    options = [str(option) for option in given] if isinstance(given, list | tuple) else []
    if not options:
        return None
    default = request.get("default")
    for number, option in enumerate(options, 1):
        seat.say(f"  {number}. {visible(option)}{' (default)' if option == default else ''}")
    answer = seat.ask("Number: ")
    if answer is None:
        return None
    answer = answer.strip()
    if not answer and default in options:
        return str(default)
    if answer.isascii() and answer.isdigit() and 0 < int(answer) <= len(options):
        return options[int(answer) - 1]
    return None
