"""What an annotation of a parameter means, part by part, and which JSON values each part takes."""

import ast
from dataclasses import dataclass

from lma_forge.rules.toolmodule import ToolModule
from lma_forge.rules.toplevel import assignments

UNKNOWN = "?"
"""The JSON type of a part that another module defines."""

_JSON = {
    **dict.fromkeys(("str", "Text", "LiteralString", "AnyStr"), "string"),
    **dict.fromkeys(("int", "Integral"), "integer"),
    **dict.fromkeys(("float", "number", "Number", "Real"), "number"),
    "bool": "boolean",
    **dict.fromkeys(("list", "List", "array", "Sequence", "MutableSequence", "Iterable", "Collection"), "array"),
    **dict.fromkeys(("dict", "Dict", "object", "Mapping", "MutableMapping"), "object"),
}
_FOREIGN = frozenset(
    {
        *("Any", "bytes", "bytearray", "memoryview", "complex", "tuple", "Tuple", "set", "Set", "frozenset"),
        *("FrozenSet", "AbstractSet", "Callable", "Iterator", "Generator", "Awaitable", "Type", "type", "IO"),
        *("TextIO", "BinaryIO", "Path", "PurePath", "PosixPath", "datetime", "date", "time", "timedelta"),
        *("Decimal", "Fraction", "UUID", "Enum", "range", "slice", "deque", "Deque", "Counter", "NamedTuple"),
        *("DataFrame", "Series", "ndarray", "Image", "Pattern", "Exception"),
    }
)
_WRAPPERS = frozenset({"Annotated", "Final", "ClassVar", "Required", "NotRequired"})
_DEPTH = 12


@dataclass(frozen=True, slots=True)
class Meaning:
    """One alternative of an annotation.

    Args:
        name: The name that it is written with.
        json: The JSON type that it takes; "" for what JSON does not have, UNKNOWN where only
            another module could tell.
    """

    name: str
    json: str


def meaning(module: ToolModule, node: ast.expr) -> tuple[Meaning, ...]:
    """Take an annotation apart.

    Aliases of the module, quoted annotations, Optional, unions, Annotated and Literal are followed.

    Args:
        module: The file, whose names are looked up.
        node: The annotation.

    Returns:
        The alternatives in order, each once, None left out.
    """
    try:
        found = _parts(module, node, _DEPTH)
    except RecursionError:
        found = [Meaning("", UNKNOWN)]
    return tuple(dict.fromkeys(found))


def _parts(module: ToolModule, node: ast.expr, depth: int) -> list[Meaning]:  # noqa: PLR0911 - a form of annotation each
    if depth <= 0:
        return [Meaning("", UNKNOWN)]
    match node:
        case ast.Constant(value=None):
            return []
        case ast.Constant(value=str(text)):
            return _quoted(module, text, depth)
        case ast.Name(id=name):
            return _named(module, name, depth)
        case ast.Attribute(attr=name, value=base):
            return [_attribute(name, ast.unparse(base))]
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return [*_parts(module, left, depth - 1), *_parts(module, right, depth - 1)]
        case ast.Subscript(value=value, slice=inner):
            return _subscript(module, value, inner, depth)
    return [Meaning(ast.unparse(node), UNKNOWN)]


def _quoted(module: ToolModule, text: str, depth: int) -> list[Meaning]:
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, MemoryError):
        return [Meaning(text, UNKNOWN)]
    return _parts(module, tree.body, depth - 1)


def _attribute(name: str, base: str) -> Meaning:
    """A type of an imported module: those of `typing` and `collections` as usual, others are classes."""
    if name in _JSON and base.rpartition(".")[2] in {"typing", "t", "tp", "abc", "collections", "typing_extensions"}:
        return Meaning(name, _JSON[name])
    return Meaning(name, "" if name[:1].isupper() or name in _FOREIGN else UNKNOWN)


def _named(module: ToolModule, name: str, depth: int) -> list[Meaning]:
    if name in {"None", "NoneType"}:
        return []
    meant = module.kept(_names).get(name)
    if isinstance(meant, ast.ClassDef):
        typed = any(ast.unparse(base).endswith("TypedDict") for base in meant.bases)
        return [Meaning(name, "object" if typed else "")]
    if isinstance(meant, ast.Call):
        return _made(module, name, meant, depth)
    if isinstance(meant, ast.expr):
        return _parts(module, meant, depth - 1)
    original = meant if isinstance(meant, str) else name
    if original in _JSON:
        return [Meaning(original, _JSON[original])]
    return [Meaning(original, "" if original in _FOREIGN else UNKNOWN)]


def _made(module: ToolModule, name: str, call: ast.Call, depth: int) -> list[Meaning]:
    made = ast.unparse(call.func).rpartition(".")[2]
    if made in {"NewType", "TypeAliasType"} and len(call.args) > 1:
        return _parts(module, call.args[1], depth - 1)
    return [Meaning(name, "" if made in {"Enum", "IntEnum", "namedtuple", "NamedTuple"} else UNKNOWN)]


def _names(module: ToolModule) -> dict[str, ast.expr | ast.ClassDef | str]:
    """What the names at the top level of a module stand for, as far as types go."""
    found: dict[str, ast.expr | ast.ClassDef | str] = {
        name: node.value for name, node in assignments(module) if node.value is not None
    }
    for node in module.parsed.body if module.parsed else ():
        if isinstance(node, ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.ImportFrom):
            found |= {alias.asname: alias.name for alias in node.names if alias.asname}
        elif type(node).__name__ == "TypeAlias":
            target, value = getattr(node, "name", None), getattr(node, "value", None)
            if isinstance(target, ast.Name) and isinstance(value, ast.expr):
                found[target.id] = value
    return found


def _subscript(module: ToolModule, value: ast.expr, inner: ast.expr, depth: int) -> list[Meaning]:
    outer = value.attr if isinstance(value, ast.Attribute) else getattr(value, "id", "")
    meant = module.kept(_names).get(outer)
    outer = meant if isinstance(meant, str) else outer
    arguments = inner.elts if isinstance(inner, ast.Tuple) else [inner]
    if outer in {"Optional", "Union"}:
        return [part for argument in arguments for part in _parts(module, argument, depth - 1)]
    if outer in _WRAPPERS:
        return _parts(module, arguments[0], depth - 1) if arguments else []
    if outer == "Literal":
        return [_literal(argument) for argument in arguments if getattr(argument, "value", 0) is not None]
    return _parts(module, value, depth - 1)


def _literal(node: ast.expr) -> Meaning:
    names = {bool: "boolean", int: "integer", str: "string", float: "number"}
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    value = getattr(node, "value", None)
    return Meaning("Literal", names.get(type(value), UNKNOWN))
