"""Labels such as `Input:`: how a line is recognised as one, and what a misspelt one was meant to be."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from lma_forge.grammar import SECTIONS, SectionKey

_LONGEST = 48
"""Characters that a label may have; a longer run before a colon is a sentence."""
_QUOTES = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "\N{NO-BREAK SPACE}": " "}  # noqa: RUF001
)
_SMALL_WORDS = frozenset({"a", "an", "and", "for", "in", "not", "of", "on", "or", "the", "to", "when", "with"})
_MOST_WORDS = 4
_SHORT = 4
"""Length up to which only two swapped letters count as a slip: `Role` is no misspelt `Rule`."""
_LONG = 6
"""Length from which two slips are still a slip."""
_DECORATION = re.compile(r"(?:[0-9]+(?:\.[0-9]+)*[.)]?\s++|[^\w\s*:]++\s++)+(?=\S)")
_SHAPE = re.compile(r"[^\W\d_][\w '/&-]*\Z")


def fold(text: str) -> str:
    """Fold what does not matter in a label or keyword: case, typographic quotes, repeated blanks."""
    return " ".join(text.translate(_QUOTES).split()).casefold()


@dataclass(frozen=True, slots=True)
class Label:
    """A label found at the start of a line.

    Args:
        text: The label as written, without marks and colon.
        start: Offset of its first character in the line.
        end: Offset after its last one.
        rest: Offset at which the text after it starts; the line's length when there is none.
        bold: Whether it is set bold.
        key: The section that it opens; None when no section has this label.
        alias: Whether it is another label than the canonical one that ought to be replaced.
    """

    text: str
    start: int
    end: int
    rest: int
    bold: bool = False
    key: SectionKey | None = None
    alias: bool = False

    def moved(self, by: int) -> "Label":
        """Give the label as it stands in a text that has `by` characters before this one."""
        return Label(self.text, self.start + by, self.end + by, self.rest + by, self.bold, self.key, self.alias)


@dataclass(slots=True)
class LabelTable:
    """All labels that open a section, and the project's own.

    Args:
        aliases: The project's labels, each with the label of the language that it stands for.
        allowed: Unknown labels that are fine.
    """

    aliases: Mapping[str, str]
    allowed: frozenset[str]
    _known: dict[str, tuple[SectionKey, bool]] = field(default_factory=dict)
    _allowed: frozenset[str] = frozenset()
    _slips: dict[str, list[str]] = field(default_factory=dict)
    _longest: int = 0

    def __post_init__(self) -> None:
        """Index the labels by their folded text."""
        for key in SECTIONS:
            for label in (key.label, *key.silent):
                self._known[fold(label)] = (key, False)
            for label in key.aliases:
                self._known[fold(label)] = (key, True)
        for label, canonical in self.aliases.items():
            meant = self._known.get(fold(canonical))
            if meant is not None:
                self._known[fold(label)] = (meant[0], False)
        self._allowed = frozenset(fold(label) for label in self.allowed)

    def find(self, text: str) -> Label | None:
        """Read a line as a label with what follows it, known or not.

        Args:
            text: The line without leading blanks.

        Returns:
            The label; None when the line does not begin with anything like one.
        """
        colon = text.find(":", 1, _LONGEST + 4)
        if colon < 0:
            colon = text.find("：", 1, _LONGEST + 4)  # noqa: RUF001 - the full-width colon of CJK texts
            if colon < 0:
                return self._bold_alone(text)
        start, end, rest, bold = 0, colon, colon + 1, False
        mark = text[:2]
        if mark in {"**", "__"}:
            bold, start = True, 2
            if text.startswith(mark, rest):
                rest += 2
            elif text.startswith(mark, colon - 2) and colon > start + 2:
                end = colon - 2
            else:
                return None
        elif rest < len(text) and not text[rest].isspace() and text[colon] == ":":
            return None
        while end > start and text[end - 1].isspace():
            end -= 1
        while start < end and text[start].isspace():
            start += 1
        while rest < len(text) and text[rest].isspace():
            rest += 1
        return self._labelled(text[start:end], start, end, rest, bold=bold)

    def _bold_alone(self, text: str) -> Label | None:
        """Read a line that is a known label in bold and nothing else, though its colon is missing."""
        if text[:2] not in {"**", "__"} or not text.endswith(text[:2]) or len(text) > _LONGEST:
            return None
        known = self._known.get(fold(text[2:-2]))
        return (
            Label(text[2:-2], 2, len(text) - 2, len(text), bold=True, key=known[0], alias=known[1])
            if known is not None
            else None
        )

    def heading(self, text: str) -> Label | None:
        """Read the text of a heading as a label; the colon may be missing, a number or an emoji stand before it."""
        skipped = _DECORATION.match(text)
        if skipped is not None:
            rest = self.heading(text[skipped.end() :])
            return rest.moved(skipped.end()) if rest is not None and rest.key is not None else None
        found = self.find(text)
        if found is not None:
            return found
        bare = text
        start = 0
        if len(text) > 4 and text[:2] in {"**", "__"} and text.endswith(text[:2]):  # noqa: PLR2004 - two marks
            bare, start = text[2:-2], 2
        if len(bare) > _LONGEST:
            return None
        return self._labelled(bare, start, start + len(bare), len(text), bold=start > 0)

    def _labelled(self, label: str, start: int, end: int, rest: int, *, bold: bool) -> Label | None:
        known = self._known.get(fold(label))
        if known is not None:
            return Label(label, start, end, rest, bold, *known)
        if not label or len(label) > _LONGEST or _SHAPE.match(label.translate(_QUOTES)) is None:
            return None
        return Label(label, start, end, rest, bold)

    def is_allowed(self, label: str) -> bool:
        """Tell whether the project lets `label` stand though no section has it."""
        return fold(label) in self._allowed

    def key_of(self, label: str) -> SectionKey | None:
        """Find the section that a label opens."""
        known = self._known.get(fold(label))
        return known[0] if known else None

    def meant(self, label: str) -> str | None:
        """Find the known label of which `label` is most likely a slip of the pen.

        Args:
            label: An unknown label.

        Returns:
            The canonical label; None when `label` is near none.
        """
        folded = fold(label)
        if folded in self._allowed:
            return None
        if not self._slips:
            self._longest = max(map(len, self._known)) + 2
            for known in self._known:
                for form in _with_deletions(known, 2):
                    self._slips.setdefault(form, []).append(known)
        if len(folded) > self._longest:
            return None
        most = 1 if len(folded) < _LONG else 2
        best: tuple[int, str] | None = None
        for form in _with_deletions(folded, most):
            for known in self._slips.get(form, ()):
                distance = edit_distance(folded, known)
                if distance <= most and (best is None or (distance, known) < best):
                    best = (distance, known)
        if best is None or (min(len(folded), len(best[1])) <= _SHORT and sorted(folded) != sorted(best[1])):
            return None
        key, alias = self._known[best[1]]
        return key.label if not alias else next(label for label in key.labels() if fold(label) == best[1])


def looks_titled(label: str) -> bool:
    """Tell whether unknown words before a colon look like the name of a section: few, and capitalised."""
    words = label.split()
    if not 1 <= len(words) <= _MOST_WORDS or not words[0][:1].isupper():
        return False
    return all(word[:1].isupper() or word in _SMALL_WORDS for word in words)


def _with_deletions(word: str, most: int) -> Iterator[str]:
    """Give `word` and every form of it with up to `most` letters left out."""
    yield word
    for count in range(1, most + 1):
        for gone in combinations(range(len(word)), count):
            yield "".join(letter for index, letter in enumerate(word) if index not in gone)


def edit_distance(left: str, right: str) -> int:
    """Count the insertions, deletions, changes and swaps of neighbours that turn `left` into `right`."""
    before: list[int] = []
    above = list(range(len(right) + 1))
    for row, letter in enumerate(left, 1):
        line = [row]
        for column, other in enumerate(right, 1):
            cost = min(above[column] + 1, line[column - 1] + 1, above[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == right[column - 2] and left[row - 2] == other:
                cost = min(cost, before[column - 2] + 1)
            line.append(cost)
        before, above = above, line
    return above[-1]
