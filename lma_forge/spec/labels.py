"""Labels such as `Input:`: how a line is recognised as one, and what a misspelt one was meant to be."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from lma_forge.grammar import SECTIONS, SectionKey
from lma_forge.spec.slips import ORDINARY, SYNONYMS, fits, loose_label

_LONGEST = 48
"""Characters that a label may have; a longer run before a colon is a sentence."""
_QUOTES = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "\N{NO-BREAK SPACE}": " "}  # noqa: RUF001
)
_SMALL_WORDS = frozenset({"a", "an", "and", "for", "in", "not", "of", "on", "or", "the", "to", "when", "with"})
_MOST_WORDS = 4
_SHORT = 4
"""Length of a label up to which only two swapped letters count as a slip: `Role` is no misspelt `Rule`."""
_LONG = 6
"""Length from which two slips are still a slip."""
_DECORATION = re.compile(r"(?:[0-9]+(?:\.[0-9]+)*[.)]?\s++|[^\w\s*:]++\s++)+(?=\S)")
_DIGIT = re.compile(r"[0-9]")
_JOINTS = re.compile(r"[ _/-]+")
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
        loose: Whether it is written in a form that opens no section, such as `Input - None`.
    """

    text: str
    start: int
    end: int
    rest: int
    bold: bool = False
    key: SectionKey | None = None
    alias: bool = False
    loose: bool = False

    def moved(self, by: int) -> "Label":
        """Give the label as it stands in a text that has `by` characters before this one."""
        return replace(self, start=self.start + by, end=self.end + by, rest=self.rest + by)


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
    _squeezed: dict[str, str] = field(default_factory=dict)
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

    def loose(self, text: str, meant: Callable[[str], str | None] | None = None) -> Label | None:
        """Read a line as a label, or nearly one, in a form that opens no section.

        Args:
            text: The line without blanks at its ends.
            meant: Finds what a slip was meant to be; the table's own way when None.

        Returns:
            The label; None when the line is a sentence.
        """
        found = loose_label(text, self.key_of, meant or self.meant)
        if found is None:
            return None
        start, end, rest = found
        known = self._known.get(fold(text[start:end]))
        bold = text[max(0, start - 2) : start] in {"**", "__"}
        key, alias = known if known is not None else (None, False)
        return Label(text[start:end], start, end, rest, bold, key, alias, loose=True)

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

    def meant_of(self, label: str, value: str) -> str | None:
        """Find the label that an unknown one can only mean because of its text.

        Four letters differ from too many words by one of them, and words may stand beside a label; `Rsk: high`
        and `Risk Level: high` can be nothing else than a risk.

        Args:
            label: The unknown label.
            value: The text behind it.

        Returns:
            The label that was meant; None where the text does not say it.
        """
        folded = fold(label)
        if folded in self._allowed:
            return None
        words = folded.replace("-", " ").split() or [""]
        if len(words) <= _MOST_WORDS and (len(words) > 1 or words[0] in SYNONYMS):
            keys = (self.key_of(SYNONYMS.get(word, word)) or self.key_of(f"{word}s") for word in words)
            return next((key.label for key in keys if key is not None and fits(key, value)), None)
        if len(folded) > _SHORT + 1:
            return None
        short = (key for key in SECTIONS if len(key.label) <= _SHORT and fits(key, value))
        return next((key.label for key in short if edit_distance(folded, fold(key.label)) == 1), None)

    def meant(self, label: str) -> str | None:
        """Find the known label of which `label` is most likely a slip of the pen.

        Args:
            label: An unknown label.

        Returns:
            The canonical label; None when `label` is near none.
        """
        folded = fold(label)
        if folded in self._allowed or folded in ORDINARY or _DIGIT.search(folded):
            return None
        if not self._slips:
            self._longest = max(map(len, self._known)) + 2
            self._squeezed.update((_squeeze(known), known) for known in self._known)
            for known in self._known:
                for form in _with_deletions(known, 2):
                    self._slips.setdefault(form, []).append(known)
        squeezed = self._squeezed.get(_squeeze(folded))
        if squeezed is not None:
            return self._canonical(squeezed)
        if len(folded) > self._longest:
            return None
        near = {known for form in _with_deletions(folded, 2) for known in self._slips.get(form, ())}
        for distance, best in sorted((edit_distance(folded, known), known) for known in near):
            shorter, longer = sorted((len(folded), len(best)))
            most = 2 if shorter >= _LONG or (shorter == _LONG - 1 and longer > _LONG) else 1
            if distance <= most and (len(best) > _SHORT or sorted(folded) == sorted(best)):
                return self._canonical(best)
        return None

    def _canonical(self, known: str) -> str:
        """Give the label to write for a known one: the canonical label, or the alias that was nearly written."""
        key, alias = self._known[known]
        return key.label if not alias else next(label for label in key.labels() if fold(label) == known)


def _squeeze(folded: str) -> str:
    """Take out what joins the words of a label: `use-when` and `usewhen` are `use when`."""
    return _JOINTS.sub("", folded)


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
