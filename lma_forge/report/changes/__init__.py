"""Changes to text: one file of this folder per output format that knows what a change is.

The other formats take changes as the findings that they are.
"""

import pkgutil
from importlib import import_module

from lma_forge import report as findings
from lma_forge.change import ChangeReport
from lma_forge.diagnostics import Report
from lma_forge.errors import UsageError

__all__ = ["formats", "render"]


def formats() -> tuple[str, ...]:
    """Name the output formats for changes."""
    own = (module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__))
    return tuple(sorted({*(name for name in own if not name.startswith("-")), *findings.formats()}))


def render(report: ChangeReport, format: str, *, colour: bool = False) -> str:  # noqa: A002 - the option's name
    """Write changes in one of the formats.

    Args:
        report: The changes.
        format: One of `formats()`.
        colour: Whether to use terminal colours, where the format has any.

    Returns:
        The text, ending in a newline unless it is empty.

    Raises:
        UsageError: There is no such format.
    """
    if format not in formats():
        raise UsageError(f"there is no output format `{format}`; choose one of {', '.join(formats())}")
    name = format.replace("-", "_")
    if any(module.name == name for module in pkgutil.iter_modules(__path__)):
        text: str = import_module(f"{__name__}.{name}").render(report, colour=colour)
        return text
    return findings.render(as_findings(report), format, colour=colour)


def as_findings(report: ChangeReport) -> Report:
    """Take changes for the findings that they are; those that are accepted are none."""
    found = (*(one.change.diagnostic(one.level) for one in report.open), *report.remarks)
    return Report(found, dict(report.sources), report.rules, report.files)
