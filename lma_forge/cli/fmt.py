"""`lma-forge fmt`: specs in the canonical layout, their meaning unchanged."""

import difflib
from pathlib import Path

import click

from lma_forge.cli import console
from lma_forge.cli.session import Session, output_format, plural
from lma_forge.cli.session import command as make_command
from lma_forge.errors import ExitCode, UsageError
from lma_forge.project import files
from lma_forge.project.layout import Formatted, formatted
from lma_forge.project.sources import find


@make_command(
    "Write SPECS in the canonical layout.\n\nThe result is read back before anything is written: what it means must "
    "be the same. Comments and prose stay where they are. A spec with errors is left alone."
)
@click.argument("specs", nargs=-1, type=click.Path(path_type=Path))
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if anything would change.")
@click.option(
    "--diff", "only_diff", is_flag=True, help="Write nothing; show what would change, exit with 1 if anything."
)
@output_format
def command(session: Session, specs: tuple[Path, ...], *, only_check: bool, only_diff: bool, output_format: str) -> int:
    """Lay out, or show what would change."""
    config = session.config()
    sources = find(config, specs)
    if sources.bundled:
        raise UsageError("there is no spec here to format; name one, or write specs/Tools.md")
    results = [formatted(config, source) for source in sources.specs]
    found = [diagnostic for result in results for diagnostic in result.diagnostics]
    if found:
        texts = {result.source.shown: result.old for result in results if result.old is not None}
        session.show(found, texts, output_format, len(results))
    changed = [result for result in results if result.changes]
    for result in changed:
        if only_diff:
            console.write(_diff(result))
        elif only_check:
            session.tell(f"  {result.source.shown} would be laid out anew", output_format)
        elif result.source.path is not None and result.new is not None:
            files.write(result.source.path, result.new.encode("utf-8"))
            session.tell(f"  laid out {result.source.shown}", output_format)
    for result in results:
        for one in result.left:
            session.say(f"{result.source.shown}:{one.line}: {one.name} is left as written: {one.reason}.")
    session.say(
        f"{plural(len(results), 'spec')}: {len(changed)} {'would be ' if only_check or only_diff else ''}changed."
    )
    if any(one.code.startswith("FILE") for one in found):
        return ExitCode.BROKEN
    return ExitCode.FINDINGS if found or (changed and (only_check or only_diff)) else ExitCode.CLEAN


def _diff(result: Formatted) -> str:
    name = result.source.shown
    old, new = (result.old or "").splitlines(keepends=True), (result.new or "").splitlines(keepends=True)
    lines = difflib.unified_diff(old, new, name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
