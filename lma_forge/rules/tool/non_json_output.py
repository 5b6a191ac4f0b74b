"""LCP411."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Severity
from lma_forge.rules import cst
from lma_forge.rules.control import values_of
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.results import META, Shape, results
from lma_forge.rules.toolmodule import ToolModule

_OBJECTS = {
    "datetime.datetime.now": "str", "datetime.datetime.utcnow": "str", "datetime.datetime.today": "str",
    "datetime.date.today": "str", "datetime.datetime.fromtimestamp": "str", "datetime.timedelta": "str",
    "pathlib.Path": "str", "pathlib.Path.cwd": "str", "pathlib.Path.home": "str", "pathlib.Path().resolve": "str",
    "pathlib.Path().absolute": "str", "pathlib.PurePath": "str", "decimal.Decimal": "str", "uuid.uuid4": "str",
    "uuid.uuid1": "str", "set": "sorted", "frozenset": "sorted", "map": "list", "filter": "list", "zip": "list",
    "range": "list", "enumerate": "list", "reversed": "list", "bytes": "", "bytearray": "", "complex": "str",
    "object": "", "open": "", "iter": "list",
}  # fmt: skip
_VIEWS = frozenset({"keys", "values", "items"})


@rule("LCP411", severity=Severity.WARNING)
def non_json_output(module: ToolModule) -> Iterator[Diagnostic]:
    """A result holds a value that JSON has no form for.

    A host that sends the result on fails there, or sends some text such as `<map object at 0x…>`.

    Source: LCP doctrine, section 1.1 (primitive arguments and standard dicts).

    Bad:
        def tool_words(text: str) -> dict:
            \"\"\"Lists the different words of a text.\"\"\"
            return {"success": True, "output": {"words": set(text.split())}}

    Good:
        def tool_words(text: str) -> dict:
            \"\"\"Lists the different words of a text.\"\"\"
            return {"success": True, "output": {"words": sorted(set(text.split()))}}

    Fix: makes a list or a text of it; unsafe.
    """
    if not module.file.tools:
        return
    found = module.kept(results)
    for one in found.dicts:
        if found.verdict(one.shape) is False:
            continue
        for key, node in one.shape.keys.items():
            if key in META:
                continue
            for value, what, convert in _values(module.facts, one.shape, node):
                text = module.text(value)
                change = module.replacing(value, f"{convert}({text})") if convert else None
                yield non_json_output.at(
                    module.span(value),
                    f"{one.name} returns {what} under `{key}`, and JSON has no such thing; return text, numbers, lists "
                    "or dicts.",
                    fix=Fix(f"Use {convert}(…)", (change,), Applicability.UNSAFE) if change else None,
                )


def _values(  # noqa: C901 - one case for each expression
    facts: Facts, shape: Shape, node: cst.CSTNode
) -> Iterator[tuple[cst.BaseExpression, str, str]]:
    """The values inside an expression that are no JSON, with what they are and what makes JSON of them."""
    match node:
        case cst.Dict():
            for element in node.elements:
                yield from _values(facts, shape, element.value)
        case cst.List() | cst.Tuple():
            for item in node.elements:
                yield from _values(facts, shape, item.value)
        case cst.IfExp():
            yield from _values(facts, shape, node.body)
            yield from _values(facts, shape, node.orelse)
        case cst.ListComp():
            yield from _values(facts, shape, node.elt)
        case cst.Name():
            values = values_of(facts, shape.origin, node.value, node)
            kinds = {_kind(facts, value) for value in values or ()}
            if len(kinds) == 1 and (kind := kinds.pop()):
                yield node, *kind
        case cst.BaseExpression():
            kind = _kind(facts, node)
            if kind:
                yield node, *kind


def _kind(facts: Facts, node: cst.CSTNode) -> tuple[str, str] | None:  # noqa: PLR0911 - as above
    """What a value is that JSON has no form for, and the function that makes JSON of it; None for any other."""
    match node:
        case cst.Set() | cst.SetComp():
            return "a set", "sorted"
        case cst.GeneratorExp():
            return "a generator", "list"
        case cst.Lambda():
            return "a function", ""
        case cst.Imaginary():
            return "a complex number", "str"
        case cst.SimpleString() if "b" in node.prefix.lower():
            return "bytes", ""
        case cst.BinaryOperation(operator=cst.Divide()) if facts.dotted(node.left).startswith("pathlib.Path("):
            return "a path", "str"
        case cst.Call():
            name = facts.dotted(node.func)
            if name in _OBJECTS:
                return f"the object that {name.rpartition('.')[2]}() makes", _OBJECTS[name]
            if isinstance(node.func, cst.Attribute) and name.rpartition(".")[2] in _VIEWS and not node.args:
                return "a view of a dict", "list"
    return None
