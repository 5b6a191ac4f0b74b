"""Changes that mend a layout fault."""

from lma_forge.diagnostics import Edit, Fix, Span


def insertion(span: Span, text: str, title: str) -> Fix:
    """Insert `text` at the start of the line of `span`."""
    start = Span(span.path, span.line, 1, span.line, 1)
    return Fix(title, (Edit(start, text),))
