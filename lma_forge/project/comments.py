"""Comments in Python files that accept findings: `# lma: ignore[rule-name] reason`."""

import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from typing import Any

MARK = re.compile(r"#\s*lma:\s*ignore\b\s*(?:\[([^\]]*)\])?\s*(.*?)\s*$")
"""What such a comment looks like; the names and the reason."""

_BETWEEN = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER, tokenize.ENCODING}
)
_MARKED = re.compile(rb"#[ \t]*lma:[ \t]*ignore")


@dataclass(frozen=True, slots=True)
class Ignore:
    """A comment that accepts findings.

    Args:
        line: Its line.
        column: Where it begins.
        end_column: Where it ends.
        first: The first line on which it accepts findings.
        last: The last one.
        words: Codes and names, as written.
        reason: Why they are accepted; "" without.
        alone: Whether there is nothing else on the line.
    """

    line: int
    column: int
    end_column: int
    first: int
    last: int
    words: tuple[str, ...]
    reason: str
    alone: bool

    def pack(self) -> list[Any]:
        """Turn into JSON values."""
        return list(astuple(self))

    @classmethod
    def unpack(cls, values: Any) -> "Ignore":  # noqa: ANN401 - whatever was kept
        """Turn JSON values from `pack` back."""
        line, column, end_column, first, last, words, reason, alone = values
        return cls(line, column, end_column, first, last, tuple(words), reason, alone)


def has_ignores(data: bytes) -> bool:
    """Whether a file may hold such a comment; saves reading it token by token."""
    return _MARKED.search(data) is not None


def ignores(source: str) -> tuple[Ignore, ...]:
    """Find the comments of a module.

    One behind code accepts findings in the whole logical line, however many lines of the file
    it takes; one on a line of its own accepts them in the next logical line, and where that is a
    decorator, in everything up to the line with the name.

    Args:
        source: The text of the module.

    Returns:
        The comments in order; of a module that cannot be split in tokens those before the fault.
    """
    lines = logical_lines(source)
    found = []
    for line, column, text in _comments(source):
        marked = MARK.search(text)
        if marked is None:
            continue
        here = next((one for one in lines if one[0] <= line <= one[1]), None)
        after = next((one for one in lines if one[0] > line), (line, line))
        first, last = here or (line, after[1])
        words = tuple(word for part in (marked[1] or "").split(",") if (word := part.strip()))
        start = column + marked.start()
        found.append(
            Ignore(line, start, column + len(text), first, last, words, marked[2].lstrip("-–:, "), here is None)  # noqa: RUF001 - dashes that people write
        )
    return tuple(found)


def _comments(source: str) -> Iterator[tuple[int, int, str]]:
    for token in _tokens(source):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.start[1] + 1, token.string


def _tokens(source: str) -> Iterator[tokenize.TokenInfo]:
    try:
        yield from tokenize.generate_tokens(io.StringIO(source).readline)
    except (tokenize.TokenError, SyntaxError, IndentationError, RecursionError):
        return


def logical_lines(source: str) -> list[tuple[int, int]]:
    """The first and the last line of each logical line; a decorator goes with what it decorates."""
    found: list[tuple[int, int]] = []
    first, begins, decorates = 0, True, False
    for token in _tokens(source):
        if token.type in _BETWEEN:
            continue
        first = first or token.start[0]
        if begins:
            decorates = token.string == "@"
        begins = token.type == tokenize.NEWLINE
        if begins and not decorates:
            found.append((first, token.start[0]))
            first = 0
    return found
