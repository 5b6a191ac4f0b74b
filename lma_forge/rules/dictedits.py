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


def gathered(module: ToolModule, node: cst.CSTNode, key: str, keys: tuple[str, ...]) -> tuple[Edit, ...]:
    """The edit that puts values of a dict literal under one of its keys, beside what is there.

    Args:
        module: The file.
        node: The dict.
        key: The key that gets a dict: what it held is called `summary` there.
        keys: The keys that are moved into it.

    Returns:
        The edit; none for a dict with comments or that is written otherwise.
    """
    text = module.text(node)
    if not isinstance(node, cst.Dict) or "#" in text:
        return ()
    outer: list[str] = []
    inner: list[str] = []
    for element in node.elements:
        name = module.facts.constant(element.key) if isinstance(element, cst.DictElement) else None
        written = module.tree.code_for_node(element.with_changes(comma=cst.MaybeSentinel.DEFAULT)).strip()
        if name in keys:
            inner.append(written)
        elif name == key and isinstance(element, cst.DictElement):
            outer.append("")
            inner.insert(0, f'"summary": {module.text(element.value)}')
        else:
            outer.append(written)
    whole = f'"{key}": {{{", ".join(inner)}}}'
    parts = [one or whole for one in outer]
    span = module.span(node)
    if span.line == span.end_line:
        return (module.replacing(node, f"{{{', '.join(parts)}}}"),)
    indent = module.lines[span.line - 1][: len(module.lines[span.line - 1]) - len(module.lines[span.line - 1].lstrip())]
    listed = "".join(f"{indent}    {one},\n" for one in parts)
    return (module.replacing(node, f"{{\n{listed}{indent}}}"),)


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
