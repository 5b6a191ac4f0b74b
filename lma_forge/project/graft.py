"""Put a new contract into a module in which somebody has written code, and keep every byte of theirs.

Ownership is by top-level definition: what the contract names belongs to the spec, everything else
to the person, wherever it stands. The merge works on whole lines of the file as it is; nothing of
the person's is parsed and printed again.
"""

import ast
import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from lma_forge.project.contract import Definition
from lma_forge.project.notes import Note, Trouble
from lma_forge.project.placing import Edit, File, Place, has_comment, head_of, signature_of, take_apart
from lma_forge.project.signatures import is_function, is_overload, parameters, takes
from lma_forge.project.unbound import unbound
from lma_forge.project.written import ABSENT, PARTS, Base

BOM = "\ufeff"
"""The mark that some editors put at the start of a file; it stays where it is."""

DOCSTRING = "__doc__"
"""The name of a module's docstring, of which every file has its own."""


@dataclass(frozen=True, slots=True)
class Grafted:
    """The outcome of a merge.

    Args:
        text: The file as it becomes; None where the merge was refused.
        notes: Why it was refused, or what the person should look at.
        others: The other files of the library that change, by name.
        orphans: Text of each written implementation that the contract no longer has, by its name;
            it is gone from the file and has to be kept elsewhere.
        lost: Names that hand-written code uses and the contract no longer gives: inputs by the
            implementation's name, and parts of the contract under `PARTS`.
    """

    text: str | None
    notes: tuple[Note, ...] = ()
    others: Mapping[str, str] = field(default_factory=dict)
    orphans: Mapping[str, str] = field(default_factory=dict)
    lost: Mapping[str, frozenset[str]] = field(default_factory=dict)


def graft(  # noqa: PLR0913 - what a merge is made of
    text: str,
    fresh: str,
    wanted: Sequence[Definition],
    base: Base,
    *,
    others: Mapping[str, str] = MappingProxyType({}),
    force: bool = False,
) -> Grafted:
    """Merge a fresh module into the one on disk.

    Args:
        text: The module on disk, with whatever line ends it has.
        fresh: The fresh rendering, with line feeds.
        wanted: The fresh rendering's definitions, in order.
        base: What was last written.
        others: The other files of its library by name, into which the person may have moved definitions.
        force: Whether definitions of the contract that were edited by hand are replaced.

    Returns:
        The merged text with what is to be told, or the reasons of a refusal.

    Raises:
        SyntaxError: The text is no Python.
        ValueError: The text holds a NUL.
        RecursionError: It is nested too deeply.
    """
    texts = [text, *others.values()]
    files = [take_apart(one.removeprefix(BOM)) for one in texts]
    merge = _Merge(files, fresh, wanted, base, force=force)
    notes = tuple(merge.run())
    if any(note.stops for note in notes):
        return Grafted(None, tuple(note for note in notes if note.stops))
    merged = [
        (BOM if old.startswith(BOM) else "") + file.with_edits(merge.edits[id(file)])
        if id(file) in merge.edits
        else old
        for old, file in zip(texts, files, strict=True)
    ]
    changed = {name: new for name, new in zip(others, merged[1:], strict=True) if new != others[name]}
    after = {
        name: take_apart(new.removeprefix(BOM))
        for name, new in zip(("", *others), merged, strict=True)
        if merge.changed or merge.parts or base.lost
    }
    unsettled = [*merge.inputs(after), *merge.lost_parts(after)]
    lost: dict[str, set[str]] = {}
    for note in unsettled:
        if note.trouble is Trouble.REMOVED_INPUT:
            lost.setdefault(note.detail, set()).add(note.name)
        elif note.trouble is Trouble.REMOVED_PART:
            lost.setdefault(PARTS, set()).add(note.name)
    kept = {name: frozenset(names) for name, names in lost.items()}
    return Grafted(merged[0], (*notes, *unsettled), changed, merge.orphans, kept)


class _Merge:
    """One merge: decides for each definition, and collects the edits."""

    def __init__(
        self, files: Sequence[File], fresh: str, wanted: Sequence[Definition], base: Base, *, force: bool
    ) -> None:
        self.file = files[0]
        self.files = files
        self.text = fresh
        self.wanted = wanted
        self.base = base
        self.force = force
        self.edits: dict[int, list[Edit]] = {}
        self.changed: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self.orphans: dict[str, str] = {}

    @property
    def parts(self) -> frozenset[str]:
        """Names that the contract had and has no longer."""
        gone = self.base.known.keys() - {wanted.name for wanted in self.wanted}
        return frozenset(gone) | self.base.lost.get(PARTS, frozenset())

    def inputs(self, after: Mapping[str, File]) -> Iterator[Note]:
        """Say where an implementation uses an input that is gone, and which new input it does not use yet."""
        for wanted in self.wanted if after else ():
            removed, added = self.changed.get(wanted.name, (frozenset(), frozenset()))
            older = self.base.lost.get(wanted.name, frozenset()) - removed
            for name, file in after.items() if removed or added or older else ():
                for place in file.find(wanted.name):
                    lines = unbound(file, removed, within=place, even_bound=True)
                    lines |= unbound(file, older - parameters(place.node), within=place)
                    for one, where in lines.items():
                        yield Note(Trouble.REMOVED_INPUT, one, where[0], wanted.name, name, where)
                if written := [place.node for place in file.find(wanted.name) if is_function(place.node)]:
                    used = {one.id for node in written for one in ast.walk(node) if isinstance(one, ast.Name)}
                    for one in sorted(added - used):
                        yield Note(Trouble.NEW_INPUT, one, written[-1].lineno, file=name)

    def lost_parts(self, after: Mapping[str, File]) -> Iterator[Note]:
        """Say where hand-written code uses a part of the contract that is gone."""
        for name, file in after.items():
            for one, where in unbound(file, self.parts).items():
                yield Note(Trouble.REMOVED_PART, one, where[0], file=name, lines=where)

    @cached_property
    def fresh(self) -> File:
        """The fresh module; most merges need it not at all."""
        return take_apart(self.text)

    def run(self) -> Iterator[Note]:
        """Decide on every definition of the fresh module, and on those that it has no more."""
        imports = [found for found in self.wanted if not found.text]
        anchor: Place | None = None
        before = ""
        for order, wanted in enumerate(found for found in self.wanted if found.text):
            file, places = self._find(wanted)
            if not places and self._is_missed(wanted) and not self.force:
                yield Note(Trouble.MISSING, wanted.name, 1, wanted.signature)
            elif not places:
                self._insert(wanted, anchor, before, order)
            elif len(places) > 1 and not wanted.is_stub:
                yield Note(Trouble.TAKEN, wanted.name, places[-1].start + 1)
            else:
                anchor = places[-1] if file is self.file and not places[-1].indent else anchor
                if wanted.is_stub:
                    yield from self._implementations(file, wanted, places)
                else:
                    yield from self._contract(file, wanted, places[0])
            before = wanted.name
        yield from self._gone()
        self._left()
        yield from self._imports(imports)

    def _find(self, wanted: Definition) -> tuple[File, list[Place]]:
        """Find a definition: in the module, or in the file of its library into which the person has moved it."""
        places = self.file.find(wanted.name)
        was_ours = wanted.name in self.base.known or wanted.is_stub
        if was_ours and all(isinstance(place.node, ast.Import | ast.ImportFrom) for place in places):
            for other in self.files[1:] if wanted.name != DOCSTRING else ():
                moved = [
                    one for one in other.find(wanted.name) if not isinstance(one.node, ast.Import | ast.ImportFrom)
                ]
                if moved:
                    return other, moved
        return self.file, places

    def _edit(self, file: File, edit: Edit) -> None:
        self.edits.setdefault(id(file), []).append(edit)

    def _is_missed(self, wanted: Definition) -> bool:
        """Whether a definition that is not there was there when it was last written."""
        if wanted.is_stub:
            return wanted.name in self.base.signatures
        return wanted.name in self.base.known and ABSENT not in self.base.known[wanted.name]

    def _contract(self, file: File, wanted: Definition, place: Place) -> Iterator[Note]:
        """Take the spec's text for a definition that stands as it was last written."""
        there = file.text(place)
        if there == wanted.text and place.alone:
            return
        if wanted.name not in self.base.known:
            yield Note(Trouble.TAKEN, wanted.name, place.start + 1)
        elif not place.alone or (not self._is_ours(wanted.name, there) and not self.force):
            yield Note(Trouble.EDITED, wanted.name, place.start + 1, _diff(wanted.text, there))
        else:
            if not self._is_ours(wanted.name, there):
                yield Note(Trouble.REPLACED, wanted.name, place.start + 1, there)
            self._replace(file, place, wanted.text)

    def _is_ours(self, name: str, text: str) -> bool:
        return _digest(name, text) in self.base.known.get(name, ())

    def _gone(self) -> Iterator[Note]:
        """Remove the definitions that the contract no longer needs."""
        names = {wanted.name for wanted in self.wanted}
        for name in self.base.known:
            if name in names:
                continue
            for file, place in self._all(name):
                there = file.text(place)
                if not place.alone or (not self._is_ours(name, there) and not self.force):
                    yield Note(Trouble.EDITED, name, place.start + 1, _diff("", there))
                    continue
                if not self._is_ours(name, there):
                    yield Note(Trouble.REPLACED, name, place.start + 1, there)
                self._remove(file, place)

    def _left(self) -> None:
        """Take out the implementations of tools that the contract no longer has; what was written is handed out."""
        names = {wanted.name for wanted in self.wanted}
        for name, stubs in self.base.stubs.items():
            places = self._all(name)
            if name in names or any(not place.alone for _, place in places):
                continue
            for file, place in places:
                there = file.text(place)
                if _digest(name, there) not in stubs:
                    self.orphans[name] = "\n\n\n".join([*([self.orphans[name]] if name in self.orphans else []), there])
                self._remove(file, place)

    def _all(self, name: str) -> list[tuple[File, Place]]:
        """All definitions of a name in the module; in the other files where it has none and none is theirs."""
        for file in self.files:
            imports = ast.Import | ast.ImportFrom
            found = [(file, one) for one in file.find(name) if file is self.file or not isinstance(one.node, imports)]
            if any(not isinstance(one.node, imports) for _, one in found) and (file is self.file or name != DOCSTRING):
                return found
        return []

    def _remove(self, file: File, place: Place) -> None:
        end = place.end
        while end < len(file.lines) and not file.lines[end].strip():
            end += 1
        for other in self.edits.get(id(file), ()):
            if other.start == other.end == place.start and not place.indent:
                # What comes in its place has brought blank lines of its own, or needs these.
                brought = len(other.lines) - len("\n".join(other.lines).rstrip("\n").split("\n"))
                end = min(end, place.end + brought)
        body: tuple[str, ...] = ()
        if place.indent:
            # A branch of an `if` or `try` must not become empty.
            end, body = place.end, (f"{place.indent}pass",)
        self._edit(file, Edit(place.start, end, body, 0))

    def _insert(self, wanted: Definition, anchor: Place | None, before: str, order: int) -> None:
        """Put a new definition where the fresh module has it: behind the one that stands before it there."""
        lines = wanted.text.split("\n")
        if wanted.name == DOCSTRING:
            # Before the imports that go in at the same place, or it would be no docstring.
            at = self._opening()
            self._edit(self.file, Edit(at, at, (*lines, ""), -2))
            return
        at = anchor.end if anchor else self._head_end()
        gap = self._gap(before, wanted.name) if anchor else 1
        follows = at < len(self.file.lines) and bool(self.file.lines[at].strip())
        self._edit(self.file, Edit(at, at, (*[""] * gap, *lines, *([""] * gap if follows else ())), order))

    def _gap(self, before: str, name: str) -> int:
        """Count the blank lines between two neighbours of the fresh module."""
        one, other = self.fresh.find(before), self.fresh.find(name)
        return max(0, other[0].start - one[-1].end) if one and other else 2

    def _opening(self) -> int:
        """Find the line on which a docstring may stand: behind a line for the shell and comments."""
        lines = self.file.lines
        return next((at for at, line in enumerate(lines) if not line.startswith("#")), len(lines))

    def _head_end(self) -> int:
        """Find the line behind the docstring and the imports that open the file."""
        end = 0
        for index, node in enumerate(self.file.tree.body):
            is_text = index == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if not is_text and not isinstance(node, ast.Import | ast.ImportFrom):
                break
            end = node.end_lineno or node.lineno
        return end

    def _imports(self, imports: Sequence[Definition]) -> Iterator[Note]:
        """Add the imports that the contract needs and the file lacks; none is ever removed."""
        missing: list[str] = []
        for wanted in imports:
            if any(not place.indent for place in self.file.find(wanted.name)):
                continue
            bound = wanted.name.split()[-1].partition(".")[0]
            taken = [place for place in self.file.find(bound) if not place.indent]
            if taken:
                yield Note(Trouble.TAKEN, bound, taken[-1].start + 1, wanted.name)
            else:
                missing.append(wanted.name)
        if missing:
            at = self._head_end()
            lead = [""] if at and not self._opens_with_import() else []
            self._edit(self.file, Edit(at, at, (*lead, *missing), -1))

    def _opens_with_import(self) -> bool:
        return any(isinstance(node, ast.Import | ast.ImportFrom) for node in self.file.tree.body[:2])

    def _implementations(self, file: File, wanted: Definition, places: Sequence[Place]) -> Iterator[Note]:
        """Give every definition of an implementation the spec's signature, in each branch of a condition too."""
        for place in places:
            if place is places[-1] or (is_function(place.node) and not is_overload(place.node)):
                yield from self._implementation(file, wanted, place)

    def _implementation(self, file: File, wanted: Definition, place: Place) -> Iterator[Note]:
        """Give an implementation the spec's signature, and keep its body."""
        was = self.base.signatures.get(wanted.name, frozenset())
        if not is_function(place.node):
            if was and wanted.signature not in was:
                yield Note(Trouble.ELSEWHERE, wanted.name, place.start + 1, wanted.signature)
            return
        now = signature_of(file, place)
        if now == wanted.signature:
            return
        if now not in was and wanted.signature in was and takes(place.node, wanted.signature):
            return  # the spec's inputs are as they were, and the person's own signature serves them
        head = head_of(file, place)
        new = head_of(self.fresh, self.fresh.find(wanted.name)[0])
        if now not in was or head is None or new is None or has_comment(file, head):
            yield Note(Trouble.SIGNATURE, wanted.name, place.start + 1, f"{now}\n{wanted.signature}")
            return
        (first, last), (new_first, new_last) = head, new
        opening = file.lines[first[0]][: first[1]]
        closing = file.lines[last[0]][last[1] :].rstrip("\r\n")
        inner = "".join(self.fresh.lines[new_first[0] : new_last[0] + 1])
        cut = len(self.fresh.lines[new_last[0]]) - new_last[1]
        lines = inner[new_first[1] : len(inner) - cut].split("\n")
        lines = [lines[0], *(f"{place.indent}{line}" for line in lines[1:])]
        lines[0] = opening + lines[0]
        lines[-1] += closing
        self._edit(file, Edit(first[0], last[0] + 1, tuple(lines), 0))
        old_inputs, new_inputs = parameters(place.node), parameters(self.fresh.find(wanted.name)[0].node)
        self.changed[wanted.name] = old_inputs - new_inputs, new_inputs - old_inputs

    def _replace(self, file: File, place: Place, text: str) -> None:
        lines = tuple(f"{place.indent}{line}" if line else line for line in text.split("\n"))
        self._edit(file, Edit(place.start, place.end, lines, 0))


def _digest(name: str, text: str) -> str:
    return Definition(name, text, 1).digest


_MOST_LINES = 40


def _diff(wanted: str, there: str) -> str:
    """Show an edit: from what the spec says to what the file says."""
    lines = list(difflib.unified_diff(wanted.splitlines(), there.splitlines(), "spec", "file", lineterm="", n=1))
    more = len(lines) - _MOST_LINES
    return "\n".join((*lines[:_MOST_LINES], *([f"… and {more} more lines"] if more > 0 else ())))
