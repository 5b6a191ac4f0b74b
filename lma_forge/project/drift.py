"""Whether the generated modules are what the specs say, as far as the lock can tell without rendering."""

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lma_forge.diagnostics import Diagnostic, Span
from lma_forge.project import faults, files, lock
from lma_forge.project.config import Config
from lma_forge.project.contract import Definition, definitions, normal
from lma_forge.project.graft import DOCSTRING
from lma_forge.project.holding import Held, hold
from lma_forge.project.lock import Entry
from lma_forge.project.modules import is_untouched, read_module, siblings
from lma_forge.project.placing import File, Place, signature_of
from lma_forge.project.signatures import is_function, is_overload, takes
from lma_forge.project.templates import made_with
from lma_forge.project.unbound import unbound
from lma_forge.project.wording import missing, removed_input, removed_part, signature_conflict

_MEND = "run `lma-forge generate`."


@dataclass(frozen=True, slots=True)
class Declared:
    """A tool as a spec declares it.

    Args:
        function: The function that the model calls.
        name: Its name in the spec.
        meaning: Hash of what the spec says of it.
        path: Its module below the folder of generated modules.
        source: The spec, as the lock calls it.
        span: Where the spec names it.
    """

    function: str
    name: str
    meaning: str
    path: str
    source: str
    span: Span

    def pack(self) -> list[Any]:
        """Turn into JSON values."""
        span = self.span
        place = [span.path, span.line, span.column, span.end_line, span.end_column]
        return [self.function, self.name, self.meaning, self.path, self.source, place]

    @classmethod
    def unpack(cls, values: list[Any]) -> "Declared":
        """Turn JSON values from `pack` back."""
        function, name, meaning, path, source, place = values
        return cls(function, name, meaning, path, source, Span(*place))


@dataclass(frozen=True, slots=True)
class Drift:
    """How the generated modules relate to the specs.

    Args:
        diagnostics: What is out of date or was edited.
        unimplemented: Tools whose implementation has not been written.
        generated: How many generated tools there are.
    """

    diagnostics: tuple[Diagnostic, ...] = ()
    unimplemented: tuple[str, ...] = ()
    generated: int = 0


def drift(config: Config, declared: Mapping[str, Iterable[Declared]], broken: Iterable[str]) -> Drift:
    """Compare specs, lock and modules.

    Args:
        config: Says where the generated modules are.
        declared: The tools of each spec, by the spec's name in the lock.
        broken: Specs with errors, whose tools are not judged.

    Returns:
        What was found; nothing for a project that has never generated.
    """
    out = config.out_folder
    if not out.is_dir():
        return Drift()
    held = hold(out)
    if held.is_broken and held.fault is not None:
        return Drift((held.fault,))
    if held.text is None:
        there = any((out / tool.path).exists() for tools in declared.values() for tool in tools)
        return Drift((held.fault,) if there and held.fault is not None else ())
    unsure = frozenset(broken)
    wanted = {tool.function: tool for source, tools in declared.items() if source not in unsure for tool in tools}
    found = [*_specs(config, held, wanted)]
    unimplemented: list[str] = []
    by_path: dict[str, dict[str, Entry]] = {}
    for function, entry in held.entries.items():
        by_path.setdefault(entry.path, {})[function] = entry
    for path, entries in by_path.items():
        if not any(entry.source in unsure for entry in entries.values()):
            found += _module(config, path, entries, wanted)
        unimplemented += _unwritten(config, path, entries)
    return Drift(tuple(found), tuple(sorted(unimplemented)), len(held.entries))


def _specs(config: Config, held: Held, wanted: Mapping[str, Declared]) -> Iterable[Diagnostic]:
    """Compare what the specs and the settings say with what the lock says that the modules were made from."""
    for function, tool in wanted.items():
        entry = held.entries.get(function)
        if entry is None or entry.path != tool.path:
            yield faults.SPEC_DRIFT.at(tool.span, f"{tool.name} has no generated module; {_MEND}")
        elif entry.spec != tool.meaning:
            message = f"{tool.name} has changed since {tool.path} was generated; {_MEND}"
            yield faults.SPEC_DRIFT.at(tool.span, message)
        elif entry.layout != config.layout:
            message = f"{tool.name} was generated with the layout {entry.layout}, which has changed; {_MEND}"
            yield faults.TEMPLATE_DRIFT.at(tool.span, message)
    if held.entries and held.made != made_with(config):
        message = f"`guidance`, or a template of the project, has changed since the modules were generated; {_MEND}"
        yield faults.TEMPLATE_DRIFT.at(Span(files.shown(config.out_folder / lock.NAME)), message)


def _module(
    config: Config, path: str, entries: Mapping[str, Entry], wanted: Mapping[str, Declared]
) -> Iterable[Diagnostic]:
    target = config.out_folder / path
    shown = Span(files.shown(target))
    data, fault = read_module(config.out_folder, target)
    if fault is not None:
        return [faults.UNREADABLE_MODULE.at(shown, fault.message)]
    gone = [entry.tool for function, entry in entries.items() if function not in wanted]
    if gone and data is not None:
        message = f"{', '.join(gone)} is no longer a tool of the spec, and hosts still offer it; {_MEND}"
        return [faults.LIVE_ORPHAN.at(shown, message)]
    if data is None:
        names = ", ".join(entry.tool for function, entry in entries.items() if function in wanted)
        message = f"the module of {names} was deleted by hand; run `lma-forge generate --restore`."
        return [faults.DELETED_MODULE.at(shown, message)] if names else []
    if is_untouched(data, entries):
        return []
    files_of = _files(target, data)
    if not files_of:
        return []
    return [*_edits(files_of, entries), *_conflicts(files_of, entries), *_lost(files_of, entries)]


def _edits(files_of: list[tuple[str, File]], entries: Mapping[str, Entry]) -> Iterable[Diagnostic]:
    known = {name: kept for entry in entries.values() for name, kept in entry.definitions.items()}
    for name, kept in known.items():
        if not kept:
            yield from _import(files_of, name)
            continue
        places = _places(files_of[:1], name) or _places(files_of if name != DOCSTRING else [], name)
        if places and all(Definition(name, file.text(place), 1).digest == kept for _, file, place in places):
            continue
        if not places:
            yield missing(Span(files_of[0][0]), name, is_implementation=False)
            continue
        shown, line = places[0][0], places[0][2].start + 1
        message = (
            f"`{name}` belongs to the spec and was edited by hand; undo that, and say it in the spec "
            "(`lma-forge generate` shows the edit, with --force it takes the spec's version)."
        )
        yield faults.EDITED_CONTRACT.at(Span(shown, line, 1, line, 1), message)


def _places(files_of: list[tuple[str, File]], name: str) -> list[tuple[str, File, Place]]:
    return [
        (shown, file, place)
        for shown, file in files_of
        for place in file.find(name)
        if not isinstance(place.node, ast.Import | ast.ImportFrom)
    ]


def _import(files_of: list[tuple[str, File]], name: str) -> Iterable[Diagnostic]:
    if not any(file.find(name) for _, file in files_of):
        message = f"the contract needs `{name}`, which is not there any more; {_MEND}"
        yield faults.EDITED_CONTRACT.at(Span(files_of[0][0]), message)


def _conflicts(files_of: list[tuple[str, File]], entries: Mapping[str, Entry]) -> Iterable[Diagnostic]:
    """Find implementations that are gone, that cannot be called as the contract calls them, or that are in dispute."""
    for entry in entries.values():
        name = entry.signature.partition("(")[0]
        if name and not any(file.find(name) for _, file in files_of):
            yield missing(Span(files_of[0][0]), name, is_implementation=True)
        for shown, file in files_of:
            for place in file.find(name):
                # A class, or what is called like one, is the person's own affair; so is what only declares.
                if not is_function(place.node) or is_overload(place.node):
                    continue
                now = signature_of(file, place)
                if now and now != entry.signature and (entry.agreed or not takes(place.node, entry.signature)):
                    line = place.start + 1
                    yield signature_conflict(Span(shown, line, 1, line, 1), now, entry.signature)


def _lost(files_of: list[tuple[str, File]], entries: Mapping[str, Entry]) -> Iterable[Diagnostic]:
    """Find what hand-written code used when it was last merged, and nothing gives it still."""
    parts: set[str] = set()
    for entry in entries.values():
        names = set(entry.lost.split())
        parts |= {name[1:] for name in names if name.startswith(".")}
        for shown, file in files_of if names else ():
            for place in file.find(entry.signature.partition("(")[0]):
                for name, lines in unbound(file, names, within=place).items():
                    yield removed_input(Span(shown, lines[0], 1, lines[0], 1), name, lines)
    for shown, file in files_of if parts else ():
        for name, lines in unbound(file, parts).items():
            yield removed_part(Span(shown, lines[0], 1, lines[0], 1), name, lines)


def _files(target: Path, data: bytes) -> list[tuple[str, File]]:
    """Take the files of a library apart; none where the module does not parse, which its own check tells."""
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
        found = [(files.shown(target), File(text))]
        found += [
            (files.shown(target.parent / name), File(other.removeprefix("\ufeff")))
            for name, other in siblings(target).items()
        ]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    return found


def _unwritten(config: Config, path: str, entries: Mapping[str, Entry]) -> Iterable[str]:
    data, _ = read_module(config.out_folder, config.out_folder / path)
    if data is None:
        return []
    names = {entry.signature.partition("(")[0]: entry.tool for entry in entries.values()}
    if is_untouched(data, entries):
        return list(names.values())
    return [names[part.name] for part in _parts(data) or () if part.is_stub and part.name in names]


def _parts(data: bytes) -> tuple[Definition, ...] | None:
    try:
        return definitions(normal(data.decode("utf-8")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
