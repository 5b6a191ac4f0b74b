"""`lma-forge check`: what is wrong with specs and tool files."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lma_forge import report
from lma_forge.cli import console
from lma_forge.cli.checkoptions import Asked, listing, options_of, progress, statistics, with_options
from lma_forge.cli.session import Session, listed, output_format, plural, summary, uncollected
from lma_forge.cli.session import command as make_command
from lma_forge.diagnostics import Report, Rule, Severity
from lma_forge.errors import ExitCode
from lma_forge.project import files
from lma_forge.project.check import Checked, Options, check
from lma_forge.project.config import Config

if TYPE_CHECKING:
    from lma_forge.project.mend import Mended

_FOR_PEOPLE = frozenset({"text", "concise"})
_WITH_RULES = frozenset({"sarif"})


@make_command(
    "Check specs (.md) and tool files (.py).\n\nWithout PATHS the project's specs and tool folders are checked, and "
    "whether the generated modules are what the specs say. A folder stands for the Python files and specs below it "
    "that git does not ignore, and - for text on stdin.\n\nA comment `# lma: ignore[rule-name] reason` accepts what "
    "is found on its line."
)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@output_format
@with_options
def command(session: Session, paths: tuple[Path, ...], output_format: str, **values: Any) -> int:  # noqa: ANN401 - the options
    """Check, mend where that is asked for, show, and sum up."""
    asked = Asked(**values)
    config = _config(session, asked)
    options = options_of(asked, paths, progress(quiet=session.quiet))
    if asked.show_files:
        return _files(config, options)
    code = _once(session, config, options, output_format, asked)
    if asked.watch:
        from lma_forge.cli import watching  # noqa: PLC0415 - needs a package that only this takes

        # The configuration may have changed as well.
        watching.watch_check(
            session,
            config,
            options.wish,
            lambda: _once(session, _config(session, asked), options, output_format, asked),
        )
        return ExitCode.CLEAN
    return code


def _config(session: Session, asked: Asked) -> Config:
    config = Config(root=Path.cwd()) if asked.isolated else session.config()
    return replace(config, cache_dir="") if asked.no_cache else config


def _once(session: Session, config: Config, options: Options, output_format: str, asked: Asked) -> ExitCode:
    """Check, mend where that is asked for, show, and sum up."""
    with uncollected():
        done = check(config, (), options)
        if asked.add_ignore is not None:
            done, said = _accepted(config, options, done, asked.add_ignore.strip())
        elif asked.mends and not asked.write_baseline:
            mended = _mended(config, options, done, asked)
            if asked.diff:
                return ExitCode(_diff(session, mended))
            done, said = _after(config, options, done, mended)
        else:
            said = []
    _show(session, done, output_format, asked, aside=asked.mends and options.wish.stdin is not None)
    for line in (*said, *_summary(session, done)):
        session.say(line)
    if any(found.code.startswith(("FILE", "CFG")) and found.severity is Severity.ERROR for found in done.diagnostics):
        return ExitCode.BROKEN
    if asked.exit_zero or all(found.severity is Severity.INFO for found in done.diagnostics):
        return ExitCode.CLEAN
    return ExitCode.FINDINGS


def _files(config: Config, options: Options) -> int:
    from lma_forge.project.collect import collect  # noqa: PLC0415 - a check imports it by itself

    listing(sorted(file.shown for file in collect(config, options.wish).files if file.wanted and file.data is not None))
    return ExitCode.CLEAN


def _mended(config: Config, options: Options, done: Checked, asked: Asked) -> "Mended":
    from lma_forge.project import mend  # noqa: PLC0415 - loaded only where something is mended

    return mend.fix(config, options, done, unsafe=asked.unsafe_fixes)


def _diff(session: Session, mended: "Mended") -> int:
    for text in (*(one.diff() for one in mended.changes), *(one.diff() for one in mended.moves)):
        console.write(text)
    changed = len(mended.changes) + len(mended.moves)
    many = f"{plural(mended.count, 'finding')} in {plural(changed, 'file')}"
    session.say(f"Would fix {many}." if changed else "Nothing to fix.")
    return ExitCode.FINDINGS if changed else ExitCode.CLEAN


def _after(config: Config, options: Options, done: Checked, mended: "Mended") -> tuple[Checked, list[str]]:
    from lma_forge.project import mend  # noqa: PLC0415 - as above

    if options.wish.stdin is not None:
        text = mended.changes[0].data if mended.changes else options.wish.stdin[0]
        console.write(text.decode("utf-8", "replace"))
    mend.write(mended)
    changed = len(mended.changes) + len(mended.moves)
    said = f"Fixed {plural(mended.count, 'finding')} in {plural(changed, 'file')}."
    return mend.afterwards(config, options, done, mended), [said] if changed else []


def _accepted(config: Config, options: Options, done: Checked, reason: str) -> tuple[Checked, list[str]]:
    from lma_forge.project import mend  # noqa: PLC0415 - as above

    mended = mend.accept(done, reason)
    mend.write(mended)
    said = f"Accepted {plural(mended.count, 'finding')} in {plural(len(mended.changes), 'file')}."
    return mend.afterwards(config, options, done, mended), [said]


def _show(session: Session, done: Checked, output_format: str, asked: Asked, *, aside: bool) -> None:
    """Write the findings to stdout, to a file, or to stderr where stdout holds a mended text."""
    people = output_format in _FOR_PEOPLE and not session.verbose
    shown = tuple(one for one in done.diagnostics if not people or one.severity is not Severity.INFO)
    if asked.statistics:
        text = statistics(shown, output_format)
    else:
        rules = _rules(done) if output_format in _WITH_RULES else ()
        whole = Report(shown, dict(done.sources), rules, done.files)
        text = report.render(whole, output_format, colour=session.colour and asked.output_file is None)
    if asked.output_file is not None:
        files.write(asked.output_file, text.encode("utf-8", "backslashreplace"))
    elif aside:
        console.say(text.rstrip("\n"))
    else:
        console.write(text, colour=session.colour)


def _rules(done: Checked) -> tuple[Rule, ...]:
    """The catalogue entries of what was found."""
    from lma_forge.project.catalogue import catalogue  # noqa: PLC0415 - for formats alone that carry rules

    codes = {one.code for one in done.diagnostics}
    return tuple(rule for rule in catalogue() if rule.code in codes)


def _summary(session: Session, done: Checked) -> list[str]:
    lines = []
    if done.bundled:
        lines.append("No spec and no configuration here, so the bundled spec was checked.")
    remarks = any(found.severity is Severity.INFO for found in done.diagnostics)
    hint = " (-v shows remarks)" if remarks and not session.verbose else ""
    lines.append(f"Checked {plural(done.files, 'file')}: {summary(done.diagnostics) or 'nothing to report'}{hint}.")
    if done.written is not None:
        lines.append(f"The baseline holds {plural(done.written, 'finding')}.")
    if done.known:
        lines.append(f"The baseline holds {plural(done.known, 'finding')} of these files that are not shown.")
    if done.gone:
        are = "entry matches" if done.gone == 1 else "entries match"
        lines.append(f"{done.gone:,} {are} nothing any more; --write-baseline writes the baseline anew.")
    if done.unimplemented:
        count = len(done.unimplemented)
        names = f": {listed(done.unimplemented)}" if session.verbose else ""
        of = plural(done.generated, "generated tool")
        lines.append(f"{count:,} of {of} {'is' if count == 1 else 'are'} not implemented yet{names}.")
    return lines
