"""What the outcome of a test tells of the paths that it looks at."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from lma_forge.rules.flow.assigning import element
from lma_forge.rules.flow.cleaners import (
    admits_separator,
    is_harmless_check,
    keeps_out_separator,
)
from lma_forge.rules.flow.code import Function
from lma_forge.rules.flow.containment import contain, has_paths, learn_of
from lma_forge.rules.flow.prefixes import starts, texts_of
from lma_forge.rules.flow.states import State, joined
from lma_forge.rules.flow.values import CONTAINED, NO_DOTS, RELATIVE, SEGMENT, WEAK, Guard, Value

if TYPE_CHECKING:
    from lma_forge.rules.flow.machine import Machine
    from lma_forge.rules.flow.values import Condition


def refine(machine: Machine, test: ast.expr, *, truth: bool) -> None:  # noqa: C901, PLR0912 - a table of cases
    """Go on where a test has an outcome.

    Args:
        machine: The function; its state takes what is learned, and is None where nothing gets to.
        test: The test, which has run.
        truth: Its outcome.
    """
    if machine.state is None:
        return
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        refine(machine, test.operand, truth=not truth)
    elif isinstance(test, ast.BoolOp):
        if isinstance(test.op, ast.And) is truth:
            for one in test.values:
                refine(machine, one, truth=truth)
        else:
            _alternatives(machine, test.values, truth=truth)
    elif isinstance(test, ast.Constant):
        if bool(test.value) is not truth:
            machine.state = None
    elif isinstance(test, ast.Compare):
        _compared(machine, test, truth=truth)
    elif isinstance(test, ast.Call):
        _called(machine, test, truth=truth)
    elif isinstance(test, ast.NamedExpr):
        refine(machine, test.value, truth=truth)
    elif isinstance(test, ast.Name | ast.Attribute):
        value = machine.peek(test)
        if not truth:
            _is_nothing(machine, value)
        elif value.taints and all(taint.mask & SEGMENT for taint in value.taints.values()):
            machine.here.learn(value.taints, RELATIVE)
        _remembered(machine, value, truth=truth)


def _is_nothing(machine: Machine, value: Value) -> None:
    """An empty text, an empty list or None leads nowhere; of what is made of an origin that says nothing."""
    if all(taint.step is None for taint in value.taints.values()):
        machine.here.learn(value.taints, CONTAINED)


def _alternatives(machine: Machine, tests: list[ast.expr], *, truth: bool) -> None:
    """One of several tests has the outcome, and those in front of it the other."""
    start = machine.here
    states = []
    for number, one in enumerate(tests):
        machine.state = start.copy()
        for earlier in tests[:number] if len(tests) <= 8 else ():  # noqa: PLR2004 - long chains tell nothing more
            refine(machine, earlier, truth=not truth)
        refine(machine, one, truth=truth)
        states.append(machine.state)
    machine.state = joined(states)


def _remembered(machine: Machine, value: Value, *, truth: bool) -> None:
    condition = value.condition
    if condition is None or machine.state is None or condition.test in machine.asking:
        return
    machine.asking.append(condition.test)
    _answer(machine, value, condition, truth=truth)
    machine.asking.pop()


def _answer(machine: Machine, value: Value, condition: Condition, *, truth: bool) -> None:
    if condition.item is None and not (isinstance(condition.test, ast.Call) and value.taints):
        refine(machine, condition.test, truth=truth)
    elif isinstance(condition.test, ast.Call):
        _function(machine, condition.test, truth=truth, item=condition.item)


def _compared(machine: Machine, test: ast.Compare, *, truth: bool) -> None:
    if len(test.ops) != 1:
        return
    operator, left, right = test.ops[0], test.left, test.comparators[0]
    if isinstance(operator, ast.NotEq | ast.NotIn | ast.IsNot):
        truth = not truth
    if isinstance(operator, ast.Eq | ast.NotEq | ast.Is | ast.IsNot):
        _equal(machine, test, left, right, truth=truth)
    elif isinstance(operator, ast.In | ast.NotIn):
        _contained(machine, test, left, right, truth=truth)


def _is(machine: Machine, left: ast.expr, value: bool | None, *, truth: bool) -> None:  # noqa: FBT001 - what it is
    """Something is None, True or False, or is not."""
    if value is not None:
        refine(machine, left, truth=truth is value)
        return
    found = machine.peek(left)
    if truth:
        _is_nothing(machine, found)
    if isinstance(left, ast.Call):
        _called(machine, left, truth=not truth)
    else:
        _remembered(machine, found, truth=not truth)


def _equal(machine: Machine, test: ast.Compare, left: ast.expr, right: ast.expr, *, truth: bool) -> None:
    if isinstance(right, ast.Constant) and (right.value is None or isinstance(right.value, bool)):
        _is(machine, left, right.value, truth=truth)
        return
    if not truth:
        _is_none_of(machine, machine.peek(left), {*texts_of(right)})
        return
    for one, other in ((left, right), (right, left)):
        if isinstance(one, ast.Call) and _ends(one, {"commonpath", "commonprefix"}):
            _common(machine, one, test)
            return
        if isinstance(one, ast.Subscript | ast.Constant):
            continue
        value, against = machine.peek(one), machine.peek(other)
        if has_paths(value) and not has_paths(against):
            machine.here.learn(value.taints, CONTAINED)
            return
        if value.shape == against.shape == "real":
            # Two resolved paths, of which one is the folder: the caller says which.
            machine.here.learn(value.taints, CONTAINED)
        # A name that is its own last part: `Path(name).name == name`.
        if has_paths(value) and not against.taints and value.kind != "path":
            machine.here.learn(value.taints, CONTAINED)


def _common(machine: Machine, call: ast.Call, test: ast.expr) -> None:
    if not call.args:
        return
    listed = call.args[0]
    parts = [machine.peek(one) for one in listed.elts] if isinstance(listed, ast.List | ast.Tuple) else []
    parts = parts or [machine.peek(listed)]
    for value in parts:
        if not has_paths(value):
            continue
        if _ends(call, {"commonprefix"}):
            machine.here.learn(value.taints, WEAK, Guard(machine.code, test, "commonprefix"))
        else:
            contain(machine, value, test, call.args[0])


def _contained(machine: Machine, test: ast.Compare, left: ast.expr, right: ast.expr, *, truth: bool) -> None:
    value = machine.peek(right)
    if has_paths(value):
        if value.kind == "parents":
            if truth:
                contain(machine, value, test, right)
        elif not truth:
            _without_mark(machine, test, left, value)
        return
    if isinstance(right, ast.JoinedStr | ast.Constant) or value.kind == "text":
        return
    if truth:
        machine.here.learn(machine.peek(left).taints, CONTAINED)
    elif isinstance(right, ast.Tuple | ast.List | ast.Set):
        _is_none_of(machine, machine.peek(left), {*texts_of(right)})


def _is_none_of(machine: Machine, value: Value, texts: set[str]) -> None:
    """A part of a path is neither `..` nor empty, as a test says."""
    if value.taints and all(taint.mask & SEGMENT for taint in value.taints.values()):
        bits = (NO_DOTS if ".." in texts else 0) | (RELATIVE if "" in texts else 0)
        if bits:
            machine.here.learn(value.taints, bits)


def _without_mark(machine: Machine, test: ast.expr, mark: ast.expr, value: Value) -> None:
    """The text does not hold a mark such as `..` or `/`."""
    found = machine.peek(mark)
    text = found.text
    if text is None and found.made in {"os.sep", "os.path.sep", "os.altsep"}:
        text = "/"
    if text == "/":
        machine.here.learn(value.taints, CONTAINED)
    elif text in {"..", "../", "..\\"}:
        machine.here.learn(value.taints, NO_DOTS, Guard(machine.code, test, "dots"))


def _called(machine: Machine, test: ast.Call, *, truth: bool) -> None:
    function = test.func
    if isinstance(function, ast.Attribute):
        if _method(machine, test, function, truth=truth):
            return
    elif isinstance(function, ast.Name) and function.id in {"any", "all"} and test.args:
        _over_all(machine, test, function.id, truth=truth)
        return
    elif isinstance(function, ast.Name) and function.id == "isinstance" and truth and len(test.args) > 1:
        if _numeric(test.args[1]):
            machine.here.learn(machine.peek(test.args[0]).taints, CONTAINED)
        return
    _function(machine, test, truth=truth)


def _numeric(node: ast.expr) -> bool:
    listed = node.elts if isinstance(node, ast.Tuple) else [node]
    return all(isinstance(one, ast.Name) and one.id in {"int", "float", "bool", "complex"} for one in listed)


def _method(machine: Machine, test: ast.Call, function: ast.Attribute, *, truth: bool) -> bool:  # noqa: C901 - a table of cases
    """What a call of a method tells; False for one that may be a function of the project's."""
    name, owner = function.attr, function.value
    if name in {"fullmatch", "match", "search"}:
        if truth:
            _matches(machine, test, function)
        return True
    if name in {"is_relative_to", "startswith", "is_absolute"} or is_harmless_check(name):
        value = machine.peek(owner)
        if name == "is_relative_to":
            if truth and test.args:
                contain(machine, value, test, owner, root=machine.peek(test.args[0]))
        elif name == "startswith":
            starts(machine, test, value, truth=truth)
        elif name == "is_absolute":
            if not truth:
                machine.here.learn(value.taints, RELATIVE, Guard(machine.code, test, "relative"))
        elif truth:
            machine.here.learn(value.taints, CONTAINED)
        return True
    if name == "isabs" and test.args:
        if not truth:
            guard = Guard(machine.code, test, "relative")
            machine.here.learn(machine.peek(test.args[0]).taints, RELATIVE, guard)
        return True
    return False


def _matches(machine: Machine, test: ast.Call, function: ast.Attribute) -> None:
    """A text matches a pattern: `re.fullmatch(pattern, text)` or `PATTERN.fullmatch(text)`."""
    owner = machine.peek(function.value)
    whole = function.attr == "fullmatch"
    if owner.made == "re":
        if len(test.args) > 1:
            pattern = machine.peek(test.args[0]).text
            _pattern(machine, pattern, test.args[1], function.attr, whole=whole)
    elif owner.kind == "pattern" and test.args:
        _pattern(machine, owner.text, test.args[0], function.attr, whole=whole)


def _pattern(machine: Machine, pattern: str | None, tested: ast.expr, how: str, *, whole: bool) -> None:
    if pattern is None:
        return
    if how == "search" and not pattern.startswith(("^", "\\A")):
        return
    if not admits_separator(pattern, whole=whole):
        machine.here.learn(machine.peek(tested).taints, CONTAINED)


def _over_all(machine: Machine, test: ast.Call, name: str, *, truth: bool) -> None:
    """`any(mark in text for mark in marks)`, `all(c.isalnum() for c in text)`, `any(p.is_relative_to(r) for …)`."""
    inside = test.args[0]
    if not isinstance(inside, ast.GeneratorExp | ast.ListComp) or len(inside.generators) != 1:
        return
    generator = inside.generators[0]
    target = generator.target
    if not isinstance(target, ast.Name) or (name == "all" and not truth):
        return
    if name == "all" and keeps_out_separator(inside.elt, target.id):
        machine.here.learn(machine.peek(generator.iter).taints, CONTAINED)
    elif name == "any" and not truth and _marked(machine, test, inside.elt, generator, target):
        return
    else:
        _of_elements(machine, inside, target, truth=truth, every=name == "all" or not truth)


def _marked(machine: Machine, test: ast.Call, item: ast.expr, generator: ast.comprehension, target: ast.Name) -> bool:
    """Whether a test is that no mark of several is in a text, or no part of a path is `..`; learns it then."""
    if not isinstance(item, ast.Compare) or len(item.ops) != 1:
        return False
    operator, right = item.ops[0], item.comparators[0]
    if isinstance(operator, ast.In) and isinstance(item.left, ast.Name) and item.left.id == target.id:
        for mark in _marks(generator.iter):
            _without_mark(machine, test, mark, machine.peek(right))
        return True
    if isinstance(operator, ast.Eq) and isinstance(right, ast.Constant) and right.value == "..":
        machine.here.learn(machine.peek(generator.iter).taints, NO_DOTS, Guard(machine.code, test, "dots"))
        return True
    return False


def _of_elements(
    machine: Machine, inside: ast.GeneratorExp | ast.ListComp, target: ast.Name, *, truth: bool, every: bool
) -> None:
    """What a test on elements tells: of every element, or of what stands beside the one that passed."""
    start = machine.here
    machine.state = start.copy()
    generator = inside.generators[0]
    item = element(machine, machine.peek(generator.iter), generator.iter)
    machine.state.variables[target.id] = item
    refine(machine, inside.elt, truth=truth)
    after = machine.alive()
    machine.state = start
    reached = after.facts.items() if isinstance(after, State) else ()
    for atom, fact in reached:
        if every or atom not in item.taints:
            start.facts[atom] = fact


def _marks(node: ast.expr) -> Iterable[ast.expr]:
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return node.elts
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [ast.Constant(character) for character in node.value[:20]]
    return ()


def _function(machine: Machine, test: ast.Call, *, truth: bool, item: int | None = None) -> None:
    """What the outcome of a function of the project's tells of its arguments."""
    from lma_forge.rules.flow.invocations import bound_arguments, target_of  # noqa: PLC0415 - they know each other

    function, owner = target_of(machine, test)
    if not isinstance(function, Function):
        return
    summary = machine.flow.summary(function, machine.depth + 1)
    facts = summary.when(truth, item)
    if facts:
        arguments = bound_arguments(machine, test, function, owner)
        learn_of(machine, facts, arguments)


def _ends(call: ast.Call, names: set[str]) -> bool:
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in names
