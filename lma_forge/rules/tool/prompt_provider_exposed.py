"""LCP111."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.lcp import ToolFile
from lma_forge.rules.engine import rule
from lma_forge.rules.places import head


@rule("LCP111", severity=Severity.WARNING)
def prompt_provider_exposed(file: ToolFile) -> Iterator[Diagnostic]:
    """A prompt provider is registered as a tool as well.

    lollms offers every `tool_…` function to the model, prompt providers included, so the model
    sees a tool that does nothing but describe another one; that is a remark, as the doctrine wants
    providers all the same. One that describes no tool of its file is called for nothing else.

    Source: LCP doctrine, section 3 (prompt providers); lollms_client 1.21.1, tool discovery.

    Bad:
        def tool_database_ops_prompt() -> str:
            \"\"\"Describes the databases that are open.\"\"\"
            return "Databases: none"

    Good:
        def _databases() -> str:
            \"\"\"Describes the databases that are open.\"\"\"
            return "Databases: none"
    """
    for prompt in file.prompts:
        orphan = (
            ""
            if prompt.tool
            else f", and there is no tool {prompt.name.removesuffix('_prompt')} that it could describe"
        )
        yield prompt_provider_exposed.at(
            head(prompt.span, prompt.name),
            f"{prompt.name} is offered to the model as a tool of its own{orphan}; "
            "write what it says into the tool's docstring.",
            severity=Severity.INFO if prompt.tool else None,
        )
