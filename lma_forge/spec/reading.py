"""What the reader takes and gives, and what its parts share while one document is read."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lma_forge.diagnostics import Diagnostic, Fix, Related, Rule, Severity, Span
from lma_forge.model import Spec
from lma_forge.names import nearest
from lma_forge.spec.labels import LabelTable
from lma_forge.spec.source import Source

_MOST_LOOK_UPS = 1_000
_LONGEST_WORD = 60


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What a project adds to the language.

    Args:
        aliases: Own labels, each with the label of the language that it stands for.
        allowed_labels: Labels of sections that are kept for people without a warning.
    """

    aliases: Mapping[str, str] = field(default_factory=dict)
    allowed_labels: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Suppression:
    """A comment that accepts findings: `<!-- lma: disable SPEC203 -- why -->`.

    Args:
        codes: The codes that it accepts.
        reason: Why, in the author's words; empty when none is given.
        span: The comment.
        first_line: The first line (from 1) whose findings it accepts.
        last_line: The last such line.
    """

    codes: tuple[str, ...]
    reason: str
    span: Span
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True)
class Parsed:
    """A document as read.

    Args:
        spec: Its meaning, as far as it could be read.
        diagnostics: What the reader found, in the order of the places.
        suppressions: The comments that accept findings; nothing is left out for them yet.
    """

    spec: Spec
    diagnostics: tuple[Diagnostic, ...] = ()
    suppressions: tuple[Suppression, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """One document while it is read: its lines, its labels, and the findings so far.

    Args:
        source: The document.
        labels: The labels that open sections.
        spaced: Whether the document has blank lines at all.
        found: The findings, added to as the reading goes on.
    """

    source: Source
    labels: LabelTable
    spaced: bool = True
    found: list[Diagnostic] = field(default_factory=list)
    _looked_up: Counter[str] = field(default_factory=Counter)
    _meant: dict[str, str | None] = field(default_factory=dict)

    def nearest(self, word: str, known: Iterable[str]) -> str | None:
        """Find the known word that was most likely meant.

        A document with a thousand unknown words is helped enough by what was said of the first ones:
        after them, and for what is longer than a word, the answer is None without a look.
        """
        self._looked_up["nearest"] += 1
        if len(word) > _LONGEST_WORD or self._looked_up["nearest"] > _MOST_LOOK_UPS:
            return None
        return nearest(word, known)

    def meant(self, label: str) -> str | None:
        """Find the label of which an unknown one is a slip; None too when too many were looked up."""
        if label not in self._meant:
            if len(self._meant) >= _MOST_LOOK_UPS:
                return None
            self._meant[label] = self.labels.meant(label)
        return self._meant[label]

    def report(  # noqa: PLR0913 - mirrors Rule.at
        self,
        rule: Rule,
        span: Span,
        message: str,
        *,
        help: str = "",  # noqa: A002 - the field is called help
        related: tuple[Related, ...] = (),
        fix: Fix | None = None,
        severity: Severity | None = None,
    ) -> None:
        """Add a finding of `rule` at `span`; see `Rule.at`."""
        self.found.append(rule.at(span, message, help=help, related=related, fix=fix, severity=severity))
