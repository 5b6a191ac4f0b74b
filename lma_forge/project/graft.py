"""Put a new contract into a module in which somebody has written code, and keep every byte of theirs.

Ownership is by top-level definition: what the contract names belongs to the spec, everything else
to the person, wherever it stands. The merge works on whole lines of the file as it is; nothing of
the person's is parsed and printed again, and `keeps` proves afterwards that nothing was lost.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from lma_forge.project.contract import Definition

_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_BOM = "\ufeff"


class Trouble(StrEnum):
    """Why a merge stopped, or what it could not settle."""

    EDITED = "edited"
    TAKEN = "taken"
    SIGNATURE = "signature"
    REMOVED_INPUT = "removed-input"
    NEW_INPUT = "new-input"


@dataclass(frozen=True, slots=True)
class Note:
    """Something to tell of a merge.

    Args:
        trouble: What kind of thing it is.
        name: The definition or the input that it is about.
        line: Where, in the file as it was; for inputs, in the file as it becomes.
        detail: More, such as both signatures.
    """

    trouble: Trouble
    name: str
    line: int
    detail: str = ""

    @property
    def stops(self) -> bool:
        """Whether nothing was merged because of it."""
        return self.trouble in {Trouble.EDITED, Trouble.TAKEN}


@dataclass(frozen=True, slots=True)
class Grafted:
    """The outcome of a merge.

    Args:
        text: The file as it becomes; None where the merge was refused.
        notes: Why it was refused, or what the person should look at.
    """

    text: str | None
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    """A definition on disk: its lines, counted from 0 and end exclusive, and its node."""

    name: str
    start: int
    end: int
    node: ast.stmt
    indent: str
    alone: bool


@dataclass(frozen=True, slots=True)
class _Edit:
    start: int
    end: int
    lines: tuple[str, ...]
    order: int


def graft(
    text: str, fresh: str, wanted: Sequence[Definition], known: Mapping[str, str], signatures: Mapping[str, str]
) -> Grafted:
    """Merge a fresh module into the one on disk.

    Args:
        text: The module on disk, with whatever line ends it has.
        fresh: The fresh rendering, with line feeds.
        wanted: The fresh rendering's definitions, in order.
        known: Hash by name of the contract's definitions as last written: the merge base.
        signatures: Signature of each implementation as last written, by the function's name.

    Returns:
        The merged text with what is to be told, or the reasons of a refusal.

    Raises:
        SyntaxError: The text is no Python.
        ValueError: The text holds a NUL.
        RecursionError: It is nested too deeply.
    """
    mark = _BOM if text.startswith(_BOM) else ""
    body = text.removeprefix(_BOM)
    file = _File(body)
    merge = _Merge(file, fresh, wanted, known, signatures)
    notes = tuple(merge.run())
    if any(note.stops for note in notes):
        return Grafted(None, tuple(note for note in notes if note.stops))
    merged = file.with_edits(merge.edits)
    return Grafted(mark + merged, (*notes, *_inputs(merged, merge.changed)))


def keeps(old: str, new: str, contract: frozenset[str], implementations: frozenset[str]) -> bool:
    """Prove that a merge lost nothing: the person's lines are the same, byte for byte and in order.

    Args:
        old: The module before.
        new: The module after.
        contract: Names of all definitions that belong to the spec, before or after.
        implementations: Names of the implementations, whose signatures the spec may change.

    Returns:
        Whether every line outside the contract's definitions still stands, blank lines and added
        imports apart.
    """
    before = _personal(old, contract, implementations)
    after = iter(_personal(new, contract, implementations))
    return all(any(line == other for other in after) for line in before)


def _personal(text: str, contract: frozenset[str], implementations: frozenset[str]) -> list[str]:
    file = _File(text.removeprefix(_BOM))
    owned: set[int] = set()
    lines = list(file.lines)
    for place in file.places:
        if place.name in contract:
            owned.update(range(place.start, place.end))
        elif place.name in implementations and isinstance(place.node, ast.FunctionDef | ast.AsyncFunctionDef):
            head = _head(file, place)
            if head is not None:
                # The signature is the spec's to change; the rest of its lines is the person's.
                first, last = head
                lines[last[0]] = lines[last[0]][last[1] :]
                owned.update(range(first[0], last[0]))
    # A last line without an end gets one when something is put behind it.
    return [line.rstrip("\r\n") for number, line in enumerate(lines) if number not in owned and line.strip()]


class _File:
    """A module on disk as lines, with the definitions that stand in it."""

    def __init__(self, text: str) -> None:
        self.lines: list[str] = _LINES.findall(text)
        self.tree = ast.parse(text)
        self.newline = next((match[0] for match in re.finditer(r"\r\n|\r|\n", text)), "\n")
        self.places = tuple(self._places(self.tree.body, ""))

    def _places(self, body: Sequence[ast.stmt], indent: str) -> Iterator[_Place]:
        for index, node in enumerate(body):
            decorators = getattr(node, "decorator_list", ())
            start = min((node.lineno, *(decorator.lineno for decorator in decorators))) - 1
            end = node.end_lineno or node.lineno
            others = (*body[:index], *body[index + 1 :])
            alone = not any(other.lineno <= end and (other.end_lineno or other.lineno) > start for other in others)
            for name in _names(node, first=index == 0 and not indent):
                yield _Place(name, start, end, node, indent, alone)
            for inner in _branches(node):
                if inner:
                    line = self.lines[inner[0].lineno - 1]
                    yield from self._places(inner, line[: len(line) - len(line.lstrip(" \t"))])

    def find(self, name: str) -> list[_Place]:
        """All definitions of a name at module level, under `if` and `try` too."""
        return [place for place in self.places if place.name == name]

    def with_edits(self, edits: Sequence[_Edit]) -> str:
        """Apply edits of whole lines that do not overlap."""
        lines = list(self.lines)
        for edit in sorted(edits, key=lambda edit: (edit.start, edit.order), reverse=True):
            new = [f"{line}{self.newline}" for line in edit.lines]
            if edit.start and edit.start == len(lines) and not lines[-1].endswith(("\r", "\n")):
                lines[-1] += self.newline
            at_end = edit.end == len(self.lines) and not self.lines[-1].endswith(("\r", "\n"))
            if at_end and new and edit.end > edit.start:
                new[-1] = new[-1].removesuffix(self.newline)
            lines[edit.start : edit.end] = new
        return "".join(lines)


def _branches(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    match node:
        case ast.If() | ast.For() | ast.While():
            yield from (node.body, node.orelse)
        case ast.With():
            yield node.body
        case ast.Try():
            yield from (node.body, *(handler.body for handler in node.handlers), node.orelse, node.finalbody)


def _names(node: ast.stmt, *, first: bool) -> Iterator[str]:
    """Name what a statement binds; an import that binds several names gives each as it is written."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name
        case ast.Import():
            yield from (f"import {alias.name}{_as(alias)}" for alias in node.names)
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        case ast.ImportFrom():
            origin = f"from {'.' * node.level}{node.module or ''} import"
            yield from (f"{origin} {alias.name}{_as(alias)}" for alias in node.names)
            yield from (alias.asname or alias.name for alias in node.names)
        case ast.Expr(value=ast.Constant(value=str())) if first:
            yield "__doc__"
        case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                yield from (
                    one.id for one in ast.walk(target) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
                )


def _as(alias: ast.alias) -> str:
    return f" as {alias.asname}" if alias.asname else ""


class _Merge:
    """One merge: decides for each definition, and collects the edits."""

    def __init__(
        self,
        file: _File,
        fresh: str,
        wanted: Sequence[Definition],
        known: Mapping[str, str],
        signatures: Mapping[str, str],
    ) -> None:
        self.file = file
        self.fresh = _File(fresh)
        self.wanted = wanted
        self.known = known
        self.signatures = signatures
        self.edits: list[_Edit] = []
        self.changed: dict[str, tuple[frozenset[str], frozenset[str]]] = {}

    def run(self) -> Iterator[Note]:
        """Decide on every definition of the fresh module, and on those that it has no more."""
        imports = [found for found in self.wanted if not found.text]
        anchor: _Place | None = None
        before = ""
        for order, wanted in enumerate(found for found in self.wanted if found.text):
            places = self.file.find(wanted.name)
            if not places and (wanted.name in self.known or wanted.is_stub):
                yield Note(Trouble.EDITED, wanted.name, 1, "it is gone")
            elif not places:
                self._insert(wanted, anchor, before, order)
            elif len(places) > 1 and not wanted.is_stub:
                yield Note(Trouble.TAKEN, wanted.name, places[-1].start + 1)
            else:
                anchor = places[-1] if not places[-1].indent else anchor
                yield from (
                    self._implementation(wanted, places[-1]) if wanted.is_stub else self._contract(wanted, places[0])
                )
            before = wanted.name
        yield from self._gone()
        yield from self._imports(imports)

    def _contract(self, wanted: Definition, place: _Place) -> Iterator[Note]:
        """Take the spec's text for a definition that stands as it was last written."""
        there = self._text(place)
        if there == wanted.text and place.alone:
            return
        if wanted.name not in self.known:
            yield Note(Trouble.TAKEN, wanted.name, place.start + 1)
        elif not place.alone or _digest(wanted.name, there) != self.known[wanted.name]:
            yield Note(Trouble.EDITED, wanted.name, place.start + 1)
        else:
            self._replace(place, wanted.text)

    def _gone(self) -> Iterator[Note]:
        """Remove the definitions that the contract no longer needs."""
        names = {wanted.name for wanted in self.wanted}
        for name, kept in self.known.items():
            if name in names or not kept:
                continue
            for place in self.file.find(name):
                if not place.alone or _digest(name, self._text(place)) != kept:
                    yield Note(Trouble.EDITED, name, place.start + 1)
                    continue
                end = place.end
                while end < len(self.file.lines) and not self.file.lines[end].strip():
                    end += 1
                self.edits.append(_Edit(place.start, end, (), 0))

    def _insert(self, wanted: Definition, anchor: _Place | None, before: str, order: int) -> None:
        """Put a new definition where the fresh module has it: behind the one that stands before it there."""
        lines = wanted.text.split("\n")
        at = anchor.end if anchor else self._head_end()
        gap = self._gap(before, wanted.name) if anchor else 1
        follows = at < len(self.file.lines) and bool(self.file.lines[at].strip())
        self.edits.append(_Edit(at, at, (*[""] * gap, *lines, *([""] * gap if follows else ())), order))

    def _gap(self, before: str, name: str) -> int:
        """Count the blank lines between two neighbours of the fresh module."""
        one, other = self.fresh.find(before), self.fresh.find(name)
        return max(0, other[0].start - one[-1].end) if one and other else 2

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
            self.edits.append(_Edit(at, at, (*lead, *missing), -1))

    def _opens_with_import(self) -> bool:
        return any(isinstance(node, ast.Import | ast.ImportFrom) for node in self.file.tree.body[:2])

    def _implementation(self, wanted: Definition, place: _Place) -> Iterator[Note]:
        """Give an implementation the spec's signature, and keep its body."""
        if not isinstance(place.node, ast.FunctionDef | ast.AsyncFunctionDef):
            if self.signatures.get(wanted.name) not in {None, wanted.signature}:
                yield Note(Trouble.SIGNATURE, wanted.name, place.start + 1, wanted.signature)
            return
        now = _signature_of(self.file, place)
        if now == wanted.signature:
            return
        head = _head(self.file, place)
        new = _head(self.fresh, self.fresh.find(wanted.name)[0])
        was = self.signatures.get(wanted.name)
        if now != was or head is None or new is None or _has_comment(self.file, head):
            yield Note(Trouble.SIGNATURE, wanted.name, place.start + 1, f"{now}\n{wanted.signature}")
            return
        (first, last), (new_first, new_last) = head, new
        opening = self.file.lines[first[0]][: first[1]]
        closing = self.file.lines[last[0]][last[1] :].rstrip("\r\n")
        inner = "".join(self.fresh.lines[new_first[0] : new_last[0] + 1])
        cut = len(self.fresh.lines[new_last[0]]) - new_last[1]
        lines = inner[new_first[1] : len(inner) - cut].split("\n")
        lines = [lines[0], *(f"{place.indent}{line}" for line in lines[1:])]
        lines[0] = opening + lines[0]
        lines[-1] += closing
        self.edits.append(_Edit(first[0], last[0] + 1, tuple(lines), 0))
        old_inputs, new_inputs = _parameters(place.node), _parameters(self.fresh.find(wanted.name)[0].node)
        self.changed[wanted.name] = old_inputs - new_inputs, new_inputs - old_inputs

    def _replace(self, place: _Place, text: str) -> None:
        lines = tuple(f"{place.indent}{line}" if line else line for line in text.split("\n"))
        self.edits.append(_Edit(place.start, place.end, lines, 0))

    def _text(self, place: _Place) -> str:
        lines = [line.rstrip("\r\n") for line in self.file.lines[place.start : place.end]]
        return "\n".join(line.removeprefix(place.indent) for line in lines)


def _digest(name: str, text: str) -> str:
    return Definition(name, text, 1).digest


_Position = tuple[int, int]


def _head(file: _File, place: _Place) -> tuple[_Position, _Position] | None:
    """Find where a function's parameters start, and its colon: (line from 0, column in characters)."""
    start = place.node.lineno - 1
    source = iter([line.rstrip("\r\n") + "\n" for line in file.lines[start : place.end]])
    first: _Position | None = None
    depth = 0
    try:
        for token in tokenize.generate_tokens(lambda: next(source, "")):
            at = (start + token.start[0] - 1, token.start[1])
            if token.type != tokenize.OP:
                continue
            if token.string in "([{":
                first = first or at
                depth += 1
            elif token.string in ")]}":
                depth -= 1
            elif token.string == ":" and depth == 0 and first is not None:
                return first, at
    except (tokenize.TokenError, IndentationError):
        return None
    return None


def _signature_of(file: _File, place: _Place) -> str:
    head = _head(file, place)
    if head is None:
        return ""
    first, last = head
    inner = "".join(file.lines[first[0] : last[0] + 1])
    cut = len(file.lines[last[0]]) - last[1]
    name = place.node.name if isinstance(place.node, ast.FunctionDef | ast.AsyncFunctionDef) else ""
    text = " ".join(inner[first[1] : len(inner) - cut].split())
    return f"{name}{text}".replace("( ", "(").replace(", )", ")").replace(",)", ")")


def _has_comment(file: _File, head: tuple[_Position, _Position]) -> bool:
    first, last = head
    text = "".join(file.lines[first[0] : last[0] + 1])[first[1] :]
    cut = len(file.lines[last[0]]) - last[1]
    try:
        tokens = tokenize.generate_tokens(io.StringIO(text[: len(text) - cut]).readline)
        return any(token.type == tokenize.COMMENT for token in tokens)
    except (tokenize.TokenError, IndentationError):
        return "#" in text


def _parameters(node: ast.stmt) -> frozenset[str]:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return frozenset()
    given = node.args
    return frozenset(one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs))


def _inputs(text: str, changed: Mapping[str, tuple[frozenset[str], frozenset[str]]]) -> Iterator[Note]:
    """Say where a body still uses an input that is gone, and which new input it does not use yet."""
    if not changed:
        return
    for place in _File(text).places:
        if place.name not in changed or not isinstance(place.node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        removed, added = changed[place.name]
        used = [one for part in place.node.body for one in ast.walk(part) if isinstance(one, ast.Name)]
        for name in sorted(removed):
            lines = sorted({one.lineno for one in used if one.id == name})
            if lines:
                yield Note(Trouble.REMOVED_INPUT, name, lines[0], ", ".join(map(str, lines)))
        for name in sorted(added - {one.id for one in used}):
            yield Note(Trouble.NEW_INPUT, name, place.node.lineno)
