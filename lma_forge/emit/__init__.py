"""The model as text: LCP tool modules, and tool definitions for other hosts.

A target is a module of this folder with a function `emit(spec) -> str`; the LCP module, which is
a file for each library, has `libraries`, `render` and `verify` instead.
"""

import pkgutil
from collections.abc import Callable
from importlib import import_module

from lma_forge.emit.library import CATEGORY_LAYOUT, TOOL_LAYOUT, Library, libraries
from lma_forge.emit.module import implementation_name, render
from lma_forge.emit.schemas import input_schema, output_schema
from lma_forge.emit.verification import verify, verify_offered
from lma_forge.emit.wording import IN_DESCRIPTION, IN_DOCSTRING
from lma_forge.model import Spec

__all__ = [
    "CATEGORY_LAYOUT",
    "IN_DESCRIPTION",
    "IN_DOCSTRING",
    "TOOL_LAYOUT",
    "Library",
    "export",
    "formats",
    "implementation_name",
    "input_schema",
    "libraries",
    "output_schema",
    "render",
    "verify",
    "verify_offered",
]


def formats() -> tuple[str, ...]:
    """List the formats that `export` knows, sorted: the modules of this folder that have `emit`."""
    return tuple(sorted(name.replace("_", "-") for name in _targets()))


def export(spec: Spec, format_name: str) -> str:
    """Write the tools of a spec for another host.

    Args:
        spec: An accepted spec.
        format_name: One of `formats()`.

    Returns:
        The text, ending in a newline.

    Raises:
        ValueError: There is no such format.
    """
    emit = _targets().get(format_name.replace("-", "_"))
    if emit is None:
        raise ValueError(f"the format is one of {', '.join(formats())}, not {format_name!r}")
    # A default may hold half of a surrogate pair, which UTF-8 cannot; in JSON this is its escape.
    return emit(spec).encode("utf-8", "backslashreplace").decode("utf-8")


def _targets() -> dict[str, Callable[[Spec], str]]:
    found = {}
    for module in pkgutil.iter_modules(__path__):
        emit = getattr(import_module(f"{__name__}.{module.name}"), "emit", None)
        if callable(emit):
            found[module.name] = emit
    return found
