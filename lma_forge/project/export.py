"""The tools of a project's specs for other hosts."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from lma_forge import emit
from lma_forge.diagnostics import Diagnostic, Severity, sort
from lma_forge.model import Spec
from lma_forge.project.config import Config
from lma_forge.project.generate import collisions
from lma_forge.project.reading import Reading, read
from lma_forge.project.sources import Sources


@dataclass(frozen=True, slots=True)
class Exported:
    """What came of an export.

    Args:
        text: The definitions; empty while an error stands.
        diagnostics: What is wrong with the specs.
        sources: Their texts, by path.
    """

    text: str
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)


def export(config: Config, sources: Sources, format: str) -> Exported:  # noqa: A002 - the option's name
    """Write tool definitions.

    Args:
        config: The project's configuration.
        sources: The specs; several are written as one.
        format: One of `emit.formats()`.

    Returns:
        The text, or the errors that stand in the way.
    """
    readings = [read(config, source) for source in sources.specs]
    found = [one for reading in readings for one in reading.diagnostics] + collisions(readings, config)
    texts = {reading.source.shown: reading.text for reading in readings}
    if any(one.severity is Severity.ERROR for one in found):
        return Exported("", sort(found), texts)
    return Exported(emit.export(_joined(readings), format), sort(found), texts)


def _joined(readings: list[Reading]) -> Spec:
    """Put several specs into one; what the first says of the whole document holds."""
    first, *rest = (reading.spec for reading in readings)
    for spec in rest:
        first = replace(
            first,
            global_rules=first.global_rules + spec.global_rules,
            tools=first.tools + spec.tools,
            reserved=first.reserved + spec.reserved,
            flow=first.flow + spec.flow,
            source_labels=tuple(dict.fromkeys(first.source_labels + spec.source_labels)),
            failure_standard=first.failure_standard or spec.failure_standard,
            sections=first.sections + spec.sections,
        )
    return first
