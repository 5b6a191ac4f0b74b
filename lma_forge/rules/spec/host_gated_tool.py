"""SPEC126."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import Spec
from lma_forge.names import GATED_STEMS
from lma_forge.rules.engine import rule


@rule("SPEC126", severity=Severity.ERROR)
def host_gated_tool(spec: Spec) -> Iterator[Diagnostic]:
    """A tool has one of the names that the host hides.

    lollms keeps nine module names for its office tools and leaves such a module out unless an
    office flag is set, whatever is in it: the tool would never be seen.

    Source: lollms_client 1.21.1, the tool binding's list of office modules.

    Bad:
        ## Tool: WordTools

    Good:
        ## Tool: WordDocuments
    """
    for tool in spec.tools:
        if tool.snake_name in GATED_STEMS:
            yield host_gated_tool.at(
                tool.name_span,
                f"Hosts hide a module named {tool.snake_name} unless an office flag is set; "
                f"give {tool.name} another name.",
            )
