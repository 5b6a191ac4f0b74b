"""The two streams: results on stdout, everything else on stderr, in colour where that is wanted."""

import os
import sys
from contextlib import suppress

import click


def prepare() -> None:
    """Make both streams take every character, whatever the terminal or the pipe is set to."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):
            # A pipe has no encoding of its own; programs expect UTF-8, also on Windows.
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")  # type: ignore[union-attr]


def mend() -> None:
    """Give a closed stream a place to go to, so that whoever does not listen gets the exit code still."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - it lives as long as we do


def abandon() -> None:
    """Write nothing more to stdout, not even what waits to be written."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def wants_colour(choice: str) -> bool:
    """Decide whether stdout gets colours.

    Args:
        choice: `always`, `never`, or `auto`: then NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE
            decide, in this order, and last whether stdout is a terminal.
    """
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "0") not in {"", "0"} for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def write(text: str, *, colour: bool = False) -> None:
    """Write a result to stdout, as it is."""
    click.echo(text, nl=False, color=colour)


def say(message: str) -> None:
    """Say something to the person, on stderr; where that cannot be written, nobody listens."""
    with suppress(OSError):
        click.echo(message, err=True, color=False)


def say_error(message: str) -> None:
    """Say on stderr what keeps the command from its work."""
    say(f"lma-forge: {message}" if message.endswith((".", "?", "!")) else f"lma-forge: {message}.")
