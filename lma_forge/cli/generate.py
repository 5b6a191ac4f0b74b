"""`lma-forge generate`: specs in, verified tool modules out."""

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click

from lma_forge.cli import console
from lma_forge.cli.session import Session, listed, output_format, plural, summary, uncollected
from lma_forge.cli.session import command as make_command
from lma_forge.diagnostics import Diagnostic, Severity, Span
from lma_forge.errors import ExitCode, UnwritableError, UsageError
from lma_forge.project import faults, files, lock, orphans
from lma_forge.project.alone import alone
from lma_forge.project.config import Config
from lma_forge.project.outcome import Outcome
from lma_forge.project.plan import Action, Plan, Step, Wishes
from lma_forge.project.run import generate, nothing_to_do, preview
from lma_forge.project.sources import Sources, find

_MANY = 40


@make_command(
    "Make and update the tool modules of the specs.\n\nEvery module is rendered, formatted, read back and compared "
    "with its spec before anything is written. Hand-written code is kept, whatever changes around it."
)
@click.argument("specs", nargs=-1, type=click.Path(path_type=Path))
@click.option("--out", metavar="DIR", type=click.Path(), help="Where the modules stand.")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if anything would change.")
@click.option(
    "--diff", "only_diff", is_flag=True, help="Write nothing; show what would change, exit with 1 if anything."
)
@click.option("--keep-going", is_flag=True, help="Leave out tools with errors instead of stopping.")
@click.option("--force", is_flag=True, help="Take the spec's version of edited contract definitions; show what goes.")
@click.option("--restore", is_flag=True, help="Make deleted modules again, and take back what was set aside.")
@click.option("--rename", "renames", metavar="OLD=NEW", multiple=True, help="Carry a tool's code over to its new name.")
@click.option("--prune", is_flag=True, help="Delete what was set aside, after the run.")
@click.option("--watch", is_flag=True, help="Generate again whenever a spec changes, until stopped.")
@output_format
def command(  # noqa: PLR0913 - each is an option
    session: Session,
    specs: tuple[Path, ...],
    *,
    out: str | None,
    only_check: bool,
    only_diff: bool,
    keep_going: bool,
    force: bool,
    restore: bool,
    renames: tuple[str, ...],
    prune: bool,
    watch: bool,
    output_format: str,
) -> int:
    """Generate, or show what generating would do."""
    wishes = _wishes(renames, force=force, restore=restore)
    if (only_check or only_diff) and (prune or watch):
        raise UsageError("--check and --diff write nothing; leave out --prune and --watch")
    config = session.config()
    if out is not None:
        if not out.strip():
            raise UsageError("--out names no folder; write its path, or `.` for this one")
        config = replace(config, out=str(Path.cwd() / out))
    if config.out_folder.exists() and not config.out_folder.is_dir():
        raise UsageError(f"{files.shown(config.out_folder)} is no folder; name another with --out")
    sources = find(config, specs)
    if sources.bundled:
        session.say(f"No spec and no configuration here, so the bundled spec is used ({sources.specs[0].shown}).")
    if only_check or only_diff:
        return _preview(session, config, sources, output_format, keep_going=keep_going, diff=only_diff, wishes=wishes)
    once = _Once(session, config, output_format, wishes, keep_going=keep_going)
    code = once.run(sources)
    if prune:
        once.prune()
    if watch:
        from lma_forge.cli import watching  # noqa: PLC0415 - needs a package that only this takes

        watching.watch(session, config, specs, lambda: once.again(find(config, specs)))
        return ExitCode.CLEAN
    return code


def _wishes(renames: tuple[str, ...], *, force: bool, restore: bool) -> Wishes | None:
    """Take what is asked for beyond the usual; None where that is nothing."""
    pairs: dict[str, str] = {}
    for text in renames:
        old, equals, new = text.partition("=")
        if not (old.strip() and equals and new.strip()):
            raise UsageError(f"--rename takes OLD=NEW, such as --rename NoteReader=PageReader, not {text!r}")
        pairs[old.strip()] = new.strip()
    return Wishes(force=force, restore=restore, renames=pairs) if force or restore or pairs else None


@dataclass(slots=True)
class _Once:
    """One run, and what is said of it."""

    session: Session
    config: Config
    output_format: str
    wishes: Wishes | None
    keep_going: bool

    def again(self, sources: Sources) -> int:
        """Run without what was asked for once."""
        self.wishes = None
        return self.run(sources)

    def run(self, sources: Sources) -> int:
        session, config, output_format = self.session, self.config, self.output_format
        with uncollected():
            outcome = generate(
                config, sources, keep_going=self.keep_going, wishes=self.wishes, waiting=self.say_waiting
            )
        return _tell(session, config, outcome, output_format, len(sources.specs))

    def say_waiting(self) -> None:
        out = files.shown(self.config.out_folder)
        self.session.say(f"Waiting for another `lma-forge generate` that is at work in {out}.")

    def prune(self) -> None:
        try:
            with alone(self.config.out_folder, self.say_waiting):
                pruned = orphans.prune(self.config.out_folder)
        except OSError as error:
            raise UnwritableError(f"what was set aside cannot be deleted: {files.reason(error)}") from error
        told = f"Deleted what was set aside: {listed(pruned.deleted)}." if pruned.deleted else "Nothing was set aside."
        self.session.tell(told, self.output_format)
        if pruned.left:
            where = files.shown(self.config.out_folder / orphans.FOLDER)
            what = "is no folder of ours" if pruned.left == (orphans.FOLDER,) else f"holds {listed(pruned.left)}"
            self.session.say(f"{where} {what}, which lma-forge did not put there; look at it yourself.")


def _tell(session: Session, config: Config, outcome: Outcome, output_format: str, specs: int) -> int:
    session.show(outcome.diagnostics, outcome.sources, output_format, specs)
    if outcome.stopped:
        session.say(f"Nothing was generated: {summary(outcome.diagnostics)}. Mend the errors, or use --keep-going.")
    else:
        for line in _account(config, outcome):
            session.tell(line, output_format)
    return _code(outcome.diagnostics, outcome)


def _code(found: Iterable[Diagnostic], outcome: Outcome) -> ExitCode:
    diagnostics = tuple(found)
    if outcome.is_broken or any(one.code.startswith("FILE") for one in diagnostics):
        return ExitCode.BROKEN
    if not outcome.is_good or any(one.severity is Severity.ERROR for one in diagnostics):
        return ExitCode.FINDINGS
    return ExitCode.CLEAN


def _account(config: Config, outcome: Outcome) -> Iterator[str]:
    """Say what was done."""
    out = files.shown(config.out_folder)
    actions = (Action.CREATE, Action.UPDATE, Action.MOVE, Action.RESTORE, Action.QUARANTINE, Action.REMOVE)
    changed = [(action, path) for action in actions for path in outcome.modules.get(action, ())]
    yield from (f"  {action} {out}/{path}" for action, path in changed[:_MANY])
    if len(changed) > _MANY:
        yield f"  and {len(changed) - _MANY:,} more"
    counts = listed(f"{len(paths):,} {action}" for action in Action if (paths := outcome.modules.get(action, ())))
    yield f"{plural(outcome.tools, 'tool')} generated and verified in {out} ({counts or 'no modules'})."
    if outcome.reserved:
        yield f"{plural(len(outcome.reserved), 'reserved tool')}, never generated: {listed(outcome.reserved)}."
    if outcome.diagnostics:
        yield f"Found {summary(outcome.diagnostics)}."


def _preview(  # noqa: PLR0913 - as the command
    session: Session,
    config: Config,
    sources: Sources,
    output_format: str,
    *,
    keep_going: bool,
    diff: bool,
    wishes: Wishes | None,
) -> int:
    with uncollected():
        outcome = nothing_to_do(config, sources, keep_going=keep_going) if wishes is None else None
        plan = Plan(config.out_folder)
        if outcome is None:
            plan = preview(config, sources, keep_going=keep_going, wishes=wishes)
            outcome = Outcome.of(plan, extra=() if diff else _drift(plan))
    if diff:
        for text in _diffs(plan):
            console.write(text)
        if outcome.diagnostics:
            session.say(f"Found {summary(outcome.diagnostics)}; --check shows them.")
    else:
        session.show(outcome.diagnostics, outcome.sources, output_format, len(sources.specs))
    changes = sum(step.changes for step in plan.steps)
    if plan.stopped:
        session.say(f"Nothing can be compared: {summary(outcome.diagnostics)}. Mend the errors, or use --keep-going.")
    elif changes or _lock_differs(plan):
        what = plural(changes, "module") if changes else "The lock"
        session.say(f"{what} would change; run `lma-forge generate`.")
    else:
        session.say(f"{plural(outcome.tools, 'tool')} as generated in {files.shown(config.out_folder)}.")
    code = _code(outcome.diagnostics, outcome)
    return ExitCode.FINDINGS if code is ExitCode.CLEAN and (changes or _lock_differs(plan)) else code


def _lock_differs(plan: Plan) -> bool:
    text = plan.lock_text()
    return text is not None and text != plan.held.text


def _drift(plan: Plan) -> list[Diagnostic]:
    found = []
    for step in plan.steps:
        if step.changes:
            rule = faults.SPEC_DRIFT if step.drift else faults.TEMPLATE_DRIFT
            found.append(rule.at(Span(files.shown(step.target)), _reason(step)))
    if not found and _lock_differs(plan):
        message = "the lock is not what generating writes; run `lma-forge generate`."
        found.append(faults.SPEC_DRIFT.at(Span(files.shown(plan.out / lock.NAME)), message))
    return found


def _reason(step: Step) -> str:
    if step.action in {Action.REMOVE, Action.QUARANTINE}:
        why = "its tool is no longer in the spec, and hosts still offer it"
    elif step.action is Action.MOVE:
        why = "its tool has another name now"
    elif step.action is Action.RESTORE:
        why = "its tool has come back, and its code was set aside"
    elif step.action is Action.CREATE:
        why = "it is not there"
    elif step.drift:
        why = "the spec has changed since it was generated"
    else:
        why = "templates, settings or lma-forge have changed since it was generated, and the spec has not"
    return f"{why}; run `lma-forge generate`."


def _diffs(plan: Plan) -> Iterable[str]:
    for step in plan.steps:
        if step.old == step.new or step.action is Action.KEEP:
            continue
        name = files.shown(step.target)
        old, new = (_lines(data) for data in (step.old, step.new))
        before, after = (
            "/dev/null" if data is None else f"{side}/{name}" for side, data in (("a", step.old), ("b", step.new))
        )
        yield "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
            for line in difflib.unified_diff(old, new, before, after)
        )


def _lines(data: bytes | None) -> list[str]:
    text = (data or b"").decode("utf-8", "replace").replace("\r\n", "\n")
    return [f"{line}\n" for line in text.split("\n")[:-1]] + ([last] if (last := text.rpartition("\n")[2]) else [])
