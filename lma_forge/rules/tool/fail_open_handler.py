"""LCP607."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.approval.handlers import openings
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP607", severity=Severity.ERROR, helpers=True)
def fail_open_handler(module: ToolModule) -> Iterator[Diagnostic]:
    """Code that asks the operator says yes where nobody answered.

    No terminal, a handler that fails, an answer that nobody understands: none of them is a yes. A program
    that runs unattended would approve everything that it is asked.

    Source: LCP doctrine, section 5 (confirmation) and 10.7.

    Bad:
        import sys


        def cli_confirm_handler(source, script_label, argv=None):
            if not sys.stdin or not sys.stdin.isatty():
                return "allow", ""
            answer = input(f"Run {script_label}? [y/n] ")
            return ("allow", "") if answer == "y" else ("reject", "declined")

    Good:
        import sys


        def cli_confirm_handler(source, script_label, argv=None):
            if not sys.stdin or not sys.stdin.isatty():
                return "reject", "No terminal is available to ask for approval."
            answer = input(f"Run {script_label}? [y/n] ")
            return ("allow", "") if answer == "y" else ("reject", "declined")
    """
    for opening in module.kept(openings):
        yield fail_open_handler.at(
            module.span(opening.node),
            f'This lets the act go ahead when {opening.when}; answer "reject" there, with the reason.',
        )
