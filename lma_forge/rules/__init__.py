"""Everything that is checked of a spec or a tool module, one file a rule.

`engine` finds the rules in the packages `spec` and `tool`; each is documented, with a bad and a
good example, by its own docstring.
"""

from typing import Any

from lma_forge.diagnostics import Diagnostic, Rule, sort
from lma_forge.lcp import ToolFile
from lma_forge.rules import spec as spec_rules
from lma_forge.rules import suppression
from lma_forge.rules import tool as tool_rules
from lma_forge.rules.engine import Check, checks
from lma_forge.spec import Parsed

__all__ = ["RULES", "check_spec", "check_tool_file"]

_SPEC: tuple[Check[Any], ...] = checks(spec_rules)
_TOOL: tuple[Check[Any], ...] = checks(tool_rules)

RULES: tuple[Rule, ...] = tuple(
    sorted((check.rule for check in (*_SPEC, *_TOOL, *suppression.CHECKS)), key=lambda rule: rule.code)
)
"""The catalogue entries of all rules here, by code."""


def check_spec(parsed: Parsed) -> tuple[Diagnostic, ...]:
    """Check a spec against all rules.

    Args:
        parsed: The spec as read.

    Returns:
        What the reader and the rules found, without what comments in the spec accept, sorted.
    """
    found = [*parsed.diagnostics]
    for check in _SPEC:
        found += check(parsed.spec)
    return suppression.apply(found, parsed.suppressions)


def check_tool_file(tool_file: ToolFile, source: str) -> tuple[Diagnostic, ...]:  # noqa: ARG001 - rules on code need it
    """Check a Python file of tools.

    Args:
        tool_file: What a host sees of the file.
        source: Its text, for rules that look at more than the host's view.

    Returns:
        The findings, sorted. A file that is no tool library has none, unless it does not parse.
    """
    if tool_file.error is None and not _is_library(tool_file):
        return ()
    return sort(diagnostic for check in _TOOL for diagnostic in check(tool_file))


def _is_library(file: ToolFile) -> bool:
    library = file.library
    constants = (library.name, library.desc, library.icon, library.load_flag, library.unreadable or None)
    if file.tools or file.prompts or file.hooks or any(constant is not None for constant in constants):
        return True
    return any("inside" not in stray.reason for stray in file.unreachable)
