"""Sums functions up, each once, and says what the tools of a module reach."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lma_forge.rules.calls import Calls, calls_of
from lma_forge.rules.flow import expressions  # noqa: F401 - fills the machine's table
from lma_forge.rules.flow.code import Code, Function, Kind, code_of
from lma_forge.rules.flow.exits import end
from lma_forge.rules.flow.machine import Exit, Machine, Remark, Returned, Use
from lma_forge.rules.flow.statements import run
from lma_forge.rules.flow.states import Facts, State, common
from lma_forge.rules.flow.values import EMPTY, MAYBE, RAW, Atom, Taint, Value, union

if TYPE_CHECKING:
    from lma_forge.lcp import ToolView
    from lma_forge.rules.toolmodule import ToolModule

_DEEPEST = 20
_AGAIN = 3
_NUMBER = re.compile(r"(?:Optional\[)?(?:int|float|bool|Literal\[.*\])(?:\s*\|\s*None)?\]?")
_UNLIKELY = Taint(MAYBE)
_PATHS = ("Path", "PurePath", "PathLike")


@dataclass(frozen=True, slots=True)
class Summary:
    """What a function does, in terms of its parameters.

    Args:
        returns: What it gives.
        uses: What its parameters, and what it takes in itself, reach.
        remarks: Guards in it whose outcome is lost.
        exits: The ways out of it that raise nothing.
        returned: Its `return` statements.
        owner: For a method, the object as it leaves it.
    """

    returns: Value = EMPTY
    uses: tuple[Use, ...] = ()
    remarks: tuple[Remark, ...] = ()
    exits: tuple[Exit, ...] = ()
    returned: tuple[Returned, ...] = ()
    owner: Value = EMPTY

    @property
    def always(self) -> Facts:
        """What holds of its parameters whenever it returns."""
        return _in_all(self.exits)

    def when(self, truth: bool, item: int | None = None) -> Facts:  # noqa: FBT001 - the truth is the question
        """What holds of its parameters when what it returns is true, or false.

        Args:
            truth: Which.
            item: For a function that returns tuples, the number of the item that is meant.
        """
        return _in_all(
            tuple(one for one in self.exits if (one.truth if item is None else _item(one, item)) is not (not truth))
        )


def _item(one: Exit, item: int) -> bool | None:
    return one.items[item] if item < len(one.items) else None


def _in_all(exits: tuple[Exit, ...]) -> Facts:
    if not exits:
        return {}
    facts: Facts = exits[0].facts
    for one in exits[1:]:
        facts = common(facts, one.facts)
    return facts


@dataclass(frozen=True, slots=True)
class ToolFlow:
    """A tool and what it does.

    Args:
        view: The host's view of it.
        function: Its function.
        summary: What it does.
    """

    view: ToolView
    function: Function
    summary: Summary


class Flow:
    """The summaries of a module's functions, each made when it is first asked for.

    Args:
        module: The module.
    """

    def __init__(self, module: ToolModule) -> None:
        self.module = module
        self.code = module.kept(code_of)
        self.calls: Calls = module.kept(calls_of)
        self._known: dict[ast.AST, Summary] = {}
        self._running: dict[ast.AST, bool] = {}
        self._constants: dict[tuple[str, str], Value] = {}
        self._codes: dict[str, Code | None] = {}

    # --- functions ---

    def summary(self, function: Function, depth: int = 0) -> Summary:
        """Sum up a function.

        Args:
            function: The function.
            depth: How many calls lead to it; beyond a score nothing is followed.

        Returns:
            The summary; of a function that calls itself, one that holds for its first rounds.
        """
        node = function.node
        known = self._known.get(node)
        if known is not None:
            if node in self._running:
                self._running[node] = True
            return known
        if depth > _DEEPEST:
            return _NOTHING
        self._known[node] = _NOTHING
        self._running[node] = False
        try:
            for _ in range(_AGAIN):
                self._running[node] = False
                found = self._run(function, depth)
                before, self._known[node] = self._known[node], found
                if not self._running[node] or _extent(before) == _extent(found):
                    break
        except RecursionError:
            self._known[node] = _NOTHING
        finally:
            del self._running[node]
        return self._known[node]

    def _run(self, function: Function, depth: int) -> Summary:
        machine = Machine(self, function.code, function, depth)
        machine.state = State({name: _parameter(function, name, one) for name, one in function.arguments.items()})
        run(machine, function.node.body)
        if machine.state is not None:
            end(machine, None, EMPTY)
        values = [machine.yielded, *(one.value for one in machine.returned)]
        return Summary(
            union([value for value in values if value is not EMPTY]),
            tuple(machine.uses.values()),
            tuple(machine.remarks.values()),
            tuple(machine.exits),
            tuple(machine.returned),
            machine.owner,
        )

    # --- names of the module and of its siblings ---

    def constant(self, code: Code, name: str) -> Value:
        """What a name at the top level of a module holds."""
        key = code.path, name
        if key not in self._constants:
            self._constants[key] = EMPTY
            machine = Machine(self, code, None, _DEEPEST)
            values = [machine.peek(one) for one in (*code.assigned.get(name, ()), *code.shared.get(name, ()))]
            self._constants[key] = union(values)
        return self._constants[key]

    def foreign(self, code: Code, dotted: str) -> Function | Kind | None:
        """The function or class of another file in the folder that a dotted name stands for."""
        stem, _, name = dotted.lstrip(".").partition(".")
        if not name or "." in name:
            return None
        found = self.sibling(code, stem)
        if found is None:
            return None
        return found.functions.get(name) or found.kinds.get(name)

    def sibling(self, code: Code, stem: str) -> Code | None:
        """Another file in the folder of a module; None where there is none that parses."""
        if stem not in self._codes:
            found = code.module.sibling(stem)
            self._codes[stem] = None if found is None else found.kept(code_of)
        return self._codes[stem]

    # --- tools ---

    def of(self, view: ToolView) -> ToolFlow | None:
        """What a tool does; None where its definition is not known."""
        node = self.module.definition(view)
        known = self.code.functions.get(view.name)
        if node is None:
            return None
        function = known if known is not None and known.node is node else Function(self.code, node)
        return ToolFlow(view, function, self.summary(function))


_NOTHING = Summary()


def _extent(summary: Summary) -> tuple[object, ...]:
    """What tells two rounds over a function apart."""
    return (
        {(one.kind, one.atom, one.mask) for one in summary.uses},
        {atom: taint.mask for atom, taint in summary.returns.taints.items()},
        len(summary.exits),
    )


def _parameter(function: Function, name: str, node: ast.arg) -> Value:
    annotation = node.annotation
    kind, taint = "", RAW
    if annotation is not None:
        text = ast.unparse(annotation) if not isinstance(annotation, ast.Name) else annotation.id
        if any(word in text for word in _PATHS):
            kind = "path"
        elif text == "str":
            kind = "text"
        elif _NUMBER.fullmatch(text):
            # Hosts do not enforce it, but who writes it means no path.
            taint = _UNLIKELY
    listed = (*function.node.args.posonlyargs, *function.node.args.args)
    owner = function.kind if function.kind is not None and listed and listed[0] is node else None
    return Value({Atom("param", name): taint}, kind=kind, function=owner)


def flow_of(module: ToolModule) -> Flow:
    """The analysis of a module: for `ToolModule.kept`."""
    return Flow(module)


def tools_of(module: ToolModule) -> tuple[ToolFlow, ...]:
    """The tools of a module with what they do, those left out that reach nothing of interest."""
    return module.kept(_tools)


def _tools(module: ToolModule) -> tuple[ToolFlow, ...]:
    return tuple(_reaching(module))


def _reaching(module: ToolModule) -> Iterator[ToolFlow]:
    from lma_forge.rules.flow.reach import worth  # noqa: PLC0415 - it needs nothing else of this

    flow = module.kept(flow_of)
    wanted = worth(flow.code, lambda stem: flow.sibling(flow.code, stem) is not None)
    for view in module.file.tools:
        if view.name in wanted:
            found = flow.of(view)
            if found is not None:
                yield found


def parameters(tool: ToolFlow) -> Mapping[str, ast.arg]:
    """The parameters of a tool that a model fills, by name."""
    shown = {view.name for view in tool.view.parameters if not view.hidden}
    return {name: node for name, node in tool.function.arguments.items() if name in shown}
