"""`lma-forge audit`: verifies the audit log, and writes it out."""

from pathlib import Path

import click

from lma_forge.cli import console
from lma_forge.cli.session import Command, Session, plural
from lma_forge.cli.session import command as make_command
from lma_forge.errors import ExitCode


@click.group(help="Verify the audit log of the tools, or write it out as JSON lines.")
def command() -> None:
    """Hold the two commands."""


def _of_log(function: Command) -> Command:
    """Give a command the options that say which log is meant."""
    for option in (
        click.option("--key-file", metavar="FILE", help="Where the log's key is kept."),
        click.option("--database", "database_url", metavar="URL", help="The database: a file, or postgresql://…"),
        click.option("--data-dir", metavar="DIR", help="The host's data folder, if not the user's."),
    ):
        function = option(function)
    return function


@make_command(
    "Verify that no record of the audit log was edited, deleted, inserted or moved, and none cut off its end. Leaves "
    "with 1 if one was. A log that was put back to an earlier day together with the witness beside its key looks "
    "whole: give --head with one that a tool returned since."
)
@_of_log
@click.option("--head", metavar="HASH", help="A head that a tool returned; the log must hold it.")
def verify(
    session: Session, data_dir: str | None, database_url: str | None, key_file: str | None, *, head: str | None
) -> int:
    """Verify the log and say what does not hold."""
    from lma_forge.toolkit.audit import inspecting  # noqa: PLC0415 - only this command needs it

    config = _config(data_dir, database_url, key_file)
    verdict = inspecting.verify(config)
    faults = list(verdict.faults)
    if head is not None and not inspecting.holds(config, head.strip().lower()):
        faults.append(f"no record has the hash {head.strip()}")
    for fault in faults:
        console.write(f"{fault}\n")
    if faults:
        session.say(f"{verdict.database}: the log does not hold ({plural(len(faults), 'fault')}).")
        return ExitCode.FINDINGS
    console.write(f"{verdict.database}: {plural(verdict.records, 'record')}, the chain holds, head {verdict.head}\n")
    return ExitCode.CLEAN


@make_command("Write the audit log as JSON lines, oldest record first. What it holds is not verified.")
@_of_log
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to FILE instead of stdout.")
def export(
    session: Session, data_dir: str | None, database_url: str | None, key_file: str | None, *, output: Path | None
) -> int:
    """Write out every record."""
    from lma_forge.toolkit.audit.inspecting import exported  # noqa: PLC0415 - only this command needs it

    lines = exported(_config(data_dir, database_url, key_file))
    if output is None:
        for line in lines:
            console.write(f"{line}\n")
        return ExitCode.CLEAN
    from lma_forge.project.files import write  # noqa: PLC0415 - only for a file

    all_lines = [f"{line}\n" for line in lines]
    write(output, "".join(all_lines).encode("utf-8"))
    session.say(f"{plural(len(all_lines), 'record')} written to {output}.")
    return ExitCode.CLEAN


def _config(data_dir: str | None, database_url: str | None, key_file: str | None) -> dict[str, str]:
    given = {"data_dir": data_dir, "database_url": database_url, "audit_key_file": key_file}
    paths = {name: value for name, value in given.items() if value}
    # At the command line a relative path means the current folder, as anywhere there.
    for name in ("data_dir", "audit_key_file", "database_url"):
        if name in paths and "://" not in paths[name]:
            paths[name] = str(Path(paths[name]).expanduser().absolute())
    return paths


command.add_command(verify, "verify")
command.add_command(export, "export")
