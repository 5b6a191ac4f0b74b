"""From specs to modules: plan everything, then apply it, or show that there is nothing to do."""

import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from lma_forge.diagnostics import Diagnostic, Related, Severity, Span, sort
from lma_forge.emit import Library, libraries
from lma_forge.model import Spec, Tool
from lma_forge.project import faults
from lma_forge.project.apply import apply
from lma_forge.project.arriving import arrivals, arrive, wait
from lma_forge.project.config import Config
from lma_forge.project.decide import Setting, decide, leave, unchanged
from lma_forge.project.descent import Descent, trace
from lma_forge.project.fresh import make
from lma_forge.project.holding import hold
from lma_forge.project.lock import Entry, former
from lma_forge.project.plan import Action, Plan, Step, Wishes
from lma_forge.project.reading import Reading
from lma_forge.project.reading import read as read_spec
from lma_forge.project.sources import Sources
from lma_forge.project.templates import made_with

__all__ = ["apply", "plan"]


def plan(
    config: Config,
    sources: Sources,
    *,
    keep_going: bool = False,
    wishes: Wishes | None = None,
    steady: Mapping[str, str] = MappingProxyType({}),
) -> Plan:
    """Work out what generating would do. Nothing is written.

    Args:
        config: The project's configuration.
        sources: The specs.
        keep_going: Whether an error in a spec only leaves out the tools that it concerns.
        wishes: What the person asks for beyond the usual.
        steady: Hashes of modules, by path, that an earlier run of the same build with the same
            templates and settings has left as they should be.

    Returns:
        The plan, with every module rendered, formatted and verified.

    Raises:
        ForgeError: A template or ruff does not work, or the lock cannot be read.
    """
    read = [read_spec(config, source) for source in sources.specs]
    found = [diagnostic for one in read for diagnostic in one.diagnostics]
    found += collisions(read, config)
    errors = [diagnostic for diagnostic in found if diagnostic.severity is Severity.ERROR]
    texts = {one.source.shown: one.text for one in read}
    out = config.out_folder
    result = Plan(out, sources=texts, bundled=sources.bundled, reserved=_reserved(read), made=made_with(config))
    if errors and not keep_going:
        return replace(result, diagnostics=sort(found), stopped=True)
    held = hold(out)
    skipped = _concerned(read, errors, config)
    descent = trace(out, read, held.entries, skipped, sources, wishes or Wishes())
    found += descent.diagnostics
    by_path: dict[str, list[str]] = {}
    for name, entry in held.entries.items():
        by_path.setdefault(entry.path, []).append(name)
    setting = Setting(out, held.entries, config.layout, config.guidance, wishes or Wishes(), by_path)
    steps, moved = _steps(config, setting, read, skipped, descent, steady)
    paths = {step.path for step in steps} | {step.origin.relative_to(out).as_posix() for step in steps if step.origin}
    paths |= {path.relative_to(out).as_posix() for step in steps for path in step.after}
    uncertain = {one.source.label for one in read if any(error.span.path == one.source.shown for error in errors)}
    kept, gone = _others(held.entries, paths, skipped, moved, uncertain, sources)
    for path in sorted({entry.path for entry in gone.values()}):
        step = leave(out, path, {name: entry for name, entry in gone.items() if entry.path == path})
        steps += [step] if step else []
    ended = {name for step in steps for name in step.leaving}
    kept = {name: entry for name, entry in kept.items() if name not in ended}
    steps.sort(key=lambda step: step.path)
    found += _fewer(held.entries, kept, steps, read)
    if held.fault and (held.is_broken or any(step.old is not None for step in steps)):
        found.append(held.fault)
    return replace(result, steps=tuple(steps), kept=kept, held=held, diagnostics=sort(found))


def _reserved(read: Iterable[Reading]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tool.name for one in read for tool in one.spec.reserved))


def _places(read: Iterable[Reading], config: Config) -> list[tuple[str, str, Tool]]:
    """Name the module of each tool, with the spec that it comes from."""
    return [
        (library.stem, one.source.label, tool)
        for one in read
        for library in libraries(one.spec, config.layout)
        for tool in library.tools
    ]


def collisions(read: list[Reading], config: Config) -> list[Diagnostic]:
    """Find tools of two specs that meet in one module or one name; within a spec the reader sees to it."""
    if len(read) < 2:  # noqa: PLR2004 - it takes two
        return []
    first: dict[str, tuple[str, Tool]] = {}
    found: list[Diagnostic] = []
    for stem, label, tool in _places(read, config):
        for key in dict.fromkeys((f"{stem}/", tool.function)):
            other_label, other = first.setdefault(key, (label, tool))
            if other_label != label:
                what = f"the tool name {key}" if key == tool.function else f"the module {key}{stem}.py"
                message = f"this tool and {other.name} of {other_label} meet in {what}; rename one of them."
                related = (Related(f"{other.name} is here", other.name_span),)
                found.append(faults.MODULE_COLLISION.at(tool.name_span, message, related=related))
                break
    return found


def _concerned(read: list[Reading], errors: list[Diagnostic], config: Config) -> frozenset[str]:
    """Name the functions of the tools that errors concern, and of those that share a module with one."""
    if not errors:
        return frozenset()
    blocks = {one.source.shown: _blocks(one.spec) for one in read}
    spans = [error.span for error in errors] + [other.span for error in errors for other in error.related]
    bad = {_block_at(span, blocks.get(span.path, [])) for span in spans}
    places = _places(read, config)
    counted = Counter(tool.function for _, _, tool in places)
    stems = {stem for stem, _, tool in places if tool.name_span in bad or counted[tool.function] > 1}
    return frozenset(tool.function for stem, _, tool in places if stem in stems)


def _blocks(spec: Spec) -> list[Span]:
    """List where the parts of a document start; a tool's part is named by the place of its name."""
    starts = [tool.name_span for tool in spec.tools] + [tool.name_span for tool in spec.reserved]
    starts += [section.span for section in spec.sections] + [step.span for step in spec.flow]
    starts += [rule.span for rule in spec.global_rules]
    return sorted(starts, key=lambda span: span.start)


def _block_at(span: Span, blocks: list[Span]) -> Span | None:
    index = bisect_right(blocks, (span.line, sys.maxsize), key=lambda block: block.start)
    return blocks[index - 1] if index else None


def _steps(  # noqa: PLR0913, PLR0917 - all that decides
    config: Config,
    setting: Setting,
    read: list[Reading],
    skipped: frozenset[str],
    descent: Descent,
    steady: Mapping[str, str],
) -> tuple[list[Step], set[str]]:
    """Decide on every module of the specs; name also the modules with code that a tool would move out of."""
    wanted = [
        (one.source.label, library)
        for one in read
        for library in libraries(one.spec, config.layout)
        if skipped.isdisjoint(tool.function for tool in library.tools)
    ]
    out, entries = setting.out, setting.before
    steps: list[Step] = []
    stuck: set[str] = set()
    left: list[tuple[str, Library]] = []
    for label, library in wanted:
        step = unchanged(setting, label, library, steady) if descent.is_quiet else None
        if step is not None:
            steps.append(step)
        else:
            left.append((label, library))
    for fresh in make(left, config):
        origin = descent.origin_of(out, fresh, entries, setting.wishes)
        own = {fresh.path, origin.path.relative_to(out).as_posix() if origin else ""}
        left_paths = dict.fromkeys(
            entries[name].path
            for tool in fresh.library.tools
            for name in (tool.function, former(tool.function), descent.renamed.get(tool.function, ""))
            if name in entries and entries[name].path not in own
        )
        moved = [path for path in left_paths if _is_written(out, path, entries)]
        step = decide(setting, fresh, origin)
        if coming := arrivals(out, fresh, moved, entries, descent.aside):
            step = arrive(setting, fresh, step, coming)
            stuck.update(moved if step.action in {Action.REFUSE, Action.FAIL} else ())
        steps.append(step)
    return [wait(setting, step) if step.path in stuck and step.beside else step for step in steps], stuck


def _is_written(out: Path, path: str, entries: Mapping[str, Entry]) -> bool:
    step = leave(out, path, {name: entry for name, entry in entries.items() if entry.path == path})
    return step is not None and step.action is not Action.REMOVE


def _others(  # noqa: PLR0913, PLR0917 - each is another reason to keep
    entries: Mapping[str, Entry],
    paths: set[str],
    skipped: frozenset[str],
    moved: set[str],
    uncertain: set[str],
    sources: Sources,
) -> tuple[dict[str, Entry], dict[str, Entry]]:
    """Sort the lock's entries that no step is about into those that stay and those whose tool is gone.

    What stays: the modules of tools with errors, code that waits to be moved, and the tools of specs
    that this run does not look at, or that have an error, which may be what hides a tool.
    """
    labels = {source.label for source in sources.specs}
    stay = moved | {entry.path for name, entry in entries.items() if name in skipped}
    kept: dict[str, Entry] = {}
    gone: dict[str, Entry] = {}
    for name, entry in entries.items():
        if entry.path in stay or entry.source in uncertain or not (sources.whole or entry.source in labels):
            kept[name] = entry
        elif entry.path not in paths:
            gone[name] = entry
    return kept, gone


def _fewer(
    entries: Mapping[str, Entry], kept: Mapping[str, Entry], steps: list[Step], read: list[Reading]
) -> list[Diagnostic]:
    there = {name for step in steps if step.new is not None or step.action is Action.FAIL for name in step.functions}
    # Whoever reserves a tool has said that it goes.
    reserved = {tool.function for one in read for tool in one.spec.reserved}
    known = there | {former(name) for name in there} | set(kept) | reserved
    missing = [entry.tool for name, entry in sorted(entries.items()) if name not in known]
    if len(missing) <= len(there - set(entries)):
        return []
    shown = ", ".join(missing[:10]) + (f" and {len(missing) - 10} more" if len(missing) > 10 else "")  # noqa: PLR2004 - what fits a line
    message = f"the spec no longer has {shown}; if that was not meant, look at the headings of these tools."
    return [faults.FEWER_TOOLS.at(Span(read[0].source.shown), message)]
