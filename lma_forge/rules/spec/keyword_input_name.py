"""SPEC221."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import Spec
from lma_forge.names import is_keyword
from lma_forge.rules.engine import rule

_CONSTANTS = frozenset({"None", "True", "False", "__debug__"})


@rule("SPEC221", severity=Severity.WARNING)
def keyword_input_name(spec: Spec) -> Iterator[Diagnostic]:
    """An input is named as a Python keyword.

    The generated parameter gets an underscore, and its description says what it is called in the
    spec; the model sees the name with the underscore. `None`, `True` and `False` cannot be
    helped in that way and are errors.

    Source: Python language reference, section 2.3.1 (keywords).

    Bad:
        ## Tool: TrainFinder

        Input:

        - from (string): Where the journey starts.

    Good:
        ## Tool: TrainFinder

        Input:

        - origin (string): Where the journey starts.
    """
    for tool in spec.tools:
        for field in tool.inputs:
            if field.name in _CONSTANTS:
                yield keyword_input_name.at(
                    field.name_span,
                    f"{field.name} is a constant of Python and cannot name an input of {tool.name}; "
                    "choose another name.",
                    severity=Severity.ERROR,
                )
            elif is_keyword(field.name):
                yield keyword_input_name.at(
                    field.name_span,
                    f"{field.name} is a Python keyword, so this input of {tool.name} is generated as "
                    f"{field.parameter}; choose another name to avoid that.",
                )
