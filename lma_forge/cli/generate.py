"""`lma-forge generate`: specs in, verified tool modules out."""

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import click

from lma_forge.cli import console
from lma_forge.cli.session import Session, listed, output_format, plural, summary, uncollected
from lma_forge.cli.session import command as make_command
from lma_forge.diagnostics import Diagnostic, Severity, Span
from lma_forge.errors import ExitCode, UsageError
from lma_forge.project import faults, files, lock
from lma_forge.project.config import Config
from lma_forge.project.outcome import Outcome
from lma_forge.project.plan import Action, Plan, Step
from lma_forge.project.run import generate, preview
from lma_forge.project.sources import Sources, find

_MANY = 40


@make_command(
    "Make and update the tool modules of the specs.\n\nEvery module is rendered, formatted, read back and compared "
    "with its spec before anything is written. Hand-written code is never touched."
)
@click.argument("specs", nargs=-1, type=click.Path(path_type=Path))
@click.option("--out", metavar="DIR", type=click.Path(path_type=Path), help="Where the modules stand.")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if anything would change.")
@click.option(
    "--diff", "only_diff", is_flag=True, help="Write nothing; show what would change, exit with 1 if anything."
)
@click.option("--keep-going", is_flag=True, help="Leave out tools with errors instead of stopping.")
@output_format
def command(  # noqa: PLR0913 - each is an option
    session: Session,
    specs: tuple[Path, ...],
    *,
    out: Path | None,
    only_check: bool,
    only_diff: bool,
    keep_going: bool,
    output_format: str,
) -> int:
    """Generate, or show what generating would do."""
    config = session.config()
    if out is not None:
        config = replace(config, out=str(Path.cwd() / out))
    if config.out_folder.exists() and not config.out_folder.is_dir():
        raise UsageError(f"{files.shown(config.out_folder)} is no folder; name another with --out")
    sources = find(config, specs)
    if sources.bundled:
        session.say(f"No spec and no configuration here, so the bundled spec is used ({sources.specs[0].shown}).")
    if only_check or only_diff:
        return _preview(session, config, sources, output_format, keep_going=keep_going, diff=only_diff)
    with uncollected():
        outcome = generate(config, sources, keep_going=keep_going)
    session.show(outcome.diagnostics, outcome.sources, output_format, len(sources.specs))
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
    actions = (Action.CREATE, Action.UPDATE, Action.REMOVE)
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
    session: Session, config: Config, sources: Sources, output_format: str, *, keep_going: bool, diff: bool
) -> int:
    with uncollected():
        plan = preview(config, sources, keep_going=keep_going)
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
    if step.action is Action.REMOVE:
        why = "its tool is no longer in the spec"
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
