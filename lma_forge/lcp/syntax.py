"""Reads source as a tree, from any number of threads at once."""

import ast
import threading
from typing import cast

_one = threading.RLock()
_TRIES = 50


def tree_of(source: str | bytes, name: str = "<module>") -> ast.Module:
    """Read source as a tree.

    Some versions of Python count the depth of the trees that all threads build as one, and fail
    with a SystemError when two are at it. Ours take turns; a host's own threads cannot be told to,
    so what fails that way is read again.

    Args:
        source: The source of a module.
        name: What a SyntaxError calls it.

    Raises:
        SyntaxError: It does not parse.
        ValueError: It holds a null byte, or cannot be decoded.
        RecursionError: It is nested too deeply.
        MemoryError: As above, in some versions.
    """
    return cast("ast.Module", _read(source, name, "exec"))


def expression_of(text: str) -> ast.Expression:
    """Read an expression as a tree, as `tree_of` does a module.

    Args:
        text: The source of one expression.

    Raises:
        SyntaxError: It does not parse; the other faults of `tree_of` as well.
    """
    return cast("ast.Expression", _read(text, "<expression>", "eval"))


def _read(source: str | bytes, name: str, mode: str) -> object:
    for _ in range(_TRIES):
        try:
            with _one:
                return compile(source, name, mode, ast.PyCF_ONLY_AST, dont_inherit=True)
        except SystemError:
            continue
    raise RecursionError("it could not be read beside what other threads are reading")
