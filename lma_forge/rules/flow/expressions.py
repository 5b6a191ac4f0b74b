"""Runs expressions over origins, calls apart."""

from __future__ import annotations

import ast
from typing import Any, cast

from lma_forge.rules.flow import machine as engine
from lma_forge.rules.flow.assigning import assign, element, run_lambda
from lma_forge.rules.flow.cleaners import keeps_out_separator, takes_last_part
from lma_forge.rules.flow.code import Anonymous
from lma_forge.rules.flow.conditions import refine
from lma_forge.rules.flow.invocations import call
from lma_forge.rules.flow.machine import Machine
from lma_forge.rules.flow.names import attribute_of_module, environ, joined_path, key_of, lookup, named
from lma_forge.rules.flow.states import joined
from lma_forge.rules.flow.tables import PATH_NAMES, PATH_PARTS
from lma_forge.rules.flow.values import (
    EMPTY,
    FALSE,
    PARTIAL,
    PATHS,
    TRUE,
    Value,
    inner,
    merged_taints,
    union,
    without,
)

_NAMED_AWAY = PATHS - {"member"} | {"absolute"}
_SURE_NAMES = frozenset({"name", "stem", "suffix", "suffixes"})
_HOST = frozenset({"absolute"})
_WIDEST = 24


def _constant(_machine: Machine, node: ast.Constant) -> Value:
    if isinstance(node.value, str):
        return Value(kind="text", text=node.value)
    if isinstance(node.value, bool):
        return TRUE if node.value else FALSE
    return EMPTY


def _name(machine: Machine, node: ast.Name) -> Value:
    found = machine.here.variables.get(node.id)
    return lookup(machine, node.id) if found is None else found


def _attribute(machine: Machine, node: ast.Attribute) -> Value:
    value = machine.eval(node.value)
    name = node.attr
    if value.fields is not None and name in value.fields:
        return value.fields[name]
    if not value.taints:
        return attribute_of_module(machine, value, name)
    if name in PATH_NAMES:
        gone = _NAMED_AWAY if value.kind != "path" else PATHS | {"absolute"}
        if (
            value.kind == "path"
            or (value.kind == "" and name in _SURE_NAMES and value.function is None)
            or any(taint.pathy for taint in value.taints.values())
        ):
            return Value(without(value.taints, gone), kind="text")
    if name in PATH_PARTS:
        # A parent of a resolved path is resolved; a list of parents is told by its kind.
        kind = {"parent": "path", "parents": "parents", "parts": "parts"}[name]
        return Value(value.taints, kind=kind, shape=value.shape if name != "parts" else "")
    if value.kind in {"file", "answer", "buffer"}:
        return value._replace(kind="")
    made = f"{value.made}.{name}" if value.made and len(value.made) < engine.LONGEST_NAME else ""
    kind = machine.flow.calls.kind(made) if made else ""
    found = inner(value, name)
    return found._replace(made=made, kind=kind) if made else found


def _subscript(machine: Machine, node: ast.Subscript) -> Value:  # noqa: PLR0911 - a table of cases
    value = machine.eval(node.value)
    if isinstance(node.slice, ast.Slice):
        for part in (node.slice.lower, node.slice.upper, node.slice.step):
            machine.eval(part)
        if not value.taints:
            return EMPTY
        # What is left of a path behind its beginning does not tell where it is on the machine.
        taints = value.taints if node.slice.lower is None else without(value.taints, _HOST)
        return Value(
            {
                atom: taint if atom.species != "secret" else taint._replace(mask=taint.mask | PARTIAL)
                for atom, taint in taints.items()
            },
            kind=value.kind,
        )
    index = machine.eval(node.slice)
    if value.made == "os.environ":
        return environ(machine, node, index)
    if not value.taints and value.fields is None:
        return EMPTY
    if takes_last_part(node):
        return Value(without(value.taints, PATHS | {"absolute"}), kind="text")
    key = key_of(node.slice)
    found = inner(value, "[]" if key is None else key)
    if value.kind == "parents":
        return found._replace(kind="path", taints=value.taints)
    if value.kind == "split":
        return found._replace(taints=value.taints, kind="text")
    return found


def _binary(machine: Machine, node: ast.BinOp) -> Value:
    # Long sums of texts are chains to the left; they are gone through without recursion.
    parts = [node.right]
    left: ast.expr = node.left
    operators = [node.op]
    while isinstance(left, ast.BinOp):
        parts.append(left.right)
        operators.append(left.op)
        left = left.left
    value = machine.eval(left)
    for part, operator in zip(reversed(parts), reversed(operators), strict=True):
        value = _combined(value, operator, machine.eval(part))
    return value


def _combined(left: Value, operator: ast.operator, right: Value) -> Value:
    if isinstance(operator, ast.Div) and "path" in {left.kind, right.kind}:
        return joined_path((left, right))
    if isinstance(operator, ast.Add | ast.Mod | ast.Div | ast.BitOr):
        taints = merged_taints((left.taints, right.taints))
        text = left.text + right.text if left.text is not None and right.text is not None else None
        if taints or text is not None:
            kind = left.kind or right.kind
            return Value(taints, kind=kind, text=text, shape="" if right.taints else left.shape)
        return Value(kind="text") if left.kind == "text" else EMPTY
    if isinstance(operator, ast.Mult):
        return Value(left.taints or right.taints, kind=left.kind or right.kind)
    return EMPTY


def _boolean(machine: Machine, node: ast.BoolOp) -> Value:
    values: list[Value] = []
    state = machine.here
    before = state.copy()
    for one in node.values:
        values.append(machine.here.settled(machine.eval(one)))
        refine(machine, one, truth=isinstance(node.op, ast.And))
        if machine.state is None:
            machine.state = state.copy()
    # What a part tells holds for the parts behind it, not for what follows the whole.
    machine.here.facts.clear()
    machine.here.facts.update(before.facts)
    found = union(values)
    return found if found.condition is None else found._replace(condition=None)


def _unary(machine: Machine, node: ast.UnaryOp) -> Value:
    machine.eval(node.operand)
    return EMPTY


def _compare(machine: Machine, node: ast.Compare) -> Value:
    machine.eval(node.left)
    for one in node.comparators:
        machine.eval(one)
    return EMPTY


def _choice(machine: Machine, node: ast.IfExp) -> Value:
    machine.eval(node.test)
    if machine.state is None:
        return EMPTY
    start = machine.state.copy()
    values: list[Value] = []
    states = []
    for branch, truth in ((node.body, True), (node.orelse, False)):
        machine.state = start.copy()
        refine(machine, node.test, truth=truth)
        if machine.state is not None:
            values.append(machine.here.settled(machine.eval(branch)))
        states.append(machine.state)
    machine.state = joined(states) or start
    return union(values)


def _formatted(machine: Machine, node: ast.JoinedStr) -> Value:
    parts = [one for one in node.values if isinstance(one, ast.FormattedValue)]
    values = [EMPTY if _is_number(one) else machine.eval(one.value) for one in parts]
    taints = merged_taints(value.taints for value in values)
    lead = node.values[0] if node.values else None
    plain = lead.value if isinstance(lead, ast.Constant) and len(node.values) == 1 else None
    shape = values[0].shape if len(values) == 1 and len(node.values) == 1 else ""
    return Value(taints, kind="text", text=plain if isinstance(plain, str) else None, shape=shape)


def _is_number(part: ast.FormattedValue) -> bool:
    """Whether a part is written as a number, such as `{share:.2f}`."""
    spec = part.format_spec
    last = spec.values[-1] if isinstance(spec, ast.JoinedStr) and spec.values else None
    return isinstance(last, ast.Constant) and str(last.value).endswith(tuple("fFeEgGdn%xXb"))


def _sequence(machine: Machine, node: ast.List | ast.Tuple | ast.Set) -> Value:
    values = [machine.eval(one) for one in node.elts]
    taints = merged_taints(value.taints for value in values)
    told = any(value is not EMPTY for value in values) and len(values) <= _WIDEST
    if not told or any(isinstance(one, ast.Starred) for one in node.elts):
        return Value(taints, kind="sequence")
    fields = {str(number): value for number, value in enumerate(values)}
    return Value(taints, kind="sequence", fields=fields)


def _mapping(machine: Machine, node: ast.Dict) -> Value:
    fields: dict[str, Value] = {}
    values: list[Value] = []
    for key, item in zip(node.keys, node.values, strict=True):
        value = machine.eval(item)
        values.append(value)
        if key is None:
            fields.update(value.fields or {})
            continue
        if type(key) is not ast.Constant:
            values.append(Value(machine.eval(key).taints))
        name = key_of(key)
        if name is not None and len(fields) < _WIDEST:
            fields[name] = value
    taints = merged_taints(value.taints for value in values)
    return Value(taints, kind="mapping", fields=fields)


def _comprehension(machine: Machine, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Value:
    if machine.state is None:
        return EMPTY
    outer = machine.state
    machine.state = outer.copy()
    filtered = False
    for generator in node.generators:
        source = machine.eval(generator.iter)
        assign(machine, generator.target, element(machine, source, generator.iter), None)
        for test in generator.ifs:
            machine.eval(test)
            refine(machine, test, truth=True)
            filtered |= isinstance(generator.target, ast.Name) and keeps_out_separator(test, generator.target.id)
    if isinstance(node, ast.DictComp):
        found = union((machine.eval(node.key), machine.eval(node.value)))
    else:
        found = _characters(machine, node, node.elt)
    found = machine.here.settled(found)
    machine.state = outer
    if filtered:
        return Value(without(found.taints, PATHS), kind="sequence")
    return Value(found.taints, kind="sequence", fields={"[]": found} if found.kind else None)


def _characters(machine: Machine, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, item: ast.expr) -> Value:
    """The element of a comprehension; `c if c.isalnum() else "_"` lets no separator through."""
    target = node.generators[-1].target
    if isinstance(item, ast.IfExp) and isinstance(target, ast.Name) and keeps_out_separator(item.test, target.id):
        other = machine.eval(item.orelse)
        if not other.taints:
            return EMPTY
    return machine.eval(item)


def _lambda(machine: Machine, node: ast.Lambda) -> Value:
    # What it does with variables from around it shows at once, the rest when it is called.
    run_lambda(machine, node, ())
    return Value(function=Anonymous(node))


def _walrus(machine: Machine, node: ast.NamedExpr) -> Value:
    value = machine.eval(node.value)
    assign(machine, node.target, named(value, node.value), node)
    return value


def _passing(machine: Machine, node: ast.Await | ast.Starred | ast.FormattedValue) -> Value:
    return machine.eval(node.value)


def _yielding(machine: Machine, node: ast.Yield | ast.YieldFrom) -> Value:
    value = machine.eval(node.value)
    machine.yielded = union((machine.yielded, machine.here.settled(value)))
    return EMPTY


cast("dict[type[ast.expr], Any]", engine.HANDLERS).update(
    {
        ast.Constant: _constant,
        ast.Name: _name,
        ast.Attribute: _attribute,
        ast.Subscript: _subscript,
        ast.Call: call,
        ast.BinOp: _binary,
        ast.BoolOp: _boolean,
        ast.UnaryOp: _unary,
        ast.Compare: _compare,
        ast.IfExp: _choice,
        ast.JoinedStr: _formatted,
        ast.FormattedValue: _passing,
        ast.List: _sequence,
        ast.Tuple: _sequence,
        ast.Set: _sequence,
        ast.Dict: _mapping,
        ast.ListComp: _comprehension,
        ast.SetComp: _comprehension,
        ast.GeneratorExp: _comprehension,
        ast.DictComp: _comprehension,
        ast.Lambda: _lambda,
        ast.NamedExpr: _walrus,
        ast.Await: _passing,
        ast.Starred: _passing,
        ast.Yield: _yielding,
        ast.YieldFrom: _yielding,
    }
)
