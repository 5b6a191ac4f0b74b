"""Runs the statements of a function."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lma_forge.rules.flow.assigning import assign, element
from lma_forge.rules.flow.code import Definition, Function, Kind, imported
from lma_forge.rules.flow.conditions import refine
from lma_forge.rules.flow.exits import end
from lma_forge.rules.flow.machine import Machine
from lma_forge.rules.flow.names import named
from lma_forge.rules.flow.states import State, joined, same
from lma_forge.rules.flow.values import CONTAINED, EMPTY, FALSE, TRUE, Condition, Value, inner, merged_taints, union

_ROUNDS = 3
_DEEP = 3
_OPEN = frozenset({"ValueError", "Exception", "BaseException", "TypeError", "PermissionError"})


def run(machine: Machine, body: Sequence[ast.stmt]) -> None:
    """Run statements; the machine's state is None when nothing gets behind them."""
    for node in body:
        if machine.state is None:
            return
        handler = _HANDLERS.get(type(node))
        if handler is not None:
            handler(machine, node)


def _expression(machine: Machine, node: ast.Expr) -> None:
    value = machine.eval(node.value)
    call = node.value
    if isinstance(call, ast.Call) and value.condition is not None:
        _ignored(machine, call)


def _ignored(machine: Machine, call: ast.Call) -> None:
    """A guard that tells by what it gives, called for nothing."""
    from lma_forge.rules.flow.invocations import bound_arguments, target_of  # noqa: PLC0415 - they know each other

    function, owner = target_of(machine, call)
    if not isinstance(function, Function) or machine.is_quiet:
        return
    summary = machine.flow.summary(function, machine.depth + 1)
    told = {**summary.when(truth=True), **summary.when(truth=False)}
    names = {
        atom.name for atom, (mask, _) in told.items()
        if atom.species == "param" and mask & CONTAINED == CONTAINED and atom not in summary.always
    }  # fmt: skip
    if names:
        values = bound_arguments(machine, call, function, owner)
        found = [values[name] for name in sorted(names) if name in values]
        machine.remark(call, function.name, Value(merged_taints(value.taints for value in found)))


def _assign(machine: Machine, node: ast.Assign) -> None:
    value = named(machine.eval(node.value), node.value)
    for target in node.targets:
        if value.fields is not None and _are_parallel(target, node.value):
            for number, one in enumerate(target.elts):  # type: ignore[attr-defined]  # as just asked
                assign(machine, one, value.fields.get(str(number), EMPTY), node)
        else:
            assign(machine, target, value, node)


def _are_parallel(target: ast.expr, value: ast.expr) -> bool:
    """Whether `a, b = c, d` gives each target a value of its own."""
    if not (isinstance(target, ast.Tuple | ast.List) and isinstance(value, ast.Tuple | ast.List)):
        return False
    return len(target.elts) == len(value.elts)


def _annotated(machine: Machine, node: ast.AnnAssign) -> None:
    if node.value is not None:
        assign(machine, node.target, named(machine.eval(node.value), node.value), node)


def _augmented(machine: Machine, node: ast.AugAssign) -> None:
    if isinstance(node.target, ast.Name):
        combined = ast.copy_location(ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value), node)
        known = machine.eval(combined.left)
        value = machine.eval(combined)
        if isinstance(node.op, ast.Add | ast.BitOr) and known.fields:
            value = value._replace(fields=known.fields, kind=known.kind)
        assign(machine, node.target, value, node)
    else:
        value = machine.eval(node.value)
        if value.taints:
            assign(machine, node.target, union((machine.peek(node.target), value)), node)


def _if(machine: Machine, node: ast.If) -> None:
    ends: list[State | None] = []
    current: ast.If = node
    while True:
        machine.eval(current.test)
        if machine.state is None:
            break
        start = machine.state
        machine.state = start.copy()
        refine(machine, current.test, truth=True)
        run(machine, current.body)
        ends.append(machine.state)
        machine.state = start
        refine(machine, current.test, truth=False)
        following = current.orelse
        if len(following) == 1 and isinstance(following[0], ast.If):
            current = following[0]
            continue
        run(machine, following)
        break
    ends.append(machine.state)
    machine.state = joined(ends)
    if not node.orelse and any(_sets_truth(one) for one in node.body) and machine.state is not None:
        passed, failed = ends[0], ends[-1]
        if passed is not None and failed is not None:
            _flags(machine.state, node.test, passed, failed)


def _sets_truth(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, bool)


def _flags(after: State, test: ast.expr, passed: State, failed: State) -> None:
    """Variables that are set to a truth where a test passes remember the test."""
    for name, value in passed.variables.items():
        before = failed.variables.get(name)
        if value is not before and value.kind == "truth" and before is not None and before.kind == "truth":
            if value is TRUE and before is FALSE:
                after.variables[name] = Value(kind="truth", condition=Condition(test))
            elif value is FALSE and before is TRUE:
                negated = ast.copy_location(ast.UnaryOp(ast.Not(), test), test)
                after.variables[name] = Value(kind="truth", condition=Condition(negated))


def _loop(machine: Machine, enter: Callable[[], None], body: Sequence[ast.stmt], leave: Callable[[], None]) -> None:
    """Run the body of a loop until nothing changes.

    Args:
        machine: The function.
        enter: Runs in front of each round.
        body: The body.
        leave: Runs where the loop ends without a `break`.
    """
    if machine.state is None:
        return
    head = machine.state
    broken: list[State] = []
    machine.loops += 1
    for _ in range(_ROUNDS if machine.loops <= _DEEP else 1):
        machine.state = head.copy()
        broken = []
        machine.breaks.append(broken)
        again: list[State] = []
        machine.continues.append(again)
        enter()
        run(machine, body)
        machine.breaks.pop()
        machine.continues.pop()
        after = joined((head, machine.state, *again))
        if after is None:
            break
        rested = same(head, after)
        head = after
        if rested:
            break
    machine.loops -= 1
    machine.state = head.copy()
    leave()
    machine.state = joined((machine.state, *broken))


def _for(machine: Machine, node: ast.For | ast.AsyncFor) -> None:
    source = machine.eval(node.iter)

    def enter() -> None:
        item = element(machine, source, node.iter)
        if item.taints and machine.state is not None:
            machine.state.forget({atom: taint for atom, taint in item.taints.items() if atom.path})
        assign(machine, node.target, item, node.iter)

    _loop(machine, enter, node.body, lambda: run(machine, node.orelse))


def _while(machine: Machine, node: ast.While) -> None:
    def enter() -> None:
        machine.eval(node.test)
        refine(machine, node.test, truth=True)

    def leave() -> None:
        refine(machine, node.test, truth=False)
        run(machine, node.orelse)

    _loop(machine, enter, node.body, leave)


def _try(machine: Machine, node: ast.Try | ast.TryStar) -> None:
    if machine.state is None:
        return
    start = machine.state.copy()
    seen: list[State] = [start]
    # A handler that leaves has little use for what held in between.
    staying = not all(_leaves(one.body) for one in node.handlers)
    last = machine.state
    for one in node.body:
        if machine.state is None:
            break
        last = machine.state
        run(machine, [one])
        after_it = machine.alive()
        if after_it is not None and staying:
            seen.append(State(dict(after_it.variables), dict(start.facts)))
    if node.handlers and not staying:
        seen.append(State(dict((machine.alive() or last).variables), dict(start.facts)))
    run(machine, node.orelse)
    ends: list[State | None] = [machine.state]
    begin = joined(seen)
    for handler in node.handlers:
        machine.state = begin.copy() if begin is not None else None
        if handler.name and machine.state is not None:
            machine.state.variables[handler.name] = EMPTY
        run(machine, handler.body)
        ends.append(machine.state)
    _lost(machine, node)
    after = joined(ends)
    if node.finalbody:
        machine.state = after.copy() if after is not None else start.copy()
        run(machine, node.finalbody)
        machine.state = None if after is None else machine.state
    else:
        machine.state = after


def _leaves(body: Sequence[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], ast.Return | ast.Raise | ast.Continue | ast.Break)


def _lost(machine: Machine, node: ast.Try | ast.TryStar) -> None:
    """A comparison of paths as a statement, whose failure a handler passes over."""
    passing = [one for one in node.handlers if _passes(one)]
    if not passing or machine.is_quiet:
        return
    last = node.body[-1]
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call) and not node.orelse:
        function = last.value.func
        if isinstance(function, ast.Attribute) and function.attr == "relative_to" and machine.state is not None:
            machine.remark(last.value, "relative_to", machine.peek(function.value))


def _passes(handler: ast.ExceptHandler) -> bool:
    names = [handler.type] if not isinstance(handler.type, ast.Tuple) else handler.type.elts
    caught = handler.type is None or any(isinstance(one, ast.Name) and one.id in _OPEN for one in names)
    return caught and all(isinstance(one, ast.Pass) for one in handler.body)


def _with(machine: Machine, node: ast.With | ast.AsyncWith) -> None:
    before = machine.state.copy() if machine.state is not None else None
    suppressing = False
    for item in node.items:
        value = machine.eval(item.context_expr)
        suppressing |= value.made == "contextlib.suppress()"
        if item.optional_vars is not None:
            assign(machine, item.optional_vars, value, None)
    run(machine, node.body)
    if suppressing:
        machine.state = joined((before, machine.state))


def _match(machine: Machine, node: ast.Match) -> None:
    value = machine.eval(node.subject)
    start = machine.state
    ends: list[State | None] = []
    for case in node.cases:
        machine.state = start.copy() if start is not None else None
        if machine.state is not None:
            if _is_constant(case.pattern):
                machine.state.learn(value.taints, CONTAINED)
            _capture(machine, case.pattern, value)
        if case.guard is not None:
            machine.eval(case.guard)
            refine(machine, case.guard, truth=True)
        run(machine, case.body)
        ends.append(machine.state)
    last = node.cases[-1].pattern
    if not (isinstance(last, ast.MatchAs) and last.pattern is None and node.cases[-1].guard is None):
        ends.append(start)
    machine.state = joined(ends)


def _is_constant(pattern: ast.pattern) -> bool:
    if isinstance(pattern, ast.MatchOr):
        return all(_is_constant(one) for one in pattern.patterns)
    return isinstance(pattern, ast.MatchValue | ast.MatchSingleton)


def _capture(machine: Machine, pattern: ast.pattern, value: Value) -> None:
    if isinstance(pattern, ast.MatchAs) and pattern.name:
        machine.here.variables[pattern.name] = value
    if isinstance(pattern, ast.MatchMapping):
        for key, one in zip(pattern.keys, pattern.patterns, strict=True):
            name = str(key.value)[:40] if isinstance(key, ast.Constant) else "[]"
            _capture(machine, one, inner(value, name))
    elif isinstance(pattern, ast.MatchSequence):
        for number, one in enumerate(pattern.patterns):
            _capture(machine, one, inner(value, str(number)))
    elif isinstance(pattern, ast.MatchAs | ast.MatchClass):
        inside = [pattern.pattern] if isinstance(pattern, ast.MatchAs) else pattern.kwd_patterns
        for part in inside:
            if part is not None:
                _capture(machine, part, value)


def _return(machine: Machine, node: ast.Return) -> None:
    value = machine.eval(node.value)
    if machine.state is not None:
        end(machine, node, value)
    machine.state = None


def _raise(machine: Machine, node: ast.Raise) -> None:
    machine.eval(node.exc)
    machine.state = None


def _break(machine: Machine, _node: ast.Break) -> None:
    if machine.breaks and machine.state is not None:
        machine.breaks[-1].append(machine.state)
    machine.state = None


def _continue(machine: Machine, _node: ast.Continue) -> None:
    if machine.continues and machine.state is not None:
        machine.continues[-1].append(machine.state)
    machine.state = None


def _define(machine: Machine, node: Definition) -> None:
    machine.here.variables[node.name] = Value(function=Function(machine.code, node, outer=machine.function))


def _class(machine: Machine, node: ast.ClassDef) -> None:
    machine.here.variables[node.name] = Value(function=Kind(machine.code, node))


def _import(machine: Machine, node: ast.Import | ast.ImportFrom) -> None:
    for name, origin in imported(node):
        machine.here.variables[name] = Value(made=origin)


def _delete(machine: Machine, node: ast.Delete) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            machine.here.variables.pop(target.id, None)


def _assert(machine: Machine, node: ast.Assert) -> None:
    machine.eval(node.test)
    refine(machine, node.test, truth=True)


_HANDLERS: Mapping[type[ast.stmt], Callable[[Machine, Any], None]] = {
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.If: _if,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.While: _while,
    ast.Try: _try,
    ast.TryStar: _try,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Match: _match,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.FunctionDef: _define,
    ast.AsyncFunctionDef: _define,
    ast.ClassDef: _class,
    ast.Import: _import,
    ast.ImportFrom: _import,
    ast.Delete: _delete,
    ast.Assert: _assert,
}
