"""Questions at the terminal: approval of a call, and what a tool wants to know."""

import sys

from lma_forge.runtime.terminal import Terminal, terminal_confirm_handler, terminal_interaction_handler


class _Seat(Terminal):
    """The terminal of the command line."""

    def present(self) -> bool:
        """Whether somebody can be asked."""
        return _has_terminal()


def _has_terminal() -> bool:
    try:
        return sys.stdin.isatty() and sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False


confirm = terminal_confirm_handler(_Seat())
interact = terminal_interaction_handler(_Seat())
