"""A tool module as rules look at it: text, the host's view, concrete syntax, and facts about the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from lma_forge import lcp
from lma_forge.diagnostics import Edit, Span
from lma_forge.lcp.functions import Place
from lma_forge.model import ReservedTool, Tool
from lma_forge.rules import cst
from lma_forge.rules.nesting import is_too_deep

if TYPE_CHECKING:
    from lma_forge.lcp import ToolFile, ToolView
    from lma_forge.rules.facts import Facts
    from lma_forge.rules.positions import Positions
    from lma_forge.rules.twins import Twins

Definition = ast.FunctionDef | ast.AsyncFunctionDef
Analysis = TypeVar("Analysis")


@dataclass(frozen=True, slots=True)
class LintSettings:
    """What a project has decided that rules need to know.

    Args:
        target: The host that runs the tools: `lollms` or `lma-forge`.
        known_packages: Packages that every machine of the project has.
        sinks: Further functions that open paths, run code and so on, as the config has them.
    """

    target: str = "lollms"
    known_packages: frozenset[str] = frozenset()
    sinks: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


class NoTreeError(Exception):
    """There is no concrete syntax to look at."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A Python file as bytes, for rules about how it is stored.

    Args:
        path: Its path as diagnostics show it.
        data: Its bytes.
        file: The host's view of it.
    """

    path: str
    data: bytes
    file: ToolFile


class ToolModule:
    """One Python file under check.

    Args:
        path: Its path as diagnostics show it, with `/`.
        source: Its text, without byte-order mark.
        data: Its bytes.
        file: The host's view of it.
        settings: What the project has decided.
        declared: The tools that the project's specs declare, by function name.
        reserved: The tools that they reserve for later, by function name.
        sibling: Finds the module of a stem in the same folder; for `helpers.py` the stem is `helpers`.
    """

    def __init__(  # noqa: PLR0913 - what a file is made of
        self,
        path: str,
        source: str,
        data: bytes,
        file: ToolFile,
        *,
        settings: LintSettings | None = None,
        declared: Mapping[str, Tool] | None = None,
        reserved: Mapping[str, ReservedTool] | None = None,
        sibling: Callable[[str], ToolModule | None] | None = None,
    ) -> None:
        self.path = path
        self.source = source
        self.data = data
        self.file = file
        self.settings = settings or LintSettings()
        self.declared: Mapping[str, Tool] = declared or {}
        self.reserved: Mapping[str, ReservedTool] = reserved or {}
        self._sibling = sibling
        self._tree: cst.Module | Literal[False] | None = None
        self._kept: dict[Callable[[ToolModule], Any], Any] = {}
        self._twins: dict[int, Twins] = {}

    @property
    def stem(self) -> str:
        """The file's name without `.py`, which is what hosts know the library by."""
        return self.path.rpartition("/")[2].removesuffix(".py")

    def sibling(self, stem: str) -> ToolModule | None:
        """Another module of the same folder; None when there is none that parses."""
        found = self._sibling(stem) if self._sibling else None
        return found if found is not None and found.file.error is None else None

    def kept(self, analysis: Callable[[ToolModule], Analysis]) -> Analysis:
        """What an analysis finds in this module; it runs once, however many rules ask.

        Args:
            analysis: A function at the top level of a module.
        """
        if analysis not in self._kept:
            self._kept[analysis] = analysis(self)
        found: Analysis = self._kept[analysis]
        return found

    # --- the code ---

    @property
    def tree(self) -> cst.Module:
        """The concrete syntax.

        Raises:
            NoTreeError: libcst does not read the module, although Python does, or it is nested too
                deeply for anybody to read. The engine then passes over what asked.
        """
        if self._tree is None:
            self._tree = self._read()
        if self._tree is False:
            raise NoTreeError
        return self._tree

    def _read(self) -> cst.Module | Literal[False]:
        if self.parsed is None or is_too_deep(self.parsed):
            return False
        try:
            return cst.parse_module(self.source)
        except (cst.ParserSyntaxError, RecursionError, ValueError):
            return False

    @cached_property
    def facts(self) -> Facts:
        """The index of the code; see `lma_forge.rules.facts`."""
        from lma_forge.rules.facts import Facts  # noqa: PLC0415 - loaded with libcst

        return Facts(self.tree, self.file)

    @cached_property
    def parsed(self) -> ast.Module | None:
        """The syntax tree behind the host's view."""
        return lcp.syntax(self.data)

    def definition(self, tool: ToolView) -> Definition | None:
        """The host's syntax tree of a tool, whose positions cost nothing; None for a broken one."""
        return self._definitions.get((tool.name, tool.where[1]))

    @cached_property
    def _definitions(self) -> dict[tuple[str, int], Definition]:
        found: dict[tuple[str, int], Definition] = {}
        pending: list[ast.AST] = [*(self.parsed.body if self.parsed else ())]
        while pending:
            node = pending.pop()
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found[node.name, node.lineno] = node
            elif not isinstance(node, ast.expr | ast.ClassDef):
                pending.extend(child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr))
        return found

    # --- places ---

    @cached_property
    def _place(self) -> Place:
        return Place(self.path, self.data)

    @cached_property
    def _positions(self) -> Positions:
        from lma_forge.rules.positions import Positions  # noqa: PLC0415 - loaded with libcst

        return Positions(self.tree, self.parsed)

    def span(self, node: cst.CSTNode | ast.stmt | ast.expr | ast.arg, within: cst.CSTNode | None = None) -> Span:
        """Where a node stands, of either tree; decorators, comments and white space around it not included.

        Args:
            node: A node of `tree` or of `parsed`.
            within: For a name or a mark that the walk does not visit, such as the `name` of a
                definition or the `keyword` of an argument, the node that holds it.
        """
        if isinstance(node, ast.AST):
            return Span(*self._place.where(node))
        statement = self._statement_of(within or node)
        twin = self._twin(node, statement)
        if twin is not None:
            return Span(*self._place.where(twin))
        place = self._positions.of(node, statement)
        return Span(self.path, *place) if place else Span(self.path)

    def _twin(self, node: cst.CSTNode, statement: int) -> ast.expr | None:
        """The node of `parsed` that stands for one of `tree`; None where that is not known."""
        if statement not in self._twins:
            from lma_forge.rules.twins import Twins  # noqa: PLC0415 - loaded with the first position

            parsed = self._parsed_statement(statement)
            self._twins[statement] = Twins(self.facts, self.tree.body[statement], parsed)
        return cast("ast.expr | None", self._twins[statement].of(node))

    def _parsed_statement(self, number: int) -> list[ast.stmt]:
        """What `parsed` has for a statement of `tree`, a line of several counted as one."""
        body = self.parsed.body if self.parsed else []
        starts = self._statement_starts
        return body[starts[number] : starts[number + 1]] if starts[-1] == len(body) else []

    @cached_property
    def _statement_starts(self) -> list[int]:
        """The number in `parsed` of each statement of `tree`, and one more for the end."""
        sizes = (len(one.body) if isinstance(one, cst.SimpleStatementLine) else 1 for one in self.tree.body)
        return [0, *accumulate(sizes)]

    def _statement_of(self, node: cst.CSTNode) -> int:
        """The number of the top-level statement that holds a node."""
        current: cst.CSTNode | None = node
        while current is not None and current not in self._numbers:
            current = self.facts.parent(current)
        return self._numbers[current] if current is not None else 0

    @cached_property
    def _numbers(self) -> dict[cst.CSTNode, int]:
        return {node: number for number, node in enumerate(self.tree.body)}

    def head(self, node: cst.FunctionDef | cst.ClassDef) -> Span:
        """From `def` or `class` to the name of a definition: what is underlined when the whole is meant."""
        span = self.span(node)
        line = self.lines[span.line - 1]
        found = re.compile(rf"(?:async\s+)?(?:def|class)\s+{node.name.value}\b").match(line, span.column - 1)
        if found:
            return replace(span, end_line=span.line, end_column=found.end() + 1)
        end = self.span(node.name, within=node)
        return replace(span, end_line=end.end_line, end_column=end.end_column)

    def text(self, node: cst.CSTNode) -> str:
        """The source of a node, with its inner white space and comments."""
        return self.tree.code_for_node(node).strip()

    def replacing(self, node: cst.CSTNode | ast.stmt | ast.expr | ast.arg, text: str) -> Edit:
        """An edit that puts `text` in place of a node."""
        return Edit(self.span(node), text)

    def before(self, node: cst.CSTNode | ast.stmt | ast.expr | ast.arg, text: str) -> Edit:
        """An edit that puts `text` directly before a node."""
        span = self.span(node)
        return Edit(replace(span, end_line=span.line, end_column=span.column), text)

    def after(self, node: cst.CSTNode | ast.stmt | ast.expr | ast.arg, text: str) -> Edit:
        """An edit that puts `text` directly after a node."""
        span = self.span(node)
        return Edit(replace(span, line=span.end_line, column=span.end_column), text)

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the source without their ends; `lines[span.line - 1]` is the line of a span."""
        return self.source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
