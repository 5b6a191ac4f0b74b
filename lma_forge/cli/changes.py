"""`lma-forge changes`: what a new version of the specs means."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lma_forge.change import Category, Judged
from lma_forge.cli import console
from lma_forge.cli.session import Session, plural, summary
from lma_forge.cli.session import command as make_command
from lma_forge.diagnostics import Severity
from lma_forge.errors import ExitCode, UsageError
from lma_forge.project.changesettings import categories
from lma_forge.project.config import Config
from lma_forge.project.sources import find
from lma_forge.report.changes import formats, render

if TYPE_CHECKING:
    from lma_forge.project.changes import Compared

_NONE = "none"
_FOR_PEOPLE = frozenset({"text", "concise"})
_ABOUT_THE_VERSION = "CHG7"


@make_command(
    "Say what changed in meaning between two versions of the specs.\n\nREV-OR-PATH is a git revision (main, HEAD~1), "
    "REF:path for a file of a revision, or a file or folder. A change is accepted on purpose by its fingerprint, under "
    "[[tool.lma-forge.changes.accept]] in the configuration."
)
@click.argument("specs", nargs=-1, type=click.Path(path_type=Path))
@click.option("--against", metavar="REV-OR-PATH", required=True, help="The version to compare with.")
@click.option(
    "--fail-on",
    metavar="LETTERS",
    help=f"Categories that give exit code 1, of {', '.join(Category)}, or `{_NONE}`; B,R,G unless configured.",
)
@click.option("--rename", "renames", multiple=True, metavar="OLD=NEW", help="Take the tool NEW for what OLD was.")
@click.option("--output-format", type=click.Choice(list(formats())), default="text", help="How changes are written.")
def command(  # noqa: PLR0913 - one for each option
    session: Session,
    *,
    specs: tuple[Path, ...],
    against: str,
    fail_on: str | None,
    renames: tuple[str, ...],
    output_format: str,
) -> int:
    """Compare, show, and sum up."""
    from lma_forge.project.changes import changes, unknown_levels  # noqa: PLC0415 - the help needs no reader of specs

    config = session.config()
    if unknown := unknown_levels(config):
        console.say(session.rendered(unknown, {one.span.path: config.text for one in unknown}))
        return ExitCode.BROKEN
    if fail_on is not None:
        config = _failing_on(config, fail_on)
    today = datetime.now().astimezone().date()
    done = changes(config, find(config, specs), against, today, _pairs(renames))
    if done.unread:
        console.say(session.rendered(done.broken, {}))
        return ExitCode.BROKEN
    hidden = tuple(one for one in done.report.open if _is_remark(one))
    shown = done.report
    if output_format in _FOR_PEOPLE and not session.verbose:
        shown = replace(shown, judged=tuple(one for one in shown.judged if one not in hidden))
    console.write(render(shown, output_format, colour=session.colour), colour=session.colour)
    for line in _remarks(done, len(done.report.judged) - len(shown.judged)):
        session.say(line)
    return ExitCode.FINDINGS if done.report.fails or done.broken or done.unmet else ExitCode.CLEAN


def _is_remark(one: Judged) -> bool:
    """Whether a change is for those only who ask for everything."""
    change = one.change
    is_words = change.category is Category.DOCUMENTATION and not change.code.startswith(_ABOUT_THE_VERSION)
    return is_words and one.level is Severity.INFO


def _failing_on(config: Config, letters: str) -> Config:
    words = [] if letters.strip().lower() == _NONE else letters.replace(",", " ").split()
    found, unknown = categories(words)
    if unknown or (not found and letters.strip().lower() != _NONE):
        what = f"no category `{unknown[0]}`" if unknown else "nothing in it"
        raise UsageError(f"--fail-on has {what}; write letters of {', '.join(Category)}, or `{_NONE}`")
    return replace(config, changes=replace(config.changes, fail_on=found))


def _pairs(renames: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for text in renames:
        old, sign, new = text.partition("=")
        if not (sign and old.strip() and new.strip()):
            raise UsageError(f"--rename takes OLD=NEW, and `{text}` is not of that form")
        pairs[old.strip()] = new.strip()
    return pairs


def _remarks(done: "Compared", hidden: int) -> list[str]:
    report = done.report
    lines = [f"{label} is not in {report.against}: all of it counts as new." for label in done.missing]
    lines += (
        f"--rename {old}={new} fits nothing: there is no removed tool {old} with an added tool {new}."
        for old, new in done.unmet
    )
    if done.broken:
        errors = summary(done.broken)
        lines.append(f"The specs have {errors}, so only what could be read was compared; `lma-forge check` lists them.")
    if done.old_errors:
        errors = plural(done.old_errors, "error")
        lines.append(f"The version in {report.against} has {errors}; only what could be read of it was compared.")
    return [*lines, f"Compared {plural(report.files, 'spec')} with {report.against}: {_counted(done, hidden)}."]


def _counted(done: "Compared", hidden: int) -> str:
    report = done.report
    counts = {category: sum(one.change.category is category for one in report.open) for category in Category}
    kinds = ", ".join(f"{count} {category}" for category, count in counts.items() if count)
    said = f"{plural(len(report.open), 'change')} ({kinds})" if kinds else "no change"
    accepted = f", {len(report.accepted)} accepted" if report.accepted else ""
    bump = f"; a new {report.bump} version" if report.bump else ""
    hint = f" (-v shows {hidden} of words only)" if hidden else ""
    return f"{said}{accepted}{bump}{hint}"
