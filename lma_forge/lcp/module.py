"""Surveys the statements that run at module level: definitions, assignments and imports."""

import ast
from dataclasses import dataclass, field

from lma_forge.lcp.view import HOOKS, PREFIX

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(slots=True)
class Definition:
    """A tool function and the line that later deletes or rebinds its name (0 if none does)."""

    node: Function
    rebound: int = 0


@dataclass(slots=True)
class Module:
    """What the statements at module level define.

    Args:
        tools: `tool_…` functions by name, the last definition of each, in order of first appearance.
        replaced: Definitions directly in the module body that a later one there replaces.
        never: Definitions under a condition that is never true when a host loads the module.
        assigned: `tool_…` names that are assigned or imported rather than defined.
        constants: The expression last assigned to each name.
        names: What names stand for, as `annotations.Names` has it.
        hooks: Host hooks that are defined.
        defined: How many `tool_…` functions were met.
    """

    tools: dict[str, Definition] = field(default_factory=dict)
    replaced: list[Function] = field(default_factory=list)
    never: list[Function] = field(default_factory=list)
    assigned: list[tuple[str, ast.stmt]] = field(default_factory=list)
    constants: dict[str, ast.expr] = field(default_factory=dict)
    names: dict[str, ast.expr | ast.ClassDef | str] = field(default_factory=dict)
    hooks: set[str] = field(default_factory=set)
    defined: int = 0


def survey(tree: ast.Module) -> Module:
    """Walk the statements that run when the module is imported; bodies of functions are not entered.

    Args:
        tree: The parsed module.

    Returns:
        What they define. The walk keeps its own stack, so that long `elif` chains are no matter.
    """
    module = Module()
    for statement in tree.body:
        if type(statement) is not ast.Expr:
            _visit(statement, module)
    return module


def _visit(outermost: ast.stmt, module: Module) -> None:
    pending: list[tuple[ast.stmt, bool, bool]] = [(outermost, True, True)]
    while pending:
        statement, top, alive = pending.pop()
        if isinstance(statement, _FUNCTIONS):
            _define(statement, module, top=top, alive=alive)
        elif isinstance(statement, ast.Expr):
            continue
        elif isinstance(statement, _IMPORTS):
            _import(statement, module, alive=alive)
        elif isinstance(statement, ast.ClassDef):
            module.names[statement.name] = statement
        elif isinstance(statement, _BINDING):
            if alive:
                _bind(statement, module)
        else:
            _alias(statement, module)
            pending.extend((child, False, alive and runs) for child, runs in reversed(_blocks(statement)))


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_IMPORTS = (ast.Import, ast.ImportFrom)
_BINDING = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Delete)


def _define(node: Function, module: Module, *, top: bool, alive: bool) -> None:
    name = node.name
    if not name.startswith(PREFIX):
        if alive and name in HOOKS:
            module.hooks.add(name)
        return
    module.defined += 1
    if not alive:
        module.never.append(node)
        return
    earlier = module.tools.get(name)
    if earlier is None:
        module.tools[name] = Definition(node)
        return
    if top and not _is_overload(earlier.node) and not earlier.rebound:
        module.replaced.append(earlier.node)
    earlier.node, earlier.rebound = node, 0


def _is_overload(node: Function) -> bool:
    return any(
        (decorator.id if isinstance(decorator, ast.Name) else getattr(decorator, "attr", "")) == "overload"
        for decorator in node.decorator_list
    )


def _bind(statement: ast.stmt, module: Module) -> None:
    targets, value = _binding(statement)
    for target in targets:
        if not isinstance(target, ast.Name):
            continue
        name = target.id
        if name.startswith(PREFIX):
            if name in module.tools:
                module.tools[name].rebound = statement.lineno
            elif value is not None:
                module.assigned.append((name, statement))
        elif value is not None:
            module.constants[name] = value
            module.names[name] = value
        else:
            module.constants.pop(name, None)


def _binding(statement: ast.stmt) -> tuple[list[ast.expr], ast.expr | None]:
    """The targets of an assignment or deletion and the value they get.

    After `x += …` the value is no longer what was assigned; the target stands for it, a name that
    resolves to itself and so is no literal. A deletion has no value.
    """
    match statement:
        case ast.Assign(targets=targets, value=value):
            return targets, value
        case ast.AnnAssign(target=target, value=value) if value is not None:
            return [target], value
        case ast.AugAssign(target=target):
            return [target], target
        case ast.Delete(targets=targets):
            return targets, None
    return [], None


def _import(statement: ast.Import | ast.ImportFrom, module: Module, *, alive: bool) -> None:
    for alias in statement.names:
        bound = alias.asname or alias.name
        if bound.startswith(PREFIX):
            if bound in module.tools:
                module.tools[bound].rebound = statement.lineno
            elif alive:
                module.assigned.append((bound, statement))
        elif alias.asname:
            module.names[bound] = alias.name.rpartition(".")[2]


def _alias(statement: ast.stmt, module: Module) -> None:
    """Note `type X = …`, a statement of Python 3.12, by its fields: older versions lack its class."""
    if type(statement).__name__ == "TypeAlias":
        name, value = getattr(statement, "name", None), getattr(statement, "value", None)
        if isinstance(name, ast.Name) and isinstance(value, ast.expr):
            module.names[name.id] = value


def _blocks(statement: ast.stmt) -> list[tuple[ast.stmt, bool]]:
    """The statements inside a compound one, and whether they can run when a host loads the module."""
    match statement:
        case ast.If(test=test, body=body, orelse=orelse):
            truth = _truth(test)
            return [*((s, truth is not False) for s in body), *((s, truth is not True) for s in orelse)]
        case (
            ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final)
            | ast.TryStar(body=body, handlers=handlers, orelse=orelse, finalbody=final)
        ):
            caught = [s for handler in handlers for s in handler.body]
            return [(s, True) for s in (*body, *orelse, *caught, *final)]
        case ast.With(body=body) | ast.AsyncWith(body=body):
            return [(s, True) for s in body]
        case ast.For(body=body, orelse=orelse) | ast.While(body=body, orelse=orelse):
            return [(s, True) for s in (*body, *orelse)]
        case ast.Match(cases=cases):
            return [(s, True) for case in cases for s in case.body]
    return []


def _truth(test: ast.expr) -> bool | None:
    """Whether a condition is always true or always false when a host loads the module; None: unknown."""
    match test:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
            return False
        case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant(value="__main__")]):
            return False
        case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.NotEq()], comparators=[ast.Constant(value="__main__")]):
            return True
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = _truth(operand)
            return None if inner is None else not inner
    return None
