"""Makes modules of one library import each other by plain names, without touching `sys.path`."""

import ast
import importlib.util
import re
import sys
from collections.abc import Callable, Collection

from lma_forge.lcp.syntax import tree_of

_IMPORT = re.compile(rb"^[ \t]*(?:import|from)\b", re.MULTILINE)


def with_siblings(source: bytes, siblings: Collection[str], *, whole: bool) -> ast.Module | bytes:
    """Rewrite absolute imports of sibling modules as relative ones.

    `import helpers` finds X/helpers.py when X/X.py is loaded, as it would if the file were run
    from its folder. Names of the standard library keep their meaning. The statements keep their
    lines, so tracebacks stay true. An import inside a string (`importlib.import_module("helpers")`)
    is not seen.

    Args:
        source: The module.
        siblings: Stems of the modules beside it, its own left out.
        whole: Whether the folder is one library. In a folder of loose files an installed package
            comes before a sibling, because siblings there are other people's libraries.

    Returns:
        The rewritten tree, or the source itself when there is nothing to rewrite.

    Raises:
        SyntaxError: When the source does not parse.
    """
    names = {name for name in siblings if name.isidentifier() and name not in sys.stdlib_module_names}
    if not any(name.encode() in source for name in names) or not _IMPORT.search(source):
        return source
    tree = tree_of(source)

    def is_sibling(name: str | None) -> bool:
        top = (name or "").partition(".")[0]
        return top in names and (whole or not _is_installed(top))

    changed = False
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            statements = getattr(node, field, None)
            if isinstance(statements, list) and any(
                isinstance(each, ast.Import | ast.ImportFrom) for each in statements
            ):
                fresh = [_relative(statement, is_sibling) for statement in statements]
                if any(fresh):
                    changed = True
                    setattr(
                        node, field, [new for old, news in zip(statements, fresh, strict=True) for new in news or [old]]
                    )
    return ast.fix_missing_locations(tree) if changed else source


def _is_installed(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError, AttributeError):
        return name in sys.modules


def _relative(statement: ast.stmt, is_sibling: Callable[[str | None], bool]) -> list[ast.stmt]:
    """What to put in the place of an import of siblings; nothing for any other statement."""
    if isinstance(statement, ast.ImportFrom) and statement.level == 0 and is_sibling(statement.module):
        return [ast.copy_location(ast.ImportFrom(statement.module, statement.names, 1), statement)]
    if not isinstance(statement, ast.Import) or not any(is_sibling(alias.name) for alias in statement.names):
        return []
    fresh: list[ast.stmt] = []
    for alias in statement.names:
        fresh += _from_folder(alias) if is_sibling(alias.name) else [ast.Import([alias])]
    return [ast.copy_location(new, statement) for new in fresh]


def _from_folder(alias: ast.alias) -> list[ast.stmt]:
    """`import a`, `import a as b`, `import a.b` and `import a.b as c` as relative imports."""
    parent, _, last = alias.name.rpartition(".")
    if not parent:
        return [ast.ImportFrom(None, [ast.alias(alias.name, alias.asname)], 1)]
    if alias.asname:
        return [ast.ImportFrom(parent, [ast.alias(last, alias.asname)], 1)]
    # The first statement loads the submodule, the second binds the name that the original bound.
    top = alias.name.partition(".")[0]
    return [ast.ImportFrom(parent, [ast.alias(last, top)], 1), ast.ImportFrom(None, [ast.alias(top, None)], 1)]
