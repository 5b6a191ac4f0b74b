"""What an operator is shown before a decision: nothing that hides, and no clipping without saying so."""

import json
import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

WHOLE = 4_000
"""Characters of a text that are shown at once; the rest is announced and can be asked for."""

_ARGUMENT = 300
"""The same for one argument that the text does not show."""

_LONGEST_PATH = 4_096


class Question(NamedTuple):
    """An approval request, made readable.

    Args:
        lines: What to show.
        hidden: How many characters of the request `lines` leaves out.
    """

    lines: tuple[str, ...]
    hidden: int


def visible(text: str) -> str:
    r"""Write characters that a screen would act upon, or not show, as escapes such as `\x1b`.

    Args:
        text: One line of any text, lone surrogates included.
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else _escape(c) for c in text)


def question(source: object, label: object, argv: object, limit: int | None = WHOLE) -> Question:
    """Lay out an approval request: the tool, the whole source, every argument, resolved paths.

    Args:
        source: What will be done.
        label: The tool.
        argv: Its arguments, as `name=value` or otherwise; those that `source` shows are not repeated.
        limit: Characters of the source that are shown; None for all of it and of every argument.

    Returns:
        The lines, in which every clipping is announced with its length.
    """
    text = str(source)
    shown = text if limit is None else text[:limit]
    hidden = len(text) - len(shown)
    lines = [f"{visible(str(label))} asks for approval:"]
    body = shown.splitlines()
    lines += [f"  {visible(line)}" for line in body]
    if hidden:
        rows = text.count("\n", len(shown))
        lines.append(f"  … {hidden:,} more characters, in {rows + 1:,} lines, are not shown")
    seen = set(body if not hidden else body[:-1])
    for argument in arguments(argv):
        if argument in seen:
            continue
        part = argument if limit is None else argument[:_ARGUMENT]
        left = len(argument) - len(part)
        hidden += left
        lines.append(f"  argument {visible(part)}" + (f" … {left:,} more characters are not shown" if left else ""))
    lines += [f"  {visible(line)}" for line in resolved(arguments(argv)) if not _told(line, seen)]
    return Question(tuple(lines), hidden)


def arguments(argv: object) -> tuple[str, ...]:
    """The arguments of an approval request as text, whatever a tool gave."""
    if argv is None:
        return ()
    if isinstance(argv, str | bytes) or not isinstance(argv, Iterable):
        return (str(argv),)
    return tuple(map(str, argv))


def resolved(given: Sequence[str]) -> list[str]:
    """Say where the paths among arguments lead, links followed.

    Args:
        given: The arguments, as `name=value` or bare, values plain or as JSON.

    Returns:
        One line for each argument that looks like a path or is one.
    """
    lines = []
    root = os.path.realpath(os.curdir)
    for argument in given:
        name, equals, value = argument.partition("=")
        name, value = (name, value) if equals else ("", argument)
        for path in _paths(value):
            where = os.path.realpath(os.path.expanduser(path))  # noqa: PTH111 - text in, text out
            inside = where == root or where.startswith(os.path.join(root, ""))  # noqa: PTH118
            lines.append(f"{name or path} is {where}{'' if inside else ' (outside the current folder)'}")
    return lines


def _paths(value: str) -> list[str]:
    try:
        meant = json.loads(value)
    except (ValueError, RecursionError):
        meant = value
    items = meant if isinstance(meant, list) else [meant]
    return [item for item in items if isinstance(item, str) and _looks_like_path(item)]


def _looks_like_path(text: str) -> bool:
    if not text or len(text) > _LONGEST_PATH or not text.isprintable() or "://" in text:
        return False
    if text.startswith(("~", ".", os.sep)):
        return True
    words = text.split()
    return (len(words) == 1 and os.sep in text) or os.path.lexists(text)


def _told(line: str, seen: Iterable[str]) -> bool:
    """Whether the request itself names the place already."""
    where = line.partition(" is ")[2]
    return any(where == said.partition(" is ")[2].strip('"') for said in seen)


def _escape(character: str) -> str:
    return character.encode("unicode_escape", "backslashreplace").decode("ascii")
