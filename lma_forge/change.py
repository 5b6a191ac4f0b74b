"""What a change between two versions of a spec is, and what a project has decided about changes."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from hashlib import sha256

from lma_forge.diagnostics import Diagnostic, Related, Rule, Severity, Span
from lma_forge.model import NOWHERE

FINGERPRINT_DIGITS = 12
"""Length of a fingerprint, in hexadecimal digits."""


class Category(StrEnum):
    """Whom a change concerns, by its letter; in the order in which people want to read them."""

    CALLERS = "B"
    READERS = "R"
    GOVERNANCE = "G"
    ROUTING = "W"
    TIGHTENING = "T"
    ADDITION = "A"
    DOCUMENTATION = "D"

    @property
    def effect(self) -> str:
        """What a change of the category does, as the end of a sentence."""
        return _EFFECTS[self]

    @property
    def bump(self) -> str:
        """The part of a semantic version that such a change raises: major, minor or patch."""
        if self in {Category.CALLERS, Category.READERS, Category.GOVERNANCE}:
            return "major"
        return "patch" if self is Category.DOCUMENTATION else "minor"

    @property
    def level(self) -> Severity:
        """The severity of its changes, unless a rule or the configuration says otherwise."""
        return Severity.ERROR if self.bump == "major" else Severity.INFO


_EFFECTS = {
    Category.CALLERS: "breaks callers",
    Category.READERS: "breaks readers of results",
    Category.GOVERNANCE: "weakens governance",
    Category.ROUTING: "changes what routes the model here",
    Category.TIGHTENING: "tightens governance",
    Category.ADDITION: "adds",
    Category.DOCUMENTATION: "documentation only",
}

FAILING = frozenset({Category.CALLERS, Category.READERS, Category.GOVERNANCE})
"""The categories that fail a run unless the project says otherwise."""


@dataclass(frozen=True, slots=True)
class Change:
    """One difference in meaning between two versions of a spec.

    Args:
        code: Stable code, such as `CHG201`.
        name: Kebab-case name of its rule.
        category: Whom it concerns.
        level: How loudly it is said.
        message: One sentence: what changed, and what follows for whom.
        tool: The tool, by its new name where it has one; empty for the document.
        part: The field of the model that holds the difference, such as `inputs` or `rules`.
        field: The input or output by its path (`opts.port`), else the part of the tool or document.
        old: What stood there before, as text; empty for what is new.
        new: What stands there now; empty for what is gone.
        old_span: Where it stood; what is new, where it would have been: its tool, or the document.
        new_span: Where it stands; what is gone, where it would be.
        help: What could be done, perhaps a text to paste.
        kin: For a field inside another one, the code of the same change of a field by itself.
    """

    code: str
    name: str
    category: Category
    level: Severity
    message: str
    tool: str = ""
    part: str = ""
    field: str = ""
    old: str = ""
    new: str = ""
    old_span: Span = NOWHERE
    new_span: Span = NOWHERE
    help: str = ""
    kin: str = ""

    @property
    def fingerprint(self) -> str:
        """Twelve hexadecimal digits that name the change, whatever moves around it."""
        parts = json.dumps([self.code, self.tool, self.field, self.old, self.new])
        return sha256(parts.encode("ascii")).hexdigest()[:FINGERPRINT_DIGITS]

    def diagnostic(self, level: Severity | None = None) -> Diagnostic:
        """Say the change as a finding at its new place, with the old one beside it.

        Args:
            level: The severity that the project gives it; its own without one.
        """
        before = (Related(f"before: {self.old}", self.old_span),) if self.old else ()
        return Diagnostic(
            self.code,
            self.name,
            level or self.level,
            self.message,
            self.new_span,
            help=self.help,
            related=before,
            fingerprint=self.fingerprint,
        )


@dataclass(frozen=True, slots=True)
class Accept:
    """A change that a project makes on purpose.

    Args:
        fingerprint: Which change.
        reason: Why, in the project's words.
        until: The last day on which it is accepted; None for no end.
        span: Where the configuration says so.
    """

    fingerprint: str
    reason: str
    until: date | None = None
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class ChangePolicy:
    """What a project has decided about changes.

    Args:
        fail_on: The categories that fail a run.
        levels: Severity by code, rule name or category letter.
        accepts: Changes made on purpose.
    """

    fail_on: frozenset[Category] = FAILING
    levels: Mapping[str, Severity] = field(default_factory=dict)
    accepts: tuple[Accept, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """A change as a project sees it.

    Args:
        change: The change.
        level: The severity that the project gives it.
        fails: Whether it fails the run.
        accept: The word by which it is accepted; None when it is not.
    """

    change: Change
    level: Severity
    fails: bool
    accept: Accept | None = None


@dataclass(frozen=True, slots=True)
class ChangeReport:
    """All changes between two versions, as the output formats take them.

    Args:
        judged: The changes, the gravest category first.
        against: What the new version is compared with, in the person's words.
        remarks: Findings about the accepts.
        sources: Text of each file of both versions, by the path in its spans.
        rules: The catalogue entries of the codes.
        files: How many specs were compared.
    """

    judged: tuple[Judged, ...] = ()
    against: str = ""
    remarks: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()
    files: int = 1

    @property
    def open(self) -> tuple[Judged, ...]:
        """The changes that are not accepted."""
        return tuple(one for one in self.judged if one.accept is None)

    @property
    def accepted(self) -> tuple[Judged, ...]:
        """The changes that are accepted on purpose."""
        return tuple(one for one in self.judged if one.accept is not None)

    @property
    def bump(self) -> str:
        """The part of the version that the changes raise; empty without changes."""
        bumps = {one.change.category.bump for one in self.judged}
        return next((bump for bump in ("major", "minor", "patch") if bump in bumps), "")

    @property
    def fails(self) -> bool:
        """Whether any change fails the run."""
        return any(one.fails for one in self.judged)
