"""What a module imports when it is loaded."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from lma_forge.rules.toolmodule import ToolModule


@dataclass(frozen=True, slots=True)
class Imported:
    """A module that is imported when a file is loaded.

    Args:
        node: The statement.
        name: The module's dotted name; with leading dots for a relative import.
        is_tried: Whether it stands in a `try`, so that it may be missing.
    """

    node: ast.Import | ast.ImportFrom
    name: str
    is_tried: bool = False

    @property
    def root(self) -> str:
        """The first part of the name; "" for a relative import."""
        return self.name.partition(".")[0]


def imported_at_load(module: ToolModule) -> tuple[Imported, ...]:
    """The modules that a file imports when it is loaded; those for type checkers and `__main__` left out."""
    return module.kept(_imported)


def untried(module: ToolModule) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """The imports of a file, also in functions, whose failure nothing in the file catches."""
    return module.kept(_untried)


def _untried(module: ToolModule) -> tuple[ast.Import | ast.ImportFrom, ...]:
    nodes = [*ast.walk(module.parsed)] if module.parsed else []
    caught = {
        id(inner)
        for node in nodes
        if isinstance(node, ast.Try) and node.handlers
        for statement in node.body
        for inner in ast.walk(statement)
    }
    return tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) and id(node) not in caught)


def _imported(module: ToolModule) -> tuple[Imported, ...]:
    body = module.parsed.body if module.parsed else []
    return tuple(_walk(body, is_tried=False))


def _walk(body: list[ast.stmt], *, is_tried: bool) -> Iterator[Imported]:  # noqa: C901 - one case a statement
    for node in body:
        match node:
            case ast.Import():
                for alias in node.names:
                    yield Imported(node, alias.name, is_tried)
            case ast.ImportFrom():
                yield Imported(node, "." * node.level + (node.module or ""), is_tried)
            case ast.Try():
                yield from _walk(node.body, is_tried=is_tried or bool(node.handlers))
                for part in (*(one.body for one in node.handlers), node.orelse, node.finalbody):
                    yield from _walk(part, is_tried=is_tried)
            case ast.If():
                if not _is_aside(node.test):
                    yield from _walk(node.body, is_tried=is_tried)
                yield from _walk(node.orelse, is_tried=is_tried)
            case ast.With():
                suppressed = any("suppress" in ast.dump(one.context_expr) for one in node.items)
                yield from _walk(node.body, is_tried=is_tried or suppressed)
            case ast.For() | ast.While() | ast.ClassDef():
                yield from _walk(node.body, is_tried=is_tried)


def _is_aside(test: ast.expr) -> bool:
    """Whether a test is one for type checkers, or for a file that is run as a program."""
    text = ast.unparse(test)
    return text in {"TYPE_CHECKING", "typing.TYPE_CHECKING"} or "__main__" in text
