"""`lma-forge export`: the tools of the specs in the form that another host reads."""

from pathlib import Path

import click

from lma_forge.cli import console
from lma_forge.cli.session import Session, summary
from lma_forge.cli.session import command as make_command
from lma_forge.diagnostics import Severity
from lma_forge.emit import formats
from lma_forge.errors import ExitCode
from lma_forge.project.export import export
from lma_forge.project.sources import find


@make_command("Write the tool definitions of the specs for another host, to stdout.")
@click.argument("specs", nargs=-1, type=click.Path(path_type=Path))
@click.option("--format", "format_name", type=click.Choice(list(formats())), required=True, help="For which host.")
def command(session: Session, specs: tuple[Path, ...], format_name: str) -> int:
    """Export; a spec with errors gives its errors and nothing else."""
    config = session.config()
    sources = find(config, specs)
    if sources.bundled:
        session.say(f"No spec and no configuration here, so the bundled spec is used ({sources.specs[0].shown}).")
    exported = export(config, sources, format_name)
    errors = [found for found in exported.diagnostics if found.severity is Severity.ERROR]
    if errors:
        console.say(session.rendered(errors, exported.sources))
        session.say(f"Nothing was exported: {summary(errors)}.")
        return ExitCode.BROKEN if any(found.code.startswith("FILE") for found in errors) else ExitCode.FINDINGS
    console.write(exported.text)
    return ExitCode.CLEAN
