"""Runs the rules about several tool files on what is known of each."""

from typing import Any

from lma_forge import rules
from lma_forge.diagnostics import Diagnostic
from lma_forge.project import summaries
from lma_forge.project.config import Config
from lma_forge.project.drift import Declared
from lma_forge.rules.toolmodule import LintSettings
from lma_forge.rules.toolset import DeclaredTool, ToolSet


def across(config: Config, facts: list[Any]) -> tuple[Diagnostic, ...]:
    """Find what is wrong with tool files taken together.

    Args:
        config: The project's configuration.
        facts: Their summaries, the files beside them, the folders of tools, the tools that specs
            declare, whether these are all files of the project, the host, and whether modules are
            generated; all as kept.

    Returns:
        The findings.
    """
    packed, beside, roots, declared, whole, _, generates = facts
    tools = [Declared.unpack(one) for one in declared]
    found = ToolSet(
        files=tuple(sorted((summaries.unpack(one) for one in packed), key=lambda file: file.path)),
        others=frozenset(beside),
        roots=tuple(roots),
        declared={one.function: DeclaredTool(one.function, one.name, one.span) for one in tools},
        whole=whole,
        generates=generates,
    )
    return rules.check_tool_set(found, LintSettings(config.target, frozenset(config.known_packages)))
