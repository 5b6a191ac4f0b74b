"""The definitions of a generated module: which are there, and whether one was touched since."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lma_forge.project.files import digest

_LINE_END = re.compile(r"\r\n|\r")


@dataclass(frozen=True, slots=True)
class Definition:
    """A top-level statement of a module.

    Args:
        name: What it defines; `__doc__` for the module's docstring, the statement itself for an
            import, and the empty text for a statement that defines nothing.
        text: Its source, decorators included.
        line: Where it starts, counted from 1.
        is_stub: Whether it is a function that does nothing but raise NotImplementedError: in a
            fresh rendering the place of an implementation.
        signature: Of a stub, its signature on one line; empty otherwise.
    """

    name: str
    text: str
    line: int
    is_stub: bool = False
    signature: str = ""

    @property
    def digest(self) -> str:
        """The hash that the lock keeps of it, short because there are many; empty for an import."""
        return digest(self.text.encode("utf-8", "surrogatepass"))[:16] if self.text else ""


def normal(text: str) -> str:
    """End every line with a line feed, so that a checkout with other line ends counts as the same."""
    return _LINE_END.sub("\n", text)


def definitions(text: str, tree: ast.Module | None = None) -> tuple[Definition, ...]:
    """Take a module apart.

    Args:
        text: The module.
        tree: Its syntax tree, where somebody has it already.

    Returns:
        Its top-level statements in order; an import that binds several names gives one for each.

    Raises:
        SyntaxError: The text is no Python.
        ValueError: The text holds a NUL.
        RecursionError: It is nested too deeply.
    """
    source = normal(text)
    lines = source.split("\n")
    body = (ast.parse(source) if tree is None else tree).body
    return tuple(found for index, node in enumerate(body) for found in _defined(node, lines, first=index == 0))


def _defined(node: ast.stmt, lines: list[str], *, first: bool) -> Iterator[Definition]:
    decorators = getattr(node, "decorator_list", ())
    start = min((node.lineno, *(decorator.lineno for decorator in decorators)))
    end = node.end_lineno or node.lineno
    # A form feed is no line end for `ast`, and neither is it for split("\n").
    text = "\n".join(lines[start - 1 : end])
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            name = node.name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            pass
        case ast.Import():
            yield from (Definition(f"import {_alias(one)}", "", start) for one in node.names)
            return
        case ast.ImportFrom():
            origin = f"from {'.' * node.level}{node.module or ''} import"
            yield from (Definition(f"{origin} {_alias(one)}", "", start) for one in node.names)
            return
        case ast.Expr(value=ast.Constant(value=str())) if first:
            name = "__doc__"
        case _:
            name = ""
    signature = ""
    if is_stub := isinstance(node, ast.FunctionDef) and _is_stub(node.body):
        signature = _signature(node, lines)
    yield Definition(name, text, start, is_stub, signature)


def _alias(name: ast.alias) -> str:
    return f"{name.name} as {name.asname}" if name.asname else name.name


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a module on disk, which is not as last written, relates to its fresh rendering.

    Args:
        current: Whether every definition of the fresh contract stands there as it should; what
            else is in the module is the person's.
        edited: Names of the contract's definitions that are neither as last written nor as fresh,
            each with its line; line 1 for one that is gone.
    """

    current: bool
    edited: tuple[tuple[str, int], ...]


def compare(text: str, fresh: tuple[Definition, ...], last: Mapping[str, str] | None) -> Comparison:
    """Compare a module on disk with its fresh rendering.

    Args:
        text: The module on disk.
        fresh: The definitions of the fresh rendering.
        last: Hash by name of the contract's definitions as last written; None where nothing is
            known of the module, so that every difference counts as an edit.

    Returns:
        The comparison.

    Raises:
        SyntaxError: As `definitions`.
        ValueError: As `definitions`.
        RecursionError: As `definitions`.
    """
    there = {found.name: found for found in definitions(text)}
    contract = {found.name: found for found in fresh if not found.is_stub}
    base: Mapping[str, str] = last if last is not None else {}
    edited: list[tuple[str, int]] = []
    current = True
    for wanted in fresh:
        found = there.get(wanted.name)
        if found is not None and (wanted.is_stub or found.text == wanted.text):
            continue
        current = False
        if found is None:
            if last is None or wanted.is_stub or wanted.name in base:
                edited.append((wanted.name, 1))
        elif found.digest != base.get(wanted.name):
            edited.append((wanted.name, found.line))
    for name, kept in base.items():
        found = there.get(name)
        if name not in contract and found is not None and found.digest != kept:
            edited.append((name, found.line))
    return Comparison(current, tuple(edited))


def _is_stub(body: list[ast.stmt]) -> bool:
    *before, last = body
    match last:
        case ast.Raise(exc=ast.Name(id="NotImplementedError") | ast.Call(func=ast.Name(id="NotImplementedError"))):
            return all(isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in before)
    return False


def _signature(node: ast.FunctionDef, lines: list[str]) -> str:
    head = " ".join("\n".join(lines[node.lineno - 1 : node.body[0].lineno - 1]).split())
    head = head.removeprefix("async ").removeprefix("def ").removesuffix(":")
    return head.replace("( ", "(").replace(", )", ")")
