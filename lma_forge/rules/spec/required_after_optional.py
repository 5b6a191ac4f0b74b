"""SPEC212."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import Spec
from lma_forge.rules.engine import rule


@rule("SPEC212", severity=Severity.WARNING)
def required_after_optional(spec: Spec) -> Iterator[Diagnostic]:
    """A required input stands after an optional one.

    Python has required parameters first, so the generated signature has another order than the
    spec; a reader who compares the two should not be surprised.

    Source: Python language reference, section 8.7 (function definitions).

    Bad:
        ## Tool: NoteFinder

        Input:

        - limit (integer, default: 5): How many notes to give.
        - text (string): What to look for.

    Good:
        ## Tool: NoteFinder

        Input:

        - text (string): What to look for.
        - limit (integer, default: 5): How many notes to give.
    """
    for tool in spec.tools:
        optional = ""
        for field in tool.inputs:
            if not field.required:
                optional = optional or field.name
            elif optional:
                yield required_after_optional.at(
                    field.name_span,
                    f"The required input {field.name} of {tool.name} comes after the optional {optional}; "
                    "move it up, since the generated function has required parameters first.",
                )
