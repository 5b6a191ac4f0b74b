"""What the tools of a module return: every dict, and every other value, that a call may give to the host.

Followed are dict literals, `dict(…)`, one local name that is assigned and added to, conditional
expressions, and helpers of the module to a depth of two. Of anything else, such as `{**base}`,
nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lma_forge.rules import cst
from lma_forge.rules.control import values_of
from lma_forge.rules.facts import UNKNOWN

if TYPE_CHECKING:
    from lma_forge.rules.facts import Facts
    from lma_forge.rules.scopes import Scope
    from lma_forge.rules.toolmodule import ToolModule

PAYLOADS = ("result", "data", "response", "papers", "content", "text")
"""Keys whose value stands in for a missing `output`, the first that is there (doctrine 7.7)."""

META = frozenset({"success", "status", "error", "message", "return_code", "stderr"})
"""Keys that say how a call went, and are never its payload."""

PASSED_ON = frozenset(
    {"image_filename", "image_b64", "images", "image_media_types", "prompt_injection", "context_files"}
)
"""Keys that lollms hands on beside the output of a success."""

_FAILED = frozenset({"error", "failure", "failed"})
_DEPTH = 2
_ONLY_READ = frozenset(
    {"len", "str", "repr", "print", "bool", "isinstance", "json.dumps", "sorted", "list", "dict", "format", "type"}
)
_ONLY_READ_METHODS = frozenset({"get", "keys", "values", "items", "copy"})


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A value that a function may return.

    Args:
        kind: `dict`; `none`; `other` for a value that is certainly no dict; `unknown`.
        node: What is written: the dict, or the value.
        origin: The function whose code it is.
        leaves: The `return` statement of that function.
        keys: Of a dict, the expression of each key that is certainly there as it was made.
        added: Keys that are set afterwards, perhaps not on each path.
        is_open: Whether it may hold further keys.
        through: The helpers by which it comes to the tool, outermost first.
    """

    kind: str
    node: cst.CSTNode
    origin: Scope
    leaves: cst.Return
    keys: Mapping[str, cst.BaseExpression] = field(default_factory=dict)
    added: frozenset[str] = frozenset()
    is_open: bool = False
    through: tuple[Scope, ...] = ()

    def lacks(self, key: str) -> bool:
        """Whether a dict certainly has no such key."""
        return not self.is_open and key not in self.keys and key not in self.added

    def value(self, key: str) -> cst.BaseExpression | None:
        """The expression of a key, where it is not set anew afterwards; None otherwise."""
        return None if key in self.added else self.keys.get(key)


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """A value that a tool may return.

    Args:
        tool: The tool, the first of several whose helper returns it.
        shape: The value.
    """

    tool: Scope
    shape: Shape

    @property
    def name(self) -> str:
        """The name of the tool."""
        return self.tool.name


class Results:
    """What the functions of a module return.

    Args:
        facts: The module.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._known: dict[tuple[Scope, int], tuple[Shape, ...]] = {}

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What the tools return, each value once, in the order of the tools."""
        found: dict[cst.CSTNode, Outcome] = {}
        for tool in self.facts.tools:
            if not tool.of(cst.Yield):
                for shape in self.of(tool):
                    found.setdefault(shape.node, Outcome(tool, shape))
        return tuple(found.values())

    @cached_property
    def dicts(self) -> tuple[Outcome, ...]:
        """The dicts among them."""
        return tuple(one for one in self.outcomes if one.shape.kind == "dict")

    def of(self, scope: Scope, depth: int = _DEPTH) -> tuple[Shape, ...]:
        """What a function may return by its `return` statements.

        Args:
            scope: A function.
            depth: How many helpers deep calls are followed.
        """
        key = (scope, depth)
        if key not in self._known:
            self._known[key] = ()
            self._known[key] = tuple(
                shape
                for statement in scope.of(cst.Return)
                if statement.value is not None
                for shape in self._shapes(statement.value, scope, statement, depth)
            )
        return self._known[key]

    def inside(self, shape: Shape, node: cst.BaseExpression) -> tuple[Shape, ...]:
        """What the value of a key of a dict may be.

        Args:
            shape: The dict.
            node: The expression of the key.
        """
        return tuple(self._shapes(node, shape.origin, shape.leaves, 1))

    def _shapes(self, node: cst.BaseExpression, scope: Scope, leaves: cst.Return, depth: int) -> Iterator[Shape]:
        match node:
            case cst.Dict():
                yield self._dict(node, scope, leaves)
            case cst.IfExp():
                yield from self._shapes(node.body, scope, leaves, depth)
                yield from self._shapes(node.orelse, scope, leaves, depth)
            case cst.Name(value="None"):
                yield Shape("none", node, scope, leaves)
            case cst.Name():
                yield from self._named(node, scope, leaves, depth)
            case cst.Call():
                yield from self._called(node, scope, leaves, depth)
            case _:
                yield Shape("other" if type_of(self.facts, node) else "unknown", node, scope, leaves)

    def _dict(self, node: cst.Dict, scope: Scope, leaves: cst.Return) -> Shape:
        keys: dict[str, cst.BaseExpression] = {}
        is_open = False
        for element in node.elements:
            key = self.facts.constant(element.key) if isinstance(element, cst.DictElement) else UNKNOWN
            if key is UNKNOWN:
                # What is spread or named by a variable may replace what stands before it.
                is_open = True
                keys.clear()
            elif isinstance(key, str):
                keys[key] = element.value
        return Shape("dict", node, scope, leaves, keys, is_open=is_open)

    def _called(self, node: cst.Call, scope: Scope, leaves: cst.Return, depth: int) -> Iterator[Shape]:
        facts = self.facts
        if facts.dotted(node.func) == "dict":
            keys = {key: value for key, value in facts.arguments(node).items() if isinstance(key, str)}
            is_open = any(one.star or one.keyword is None for one in node.args)
            yield Shape("dict", node, scope, leaves, {} if is_open else keys, is_open=is_open)
            return
        callee = facts.callee(node)
        if callee is None or callee.is_async or callee.of(cst.Yield) or callee.tool or depth <= 0:
            yield Shape("other" if type_of(facts, node) else "unknown", node, scope, leaves)
            return
        for shape in self.of(callee, depth - 1):
            yield replace(shape, through=(callee, *shape.through))

    def _named(self, node: cst.Name, scope: Scope, leaves: cst.Return, depth: int) -> Iterator[Shape]:
        values = values_of(self.facts, scope, node.value, node)
        if values is None:
            literal = type_of(self.facts, node)
            yield Shape("other" if literal else "unknown", node, scope, leaves)
            return
        added, is_open = self._additions(scope, node.value)
        for value in values:
            if isinstance(value, cst.Name) and value.value == node.value:
                continue
            for shape in self._shapes(value, scope, leaves, depth) if depth > 0 else ():
                yield replace(shape, added=shape.added | added, is_open=shape.is_open or is_open)

    def _additions(self, scope: Scope, name: str) -> tuple[frozenset[str], bool]:
        """The keys that a function sets in a named dict, and whether it may set others."""
        added: set[str] = set()
        is_open = any(name in inner.reads for inner in scope.inner)
        for read in scope.reads.get(name, ()):
            use = self._use(read)
            if use is None:
                is_open = True
            added.update(use or ())
        return frozenset(added), is_open

    def _use(self, read: cst.Name) -> tuple[str, ...] | None:  # noqa: PLR0911 - one case for each use
        """The keys that one use of a dict sets; None for a use that may set any."""
        facts = self.facts
        parent = facts.parent(read)
        around = facts.parent(parent) if parent is not None else None
        match parent:
            case cst.Return() | cst.Comparison() | cst.ComparisonTarget() | cst.BooleanOperation() | cst.If():
                return ()
            case cst.Subscript():
                return self._subscribed(parent)
            case cst.Attribute():
                method = parent.attr.value
                if method in _ONLY_READ_METHODS:
                    return ()
                if method in {"update", "setdefault"} and isinstance(around, cst.Call):
                    return self._updated(around, method)
                return None
            case cst.Arg() if isinstance(around, cst.Call) and facts.dotted(around.func) in _ONLY_READ:
                return ()
            case cst.FormattedStringExpression() | cst.IfExp() | cst.UnaryOperation() | cst.DictElement():
                return ()
        return None

    def _subscribed(self, node: cst.Subscript) -> tuple[str, ...] | None:
        facts = self.facts
        parent = facts.parent(node)
        if not isinstance(parent, cst.AssignTarget | cst.AugAssign | cst.Del | cst.AnnAssign):
            # A value that is taken out may be changed where it is, but stays under its key.
            return ()
        element = node.slice[0].slice if len(node.slice) == 1 else None
        key = facts.constant(element.value) if isinstance(element, cst.Index) else UNKNOWN
        return (key,) if isinstance(key, str) else None

    def _updated(self, call: cst.Call, method: str) -> tuple[str, ...] | None:
        arguments = self.facts.arguments(call)
        if len(arguments) != len(call.args):
            return None
        if method == "setdefault":
            key = self.facts.constant(arguments.get(0))
            return (key,) if isinstance(key, str) else None
        first = arguments.pop(0, None)
        keys = [key for key in arguments if isinstance(key, str)]
        if isinstance(first, cst.Dict):
            found = [self.facts.constant(getattr(one, "key", None)) for one in first.elements]
            if not all(isinstance(key, str) for key in found):
                return None
            keys += found
        elif first is not None:
            return None
        return tuple(keys)

    # --- how a host takes a dict ---

    def constant(self, shape: Shape, key: str) -> Any:  # noqa: ANN401 - any constant
        """The value of a key where it is constant; None where it is certainly missing; else UNKNOWN."""
        if shape.lacks(key):
            return None
        return self.facts.constant(shape.value(key))

    def verdict(self, shape: Shape) -> bool | None:
        """Whether hosts take a dict for a success (doctrine 7.7); None where that cannot be told."""
        success = self.constant(shape, "success")
        has_no_success = shape.lacks("success")
        status, code = self.constant(shape, "status"), self.constant(shape, "return_code")
        error = self.truth(shape, "error")
        if success is False or (isinstance(status, str) and status.lower() in _FAILED):
            return False
        if code is not UNKNOWN and code is not None and code != 0:
            return False
        if error and (has_no_success or (success is not UNKNOWN and success is not True)):
            return False
        unknown = status is UNKNOWN or code is UNKNOWN or success is UNKNOWN
        if unknown or (success is not True and error is None):
            return None
        return True

    def truth(self, shape: Shape, key: str) -> bool | None:
        """Whether the value of a key is certainly true, or certainly not; None where it cannot be told."""
        if shape.lacks(key):
            return False
        node = shape.value(key)
        return None if node is None else truth(self.facts, node)


def results(module: ToolModule) -> Results:
    """What the functions of a module return; for `ToolModule.kept`."""
    return Results(module.facts)


def truth(facts: Facts, node: cst.BaseExpression) -> bool | None:
    """Whether the value of an expression is certainly true, or certainly not; None where it cannot be told."""
    if isinstance(node, cst.FormattedString):
        parts = [one for one in node.parts if isinstance(one, cst.FormattedStringText) and one.value]
        return True if parts else None
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        # A sum of texts is as long as its longest part at least.
        if any(truth(facts, one) and type_of(facts, one) == "str" for one in (node.left, node.right)):
            return True
        return None
    value = facts.constant(node)
    return None if value is UNKNOWN else bool(value)


_TYPES = {
    "str": "str", "repr": "str", "len": "int", "int": "int", "float": "float", "bool": "bool", "json.dumps": "str",
    "list": "list", "sorted": "list", "tuple": "tuple", "set": "set", "sum": "number", "round": "number",
}  # fmt: skip


def type_of(facts: Facts, node: cst.CSTNode) -> str:  # noqa: C901, PLR0911, PLR0912 - one case for each expression
    """The type of a value that is certainly no dict and not None, by name; "" where it may be either."""
    match node:
        case cst.SimpleString() | cst.ConcatenatedString() | cst.FormattedString():
            return "bytes" if isinstance(node, cst.SimpleString) and "b" in node.prefix.lower() else "str"
        case cst.List() | cst.ListComp():
            return "list"
        case cst.Tuple():
            return "tuple"
        case cst.Set() | cst.SetComp():
            return "set"
        case cst.GeneratorExp():
            return "generator"
        case cst.Comparison():
            return "bool"
        case cst.Integer():
            return "int"
        case cst.Float():
            return "float"
        case cst.Name(value="True" | "False"):
            return "bool"
        case cst.UnaryOperation(operator=cst.Not()):
            return "bool"
        case cst.BinaryOperation(operator=cst.Add() | cst.Modulo()):
            return "str" if "str" in {type_of(facts, node.left), type_of(facts, node.right)} else ""
        case cst.Call():
            called = facts.dotted(node.func)
            if called == "?.join" or (called.startswith("?.") and called.endswith((".format", ".strip", ".replace"))):
                return "str"
            return _TYPES.get(called, "")
    return ""
