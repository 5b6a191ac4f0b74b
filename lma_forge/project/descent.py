"""Where the code of each tool comes from: its own module, one under an old name, or what was set aside."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lma_forge import spec as language
from lma_forge.diagnostics import Diagnostic, Severity, Span
from lma_forge.emit.library import settled_tools
from lma_forge.model import Spec, Tool
from lma_forge.names import snake
from lma_forge.project import faults, files, orphans
from lma_forge.project.decide import Origin
from lma_forge.project.fresh import Fresh
from lma_forge.project.lock import Entry
from lma_forge.project.modules import is_untouched, read_module
from lma_forge.project.plan import Wishes
from lma_forge.project.reading import Reading
from lma_forge.project.sources import Sources
from lma_forge.spec.matching import Matching, match_tools


@dataclass(frozen=True, slots=True)
class Descent:
    """What became of the tools that the lock knows.

    Args:
        renamed: Function name as it was, by function name as it is.
        aside: What is set aside, by function name.
        diagnostics: Renames that are offered.
        now: Function names of the tools that the specs have.
    """

    renamed: Mapping[str, str] = field(default_factory=dict)
    aside: Mapping[str, orphans.Orphan] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    now: frozenset[str] = frozenset()

    @property
    def is_quiet(self) -> bool:
        """Whether no tool has another name, or comes back."""
        return not self.renamed and not self.aside

    def origin_of(self, out: Path, fresh: Fresh, before: Mapping[str, Entry], wishes: Wishes) -> Origin | None:
        """Find where the code of a module comes from.

        Args:
            out: The folder of generated modules.
            fresh: The module as the spec wants it.
            before: What the lock remembers.
            wishes: What the person asks for.

        Returns:
            The origin; None for a module that is its own.
        """
        target = out / fresh.path
        names = {
            self.renamed[tool.function].removeprefix("tool_"): tool.snake_name
            for tool in fresh.library.tools
            if tool.function in self.renamed
        }
        if names:
            return self._renamed(out, target, names, before)
        if not fresh.library.is_of_one_tool:
            return None
        function = fresh.library.tools[0].function
        entry, orphan = before.get(function), self.aside.get(function)
        if orphan is None or not (entry is None or entry.may_be_gone or wishes.restore):
            return None
        now = {} if entry is None else {f"{function} (now)": entry}
        stands = orphan.module.is_file()
        if stands and (not target.exists() or (wishes.restore and _is_untouched(out, target, before))):
            return Origin(orphan.module, orphan.entries, {})
        if not stands and target.exists() and (entry is None or entry.may_be_gone):
            return Origin(target, {**orphan.entries, **now}, {})
        return None

    def _renamed(self, out: Path, target: Path, names: Mapping[str, str], before: Mapping[str, Entry]) -> Origin | None:
        old = f"tool_{next(iter(names))}"
        entry = before.get(old)
        if entry is not None:
            path = out / entry.path
            entries = {name: one for name, one in before.items() if one.path == entry.path}
            if path != target and self.now & entries.keys():
                return None  # a module that other tools stand in goes nowhere with this one
            # A run that was cut off may have moved the folder, or the file as well.
            for place in dict.fromkeys((path, target.parent / path.name, target)):
                if not place.is_file() or (place == target != path and not entry.may_be_gone):
                    continue
                if place != target and (_is_untouched(out, place, entries) or _is_taken(out, target, before)):
                    return None
                return Origin(place, entries, names)
        orphan = self.aside.get(old)
        if orphan is not None and orphan.module.is_file() and not _is_taken(out, target, before):
            return Origin(orphan.module, orphan.entries, names)
        return None


def _is_untouched(out: Path, path: Path, entries: Mapping[str, Entry]) -> bool:
    data, _ = read_module(out, path)
    return data is not None and is_untouched(data, entries)


def _is_taken(out: Path, target: Path, before: Mapping[str, Entry]) -> bool:
    return target.exists() and not _is_untouched(out, target, before)


def trace(  # noqa: PLR0913, PLR0917 - what a run knows
    out: Path,
    read: list[Reading],
    entries: Mapping[str, Entry],
    skipped: frozenset[str],
    sources: Sources,
    wishes: Wishes,
) -> Descent:
    """Find what became of the tools that the lock knows.

    Args:
        out: The folder of generated modules.
        read: The specs.
        entries: What the lock remembers.
        skipped: Functions of tools that the run leaves out.
        sources: Which specs the run looks at.
        wishes: Renames that are asked for.

    Returns:
        The descent.
    """
    now = {
        tool.function: (one, tool) for one in read for tool in settled_tools(one.spec) if tool.function not in skipped
    }
    labels = {source.label for source in sources.specs}
    aside = orphans.find(out)
    olds = [
        _tool(entry, function, is_gone=function not in now)
        for function, entry in entries.items()
        if " " not in function and (sources.whole or entry.source in labels)
    ]
    known = {tool.function for tool in olds}
    gone = known - now.keys() - skipped
    # A tool that was set aside may come back under another name where somebody says so.
    asked = {snake(name).removeprefix("tool_") for name in wishes.renames}
    asked |= {snake(name) for _, tool in now.values() for name in tool.renamed_from}
    olds += [
        _tool(orphan.entries[function], function, is_gone=True)
        for function, orphan in aside.items()
        if function not in known and function not in now and function.removeprefix("tool_") in asked
    ]
    added = [function for function in now if function not in entries]
    matching = Matching()
    if (gone and added) or wishes.renames or len(olds) > len(known):
        # What waits under an old name counts as new as long as its module is as generated.
        free = {function for function in now if function in added or _is_stub(out, entries[function])}
        before = [tool for tool in olds if tool.function not in free]
        reserved = tuple(tool for one in read for tool in one.spec.reserved)
        matching = match_tools(
            Spec(tools=tuple(before)),
            Spec(tools=tuple(tool for _, tool in now.values()), reserved=reserved),
            wishes.renames,
        )
    renamed = {one.new.function: one.old.function for one in matching.renamed}
    found = [*_offers(matching, now), *_unmet(matching, read)]
    return Descent(renamed, aside, tuple(found), frozenset(now))


def _is_stub(out: Path, entry: Entry) -> bool:
    return _is_untouched(out, out / entry.path, {"": entry})


def _tool(entry: Entry, function: str, *, is_gone: bool) -> Tool:
    """Read what the lock keeps of a tool; its name alone where it keeps no more, or the tool is still there."""
    if entry.text and is_gone:
        tools = language.parse(entry.text).spec.tools
        if len(tools) == 1 and tools[0].function == function:
            return tools[0]
    return Tool(name=entry.tool, explicit_name=function.removeprefix("tool_"))


def _offers(matching: Matching, now: Mapping[str, tuple[Reading, Tool]]) -> list[Diagnostic]:
    return [
        faults.RENAME_OFFERED.at(
            now[offer.new.function][1].name_span,
            f"{offer.new.name} is much like {offer.old.name}, which is gone; if it is the same tool, run "
            f"`lma-forge generate --rename {offer.old.name}={offer.new.name}`, which carries the code over.",
        )
        for offer in matching.offered[:3]
    ]


def _unmet(matching: Matching, read: list[Reading]) -> list[Diagnostic]:
    return [
        faults.RENAME_OFFERED.at(
            Span(read[0].source.shown if read else files.shown(Path())),
            f"`--rename {old}={new}` cannot be done: {old} must be a tool that is gone, and {new} one that is new or "
            "not yet written.",
            severity=Severity.ERROR,
        )
        for old, new in matching.unmet
    ]
