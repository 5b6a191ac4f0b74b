"""Tools whose code stands in another module, or was set aside: it comes along, or the way is named."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lma_forge.diagnostics import Diagnostic, Span
from lma_forge.emit import implementation_name
from lma_forge.project import faults, files, orphans
from lma_forge.project.carry import Load, carry, imports_of
from lma_forge.project.decide import Setting
from lma_forge.project.fresh import Fresh
from lma_forge.project.lock import Entry, former
from lma_forge.project.merge import base_of, lost_in, merge
from lma_forge.project.modules import read_module
from lma_forge.project.plan import Action, Step
from lma_forge.project.proof import keeps
from lma_forge.project.written import Base


@dataclass(frozen=True, slots=True)
class Arrival:
    """A module whose hand-written code belongs into another one now.

    Args:
        path: The module.
        entries: What the lock knew of it, by function name.
        is_aside: Whether it was set aside, and its tool has come back.
    """

    path: Path
    entries: Mapping[str, Entry]
    is_aside: bool = False


def arrivals(
    out: Path, fresh: Fresh, moved: Iterable[str], entries: Mapping[str, Entry], aside: Mapping[str, orphans.Orphan]
) -> list[Arrival]:
    """List the modules from which tools come into a module.

    Args:
        out: The folder of generated modules.
        fresh: The module as the spec wants it.
        moved: Paths of modules with hand-written code that tools of it stand in.
        entries: What the lock remembers.
        aside: What is set aside, by function name.
    """
    found = [
        Arrival(out / path, {name.removesuffix(former("")): one for name, one in entries.items() if one.path == path})
        for path in moved
    ]
    for tool in fresh.library.tools:
        orphan = aside.get(tool.function)
        if orphan is not None and tool.function not in entries and not fresh.library.is_of_one_tool:
            found.append(Arrival(orphan.module, orphan.entries, is_aside=True))
    return found


def arrive(setting: Setting, fresh: Fresh, step: Step, coming: Sequence[Arrival]) -> Step:
    """Put the code of tools that come from elsewhere into the module that they have now.

    Args:
        setting: What holds for the run.
        fresh: The module as the spec wants it.
        step: What becomes of the module without that code.
        coming: Where the code stands.

    Returns:
        The step with the code in the module and the modules that it comes from removed once that is
        written; where it cannot be proved that nothing is lost, a refusal that says what to do.
    """
    if step.new is None or step.action in {Action.REFUSE, Action.FAIL}:
        return step
    loads: list[Load] = []
    why = ""
    texts: list[str] = []
    try:
        for one in coming:
            why = why or _not_alone(fresh, one)
            data, fault = read_module(setting.out, one.path)
            why = why or (fault.message if fault else "" if data is not None else f"{one.path.name} is not there")
            texts.append((data or b"").decode("utf-8"))
            known = [*one.entries.values()]
            brought = frozenset().union(*(imports_of(entry.definitions) for entry in known))
            loads.append(Load(files.shown(one.path), texts[-1], base_of(known), brought, one.is_aside))
        if not why and step.old is not None and not _losing(loads, step.new.decode("utf-8"), fresh):
            # A run that was cut off has carried everything over, and only not removed the old modules yet.
            return replace(step, action=Action.UPDATE, merged=True, after=tuple(one.path for one in coming))
        found = None if why else carry(step.new.decode("utf-8"), loads)
        why = why or (found.why if found else "")
        if found is not None and found.text is not None:
            return _proved(setting, fresh, step, coming, (found.text, loads, found.stayed))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        why = f"one of the files is no Python ({error})"
    return _refused(setting, fresh, step, coming, why)


def _not_alone(fresh: Fresh, one: Arrival) -> str:
    functions = {tool.function for tool in fresh.library.tools}
    if functions.isdisjoint(one.entries):
        return "its tool has another name as well; change one of the two, run `lma-forge generate`, then the other"
    if not one.entries.keys() <= functions:
        left = ", ".join(entry.tool for name, entry in one.entries.items() if name not in functions)
        return f"{files.shown(one.path)} holds the code of {left} as well"
    beside = sorted(path.name for path in one.path.parent.iterdir() if path != one.path and path.name != "__pycache__")
    return f"{beside[0]} stands beside {files.shown(one.path)}" if beside else ""


def _proved(
    setting: Setting,
    fresh: Fresh,
    step: Step,
    coming: Sequence[Arrival],
    carried: tuple[str, list[Load], frozenset[str]],
) -> Step:
    text, loads, stayed = carried
    now = Base.of(fresh.definitions)
    signatures = {name: found for load in loads for name, found in load.base.signatures.items()}
    base = Base(now.known, {**now.signatures, **signatures}, now.stubs)
    merged = merge(text, fresh, base, files.shown(step.target), guidance=setting.guidance)
    if merged.text is None or merged.others:
        return _refused(setting, fresh, step, coming, "the merged module was not what it should be")
    if losing := _losing(loads, merged.text, fresh, stayed):
        return _refused(setting, fresh, step, coming, f"a line of {losing} would be lost")
    entries = {}
    for function, entry in step.entries.items():
        owned = entry.signature.partition("(")[0]
        agreed = min(signatures.get(owned, [""])) if owned in merged.conflicts else entry.agreed
        entries[function] = replace(entry, agreed=agreed, lost=lost_in(merged.lost, owned) or entry.lost)
    action = step.action
    if step.origin is None:
        action = Action.UPDATE if step.old is not None else Action.CREATE
    told = tuple(_told(step, one) for one in coming)
    return replace(
        step,
        action=action,
        new=merged.text.encode("utf-8"),
        entries=entries,
        merged=True,
        diagnostics=(*step.diagnostics, *told, *merged.diagnostics),
        after=(*step.after, *(one.path for one in coming)),
    )


def wait(setting: Setting, step: Step) -> Step:
    """Leave a module as it is while code of a tool that goes from it to another one cannot go there.

    Args:
        setting: What holds for the run.
        step: What would become of the module, with that code set aside.
    """
    before = {name: setting.before[name] for name in setting.by_path.get(step.path, ())}
    message = (
        "a tool of this module would move to another one, where its hand-written code cannot come along; this module "
        "waits for that. Set the category back, or take the function out by hand."
    )
    found = faults.WRITTEN_MODULE.at(Span(files.shown(step.target)), message)
    return Step(step.path, Action.REFUSE, step.target, step.old, step.new, step.functions, before, diagnostics=(found,))


def _losing(loads: Iterable[Load], text: str, fresh: Fresh, stayed: frozenset[str] = frozenset()) -> str:
    """Name the first module of which a line does not stand in the new one; empty where every line does."""
    now = Base.of(fresh.definitions).known
    mine = frozenset(implementation_name(tool) for tool in fresh.library.tools)
    for load in loads:
        contract = frozenset((*load.base.known, *now, *load.imports, *(stayed if load.was_here else ())))
        if not keeps(load.text, text, contract - mine, mine):
            return load.name
    return ""


def _told(step: Step, one: Arrival) -> Diagnostic:
    message = f"the hand-written code of {files.shown(one.path)} was carried over into this module, every line of it."
    return faults.CARRIED.at(Span(files.shown(step.target)), message)


def _refused(setting: Setting, fresh: Fresh, step: Step, coming: Sequence[Arrival], why: str) -> Step:
    where = ", ".join(files.shown(one.path) for one in coming)
    names = ", ".join(sorted({entry.tool for one in coming for entry in one.entries.values()}))
    shown = Span(files.shown(step.target))
    if all(one.is_aside for one in coming):
        message = (
            f"{names} has come back, and its hand-written code in {where} could not be put back ({why}); take it over "
            "by hand, then `lma-forge generate --prune` deletes what is set aside."
        )
        return replace(step, diagnostics=(*step.diagnostics, faults.QUARANTINED.at(shown, message)))
    message = (
        f"{names} would move here from {where}, and not all of the hand-written code there can come along ({why}); set "
        f"the layout, the category or the name back, or move what stands there out of {files.shown(setting.out)}, run "
        "`lma-forge generate`, and put the functions into the new modules."
    )
    before = {name: setting.before[name] for name in step.functions if name in setting.before}
    found = faults.WRITTEN_MODULE.at(shown, message)
    refused = Step(fresh.path, Action.REFUSE, step.target, step.old, fresh.data, step.functions, before)
    return replace(refused, diagnostics=(found,))
