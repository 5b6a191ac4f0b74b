"""Edits of the dicts that tools return."""

from __future__ import annotations

from dataclasses import replace

from lma_forge.diagnostics import Edit, Span
from lma_forge.rules import cst
from lma_forge.rules.facts import Facts
from lma_forge.rules.toolmodule import ToolModule


def with_key(module: ToolModule, node: cst.CSTNode, key: str, value: str) -> tuple[Edit, ...]:
    """The edit that puts a key in front of a dict literal; none for a dict that is written otherwise.

    Args:
        module: The file.
        node: The dict.
        key: The key.
        value: The source of its value.
    """
    if not isinstance(node, cst.Dict):
        return ()
    span = module.span(node)
    line = module.lines[span.line - 1]
    if line[span.column - 1 : span.column] != "{":
        return ()
    rest = line[span.column :].strip()
    comma = "" if not node.elements else "," if not rest or rest.startswith("#") else ", "
    return (Edit(replace(span, column=span.column + 1, end_line=span.line, end_column=span.column + 1),
                 f'"{key}": {value}{comma}'),)  # fmt: skip


def key_node(facts: Facts, node: cst.CSTNode, key: str) -> cst.BaseExpression | None:
    """The expression that names a key in a dict literal, the last one where there are several; None without one."""
    found = None
    for element in node.elements if isinstance(node, cst.Dict) else ():
        if isinstance(element, cst.DictElement) and facts.constant(element.key) == key:
            found = element.key
    return found


def renamed(module: ToolModule, node: cst.CSTNode, old: str, new: str) -> tuple[Edit, ...]:
    """The edit that gives a key of a dict literal another name; none for a dict that is written otherwise."""
    key = key_node(module.facts, node, old)
    return (module.replacing(key, f'"{new}"'),) if isinstance(key, cst.SimpleString) else ()


def key_span(module: ToolModule, node: cst.CSTNode, key: str) -> Span:
    """Where a key of a dict stands; the dict itself where the key is not written as one."""
    found = key_node(module.facts, node, key)
    return module.span(found if found is not None else node)
