"""Findings to text: one file of this folder per output format."""

import pkgutil
from importlib import import_module

from lma_forge.diagnostics import Report
from lma_forge.errors import UsageError
from lma_forge.report._screen import visible

__all__ = ["formats", "render", "visible"]


def formats() -> tuple[str, ...]:
    """Name the output formats: the files of this folder, with dashes for underscores."""
    found = (module.name for module in pkgutil.iter_modules(__path__) if not module.ispkg)
    return tuple(sorted(name.replace("_", "-") for name in found if not name.startswith("_")))


def render(report: Report, format: str, *, colour: bool = False) -> str:  # noqa: A002 - the option's name
    """Write a report in one of the formats.

    Args:
        report: The findings and the sources that they speak of.
        format: One of `formats()`.
        colour: Whether to use terminal colours, where the format has any.

    Returns:
        The text, ending in a newline unless it is empty.

    Raises:
        UsageError: There is no such format.
    """
    if format not in formats():
        raise UsageError(f"there is no output format `{format}`; choose one of {', '.join(formats())}")
    module = import_module(f"{__name__}.{format.replace('-', '_')}")
    text: str = module.render(report, colour=colour)
    return text
