"""What is said about a place in a file: spans, severities, rules, fixes and diagnostics."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    """How bad a finding is: an error stops generation, a warning is a finding, info is a remark."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for error, 1 for warning, 2 for info: the order in which people want to read them."""
        return _RANKS[self]


_RANKS = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


class Applicability(StrEnum):
    """Whether a fix may be applied unasked (safe), on request (unsafe), or only shown."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY_ONLY = "display-only"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a file.

    Lines and columns count from 1, columns in Unicode code points; the end is exclusive, so an
    empty stretch has its end equal to its start.
    """

    path: str
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1

    @property
    def start(self) -> tuple[int, int]:
        """The first position as (line, column)."""
        return self.line, self.column


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the text of `span` by `text`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Move:
    """Give the file at `path` the path `to`; with none, delete it."""

    path: str
    to: str = ""


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that would mend a finding.

    Args:
        title: What it does, in the imperative.
        edits: Edits of files, which do not overlap.
        applicability: Whether it may be applied unasked.
        moves: Files that are moved or deleted, after all edits; never part of a safe fix.
    """

    title: str
    edits: tuple[Edit, ...]
    applicability: Applicability = Applicability.SAFE
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that helps to understand a finding, and what it has to do with it."""

    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    Args:
        code: Stable code, such as `SPEC204`; never reused.
        name: Kebab-case name of the bad thing, such as `unknown-type`.
        severity: How bad it is.
        message: One sentence that says what is wrong and what to write instead.
        span: Where it is.
        help: What more could help; may be a text to paste; empty when the message says it all.
        related: Other places that belong to the finding.
        fix: A change that would mend it.
        fingerprint: What names the finding wherever it moves, where it has such a name.
    """

    code: str
    name: str
    severity: Severity
    message: str
    span: Span
    help: str = ""
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """What a code means: the text behind `explain`, the README table and report metadata.

    Args:
        code: Stable code; the letters name the family (SPEC, LCP, GOV, CHG, GEN, CFG).
        name: Kebab-case name of the bad thing; it reads well after "allow".
        severity: The severity of its diagnostics unless one is given to `at`.
        summary: One line: what is flagged.
        why: Why it matters, and to whom.
        source: Document and section that the rule comes from.
        bad: A smallest input that is flagged.
        good: The same input, mended.
        fix: What `--fix` or `fmt` does about it; empty when only the author can mend it.
        default: Whether its findings are shown unless the selection says otherwise.
        host: The host that it speaks of, such as `lollms`; empty when it holds for all.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    why: str = ""
    source: str = ""
    bad: str = ""
    good: str = ""
    fix: str = ""
    default: bool = True
    host: str = ""

    def at(  # noqa: PLR0913 - mirrors the fields of a diagnostic
        self,
        span: Span,
        message: str,
        *,
        help: str = "",  # noqa: A002 - the field is called help
        related: Iterable[Related] = (),
        fix: Fix | None = None,
        severity: Severity | None = None,
    ) -> Diagnostic:
        """Make a diagnostic of this rule.

        Args:
            span: Where the finding is.
            message: What is wrong there and what to write instead.
            help: Further help, or a text to paste.
            related: Other places that belong to the finding.
            fix: A change that would mend it.
            severity: Another severity than the rule's, where the same fault is worse or milder.

        Returns:
            The diagnostic, with this rule's code and name.
        """
        return Diagnostic(
            code=self.code,
            name=self.name,
            severity=severity or self.severity,
            message=message,
            span=span,
            help=help,
            related=tuple(related),
            fix=fix,
        )


@dataclass(frozen=True, slots=True)
class Tally:
    """How many findings of each severity there are."""

    errors: int = 0
    warnings: int = 0
    infos: int = 0

    @classmethod
    def of(cls, diagnostics: Iterable[Diagnostic]) -> "Tally":
        """Count `diagnostics` by severity."""
        counts = dict.fromkeys(Severity, 0)
        for diagnostic in diagnostics:
            counts[diagnostic.severity] += 1
        return cls(counts[Severity.ERROR], counts[Severity.WARNING], counts[Severity.INFO])


@dataclass(frozen=True, slots=True)
class Report:
    """Findings together with the sources they speak of, as the output formats take them.

    Args:
        diagnostics: The findings, in the order in which they are shown.
        sources: Text of each file by path, for formats that show the line; may lack a file.
        rules: The catalogue entries of the codes that occur, for formats that carry them.
        files_checked: How many files were looked at.
    """

    diagnostics: tuple[Diagnostic, ...]
    sources: dict[str, str] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()
    files_checked: int = 0

    @property
    def tally(self) -> Tally:
        """The findings counted by severity."""
        return Tally.of(self.diagnostics)


def sort(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Order findings by file, position and code, each once.

    Args:
        diagnostics: Findings in any order, perhaps with repeats.

    Returns:
        The distinct findings, sorted.
    """
    distinct = dict.fromkeys(diagnostics)
    return tuple(sorted(distinct, key=lambda found: (found.span, found.code, found.message)))
