"""The words of the spec language: the table of a tool's sections, and the words that name types.

The reader, the writer and the checks all work from these tables; a new section is one row here
and one field of `model.Tool`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from lma_forge.model import Kind

KIND_ALIASES: dict[str, Kind] = {
    "str": Kind.STRING,
    "text": Kind.STRING,
    "int": Kind.INTEGER,
    "float": Kind.NUMBER,
    "bool": Kind.BOOLEAN,
    "array": Kind.LIST,
    "dict": Kind.OBJECT,
    "map": Kind.OBJECT,
} | {str(kind): kind for kind in Kind}
"""Every word that names a type, lower-case, to its kind."""


class SectionKind(StrEnum):
    """How the body of a labelled section is read."""

    PROSE = "prose"
    BULLETS = "bullets"
    FIELDS = "fields"
    RULES = "rules"
    FAILURES = "failures"
    LINE = "line"
    EXAMPLES = "examples"


class Need(StrEnum):
    """Whether a tool must have a section: missing is an error, a warning, or nothing."""

    REQUIRED = "required"
    EXPECTED = "expected"
    OPTIONAL = "optional"


@dataclass(frozen=True, slots=True)
class SectionKey:
    """A row of the section table: everything the reader, the writer and the checks know of a label.

    Args:
        field: The field of `Tool` that it fills.
        label: The canonical label.
        kind: How its body is read.
        need: Whether it must be there.
        aliases: Other labels for it; using one is a warning unless it is in `silent`.
        silent: Aliases that are fine.
    """

    field: str
    label: str
    kind: SectionKind
    need: Need = Need.OPTIONAL
    aliases: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()

    def labels(self) -> Iterator[str]:
        """All labels that open the section, the canonical one first."""
        yield self.label
        yield from self.silent
        yield from self.aliases


SECTIONS: tuple[SectionKey, ...] = (
    SectionKey(
        "description", "Description", SectionKind.PROSE, Need.REQUIRED, ("Purpose", "Intent", "Overview", "Summary")
    ),
    SectionKey("use_when", "Use When", SectionKind.BULLETS, Need.EXPECTED, ("When to Use",)),
    SectionKey(
        "do_not_use_when",
        "Do Not Use When",
        SectionKind.BULLETS,
        Need.EXPECTED,
        ("When Not to Use", "Don't Use When", "Avoid When"),
    ),
    SectionKey(
        "inputs",
        "Input",
        SectionKind.FIELDS,
        Need.REQUIRED,
        ("Parameters", "Params", "Arguments", "Args", "Request"),
        ("Inputs",),
    ),
    SectionKey("outputs", "Output", SectionKind.FIELDS, Need.REQUIRED, ("Returns", "Response"), ("Outputs",)),
    SectionKey(
        "rules",
        "Rules",
        SectionKind.RULES,
        Need.EXPECTED,
        ("Guardrails", "Safety", "Security", "Policy", "Invariants", "Constraints"),
        ("Rule",),
    ),
    SectionKey(
        "failures",
        "Failure Behavior",
        SectionKind.FAILURES,
        Need.REQUIRED,
        ("Failure", "Errors", "Failure Modes", "On Failure"),
        ("Failure Behaviour",),
    ),
    SectionKey("explicit_name", "Name", SectionKind.LINE),
    SectionKey("category", "Category", SectionKind.LINE, aliases=("Module", "Group")),
    SectionKey("host", "Host", SectionKind.LINE),
    SectionKey("effects", "Effects", SectionKind.LINE, aliases=("Side Effects",)),
    SectionKey("approval", "Approval", SectionKind.LINE, aliases=("Confirmation",)),
    SectionKey("risk", "Risk", SectionKind.LINE),
    SectionKey("permissions", "Permissions", SectionKind.BULLETS),
    SectionKey("idempotent", "Idempotent", SectionKind.LINE),
    SectionKey("timeout", "Timeout", SectionKind.LINE),
    SectionKey("version", "Version", SectionKind.LINE),
    SectionKey("status", "Status", SectionKind.LINE),
    SectionKey("owner", "Owner", SectionKind.LINE),
    SectionKey("icon", "Icon", SectionKind.LINE),
    SectionKey("examples", "Examples", SectionKind.EXAMPLES, silent=("Example",)),
    SectionKey("renamed_from", "Renamed From", SectionKind.LINE),
)
"""The sections of a tool in canonical order (spec language, section Tool)."""
