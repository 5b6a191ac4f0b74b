"""Bring a plan to disk: each file in one step, and a lock that is right whenever the run is cut off."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from lma_forge.diagnostics import Diagnostic, Span
from lma_forge.errors import UnwritableError
from lma_forge.project import faults, files, lock, orphans
from lma_forge.project.files import digest
from lma_forge.project.lock import UNSURE, Entry, former
from lma_forge.project.plan import Action, Plan, Step

_FEW = 8
_AT_A_TIME = 16


@dataclass(frozen=True, slots=True)
class Applied:
    """What a run did.

    Args:
        steps: The plan's steps; those that could not be written have become failed.
        diagnostics: Why, for each of those.
    """

    steps: tuple[Step, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


def apply(plan: Plan) -> Applied:
    """Write what a plan says.

    The lock is written before the modules, with both what they were and what they become, and
    after them with what they are: a run that is cut off in between leaves a lock that knows every
    module as written by us, so that the next run goes on.

    Args:
        plan: What `plan` worked out; the files must not have changed since.

    Returns:
        What was done. A module that cannot be written is failed, and the others are written.

    Raises:
        UnwritableError: The lock cannot be written; before the modules, then nothing is.
    """
    files.sweep(_folders(plan))
    _prepare(plan)
    steps: list[Step] = []
    found: list[Diagnostic] = []
    for step, fault in zip(plan.steps, _outcomes(plan.steps), strict=True):
        if fault is not None:
            found.append(fault)
            old = {name: plan.before[name] for name in step.functions if name in plan.before}
            step = replace(step, action=Action.FAIL, entries=old)  # noqa: PLW2901 - what became of it
        steps.append(step)
    done = Applied(tuple(steps), tuple(found))
    files.settle(dict.fromkeys(step.target.parent for step in steps if step.changes))
    _finish(replace(plan, steps=done.steps))
    return done


def _folders(plan: Plan) -> list[Path]:
    if not plan.out.is_dir():
        return []
    return [plan.out, *dict.fromkeys(step.target.parent for step in plan.steps)]


def _prepare(plan: Plan) -> None:
    """Let the lock know both what the modules are and what they are about to become."""
    if plan.lock_text() is None or not any(step.changes for step in plan.steps):
        return
    entries: dict[str, Entry] = {**plan.before, **plan.kept}
    by_path: dict[str, list[str]] = {}
    for name, entry in plan.before.items():
        by_path.setdefault(entry.path, []).append(name)
    for step in plan.steps:
        if step.action in {Action.CREATE, Action.UPDATE, Action.MOVE, Action.RESTORE}:
            _announce(plan, step, entries, by_path)
        elif step.action in {Action.REMOVE, Action.QUARANTINE}:
            entries |= {
                name: replace(plan.before[name], pending=UNSURE) for name in step.functions if name in plan.before
            }
    _write_lock(plan.out, lock.write(entries, plan.held.made))


def _announce(plan: Plan, step: Step, entries: dict[str, Entry], by_path: Mapping[str, list[str]]) -> None:
    """Let the lock know of a module what it is and what it is about to become."""
    # What stands there now need not be what the lock calls the module: an earlier run may have been
    # cut off between the two. A module with hand-written code is never to count as written by us.
    was = digest(step.old.replace(b"\r\n", b"\n")) if step.old is not None and not step.merged else ""
    if step.action in {Action.CREATE, Action.MOVE, Action.RESTORE}:
        was = UNSURE
    becoming: dict[str, str] = {}
    for entry in step.entries.values():
        becoming |= {**entry.definitions, f"{entry.signature.partition('(')[0]}()": entry.agreed or entry.signature}
    for name, entry in step.entries.items() if not step.leaving else ():
        before = plan.before.get(name)
        if before is None:
            beside = next((one for one in plan.before.values() if one.path == entry.path), None)
            # A tool that joins a shared module: its definitions may be there already, or not yet.
            joined = beside.definitions if step.merged and beside else {}
            entries[name] = replace(entry, pending=was, becoming=joined)
        elif before.path == entry.path:
            known = was if was and was != UNSURE else before.module
            pending = entry.module if was != UNSURE else was
            entries[name] = replace(before, module=known, pending=pending, becoming=becoming)
        else:
            entries[former(name)] = before
            entries[name] = replace(entry, pending=was)
    for name in dict.fromkeys((*step.leaving, *by_path.get(step.path, ()))):
        # Tools that are about to have another name, or that leave a shared module.
        before = plan.before.get(name)
        if before is not None and (name in step.leaving or name not in step.entries):
            pending = UNSURE if step.origin else before.pending
            entries[name] = replace(before, pending=pending, becoming=becoming)


def _finish(plan: Plan) -> None:
    text = plan.lock_text()
    if text is not None:
        _write_lock(plan.out, text)


def _write_lock(out: Path, text: str) -> None:
    path = out / lock.NAME
    data = text.encode("ascii")
    loaded = files.read(path, largest=lock.LARGEST)
    if loaded.data is None or loaded.data.replace(b"\r\n", b"\n") != data:
        files.write(path, data)


def _outcomes(steps: tuple[Step, ...]) -> list[Diagnostic | None]:
    """Carry the steps out; many at a time where there are many, since most of the time is waiting for the disk."""
    if sum(step.changes for step in steps) <= _FEW:
        return [_carry_out(step) for step in steps]
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - a run that changes little needs none

    with ThreadPoolExecutor(_AT_A_TIME) as pool:
        return list(pool.map(_carry_out, steps))


def _carry_out(step: Step) -> Diagnostic | None:
    if not step.changes:
        return None
    try:
        if step.origin is not None:
            _move(step.origin, step.target)
        for path, data in step.beside:
            files.write(path, data)
        if step.aside is not None:
            _set_aside(step.target.parent, step.aside)
        elif step.new is None:
            _remove(step.target)
        else:
            files.write(step.target.resolve() if step.target.is_symlink() else step.target, step.new)
            if step.origin is not None and orphans.FOLDER in step.origin.parts:
                orphans.record_of(step.origin.parent).unlink(missing_ok=True)
        _leave(step)
    except UnwritableError as error:
        return faults.UNWRITABLE_FILE.at(Span(files.shown(step.target)), f"{error.message}; mend that and run again.")
    except OSError as error:
        what = "moved" if step.aside or step.origin else "removed"
        message = f"this cannot be {what}: {files.reason(error)}; mend that and run again."
        return faults.UNWRITABLE_FILE.at(Span(files.shown(step.target)), message)
    return None


def _leave(step: Step) -> None:
    """Remove the modules whose code stands in the step's module now: only what is safely elsewhere may go."""
    if step.after:
        files.settle([step.target.parent])
    for path in step.after:
        _remove(path)
        if orphans.FOLDER in path.parts:
            orphans.record_of(path.parent).unlink(missing_ok=True)


def _set_aside(folder: Path, aside: Path) -> None:
    aside.parent.mkdir(parents=True, exist_ok=True)
    folder.rename(aside)


def _move(origin: Path, target: Path) -> None:
    """Move a library to its new name, what a person has put beside the module too.

    Each step moves one thing whole, so that a run that is cut off leaves everything somewhere.
    """
    if not target.parent.exists():
        origin.parent.rename(target.parent)
        origin = target.parent / origin.name
    elif origin.parent != target.parent:
        for path in sorted(origin.parent.iterdir()):
            if path != origin and path.name != "__pycache__" and not (target.parent / path.name).exists():
                path.rename(target.parent / path.name)
    if origin.exists() and origin != target:
        origin.replace(target)
        with suppress(OSError):
            origin.parent.rmdir()


def _remove(target: Path) -> None:
    target.unlink(missing_ok=True)
    compiled = target.parent / "__pycache__"
    with suppress(OSError):
        for path in compiled.glob(f"{target.stem}.*.pyc"):
            path.unlink()
    for folder in (compiled, target.parent):
        with suppress(OSError):
            folder.rmdir()
