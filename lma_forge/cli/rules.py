"""`lma-forge rules`: the whole catalogue of what can be found."""

import json

import click

from lma_forge.cli import console
from lma_forge.cli.session import Session, plural
from lma_forge.cli.session import command as make_command
from lma_forge.diagnostics import Rule
from lma_forge.errors import ExitCode
from lma_forge.project.catalogue import catalogue


@make_command("List everything that can be found, by code. `lma-forge explain CODE` tells more of one.")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", help="How the list is written.")
def command(session: Session, output_format: str) -> int:
    """List the rules."""
    found = catalogue()
    if output_format == "json":
        console.write(json.dumps([_values(rule) for rule in found], indent=2) + "\n")
        return ExitCode.CLEAN
    width = max(len(rule.name) for rule in found)
    for rule in found:
        console.write(f"{rule.code:<8} {rule.severity:<8} {rule.name:<{width}}  {rule.summary}\n")
    session.say(f"{plural(len(found), 'rule')}.")
    return ExitCode.CLEAN


def _values(rule: Rule) -> dict[str, str]:
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": str(rule.severity),
        "summary": rule.summary,
        "why": rule.why,
        "source": rule.source,
        "bad": rule.bad,
        "good": rule.good,
        "fix": rule.fix,
    }
