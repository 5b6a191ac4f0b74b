"""LCP206."""

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity
from lma_forge.lcp.docstring import host_line
from lma_forge.rules.docsource import doc_lines
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import Parameter, parameters
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP206", severity=Severity.ERROR)
def reserved_parameter_name(module: ToolModule) -> Iterator[Diagnostic]:
    """A plain parameter is called `args` or `kwargs`.

    Hosts leave these names out of the schema, stars or not. The model cannot fill the parameter,
    and a call without it fails where it is required.

    Source: LCP doctrine, section 4.5 (hidden parameters).

    Bad:
        def tool_run_script(script: str, args: list | None = None) -> dict:
            \"\"\"Shows how a script would be called.\"\"\"
            return {"success": True, "output": f"{script} {args}"}

    Good:
        def tool_run_script(script: str, script_args: list | None = None) -> dict:
            \"\"\"Shows how a script would be called.\"\"\"
            return {"success": True, "output": f"{script} {script_args}"}

    Fix: renames the parameter in the function and its docstring; unsafe, since callers may name it.
    """
    for one in parameters(module):
        if one.view.name not in {"args", "kwargs"} or one.view.variadic:
            continue
        name = _free_name(one)
        yield reserved_parameter_name.at(
            module.span(one.node),
            f"The model never sees {one.view.name} of {one.tool.name}: hosts leave that name out of the schema; "
            f"call it {name}.",
            fix=_fix(module, one, name),
        )


def _free_name(one: Parameter) -> str:
    taken = {parameter.name for parameter in one.tool.parameters}
    word = one.tool.name.removeprefix("tool_").partition("_")[2] or one.tool.name.removeprefix("tool_")
    names = (f"{word.rpartition('_')[2]}_{one.view.name}", "arguments", "values", "options")
    return next(name for name in (*names, f"{one.view.name}_") if name not in taken)


def _fix(module: ToolModule, one: Parameter, name: str) -> Fix | None:
    definition = module.definition(one.tool)
    if definition is None:
        return None
    old = one.view.name
    nodes = [node for node in ast.walk(definition) if isinstance(node, ast.Name) and node.id == old]
    if any(isinstance(node, ast.arg) and node.arg == old and node is not one.node for node in ast.walk(definition)):
        return None
    start = module.span(one.node)
    head = Edit(type(start)(start.path, start.line, start.column, start.line, start.column + len(old)), name)
    edits = [head, *(module.replacing(node, name) for node in nodes)]
    for line in doc_lines(module, one.tool):
        found = host_line(line.text)
        if found and found.name == old and line.whole:
            edits += [edit] if (edit := line.replaced(line.text.strip().replace(old, name, 1))) else []
    return Fix(f"Rename to {name}", tuple(edits), Applicability.UNSAFE)
