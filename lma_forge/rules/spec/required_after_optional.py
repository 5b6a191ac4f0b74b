"""SPEC212."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity
from lma_forge.model import Spec
from lma_forge.rules.engine import rule

_SHOWN = 4


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
        optional = next((index for index, field in enumerate(tool.inputs) if not field.required), len(tool.inputs))
        late = [field for field in tool.inputs[optional:] if field.required]
        if not late:
            continue
        first = tool.inputs[optional]
        names = ", ".join(field.name for field in late[:_SHOWN]) + (" and more" if len(late) > _SHOWN else "")
        inputs, come, them = ("inputs", "come", "them") if len(late) > 1 else ("input", "comes", "it")
        yield required_after_optional.at(
            late[0].name_span,
            f"The required {inputs} {names} of {tool.name} {come} after the optional {first.name}; "
            f"move {them} up, since the generated function has required parameters first.",
            related=(Related(f"{first.name} is optional", first.name_span),),
        )
