"""Edits that put a plain tool in front of a function that no host can call as it is."""

import ast

from lma_forge.diagnostics import Edit, Span
from lma_forge.lcp import ToolView
from lma_forge.rules.imports import importing
from lma_forge.rules.toolmodule import Definition, ToolModule
from lma_forge.rules.toplevel import functions, name_span, names_read


def wrapped(module: ToolModule, tool: ToolView, result: str, needs: str = "") -> tuple[Edit, ...]:
    """Rename a tool and add one of its name that calls it.

    Args:
        module: The file.
        tool: A tool defined directly in the module.
        result: What the new tool returns, with `{call}` for the call of the renamed function.
        needs: A module that `result` uses.

    Returns:
        The edits; none where the function is decorated, called elsewhere, takes starred or
        positional-only parameters, or has a docstring that cannot be copied.
    """
    node = module.definition(tool)
    if node is None or node not in (module.parsed.body if module.parsed else ()) or node.decorator_list:
        return ()
    arguments = node.args
    plain = f"_{tool.name.removeprefix('tool_')}"
    taken = {one.name for one in functions(module)} | names_read(module)
    if (
        arguments.posonlyargs
        or arguments.vararg
        or arguments.kwarg
        or plain in taken
        or tool.name in names_read(module)
    ):
        return ()
    passed = ", ".join(f"{one.arg}={one.arg}" for one in (*arguments.args, *arguments.kwonlyargs))
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    doc = _docstring(module, node)
    lines = [
        f"def {tool.name}({_parameters(arguments)}){returns}:",
        *([f"    {doc}"] if doc else []),
        f"    return {result.replace('{call}', f'{plain}({passed})')}",
    ]
    end = module.span(node)
    after = Span(module.path, end.end_line, end.end_column, end.end_line, end.end_column)
    text = "\n".join(lines)
    return (
        Edit(name_span(module, node), plain),
        Edit(after, f"\n\n\n{text}"),
        *(importing(module, needs) if needs else ()),
    )


def _parameters(arguments: ast.arguments) -> str:
    """The parameters as people write them; `ast.unparse` puts no blanks around the `=` behind an annotation."""
    without = len(arguments.args) - len(arguments.defaults)
    plain = [*zip(arguments.args, (*[None] * without, *arguments.defaults), strict=True)]
    named = [*zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    return ", ".join(
        [*(_parameter(*one) for one in plain), *(["*"] if named else []), *(_parameter(*one) for one in named)]
    )


def _parameter(argument: ast.arg, default: ast.expr | None) -> str:
    text = ast.unparse(argument)
    if default is None:
        return text
    return f"{text}{' = ' if argument.annotation else '='}{ast.unparse(default)}"


def _docstring(module: ToolModule, node: Definition) -> str:
    """The docstring as it is written; "" without one."""
    first = node.body[0]
    if not isinstance(first, ast.Expr) or not isinstance(first.value, ast.Constant):
        return ""
    span = module.span(first.value)
    lines = module.lines[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines) if isinstance(first.value.value, str) else ""
