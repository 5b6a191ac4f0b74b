"""What makes text harmless in a path, told by what it does: patterns and filters that let no separator through."""

from __future__ import annotations

import ast
import re
import string
from functools import cache
from typing import Any

_PARSER = vars(re)["_parser"]
"""The standard library's reader of patterns, which has no public name."""

SEPARATORS = ("/", "\\")
_SAMPLES = (*string.printable, "é", "中", "\x00")
"""Characters that tell what a filter lets through."""
_CHECKS = {"isalnum", "isalpha", "isdigit", "isdecimal", "isnumeric", "isidentifier", "isascii", "isspace"}
_HARMLESS_CHECKS = _CHECKS - {"isascii", "isspace"}


@cache
def admits_separator(pattern: str, *, whole: bool) -> bool:
    """Whether text that a pattern accepts may hold a separator of paths.

    Args:
        pattern: A regular expression.
        whole: Whether it must match the whole text, as `fullmatch` does; else its start must, and
            it needs an anchor at its end to say anything.

    Returns:
        False only where no accepted text can hold `/`.
    """
    try:
        parsed = _PARSER.parse(pattern)
    except (re.error, OverflowError, RecursionError, ValueError):
        return True
    items = [*parsed]
    if not whole:
        if not items or str(items[-1][0]) != "AT" or "END" not in str(items[-1][1]):
            return True
        items = items[:-1]
    return any(_lets(item, "/") for item in items)


@cache
def replaces_separator(pattern: str, replacement: str) -> bool:
    """Whether `re.sub(pattern, replacement, text)` leaves no `/` in any text."""
    if "/" in replacement:
        return False
    try:
        compiled = re.compile(pattern)
        return compiled.sub(replacement, "/") != "/" and compiled.fullmatch("/") is not None
    except (re.error, OverflowError, RecursionError, ValueError, IndexError):
        return False


def _lets(item: tuple[Any, Any], character: str) -> bool:
    """Whether one part of a pattern can match text with the character in it."""
    name, argument = str(item[0]), item[1]
    if name == "LITERAL":
        return bool(argument == ord(character))
    if name == "IN":
        return _class_lets(argument, character)
    if name in {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}:
        return any(_lets(inner, character) for inner in argument[2])
    if name in {"SUBPATTERN", "ATOMIC_GROUP"}:
        return any(_lets(inner, character) for inner in (argument[-1] if name == "SUBPATTERN" else argument))
    if name == "BRANCH":
        return any(_lets(inner, character) for branch in argument[1] for inner in branch)
    return name not in {"AT", "ASSERT", "ASSERT_NOT", "FAILURE"}


def _class_lets(items: list[tuple[Any, Any]], character: str) -> bool:
    negated = bool(items) and str(items[0][0]) == "NEGATE"
    code = ord(character)
    inside = False
    for kind, argument in items:
        name = str(kind)
        if name == "LITERAL":
            inside |= bool(argument == code)
        elif name == "RANGE":
            inside |= argument[0] <= code <= argument[1]
        elif name == "CATEGORY":
            inside |= "NOT" in str(argument)
    return inside is not negated


def keeps_out_separator(test: ast.expr, name: str) -> bool:
    """Whether a test on single characters, such as `c.isalnum() or c in "-_"`, refuses separators.

    Args:
        test: The test.
        name: The variable that holds the character.
    """
    if isinstance(test, ast.BoolOp):
        kept = [keeps_out_separator(one, name) for one in test.values]
        return all(kept) if isinstance(test.op, ast.Or) else any(kept)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return False
    if isinstance(test, ast.Call) and isinstance(test.func, ast.Attribute):
        return _is(test.func.value, name) and test.func.attr in _HARMLESS_CHECKS
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and _is(test.left, name):
        return _compares(test.ops[0], test.comparators[0])
    return False


def _compares(operator: ast.cmpop, other: ast.expr) -> bool:
    listed = _text(other)
    if listed is None and isinstance(other, ast.List | ast.Tuple | ast.Set):
        parts = [_text(one) for one in other.elts]
        listed = None if None in parts else "".join(part or "" for part in parts)
    if listed is None:
        return _is_character_set(other) and isinstance(operator, ast.In)
    if isinstance(operator, ast.In | ast.Eq):
        return not any(mark in listed for mark in SEPARATORS)
    return isinstance(operator, ast.NotIn | ast.NotEq) and "/" in listed


def _is_character_set(node: ast.expr) -> bool:
    """Whether an expression is built of `string.ascii_letters` and the like and harmless text."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return all(_is_character_set(one) for one in (node.left, node.right))
    text = _text(node)
    if text is not None:
        return not any(mark in text for mark in SEPARATORS)
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name in {"ascii_letters", "ascii_lowercase", "ascii_uppercase", "digits", "hexdigits"}


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def is_harmless_check(name: str) -> bool:
    """Whether a method such as `isalnum` is true only of text without separators."""
    return name in _HARMLESS_CHECKS


def takes_last_part(node: ast.Subscript) -> bool:
    """Whether a subscript takes the last part of a path: `p.split("/")[-1]`, `p.rpartition("/")[2]`, `parts[-1]`."""
    index = _index(node.slice)
    value = node.value
    if isinstance(value, ast.Attribute):
        return value.attr == "parts" and index == -1
    if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)):
        return False
    separated = (bool(value.args) and _text(value.args[0]) == "/") or _is_os_sep(value.args[0] if value.args else None)
    name = value.func.attr
    if name in {"split", "rsplit"}:
        return separated and index == -1
    return name == "rpartition" and separated and index in {-1, 2}


def _is_os_sep(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "sep"


def _index(node: ast.expr) -> int | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        value = node.operand.value
        return -value if isinstance(value, int) else None
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else None


def ends_with_separator(node: ast.expr) -> bool:
    """Whether an expression is text that ends with a separator: `str(root) + os.sep`, `f"{root}/"`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return ends_with_separator(node.right)
    if isinstance(node, ast.JoinedStr) and node.values:
        last = node.values[-1]
        return ends_with_separator(last.value if isinstance(last, ast.FormattedValue) else last)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join":
        # os.path.join(root, "") ends with one.
        return bool(node.args) and _text(node.args[-1]) == ""
    text = _text(node)
    ends = text is not None and text.endswith("/")
    return ends or _is_os_sep(node) or (isinstance(node, ast.Name) and node.id == "sep")
