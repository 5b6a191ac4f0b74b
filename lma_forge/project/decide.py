"""What becomes of one module: its fresh text against the file on disk and what the lock remembers of it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from lma_forge.diagnostics import Diagnostic, Rule, Span
from lma_forge.emit import Library
from lma_forge.project import faults, files, orphans
from lma_forge.project.contract import definitions, normal
from lma_forge.project.files import digest
from lma_forge.project.fresh import Fresh
from lma_forge.project.lock import Entry, contract_of, meaning
from lma_forge.project.merge import Merged, base_of, lost_in, merge
from lma_forge.project.modules import is_untouched, read_module, siblings
from lma_forge.project.plan import Action, Step, Wishes
from lma_forge.project.renaming import names_of, rename
from lma_forge.project.written import Base

_SHOW = "`lma-forge generate --diff` shows what would change"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the code of a module comes from that stands under another name, or was set aside.

    Args:
        path: The module that holds it now.
        entries: What the lock knew of that module, by function name.
        names: The snake-case name as it is, by the name as it was.
        why: What is said of it.
    """

    path: Path
    entries: Mapping[str, Entry]
    names: Mapping[str, str]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """What holds for every module of a run.

    Args:
        out: The folder of generated modules.
        before: What the lock remembers, by function name.
        layout: The layout in force.
        guidance: Where the guidance stands.
        wishes: What the person asks for.
        by_path: The lock's function names of each module.
    """

    out: Path
    before: Mapping[str, Entry]
    layout: str
    guidance: str
    wishes: Wishes = field(default_factory=Wishes)
    by_path: Mapping[str, Sequence[str]] = field(default_factory=dict)


def decide(setting: Setting, fresh: Fresh, origin: Origin | None = None) -> Step:
    """Decide what becomes of a module that the spec has.

    Args:
        setting: What holds for the run.
        fresh: The module as the spec wants it.
        origin: Where the code comes from, where that is not the module itself.

    Returns:
        The step; it writes nothing.
    """
    functions = tuple(tool.function for tool in fresh.library.tools)
    before = {name: setting.before[name] for name in functions if name in setting.before}
    case = _Case(setting, setting.out / fresh.path, fresh, before, origin)
    if fresh.problems:
        return Step(fresh.path, Action.FAIL, case.target, None, None, functions, before, diagnostics=fresh.faults())
    old, fault = read_module(setting.out, case.source)
    if fault is not None:
        return case.refused(faults.UNREADABLE_MODULE, fault.message, help_="")
    entries = fresh.entries(setting.layout, before)
    if old is None:
        if case.was_deleted():
            return case.refused(faults.DELETED_MODULE, _deleted(case.source), help_="")
        return case.step(Action.CREATE, None, fresh.data, entries)
    return _read(case, old, entries)


def _deleted(path: Path) -> str:
    """Say that a module is not there any more, or under which other name it may be."""
    with suppress(OSError):
        for other in path.parent.iterdir():
            if other.name.lower() == path.name.lower():
                return f"the module is called {other.name} now; call it {path.name} again."
    return f"the module was deleted by hand; {_RESTORE}"


def _read(case: "_Case", old: bytes, entries: Mapping[str, Entry]) -> Step:
    try:
        return _against(case, old, old.decode("utf-8"), entries)
    except UnicodeDecodeError as error:
        line = old.count(b"\n", 0, error.start) + 1
        message = f"byte {error.start} is no UTF-8; {_MEND}"
    except SyntaxError as error:
        line = error.lineno or 1
        message = f"this is no Python ({error.msg}); {_MEND}"
    except (ValueError, RecursionError, MemoryError) as error:
        line = 1
        message = f"this is no Python ({error}); {_MEND}"
    return case.refused(faults.UNREADABLE_MODULE, message, line=line, help_="")


_RESTORE = "`lma-forge generate --restore` makes it again, or take its tools out of the spec."
_MEND = "mend it, or delete the file and run `lma-forge generate --restore`."


def unchanged(setting: Setting, label: str, library: Library, steady: Mapping[str, str]) -> Step | None:
    """Tell that nothing becomes of a module, without rendering it.

    Args:
        setting: What holds for the run.
        label: The spec that the library comes from.
        library: The tools of the module.
        steady: Hashes of modules that were left as they should be.

    Returns:
        The step; None where anything at all may have changed.
    """
    path = f"{library.stem}/{library.stem}.py"
    functions = tuple(tool.function for tool in library.tools)
    entries = {name: setting.before[name] for name in functions if name in setting.before}
    if path not in steady or set(setting.by_path.get(path, ())) != set(functions) or set(entries) != set(functions):
        return None
    for tool in library.tools:
        entry = entries[tool.function]
        is_settled = not (entry.pending or entry.becoming or entry.agreed or entry.lost) and entry.text
        if not is_settled or (entry.source, entry.layout, entry.tool) != (label, setting.layout, tool.name):
            return None
        if entry.spec != meaning(tool):
            return None
    data, _ = read_module(setting.out, setting.out / path)
    if data is None or digest(data) != steady[path]:
        return None
    return Step(path, Action.KEEP, setting.out / path, data, data, functions, entries, drift=False)


@dataclass(frozen=True, slots=True)
class _Case:
    setting: Setting
    target: Path
    fresh: Fresh
    before: Mapping[str, Entry]
    origin: Origin | None

    @property
    def source(self) -> Path:
        return self.origin.path if self.origin else self.target

    def last(self) -> tuple[Entry, ...]:
        """What the lock knows of the module on disk, tools that are to go included."""
        if self.origin is not None:
            return tuple(self.origin.entries.values())
        return tuple(self.setting.before[name] for name in self.setting.by_path.get(self.fresh.path, ()))

    def was_deleted(self) -> bool:
        """Whether the module was there after the last run, and nobody has asked for it to be made again."""
        last = self.last()
        return bool(last) and not self.setting.wishes.restore and not any(entry.may_be_gone for entry in last)

    def step(self, action: Action, old: bytes | None, new: bytes | None, entries: Mapping[str, Entry]) -> Step:
        drift = any(name not in self.before or self.before[name].spec != entry.spec for name, entry in entries.items())
        if self.source != self.target:
            action = Action.MOVE if self.origin and self.origin.names else Action.RESTORE
        found = Step(self.fresh.path, action, self.target, old, new, tuple(entries), entries, drift)
        leaving = tuple(name for name in self.origin.entries if name not in entries) if self.origin else ()
        return replace(found, leaving=leaving, origin=self.source if self.source != self.target else None)

    def refused(self, rule: Rule, message: str, *, line: int = 1, help_: str = _SHOW) -> Step:
        found = rule.at(Span(files.shown(self.source), line, 1, line, 1), message, help=help_)
        return self.left((found,), None)

    def left(self, found: tuple[Diagnostic, ...], old: bytes | None, action: Action = Action.REFUSE) -> Step:
        functions = tuple(tool.function for tool in self.fresh.library.tools)
        entries = {**self.before, **(self.origin.entries if self.origin and self.source.is_file() else {})}
        if self.origin is not None and orphans.FOLDER in self.source.parts:
            entries = dict(self.before)
        step = Step(self.fresh.path, action, self.target, old, self.fresh.data, functions, entries, diagnostics=found)
        return replace(step, origin=self.source) if self.source != self.target else step


def _against(case: _Case, old: bytes, text: str, entries: Mapping[str, Entry]) -> Step:
    fresh, data = case.fresh, normal(text).encode("utf-8")
    if data == fresh.data:
        return case.step(Action.KEEP, old, old, entries)
    last = case.last()
    hashed = digest(data)
    if any(entry.wrote(hashed) for entry in last):
        new = fresh.data.replace(b"\n", b"\r\n") if b"\r\n" in old else fresh.data
        return case.step(Action.UPDATE, old, new, entries)
    base = base_of(last) if last else None
    there = siblings(case.source)
    others: Mapping[str, str] = there
    if case.origin is not None and base is not None:
        text, others, base = _renamed(case, text, others, base)
    shown, setting = files.shown(case.source), case.setting
    merged = merge(text, fresh, base, shown, guidance=setting.guidance, others=others, force=setting.wishes.force)
    if merged.text is None:
        return case.left(merged.diagnostics, old, Action.FAIL if merged.failed else Action.REFUSE)
    new = merged.text.encode("utf-8")
    agreed = {entry.signature.partition("(")[0]: entry.agreed or entry.signature for entry in last}
    kept = {
        name: replace(
            entry,
            agreed=agreed.get(_owned(entry), "") if _owned(entry) in merged.conflicts else "",
            lost=lost_in(merged.lost, _owned(entry)),
        )
        for name, entry in entries.items()
    }
    if merged.orphans and not orphans.is_usable(setting.out):
        return case.refused(faults.LIVE_ORPHAN, f"hand-written code of {_NOWHERE}", help_="")
    moved = {name: said for name, said in {**others, **merged.others}.items() if said != there[name]}
    beside, told = _beside(case, text, merged)
    beside = (*beside, *((case.target.parent / name, said.encode("utf-8")) for name, said in moved.items()))
    step = case.step(Action.KEEP if new == old and not beside else Action.UPDATE, old, new, kept)
    return replace(step, merged=True, beside=beside, diagnostics=(*merged.diagnostics, *told))


_NOWHERE = (
    "a tool that is no longer in the spec cannot be set aside, because .lma-orphans is a link or no folder; remove "
    "that, or bring the tool back into the spec."
)


def _owned(entry: Entry) -> str:
    return entry.signature.partition("(")[0]


def _renamed(case: _Case, text: str, others: Mapping[str, str], base: Base) -> tuple[str, Mapping[str, str], Base]:
    origin, last = case.origin, case.last()
    names: dict[str, str] = {}
    wanted = [part.name for part in case.fresh.definitions]
    there = [name for entry in last for name in (*entry.definitions, _owned(entry))]
    for before, after in origin.names.items() if origin else ():
        names |= names_of(there, wanted, before, after)
    if not names:
        return text, others, base
    renamed, found = rename(text, base, names)
    texts = {}
    for name, other in others.items():
        texts[name], more = rename(other, base, names)
        found = found.joined(more)
    return renamed, texts, found


def _beside(case: _Case, text: str, merged: Merged) -> tuple[tuple[tuple[Path, bytes], ...], tuple[Diagnostic, ...]]:
    """Keep the written implementations of tools that leave a shared module."""
    beside: list[tuple[Path, bytes]] = []
    told: list[Diagnostic] = []
    for name in merged.orphans:
        folder = orphans.place_for(case.setting.out, name.removeprefix("_"))
        path = folder / f"{name.removeprefix('_')}.py"
        content = orphans.alone(text, frozenset({name, f"tool{name}"}))
        there = {part.name for part in definitions(content)}
        entries = {
            function: replace(entry, path=f"{path.stem}/{path.name}", definitions=kept, contract=contract_of(kept))
            for function, entry in case.setting.before.items()
            if _owned(entry) == name and entry.path == case.fresh.path
            for kept in [{one: hashed for one, hashed in entry.definitions.items() if one in there}]
        }
        # The record comes first: what has one can be found again.
        beside += [(orphans.record_of(folder), _record(entries)), (path, content.encode("utf-8"))]
        message = (
            f"the tool of `{name}` is no longer in the spec, so its hand-written code was set aside in "
            f"{files.shown(path)}; bringing the tool back restores it, `lma-forge generate --prune` deletes it."
        )
        told.append(faults.QUARANTINED.at(Span(files.shown(case.target)), message))
    return tuple(beside), tuple(told)


def leave(out: Path, path: str, entries: Mapping[str, Entry]) -> Step | None:
    """Decide what becomes of a module that the spec no longer has.

    Args:
        out: The folder of generated modules.
        path: The module.
        entries: What the lock remembers of its tools, by function name.

    Returns:
        The step; None where the file is gone already.
    """
    target = out / path
    functions = tuple(entries)
    names = ", ".join(entry.tool for entry in entries.values())
    old, fault = read_module(out, target)
    if fault is None and old is None:
        return None
    if fault is None and old is not None and is_untouched(old, entries):
        return Step(path, Action.REMOVE, target, old, None, functions)
    stem, _, rest = path.partition("/")
    if target.is_symlink() or target.parent.is_symlink() or "/" in rest or not rest:
        message = (
            f"{names} is no longer a tool of the spec, and its module is a link, which is not moved; move what it "
            "leads to elsewhere and remove the link, or bring the tool back into the spec."
        )
        found = faults.LIVE_ORPHAN.at(Span(files.shown(target)), message)
        return Step(path, Action.REFUSE, target, old, None, functions, entries, diagnostics=(found,))
    if not orphans.is_usable(out):
        found = faults.LIVE_ORPHAN.at(Span(files.shown(target)), f"{names}: hand-written code of {_NOWHERE}")
        return Step(path, Action.REFUSE, target, old, None, functions, entries, diagnostics=(found,))
    aside = orphans.place_for(out, stem)
    message = (
        f"{names} is no longer a tool of the spec, so its library, which holds hand-written code, was set aside in "
        f"{files.shown(aside)}; bringing the tool back restores it, `lma-forge generate --prune` deletes it."
    )
    told = faults.QUARANTINED.at(Span(files.shown(target)), message)
    kept = ((orphans.record_of(aside), _record(entries)),)
    return Step(
        path,
        Action.QUARANTINE,
        target,
        old,
        None,
        functions,
        diagnostics=(told,),
        merged=True,
        aside=aside,
        beside=kept,
    )


def _record(entries: Mapping[str, Entry]) -> bytes:
    from lma_forge.project.lock import write  # noqa: PLC0415 - only where something is set aside

    settled = {name: replace(entry, pending="", becoming={}) for name, entry in entries.items()}
    return write(settled).encode("ascii")
