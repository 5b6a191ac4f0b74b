"""The part of a long definition that an editor should underline."""

from dataclasses import replace

from lma_forge.diagnostics import Span


def head(span: Span, name: str) -> Span:
    """Narrow the span of a function to `def` and its name.

    Args:
        span: The whole function, decorators not included.
        name: The function's name.

    Returns:
        A span on the first line alone.
    """
    return replace(span, end_line=span.line, end_column=span.column + len(f"def {name}"))
