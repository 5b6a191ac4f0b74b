"""The `TOOL_LIBRARY_…` constants of a module, taken as the literals they are."""

import ast

from lma_forge.lcp.module import Module
from lma_forge.lcp.view import Library

_TEXTS = {"TOOL_LIBRARY_NAME": "name", "TOOL_LIBRARY_DESC": "desc", "TOOL_LIBRARY_ICON": "icon"}
_ALIASES, _FLAG = "TOOL_LIBRARY_ALIASES", "TOOL_LIBRARY_LOAD_FLAG"
_HOPS = 8


def literal_of(node: ast.expr, module: Module) -> object:
    """Value of a literal expression, or of a name that a literal is assigned to.

    Args:
        node: The expression.
        module: Where names are looked up.

    Returns:
        The value; None for None and for anything that is not a literal.
    """
    for _ in range(_HOPS):
        if not isinstance(node, ast.Name) or node.id not in module.constants:
            break
        node = module.constants[node.id]
    if isinstance(node, ast.Constant):
        return node.value
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None


def library_of(module: Module) -> Library:
    """Read the metadata constants.

    A constant that is not a literal of the right kind is named in `unreadable`. For the load flag
    this matters: a host that cannot read a gate has to treat it as closed.

    Args:
        module: The survey of the module.

    Returns:
        The metadata.
    """
    constants = module.constants
    texts: dict[str, str | None] = {}
    unreadable: list[str] = []
    for constant, attribute in _TEXTS.items():
        if constant in constants:
            value = literal_of(constants[constant], module)
            texts[attribute] = value if isinstance(value, str) else None
            if not isinstance(value, str):
                unreadable.append(constant)
    aliases: tuple[str, ...] = ()
    if _ALIASES in constants:
        value = literal_of(constants[_ALIASES], module)
        if isinstance(value, list | tuple | set) and all(isinstance(item, str) for item in value):
            aliases = tuple(sorted(value) if isinstance(value, set) else value)
        else:
            unreadable.append(_ALIASES)
    flag = None
    if _FLAG in constants:
        value = literal_of(constants[_FLAG], module)
        if isinstance(value, str):
            flag = value.strip() or None
        elif not _is_none(constants[_FLAG]):
            unreadable.append(_FLAG)
    return Library(texts.get("name"), texts.get("desc"), texts.get("icon"), aliases, flag, tuple(unreadable))


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
