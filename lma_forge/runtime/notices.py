"""What the binding noticed while it discovered, loaded and called tools, as values and in the log."""

from collections.abc import Iterable
from typing import NamedTuple

_MANY = 2000
"""Among more names than this none is sought: it would take longer than the call it is about."""

LOGGER = "lma_forge.runtime"
"""Name of the logger of the runtime; a host configures it as any other."""


class Notice(NamedTuple):
    """Something a host or developer should know about a folder, file or tool.

    Args:
        kind: Kebab-case name of the matter, such as `duplicate-tool` or `missing-folder`.
        message: One sentence: what it is and what to do about it.
        path: The file or folder; "" when none is concerned.
        line: 1-based line in the file; 0 when none is concerned.
        tool: The tool; "" when none is concerned.
    """

    kind: str
    message: str
    path: str = ""
    line: int = 0
    tool: str = ""

    def __str__(self) -> str:
        """The message behind its place, as `path:line: message`."""
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.message}" if place else self.message


def warn(message: str, fault: BaseException | None = None) -> None:
    """Write a warning to the log of the runtime.

    Args:
        message: One sentence.
        fault: An exception whose traceback belongs to it.
    """
    import logging  # noqa: PLC0415 - when all goes well there is nothing to log

    logging.getLogger(LOGGER).warning("%s", message, exc_info=fault)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A sentence that offers the nearest known name, with a leading space; "" when none is close.

    Args:
        name: A name as somebody typed it.
        known: The names there are.
    """
    import difflib  # noqa: PLC0415 - only for mistakes

    names = list(known)
    if len(names) > _MANY:
        return ""
    found = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    return f" Did you mean '{found[0]}'?" if found else ""
