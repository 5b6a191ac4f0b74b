"""Where the keys and values of a TOML document stand; tomllib reads them but keeps no positions."""

import re
import tomllib
from contextlib import suppress
from dataclasses import dataclass, field

from lma_forge.diagnostics import Span

Path = tuple[str, ...]
"""The way to a key through tables; items of a list are named by their index."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BASIC = re.compile(r'"(?:[^"\\]|\\.)*"')
_LITERAL = re.compile(r"'[^']*'")
_LONG_BASIC = re.compile(r'"""(?:[^\\]|\\.)*?"""(?:"{0,2}(?!"))', re.DOTALL)
_LONG_LITERAL = re.compile(r"'''.*?'''(?:'{0,2}(?!'))", re.DOTALL)
_PLAIN_VALUE = re.compile(r"[^,\]}#\n]+")


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a document's keys and values.

    Args:
        keys: Where each key is written; for a table, its name in the header.
        values: Where each value is written; items of a list have their index as last step.
    """

    keys: dict[Path, Span] = field(default_factory=dict)
    values: dict[Path, Span] = field(default_factory=dict)


def places(text: str, shown: str) -> Places:
    """Find the places of a TOML document.

    Args:
        text: A document that tomllib has accepted.
        shown: The path that the spans carry.

    Returns:
        The places. Where a document surprises this reader, later places are missing; none is wrong.
    """
    scanner = _Scanner(text, shown)
    with suppress(_LostError, tomllib.TOMLDecodeError, RecursionError):
        scanner.document()
    return scanner.found


class _LostError(Exception):
    """The text is not as expected here."""


class _Scanner:
    def __init__(self, text: str, shown: str) -> None:
        self.text = text
        self.shown = shown
        self.at = 0
        self.found = Places()

    def document(self) -> None:
        prefix: Path = ()
        lists: dict[Path, int] = {}
        self.skip(_BLANK)
        while self.at < len(self.text):
            if self.text.startswith("[[", self.at):
                self.at += 2
                base = self.dotted(())
                lists[base] = lists.get(base, -1) + 1
                prefix = (*base, str(lists[base]))
                self.expect("]]")
            elif self.text.startswith("[", self.at):
                self.at += 1
                prefix = self.dotted(())
                self.expect("]")
            else:
                self.pair(prefix)
            self.skip(_BLANK)

    def pair(self, prefix: Path) -> None:
        key = self.dotted(prefix)
        self.expect("=")
        self.skip(_SPACE)
        self.value(key)

    def dotted(self, prefix: Path) -> Path:
        path = prefix
        while True:
            self.skip(_SPACE)
            start = self.at
            path = (*path, self.key())
            self.found.keys.setdefault(path, self.span(start, self.at))
            self.skip(_SPACE)
            if not self.text.startswith(".", self.at):
                return path
            self.at += 1

    def key(self) -> str:
        for pattern in (_BARE_KEY, _BASIC, _LITERAL):
            if matched := pattern.match(self.text, self.at):
                self.at = matched.end()
                if pattern is _BARE_KEY:
                    return matched.group()
                key: str = tomllib.loads(f"key = {matched.group()}")["key"]
                return key
        raise _LostError

    def value(self, path: Path) -> None:
        start = self.at
        if self.text.startswith("[", start):
            self.items(path)
        elif self.text.startswith("{", start):
            self.table(path)
        else:
            for pattern in (_LONG_BASIC, _LONG_LITERAL, _BASIC, _LITERAL, _PLAIN_VALUE):
                if matched := pattern.match(self.text, start):
                    self.at = start + len(matched.group().rstrip())
                    break
            else:
                raise _LostError
        self.found.values.setdefault(path, self.span(start, self.at))

    def items(self, path: Path) -> None:
        self.at += 1
        index = 0
        self.skip(_BLANK)
        while not self.text.startswith("]", self.at):
            self.value((*path, str(index)))
            index += 1
            self.comma()
        self.at += 1

    def table(self, path: Path) -> None:
        self.at += 1
        self.skip(_BLANK)
        while not self.text.startswith("}", self.at):
            self.pair(path)
            self.comma()
        self.at += 1

    def comma(self) -> None:
        self.skip(_BLANK)
        if self.text.startswith(",", self.at):
            self.at += 1
            self.skip(_BLANK)
        elif self.at >= len(self.text) or self.text[self.at] not in "]}":
            raise _LostError

    def skip(self, pattern: re.Pattern[str]) -> None:
        matched = pattern.match(self.text, self.at)
        self.at = matched.end() if matched else self.at

    def expect(self, mark: str) -> None:
        self.skip(_SPACE)
        if not self.text.startswith(mark, self.at):
            raise _LostError
        self.at += len(mark)

    def span(self, start: int, end: int) -> Span:
        return Span(self.shown, *self.position(start), *self.position(end))

    def position(self, offset: int) -> tuple[int, int]:
        line = self.text.count("\n", 0, offset) + 1
        return line, offset - self.text.rfind("\n", 0, offset)
