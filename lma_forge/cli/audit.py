"""`lma-forge audit`: verifies the audit log, and writes it out."""

from pathlib import Path

import click

from lma_forge.cli import console
from lma_forge.cli.session import Session, plural
from lma_forge.cli.session import command as make_command
from lma_forge.errors import ExitCode, UsageError


@make_command(
    "With `verify`, say whether a record of the audit log was edited, deleted, inserted or moved, or some cut off its "
    "end, and leave with 1 if so. A log that was put back to an earlier day together with the witness beside its key "
    "looks whole: give --head with one that a tool returned since.\n\nWith `export`, write the log as JSON lines, "
    "oldest record first; what it holds is not verified."
)
@click.argument("action", type=click.Choice(["verify", "export"]))
@click.option("--data-dir", metavar="DIR", help="The host's data folder, if not the user's.")
@click.option("--database", metavar="URL", help="The database: a file, or postgresql://…")
@click.option("--key-file", metavar="FILE", help="Where the log's key is kept.")
@click.option("--head", metavar="HASH", help="For verify: a head that a tool returned; the log must hold it.")
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="For export: write to FILE.")
def command(  # noqa: PLR0913 - one a flag
    session: Session,
    action: str,
    *,
    data_dir: str | None,
    database: str | None,
    key_file: str | None,
    head: str | None,
    output: Path | None,
) -> int:
    """Verify the log, or write it out."""
    config = _config({"data_dir": data_dir, "database_url": database, "audit_key_file": key_file})
    if action == "verify":
        if output is not None:
            raise UsageError("`--output` goes with export")
        return _verify(session, config, (head or "").strip().lower())
    if head is not None:
        raise UsageError("`--head` goes with verify")
    return _export(session, config, output)


def _config(given: dict[str, str | None]) -> dict[str, str]:
    """The configuration of the log; at the command line a relative path starts from the current folder."""
    return {
        name: value if "://" in value else str(Path(value).expanduser().absolute())
        for name, value in given.items()
        if value
    }


def _verify(session: Session, config: dict[str, str], head: str) -> int:
    from lma_forge.toolkit.audit import inspecting  # noqa: PLC0415 - only this command needs it

    verdict = inspecting.verify(config)
    faults = list(verdict.faults)
    if head and not inspecting.holds(config, head):
        faults.append(f"no record has the hash {head}")
    if faults:
        console.write("".join(f"{fault}\n" for fault in faults))
        session.say(f"{verdict.database}: the log does not hold ({plural(len(faults), 'fault')}).")
        return ExitCode.FINDINGS
    console.write(f"{verdict.database}: {plural(verdict.records, 'record')}, the chain holds, head {verdict.head}\n")
    return ExitCode.CLEAN


def _export(session: Session, config: dict[str, str], output: Path | None) -> int:
    from lma_forge.project.files import write  # noqa: PLC0415 - as above
    from lma_forge.toolkit.audit.inspecting import exported  # noqa: PLC0415 - as above

    lines = exported(config)
    if output is None:
        for line in lines:
            console.write(f"{line}\n")
        return ExitCode.CLEAN
    kept = [f"{line}\n" for line in lines]
    write(output, "".join(kept).encode("utf-8"))
    session.say(f"{plural(len(kept), 'record')} written to {output}.")
    return ExitCode.CLEAN
