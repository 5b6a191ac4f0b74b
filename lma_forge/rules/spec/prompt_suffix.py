"""SPEC127."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import Spec
from lma_forge.rules.engine import rule


@rule("SPEC127", severity=Severity.ERROR)
def prompt_suffix(spec: Spec) -> Iterator[Diagnostic]:
    """A tool's name ends in Prompt.

    A function called `tool_x_prompt` is a prompt provider to hosts: they call it without arguments
    when they gather prompts, and the model never gets it as a tool.

    Source: LCP doctrine, section 3 (prompt providers).

    Bad:
        ## Tool: LetterPrompt

    Good:
        ## Tool: PromptOfLetters
    """
    for tool in spec.tools:
        if tool.function.endswith("_prompt"):
            yield prompt_suffix.at(
                tool.section_span("explicit_name") if tool.explicit_name else tool.name_span,
                f"{tool.function} is a prompt provider to hosts, not a tool, because it ends in _prompt; "
                f"rename {tool.name}.",
            )
