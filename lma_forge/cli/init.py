"""`lma-forge init`: a starter project."""

from pathlib import Path

import click

from lma_forge.cli import console
from lma_forge.cli.session import Session
from lma_forge.cli.session import command as make_command
from lma_forge.errors import ExitCode
from lma_forge.project import files
from lma_forge.project.starter import lay, starter


@make_command(
    "Start a project in DIR, by default here: a spec, the configuration, and files for pre-commit and CI. Nothing "
    "that is there is replaced."
)
@click.argument("directory", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
@click.option(
    "--from",
    "source",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Start with this spec instead of a sample.",
)
def command(session: Session, directory: Path, *, source: Path | None) -> int:
    """Lay the files down, and say what comes next."""
    written, kept = lay(directory, starter(source))
    for name in written:
        console.write(f"  {files.shown(directory / name)}\n")
    for name in kept:
        session.say(f"{files.shown(directory / name)} was there already, and was left alone.")
    session.say("Next: edit specs/Tools.md, then run `lma-forge check` and `lma-forge generate`.")
    return ExitCode.CLEAN
