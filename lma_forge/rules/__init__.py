"""Everything that is checked of a spec or a tool module, one file a rule.

`engine` finds the rules in the packages `spec` and `tool`; each is documented, with a bad and a
good example, by its own docstring.
"""

from contextlib import suppress
from typing import Any

from lma_forge.diagnostics import Diagnostic, Rule, sort
from lma_forge.lcp import ToolFile
from lma_forge.rules import spec as spec_rules
from lma_forge.rules import suppression
from lma_forge.rules import tool as tool_rules
from lma_forge.rules.engine import Check, checks
from lma_forge.rules.toolmodule import LintSettings, NoTreeError, SourceFile, ToolModule
from lma_forge.rules.toolset import ToolSet
from lma_forge.spec import Parsed

__all__ = ["RULES", "check_spec", "check_tool_file", "check_tool_module", "check_tool_set", "is_library"]

_SPEC: tuple[Check[Any], ...] = checks(spec_rules)
_TOOL: tuple[Check[Any], ...] = checks(tool_rules)
_BY_SUBJECT = {
    subject: tuple(check for check in _TOOL if check.subject == subject)
    for subject in ("ToolFile", "ToolModule", "SourceFile", "ToolSet")
}

RULES: tuple[Rule, ...] = tuple(
    sorted((check.rule for check in (*_SPEC, *_TOOL, *suppression.CHECKS)), key=lambda rule: rule.code)
)
"""The catalogue entries of all rules here, by code."""

_OFF = frozenset(rule.code for rule in RULES if not rule.default)


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


def check_tool_file(tool_file: ToolFile, source: str) -> tuple[Diagnostic, ...]:
    """Check a Python file of tools by itself, under the default settings.

    Args:
        tool_file: What a host sees of the file.
        source: Its text.

    Returns:
        The findings of the rules that are on by default, sorted.
    """
    module = ToolModule(tool_file.path, source, source.encode("utf-8", "surrogatepass"), tool_file)
    return tuple(found for found in check_tool_module(module) if found.code not in _OFF)


def check_tool_module(module: ToolModule) -> tuple[Diagnostic, ...]:
    """Check a Python file of tools.

    Args:
        module: The file.

    Returns:
        The findings of all rules, those that are off by default too, sorted. A file that is no
        tool library has none, unless it does not parse.
    """
    file, settings = module.file, module.settings
    if file.error is None and not is_library(file):
        return ()
    found: list[Diagnostic] = []
    for check in _BY_SUBJECT["SourceFile"]:
        found += check(SourceFile(module.path, module.data, file))
    for check in _BY_SUBJECT["ToolFile"]:
        if _applies(check.rule, settings):
            found += check(file)
    if file.error is None:
        for check in _BY_SUBJECT["ToolModule"]:
            if _applies(check.rule, settings):
                with suppress(NoTreeError, RecursionError):
                    found += [*check(module)]
    return sort(found)


def check_tool_set(files: ToolSet, settings: LintSettings | None = None) -> tuple[Diagnostic, ...]:
    """Check how the tool files of a run stand to each other.

    Args:
        files: Their summaries.
        settings: What the project has decided.

    Returns:
        The findings of all rules, those that are off by default too, sorted.
    """
    chosen = settings or LintSettings()
    checked = (check for check in _BY_SUBJECT["ToolSet"] if _applies(check.rule, chosen))
    return sort(found for check in checked for found in check(files))


def _applies(rule: Rule, settings: LintSettings) -> bool:
    return not rule.host or rule.host == settings.target


def is_library(file: ToolFile) -> bool:
    """Whether a host finds anything in a file that parses: a tool, a hook, or a metadata constant."""
    library = file.library
    constants = (library.name, library.desc, library.icon, library.load_flag, library.unreadable or None)
    if file.tools or file.prompts or file.hooks or any(constant is not None for constant in constants):
        return True
    return any("inside" not in stray.reason for stray in file.unreachable)
