"""LCP114."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity, Span
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.imports import importing
from lma_forge.rules.scopes import Scope
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP114", severity=Severity.WARNING)
def decorated_tool(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool is wrapped by a decorator that hides its signature.

    Hosts read the parameters off the source and filter the arguments of a call by the signature
    of the object. A wrapper without `functools.wraps` has another one, so that arguments are
    dropped or host objects that nobody asked for come in.

    Source: LCP doctrine, section 7.4 (parameter filtering); lollms_client 1.21.1, tool execution.

    Bad:
        def logged(f):
            def inner(*a, **k):
                return f(*a, **k)

            return inner


        @logged
        def tool_add(a: float, b: float) -> dict:
            \"\"\"Adds two numbers.\"\"\"
            return {"success": True, "output": str(a + b)}

    Good:
        import functools


        def logged(f):
            @functools.wraps(f)
            def inner(*a, **k):
                return f(*a, **k)

            return inner


        @logged
        def tool_add(a: float, b: float) -> dict:
            \"\"\"Adds two numbers.\"\"\"
            return {"success": True, "output": str(a + b)}

    Fix: puts `functools.wraps` on the wrapper; unsafe, since the tool's name and signature change.
    """
    if not any(tool.decorators for tool in module.file.tools):
        return
    facts = module.facts
    for tool in facts.tools:
        for decorator in tool.function.decorators:
            maker, wrapper = _wrapper(facts, decorator.decorator)
            if maker is None or wrapper is None or not maker.parameters:
                continue
            wrapped = next(iter(maker.parameters))
            yield decorated_tool.at(
                module.span(decorator),
                f"The decorator {maker.name} hides the parameters of {tool.name} from the host, which filters "
                f"arguments by them; put @functools.wraps({wrapped}) on {wrapper.name} in it.",
                fix=_fix(module, wrapper, wrapped),
            )


def _wrapper(facts: Facts, decorator: cst.BaseExpression) -> tuple[Scope | None, Scope | None]:
    """The function that takes the tool, and the one that it puts in its place when that hides the signature."""
    called = isinstance(decorator, cst.Call)
    name = decorator.func if isinstance(decorator, cst.Call) else decorator
    maker = facts.function(name.value) if isinstance(name, cst.Name) else None
    if maker is not None and called:
        maker = _returned(maker)
    wrapper = _returned(maker) if maker else None
    if wrapper is None or any("wraps" in facts.dotted(one.decorator) for one in wrapper.function.decorators):
        return None, None
    return maker, wrapper


def _returned(scope: Scope) -> Scope | None:
    """The inner function that a function returns; None where it returns something else."""
    inner = {one.name: one for one in scope.inner if one.kind == "function"}
    values = [one.value for one in scope.of(cst.Return) if one.value is not None]
    if values and all(isinstance(value, cst.Name) and value.value in inner for value in values):
        name = values[-1]
        return inner[name.value] if isinstance(name, cst.Name) else None
    return None


def _fix(module: ToolModule, wrapper: Scope, wrapped: str) -> Fix | None:
    head = module.span(wrapper.function)
    if wrapper.function.decorators:
        return None
    indent = module.lines[head.line - 1][: head.column - 1]
    start = Span(module.path, head.line, head.column, head.line, head.column)
    edits = (Edit(start, f"@functools.wraps({wrapped})\n{indent}"), *importing(module, "functools"))
    return Fix("Put functools.wraps on the wrapper", edits, Applicability.UNSAFE)
