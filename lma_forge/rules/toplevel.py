"""What stands at the top level of a module, from the syntax tree behind the host's view."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from lma_forge.diagnostics import Span
from lma_forge.lcp.docstring import clean
from lma_forge.rules.toolmodule import Definition, ToolModule


@dataclass(frozen=True, slots=True)
class Located:
    """A function at the top level.

    Args:
        node: Its definition.
        within: The statement that it stands in, such as an `if`; None directly in the module.
    """

    node: Definition
    within: ast.stmt | None = None


def located(module: ToolModule) -> tuple[Located, ...]:
    """The functions that a module defines when it is loaded, also under `if`, `try` and the like, in order."""
    return module.kept(_located)


def _located(module: ToolModule) -> tuple[Located, ...]:
    found: list[Located] = []
    pending: list[tuple[ast.AST, ast.stmt | None]] = [
        (node, None) for node in reversed(module.parsed.body if module.parsed else ())
    ]
    while pending:
        node, within = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append(Located(node, within))
        elif not isinstance(node, ast.expr | ast.ClassDef):
            around = node if isinstance(node, ast.stmt) and within is None else within
            children = [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr)]
            pending.extend((child, around) for child in reversed(children))
    return tuple(found)


def functions(module: ToolModule) -> Iterator[Definition]:
    """The definitions of `located`."""
    return (one.node for one in located(module))


def function(module: ToolModule, name: str) -> Definition | None:
    """The last function of a name at the top level; None without one."""
    return next((node for node in reversed([*functions(module)]) if node.name == name), None)


def assignments(module: ToolModule) -> Iterator[tuple[str, ast.Assign | ast.AnnAssign]]:
    """The plain names that statements directly in the module assign, in order."""
    for node in module.parsed.body if module.parsed else ():
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id, node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node


def constant(module: ToolModule, name: str) -> ast.expr | None:
    """The expression of a name that the module assigns once and no function declares global; else None."""
    values = [node.value for assigned, node in assignments(module) if assigned == name]
    return values[0] if len(values) == 1 and name not in shared_names(module) else None


def names_read(module: ToolModule) -> frozenset[str]:
    """Every name that is read anywhere in a module, attributes and the strings of `__all__` among them."""
    return module.kept(_uses)[0]


def shared_names(module: ToolModule) -> frozenset[str]:
    """Every name that a function declares global."""
    return module.kept(_uses)[1]


def _uses(module: ToolModule) -> tuple[frozenset[str], frozenset[str]]:
    read: set[str] = set()
    shared: set[str] = set()
    for node in ast.walk(module.parsed) if module.parsed else ():
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Store):
                read.add(node.id)
        elif isinstance(node, ast.Attribute):
            read.add(node.attr)
        elif isinstance(node, ast.Global):
            shared.update(node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            read.add(node.value)
    return frozenset(read), frozenset(shared)


def docstring_of(node: Definition) -> str:
    """A function's docstring, indentation cleaned; "" without one."""
    text = ast.get_docstring(node, clean=False)
    return clean(text) if text else ""


def name_span(module: ToolModule, node: Definition) -> Span:
    """Where the name of a definition stands."""
    whole = module.span(node)
    line = module.lines[whole.line - 1]
    found = re.compile(r"def\s+").search(line, whole.column - 1)
    start = found.end() if found else whole.column - 1
    return Span(module.path, whole.line, start + 1, whole.line, start + 1 + len(node.name))


def head_span(module: ToolModule, node: Definition) -> Span:
    """From `def` (or `async`) to the name of a definition."""
    name = name_span(module, node)
    return Span(module.path, name.line, module.span(node).column, name.line, name.end_column)
