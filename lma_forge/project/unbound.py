"""Names that code uses and nothing gives it any more: inputs and parts of the contract that are gone."""

import ast
import symtable
from collections.abc import Collection, Iterator

from lma_forge.project.placing import File, Place


def unbound(
    file: File, names: Collection[str], *, within: Place | None = None, even_bound: bool = False
) -> dict[str, tuple[int, ...]]:
    """Find where a file takes names from its module.

    Args:
        file: The file.
        names: The names.
        within: The definition to look at; None for all that the file holds.
        even_bound: Whether a name counts as well that the module itself defines.

    Returns:
        For each name that is used so, the lines, counted from 1. A function that has the name for
        an input or a variable of its own does not count.
    """
    text = "".join(file.lines)
    wanted = {name for name in names if name in text}
    if not wanted:
        return {}
    module = symtable.symtable(text, "module", "exec")
    if not even_bound:
        wanted -= _bound(module)
    found: dict[str, set[int]] = {}
    # The file's own tree does not know the lines within a definition that other modules have as well.
    for node in ast.parse(text).body if wanted else ():
        if within is not None and not _start(node) <= within.node.lineno <= (node.end_lineno or node.lineno):
            continue
        segment = "".join(file.lines[_start(node) - 1 : node.end_lineno])
        taken = {name for name in wanted if name in segment}
        try:
            # A statement of a module stands by itself, but for one that shares its line with another.
            taken &= {*_taken(symtable.symtable(segment, "statement", "exec"))}
        except SyntaxError:
            taken &= {*_taken(module)}
        for one in ast.walk(node) if taken else ():
            if not (isinstance(one, ast.Name) and one.id in taken and isinstance(one.ctx, ast.Load)):
                continue
            if within is None or within.start < one.lineno <= within.end:
                found.setdefault(one.id, set()).add(one.lineno)
    return {name: tuple(sorted(lines)) for name, lines in sorted(found.items())}


def _start(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min((node.lineno, *(one.lineno for one in decorators)))


def _bound(module: symtable.SymbolTable) -> set[str]:
    """Name what a module defines, in functions by way of `global` too."""
    found = {one.get_name() for one in module.get_symbols() if one.is_assigned() or one.is_imported()}
    for table in _tables(module):
        found |= {one.get_name() for one in table.get_symbols() if one.is_declared_global() and one.is_assigned()}
    return found


def _taken(statement: symtable.SymbolTable) -> Iterator[str]:
    """Name what a statement takes from its module."""
    for one in statement.get_symbols():
        if one.is_referenced() and not (one.is_assigned() or one.is_imported()):
            yield one.get_name()
    for table in _tables(statement):
        yield from (one.get_name() for one in table.get_symbols() if one.is_global() and one.is_referenced())


def _tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    for child in table.get_children():
        yield child
        yield from _tables(child)
