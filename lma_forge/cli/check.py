"""`lma-forge check`: what is wrong with specs and tool files."""

from pathlib import Path

import click

from lma_forge.cli.session import Session, listed, output_format, plural, summary, uncollected
from lma_forge.cli.session import command as make_command
from lma_forge.diagnostics import Severity
from lma_forge.errors import ExitCode
from lma_forge.project.check import Checked, check


@make_command(
    "Check specs (.md) and tool files (.py).\n\nWithout PATHS the project's specs and tool folders are checked, and "
    "whether the generated modules are what the specs say. A folder stands for the Python files and specs below it."
)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@output_format
@click.option("--exit-zero", is_flag=True, help="Exit with 0 although there are findings.")
def command(session: Session, paths: tuple[Path, ...], output_format: str, *, exit_zero: bool) -> int:
    """Check, show, and sum up."""
    config = session.config()
    with uncollected():
        done = check(config, paths)
    session.show(done.diagnostics, done.sources, output_format, done.files)
    for line in _summary(session, done):
        session.say(line)
    if any(found.code.startswith("FILE") for found in done.diagnostics):
        return ExitCode.BROKEN
    if exit_zero or all(found.severity is Severity.INFO for found in done.diagnostics):
        return ExitCode.CLEAN
    return ExitCode.FINDINGS


def _summary(session: Session, done: Checked) -> list[str]:
    lines = []
    if done.bundled:
        lines.append("No spec and no configuration here, so the bundled spec was checked.")
    remarks = any(found.severity is Severity.INFO for found in done.diagnostics)
    hint = " (-v shows remarks)" if remarks and not session.verbose else ""
    lines.append(f"Checked {plural(done.files, 'file')}: {summary(done.diagnostics) or 'nothing to report'}{hint}.")
    if done.unimplemented:
        count = len(done.unimplemented)
        names = f": {listed(done.unimplemented)}" if session.verbose else ""
        of = plural(done.generated, "generated tool")
        lines.append(f"{count:,} of {of} {'is' if count == 1 else 'are'} not implemented yet{names}.")
    return lines
