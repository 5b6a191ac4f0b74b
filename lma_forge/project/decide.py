"""What becomes of one module: its fresh text against the file on disk and what the lock remembers of it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from lma_forge.diagnostics import Rule, Span
from lma_forge.project import faults, files
from lma_forge.project.contract import compare, normal
from lma_forge.project.files import digest
from lma_forge.project.fresh import Fresh
from lma_forge.project.lock import Entry
from lma_forge.project.modules import is_untouched, read_module
from lma_forge.project.plan import Action, Step

_SHOW = "`lma-forge generate --diff` shows what would change"


def decide(out: Path, fresh: Fresh, before: Mapping[str, Entry], moved: Collection[str], layout: str) -> Step:
    """Decide what becomes of a module that the spec has.

    Args:
        out: The folder of generated modules.
        fresh: The module as the spec wants it.
        before: What the lock remembers, by function name.
        moved: Paths of modules with hand-written code that a tool of this module would move out of.
        layout: The layout in force.

    Returns:
        The step; it writes nothing.
    """
    functions = tuple(tool.function for tool in fresh.library.tools)
    case = _Case(out / fresh.path, fresh, {name: before[name] for name in functions if name in before})
    if fresh.problems:
        return Step(
            fresh.path, Action.FAIL, case.target, None, None, functions, case.before, diagnostics=fresh.faults()
        )
    if moved:
        message = f"its tool stands in {', '.join(sorted(moved))}, with hand-written code; take the code over by hand."
        return case.refused(faults.WRITTEN_MODULE, message)
    old, fault = read_module(out, case.target)
    if fault is not None:
        return case.refused(faults.UNREADABLE_MODULE, fault.message, help_="")
    entries = fresh.entries(layout)
    if old is None:
        return case.step(Action.CREATE, None, fresh.data, entries)
    try:
        return _against(case, old, normal(old.decode("utf-8")), entries)
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


@dataclass(frozen=True, slots=True)
class _Case:
    target: Path
    fresh: Fresh
    before: Mapping[str, Entry]

    def step(self, action: Action, old: bytes | None, new: bytes | None, entries: Mapping[str, Entry]) -> Step:
        drift = any(name not in self.before or self.before[name].spec != entry.spec for name, entry in entries.items())
        return Step(self.fresh.path, action, self.target, old, new, tuple(entries), entries, drift)

    def refused(self, rule: Rule, message: str, *, line: int = 1, help_: str = _SHOW, old: bytes | None = None) -> Step:
        found = rule.at(Span(files.shown(self.target), line, 1, line, 1), message, help=help_)
        functions = tuple(tool.function for tool in self.fresh.library.tools)
        new = self.fresh.data
        return Step(self.fresh.path, Action.REFUSE, self.target, old, new, functions, self.before, diagnostics=(found,))


def _against(case: _Case, old: bytes, text: str, entries: Mapping[str, Entry]) -> Step:
    fresh, data = case.fresh, text.encode("utf-8")
    if data == fresh.data:
        return case.step(Action.KEEP, old, old, entries)
    last = [entry for entry in case.before.values() if entry.path == fresh.path]
    hashed = digest(data)
    if any(entry.wrote(hashed) for entry in last):
        new = fresh.data.replace(b"\n", b"\r\n") if b"\r\n" in old else fresh.data
        return case.step(Action.UPDATE, old, new, entries)
    known = {name: kept for entry in last for name, kept in entry.definitions.items()}
    found = compare(text, fresh.definitions, known if last else None)
    if found.current:
        return case.step(Action.KEEP, old, old, entries)
    if found.edited:
        message = _edited(found.edited, known=bool(last))
        return case.refused(faults.EDITED_CONTRACT, message, line=found.edited[0][1], old=old)
    message = (
        "the spec has changed, and this module holds hand-written code, so it was left alone; "
        "take the new contract over by hand."
    )
    return case.refused(faults.WRITTEN_MODULE, message, old=old)


_MEND = "mend it, or delete the file to have it generated anew."


def _edited(edited: tuple[tuple[str, int], ...], *, known: bool) -> str:
    names = ", ".join(f"`{name}`" if name else "a statement" for name, _ in dict(edited).items())
    if not known:
        return (
            f"the lock does not know this module, and {names} differs from what the spec says; "
            "delete the file to have it generated anew."
        )
    return f"{names} belongs to the spec and was edited by hand; undo that, and say it in the spec."


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
    message = (
        f"{names} is no longer a tool of the spec, and this module holds hand-written code, so it was left in place; "
        "move the code elsewhere and delete the file, or bring the tool back into the spec."
    )
    found = faults.WRITTEN_LEFTOVER.at(Span(files.shown(target)), message)
    return Step(path, Action.REFUSE, target, old, None, functions, entries, diagnostics=(found,))
