"""The expressions with which a generated tool coerces and checks its arguments.

An expression is made of the names of the module's checking functions, of variables and of
literals; the functions it uses are noted, so that a module carries only those.
"""

from lma_forge.emit.escape import literal, text_literal
from lma_forge.emit.wording import has_fresh_default, limit_words, may_be_none
from lma_forge.model import Field, FieldType, Kind

_PARTS: dict[str, tuple[str, ...]] = {
    "text": ("refused",),
    "such_text": ("text", "refused"),
    "integer": ("refused",),
    "number": ("refused",),
    "boolean": ("refused",),
    "list": ("parsed", "refused"),
    "object": ("parsed", "refused"),
    "items": (),
    "members": ("refused",),
    "allowed": ("refused",),
    "limited": ("refused",),
    "path": ("text", "refused"),
    "url": ("such_text", "text", "refused"),
    "date": ("such_text", "text", "refused"),
    "datetime": ("such_text", "text", "refused"),
    "timestamp": ("such_text", "text", "refused", "datetime"),
}
"""What the checks of arguments are called in the templates, each with what it leans on."""

_SUCH_TEXTS = {
    Kind.URL: "a URL such as https://example.org/page",
    Kind.DATE: "an ISO 8601 date such as 2024-01-31",
    Kind.DATETIME: "an ISO 8601 date and time such as 2024-01-31T09:30:00",
    Kind.TIMESTAMP: "an ISO 8601 date and time with an offset such as 2024-01-31T09:30:00Z",
}
_FOLDER_WORDS = frozenset({"folder", "folders", "dir", "dirs", "directory", "directories", "root", "workspace"})
_ITEM = "item"


def need(name: str, needs: set[str]) -> None:
    """Note that the module uses the check called `name`, and what that leans on."""
    needs.update((name, *_PARTS[name]))


def holds_path(field: Field) -> bool:
    """Tell whether an input is a path that is held inside the workspace, or a list of such paths.

    That is any of type `path`, and a string called `path` or something that ends in `_path`.
    """
    if field.type.kind is Kind.LIST:
        return field.type.item is Kind.PATH
    if field.type.kind is Kind.STRING and not field.allowed:
        return field.name.lower() == "path" or field.name.lower().endswith("_path")
    return field.type.kind is Kind.PATH


def argument_check(field: Field, variable: str, needs: set[str]) -> str:
    """Write the expression that checks an input.

    Args:
        field: The input.
        variable: The variable that holds what was given.
        needs: Takes the names of the checks that the expression uses.

    Returns:
        An expression for the typed value; `variable` itself when any value will do.
    """
    checked = _check(field, text_literal(field.parameter), variable, needs)
    if has_fresh_default(field) and field.default is not None:
        return f"{literal(field.default.value)} if {variable} is None else {checked}"
    if checked != variable and may_be_none(field):
        return f"None if {variable} is None else {checked}"
    return checked


def _check(field: Field, name: str, value: str, needs: set[str]) -> str:
    kind, limits = field.type.kind, field.limits
    is_folder = not _FOLDER_WORDS.isdisjoint(field.name.lower().split("_"))
    checked = _of_kind(
        Kind.PATH if holds_path(field) and kind is not Kind.LIST else kind, name, value, needs, is_folder
    )
    if kind is Kind.LIST:
        checked = _with_items(field, name, checked, needs)
    else:
        if field.allowed:
            need("allowed", needs)
            checked = f"_allowed({name}, {checked}, {literal(tuple(item.value for item in field.allowed))})"
        if kind is Kind.OBJECT and field.type.members:
            checked = _with_members(field.type.members, name, checked, needs)
    if limits:
        need("limited", needs)
        accepted = text_literal(limit_words(kind, limits))
        checked = f"_limited({name}, {checked}, {limits.minimum}, {limits.maximum}, {accepted})"
    return checked


def _of_kind(kind: Kind, name: str, value: str, needs: set[str], is_folder: bool) -> str:  # noqa: FBT001
    if kind is Kind.ANY:
        return value
    if kind in _SUCH_TEXTS:
        need(str(kind), needs)
        return f"_such_text({name}, {value}, _is_{kind}, {text_literal(_SUCH_TEXTS[kind])})"
    function = "text" if kind is Kind.STRING else str(kind)
    need(function, needs)
    return f"_{function}({name}, {value}{', is_folder=True' if is_folder and kind is Kind.PATH else ''})"


def _with_items(field: Field, name: str, checked: str, needs: set[str]) -> str:
    kind = field.type.item or (Kind.OBJECT if field.type.members else Kind.ANY)
    item = Field(field.name, FieldType(kind, members=field.type.members), allowed=field.allowed)
    function = _function(item, needs)
    if function is None:
        return checked
    need("items", needs)
    return f"_items({name}, {checked}, {function})"


def _with_members(members: tuple[Field, ...], name: str, checked: str, needs: set[str]) -> str:
    need("members", needs)
    checks = ", ".join(f"{text_literal(field.name)}: {_member_function(field, needs)}" for field in members)
    required = literal(tuple(field.name for field in members if field.required))
    defaults = literal({field.name: field.default.value for field in members if field.default is not None})
    return f"_members({name}, {checked}, {{{checks}}}, {required}, {defaults})"


def _member_function(field: Field, needs: set[str]) -> str:
    # Each level is written once: written twice, twenty of them would be a million.
    checked = _check(field, "_name", _ITEM, needs)
    if checked != _ITEM and (field.type.nullable or (not field.required and field.default is None)):
        return f"lambda _name, {_ITEM}: None if {_ITEM} is None else {checked}"
    return _as_function(checked) or f"lambda _name, {_ITEM}: {_ITEM}"


def _function(field: Field, needs: set[str]) -> str | None:
    """Write a check as a function of name and value; None when any value will do."""
    return _as_function(_check(field, "_name", _ITEM, needs))


def _as_function(checked: str) -> str | None:
    if checked == _ITEM:
        return None
    bare = checked.removesuffix(f"(_name, {_ITEM})")
    return bare if bare != checked and bare.isidentifier() else f"lambda _name, {_ITEM}: {checked}"
