"""Reading a document from text: the one entry point."""

from lma_forge.diagnostics import sort
from lma_forge.spec import faults_document
from lma_forge.spec.document import read_document
from lma_forge.spec.labels import LabelTable
from lma_forge.spec.reading import Parsed, Reading, ReadOptions
from lma_forge.spec.source import Source, split_lines
from lma_forge.spec.viewer import unwrap

_DEFAULTS = ReadOptions()


def parse(text: str, path: str = "<string>", options: ReadOptions = _DEFAULTS) -> Parsed:
    """Read a document.

    Never raises, whatever the text; what is wrong with it is among the diagnostics.

    Args:
        text: The document.
        path: The name under which findings speak of it.
        options: What the project adds to the language.

    Returns:
        Its meaning as far as it could be read, the findings of the reader, and the comments that
        accept findings.
    """
    lines = split_lines(text)
    copied = unwrap(lines)
    source = Source(path, lines) if copied is None else Source(path, copied.lines, copied.shifts)
    above = copied.strays[-1] + 1 if copied is not None and copied.strays else 0
    spaced = any(not line.strip() for line in source.lines[above:-1])
    reading = Reading(source, LabelTable(options.aliases, options.allowed_labels), spaced)
    if copied is not None:
        reading.report(faults_document.VIEWER_COPY, source.span(0, 0, 0), "viewer's copy")
    spec = read_document(reading)
    return Parsed(spec, sort(reading.found))
