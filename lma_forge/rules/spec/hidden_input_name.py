"""SPEC220."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import Spec
from lma_forge.names import HOST_PARAMETERS
from lma_forge.rules.engine import rule

_HIDDEN = HOST_PARAMETERS | {"self"}


@rule("SPEC220", severity=Severity.ERROR)
def hidden_input_name(spec: Spec) -> Iterator[Diagnostic]:
    """An input has a name that hosts keep from the model.

    Hosts fill these parameters themselves and leave them out of what the model sees. An input of
    that name could never be given.

    Source: LCP doctrine, section 4.5 (hidden parameters).

    Bad:
        ## Tool: ScriptRunner

        Input:

        - args (list): Arguments of the script.

    Good:
        ## Tool: ScriptRunner

        Input:

        - arguments (list): Arguments of the script.
    """
    for tool in spec.tools:
        for field in tool.inputs:
            if field.name in _HIDDEN:
                yield hidden_input_name.at(
                    field.name_span,
                    f"Hosts keep a parameter named {field.name} from the model, so nobody could give this input of "
                    f"{tool.name}; name it {_PROPOSALS.get(field.name, field.name + '_value')} or the like.",
                )


_PROPOSALS = {"args": "arguments", "kwargs": "options", "self": "subject", "tool_context": "background"}
