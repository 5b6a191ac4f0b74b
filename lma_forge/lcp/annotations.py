"""From an annotation in the syntax tree to its source text and to the JSON values it stands for."""

import ast
from collections.abc import Mapping

from lma_forge.lcp.syntax import expression_of
from lma_forge.lcp.view import Shape

UNKNOWN = Shape("string", exact=False)
"""What the doctrine's table gives for no annotation and for anything that it does not list."""

_STRING = Shape("string")
_INTEGER, _NUMBER, _BOOLEAN = Shape("integer"), Shape("number"), Shape("boolean")
_ARRAY, _OBJECT = Shape("array"), Shape("object")
_ANY_OBJECT = Shape("object", exact=False)
_NULL = Shape("string", nullable=True)
_DEPTH = 20

NAMED: dict[str, Shape] = {
    **dict.fromkeys(("str", "Text", "LiteralString", "AnyStr", "Path", "PurePath"), _STRING),
    **dict.fromkeys(("int", "Integral", "SupportsInt", "SupportsIndex"), _INTEGER),
    **dict.fromkeys(("float", "number", "Number", "Real", "SupportsFloat"), _NUMBER),
    "bool": _BOOLEAN,
    "object": _ANY_OBJECT,
    **dict.fromkeys(("list", "List", "array", "Sequence", "MutableSequence", "tuple", "Tuple", "set", "Set"), _ARRAY),
    **dict.fromkeys(("frozenset", "FrozenSet", "AbstractSet", "MutableSet", "deque", "Deque"), _ARRAY),
    **dict.fromkeys(("Iterable", "Iterator", "Collection", "Container", "Generator"), _ARRAY),
    **dict.fromkeys(("dict", "Dict", "Mapping", "MutableMapping", "OrderedDict"), _OBJECT),
    **dict.fromkeys(("defaultdict", "DefaultDict", "Counter", "ChainMap", "TypedDict"), _OBJECT),
    **dict.fromkeys(("None", "NoneType"), _NULL),
}
"""The doctrine's table of annotations (4.3) by what they mean, with the names of `typing` added."""

_OPTIONAL = {name: Shape(shape.type, nullable=True, exact=shape.exact) for name, shape in NAMED.items()}

_WRAPPERS = frozenset({"Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "Unpack"})

WRITTEN = frozenset({type(None), bool, int, str})
"""Types of constants that `repr` writes as `ast.unparse` does."""

Names = Mapping[str, ast.expr | ast.ClassDef | str]
"""What module-level names stand for: an assigned expression, a class, or an imported name."""


_LETTERS = (
    ("integer", ("int",)),
    ("number", ("float", "number")),
    ("boolean", ("bool",)),
    ("array", ("list", "array")),
    ("object", ("dict", "object")),
)


def type_by_letters(annotation: str) -> str:
    """The JSON type by the doctrine's table (4.3): the first row whose letters occur, in any case.

    Args:
        annotation: Source of an annotation; "" without one.

    Returns:
        The type; "string" when no row fits.
    """
    lowered = annotation.lower()
    for json_type, letters in _LETTERS:
        if any(part in lowered for part in letters):
            return json_type
    return "string"


def source_of(node: ast.AST) -> str:
    """Source of an expression, as `ast.unparse` writes it.

    The common forms are written directly, which is many times faster.

    Args:
        node: Any expression.

    Returns:
        Its source; "..." for one nested too deeply to be written.
    """
    if type(node) is ast.Name:
        return node.id
    if type(node) is ast.Constant and type(node.value) in WRITTEN and node.kind is None:
        return repr(node.value)
    try:
        return _short(node) or ast.unparse(node)
    except (RecursionError, ValueError):
        return "..."


def _short(node: ast.AST) -> str:
    """Source of a subscripted name such as `dict[str, Any]` or `list[int]`; "" for other forms."""
    if type(node) is not ast.Subscript or type(node.value) is not ast.Name:
        return ""
    inner = node.slice
    if type(inner) is ast.Name:
        return f"{node.value.id}[{inner.id}]"
    if type(inner) is ast.Tuple and len(inner.elts) > 1 and all(type(item) is ast.Name for item in inner.elts):
        return f"{node.value.id}[{', '.join(item.id for item in inner.elts)}]"  # type: ignore[attr-defined]
    return ""


def shape_of(node: ast.expr | None, names: Names) -> Shape:
    """The JSON values that an annotation stands for, by its real structure.

    The types are those of the doctrine's table (4.3), found by what the annotation means rather
    than by the letters in it, which is a stated divergence. Aliases and `NewType`s of the same
    module are followed. What is not in the table is text.

    Args:
        node: The annotation, or None where there is none.
        names: What the names of the module stand for.

    Returns:
        The shape; inexact text for no annotation and for anything unknown.
    """
    if node is None:
        return UNKNOWN
    if type(node) is ast.Name:
        known = NAMED.get(node.id)
        if known is not None:
            return known
    elif type(node) is ast.Subscript and type(node.value) is ast.Name and node.value.id == "Optional":
        # By far the commonest compound form.
        known = _OPTIONAL.get(node.slice.id) if type(node.slice) is ast.Name else None
        if known is not None:
            return known
    try:
        return _shape(node, names, _DEPTH)
    except RecursionError:
        return UNKNOWN


def _shape(node: ast.AST, names: Names, depth: int) -> Shape:  # noqa: PLR0911 - one form of annotation each
    if depth <= 0:
        return UNKNOWN
    match node:
        case ast.Name(id=name):
            return _named(name, names, depth)
        case ast.Attribute(attr=name):
            return NAMED.get(name, UNKNOWN)
        case ast.Constant(value=None):
            return _NULL
        case ast.Constant(value=str(text)):
            return _quoted(text, names, depth)
        case ast.Subscript(value=value, slice=inner):
            return _subscript(value, inner, names, depth)
        case ast.BinOp(op=ast.BitOr()):
            return _union(_alternatives(node), names, depth)
        case ast.Call(func=function, args=[_, target, *_]) if _tail(function, names) == "NewType":
            return _shape(target, names, depth - 1)
        case ast.Call(func=function, args=[_, target, *_]) if _tail(function, names) == "TypeAliasType":
            return _shape(target, names, depth - 1)
    return UNKNOWN


def _named(name: str, names: Names, depth: int) -> Shape:
    known = NAMED.get(name)
    if known is not None:
        return known
    meaning = names.get(name)
    if isinstance(meaning, str):
        return NAMED.get(meaning, UNKNOWN)
    if isinstance(meaning, ast.ClassDef):
        bases = (_tail(base, names) for base in meaning.bases)
        return _OBJECT if "TypedDict" in bases else UNKNOWN
    return UNKNOWN if meaning is None else _shape(meaning, names, depth - 1)


def _quoted(text: str, names: Names, depth: int) -> Shape:
    try:
        tree = expression_of(text.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return UNKNOWN
    return _shape(tree.body, names, depth - 1)


def _tail(node: ast.AST, names: Names) -> str:
    """The last name of a dotted name, with `import … as` undone: `t.Optional` is Optional."""
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Name):
        meaning = names.get(node.id)
        return meaning if isinstance(meaning, str) else node.id
    return ""


def _subscript(value: ast.AST, inner: ast.AST, names: Names, depth: int) -> Shape:
    outer = _tail(value, names)
    arguments = inner.elts if isinstance(inner, ast.Tuple) else [inner]
    if outer == "Optional":
        return _union([*arguments[:1], ast.Constant(value=None)], names, depth)
    if outer == "Union":
        return _union(arguments, names, depth)
    if outer == "Literal":
        return _literal(arguments)
    if outer in _WRAPPERS:
        return _shape(arguments[0], names, depth - 1) if arguments else UNKNOWN
    known = NAMED.get(outer)
    if known is None:
        return _named(outer, names, depth)
    return _array(outer, arguments, names, depth) if known is _ARRAY else known


def _array(outer: str, arguments: list[ast.expr] | list[ast.AST], names: Names, depth: int) -> Shape:
    members = [item for item in arguments if not (isinstance(item, ast.Constant) and item.value is ...)]
    shapes = {_shape(item, names, depth - 1) for item in (members if outer in ("tuple", "Tuple") else members[:1])}
    item = shapes.pop() if len(shapes) == 1 else UNKNOWN
    return Shape("array", items=item) if item.exact else _ARRAY


def _alternatives(node: ast.AST) -> list[ast.AST]:
    """The members of `a | b | c`, in order, however long the chain is."""
    members: list[ast.AST] = []
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, ast.BinOp) and isinstance(current.op, ast.BitOr):
            pending.extend((current.right, current.left))
        else:
            members.append(current)
    return members


def _union(members: list[ast.expr] | list[ast.AST] | list[ast.expr | ast.Constant], names: Names, depth: int) -> Shape:
    nullable = False
    found: list[Shape] = []
    for member in members:
        shape = _shape(member, names, depth - 1)
        nullable = nullable or shape.nullable
        if shape is _NULL:
            continue
        for each in (Shape(shape.type, shape.items, shape.enum, exact=shape.exact), *shape.also):
            if each not in found:
                found.append(each)
    if not found:
        return _NULL
    first, *rest = _merge_literals(found)
    return Shape(first.type, first.items, first.enum, nullable, tuple(rest), first.exact)


def _merge_literals(shapes: list[Shape]) -> list[Shape]:
    """Join the allowed values of alternatives that have one type: `Literal[1] | Literal[2]`."""
    merged: list[Shape] = []
    for shape in shapes:
        same = next(
            (i for i, other in enumerate(merged) if shape.enum and other.enum and other.type == shape.type), None
        )
        if same is None:
            merged.append(shape)
        else:
            merged[same] = Shape(shape.type, enum=(*merged[same].enum, *shape.enum))
    return merged


def _literal(arguments: list[ast.expr] | list[ast.AST]) -> Shape:
    nullable = False
    by_type: dict[str, list[str | int | float | bool]] = {}
    for argument in arguments:
        try:
            value = ast.literal_eval(argument)
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            return UNKNOWN
        if value is None:
            nullable = True
        elif isinstance(value, bool):
            by_type.setdefault("boolean", []).append(value)
        elif isinstance(value, int):
            by_type.setdefault("integer", []).append(value)
        elif isinstance(value, str):
            by_type.setdefault("string", []).append(value)
        else:
            return UNKNOWN
    if not by_type:
        return _NULL if nullable else UNKNOWN
    first, *rest = (Shape(kind, enum=tuple(dict.fromkeys(values))) for kind, values in by_type.items())
    return Shape(first.type, enum=first.enum, nullable=nullable, also=tuple(rest))
