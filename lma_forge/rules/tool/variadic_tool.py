"""LCP209."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import parameters
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP209", severity=Severity.WARNING)
def variadic_tool(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool takes `*args` or `**kwargs`.

    `**kwargs` switches off the filter that drops arguments which the tool does not declare: the
    model can then pass anything, host objects by name included. `*args` can never be filled.

    Source: LCP doctrine, section 7.4 (parameter filtering).

    Bad:
        def tool_format(template: str, **kwargs) -> dict:
            \"\"\"Fills a template with values.\"\"\"
            return {"success": True, "output": template.format(**kwargs)}

    Good:
        def tool_format(template: str, values: dict) -> dict:
            \"\"\"Fills a template with values.\"\"\"
            return {"success": True, "output": template.format(**values)}
    """
    for one in parameters(module):
        if one.view.kind == "var-keyword":
            yield variadic_tool.at(
                module.span(one.node),
                f"**{one.view.name} lets every argument that a model makes up into {one.tool.name}, names of host "
                "objects too; declare the parameters, or one dict.",
            )
        elif one.view.kind == "var-positional":
            yield variadic_tool.at(
                module.span(one.node),
                f"*{one.view.name} of {one.tool.name} is always empty, since hosts pass arguments by name; "
                "declare a list parameter of another name.",
            )
