"""Everything that is checked of a spec or a tool module, one file a rule.

`engine` finds the rules in the packages `spec` and `tool`; each is documented, with a bad and a
good example, by its own docstring.
"""

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from lma_forge.diagnostics import Diagnostic, Rule, sort
from lma_forge.lcp import ToolFile
from lma_forge.rules.engine import Check, checks
from lma_forge.rules.toolmodule import LintSettings, NoTreeError, SourceFile, ToolModule
from lma_forge.rules.toolset import ToolSet

if TYPE_CHECKING:
    from lma_forge.spec import Parsed

    RULES: tuple[Rule, ...]
    """The catalogue entries of all rules here, by code."""

__all__ = ["RULES", "check_spec", "check_tool_file", "check_tool_module", "check_tool_set", "is_library", "tool_rules"]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - the one name that is made when it is asked for
    if name != "RULES":
        raise AttributeError(name)
    from lma_forge.rules import suppression  # noqa: PLC0415 - loads the reader of specs

    every = (*_spec_checks(), *_tool_checks(), *suppression.CHECKS)
    return tuple(sorted((check.rule for check in every), key=lambda rule: rule.code))


@cache
def _spec_checks() -> tuple[Check[Any], ...]:
    from lma_forge.rules import spec  # noqa: PLC0415 - rules are loaded where they run

    return checks(spec)


@cache
def _tool_checks(subject: str = "") -> tuple[Check[Any], ...]:
    from lma_forge.rules import tool  # noqa: PLC0415 - as above

    if not subject:
        return checks(tool)
    return tuple(check for check in _tool_checks() if check.subject == subject)


def tool_rules() -> tuple[tuple[str, str, bool], ...]:
    """Code, name and whether it is on by default, of every rule about tool files."""
    return tuple((check.code, check.name, check.default) for check in _tool_checks())


def check_spec(parsed: "Parsed") -> tuple[Diagnostic, ...]:
    """Check a spec against all rules.

    Args:
        parsed: The spec as read.

    Returns:
        What the reader and the rules found, without what comments in the spec accept, sorted.
    """
    from lma_forge.rules import suppression  # noqa: PLC0415 - as above

    found = [*parsed.diagnostics]
    for check in _spec_checks():
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
    off = {check.code for check in _tool_checks() if not check.default}
    return tuple(found for found in check_tool_module(module) if found.code not in off)


def check_tool_module(module: ToolModule) -> tuple[Diagnostic, ...]:
    """Check a Python file of tools.

    Args:
        module: The file.

    Returns:
        The findings of all rules, those that are off by default too, sorted. In a file that is no
        tool library only rules for helper modules look, unless it does not parse.
    """
    file, settings = module.file, module.settings
    if file.error is None and not is_library(file):
        helpers = (check for check in _tool_checks("ToolModule") if check.helpers and _applies(check, settings))
        return sort(found for check in helpers for found in _looked(check, module))
    found: list[Diagnostic] = []
    for check in _tool_checks("SourceFile"):
        found += check(SourceFile(module.path, module.data, file))
    for check in _tool_checks("ToolFile"):
        if _applies(check, settings):
            found += check(file)
    if file.error is None:
        for check in _tool_checks("ToolModule"):
            if _applies(check, settings):
                found += _looked(check, module)
    return sort(found)


def _looked(check: Check[Any], module: ToolModule) -> list[Diagnostic]:
    """What a rule finds in the code of a module; nothing where nobody can read it."""
    with suppress(NoTreeError, RecursionError):
        return [*check(module)]
    return []


def check_tool_set(files: ToolSet, settings: LintSettings | None = None) -> tuple[Diagnostic, ...]:
    """Check how the tool files of a run stand to each other.

    Args:
        files: Their summaries.
        settings: What the project has decided.

    Returns:
        The findings of all rules, those that are off by default too, sorted.
    """
    chosen = settings or LintSettings()
    checked = (check for check in _tool_checks("ToolSet") if _applies(check, chosen))
    return sort(found for check in checked for found in check(files))


def _applies(check: Check[Any], settings: LintSettings) -> bool:
    return not check.host or check.host == settings.target


def is_library(file: ToolFile) -> bool:
    """Whether a host finds anything in a file that parses: a tool, a hook, or a metadata constant."""
    library = file.library
    constants = (library.name, library.desc, library.icon, library.load_flag, library.unreadable or None)
    if file.tools or file.prompts or file.hooks or any(constant is not None for constant in constants):
        return True
    return any("inside" not in stray.reason for stray in file.unreachable)
