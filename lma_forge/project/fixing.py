"""Applies the fixes of findings to files, again and again until nothing is left to mend."""

import ast
import codecs
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from lma_forge import lcp
from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity
from lma_forge.lcp.decode import decode

_ROUNDS = 10
_LINE_END = re.compile(r"\r\n|\r|\n")
_MARK_CODE = "LCP002"
Finder = Callable[[bytes], Iterable[Diagnostic]]
"""Finds what is wrong with new bytes of a file."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A file after its fixes.

    Args:
        data: Its new bytes.
        count: How many findings were mended.
        codes: The codes of the mended findings, once for each.
    """

    data: bytes
    count: int = 0
    codes: tuple[str, ...] = ()


def fix(data: bytes, found: Iterable[Diagnostic], again: Finder, *, unsafe: bool = False) -> Fixed:
    """Mend a file.

    Each round applies all fixes whose edits do not overlap, then the file is checked anew. A fix
    after which a module would not parse, or would lose a statement that it does not touch, is
    left out. Where the fixes of a round together leave a spec with more errors, they are tried one by one.

    Args:
        data: The file's bytes.
        found: What is wrong with it; findings without a fix do no harm.
        again: Finds what is wrong with the new bytes.
        unsafe: Whether fixes that may change what the program does are applied too.

    Returns:
        The new bytes, the same as before where nothing could be mended.
    """
    found = [*found]
    first = data
    codes: list[str] = []
    refused: set[tuple[str, Fix]] = set()
    alone = False
    for _ in range(_ROUNDS):
        pending = [
            (one, one.fix)
            for one in found
            if one.fix and one.fix.edits and _is_wanted(one.fix, unsafe=unsafe) and (one.code, one.fix) not in refused
        ]
        if not pending:
            break
        if alone:
            pending = pending[:1]
        text = _Text.of(data)
        if text is None:
            break
        applied, new = _round(text, pending)
        if not applied:
            break
        refused |= {(one.code, fixed) for one, fixed in pending if one not in applied and not _overlaps(fixed, applied)}
        if new == data:
            break
        codes += [one.code for one in applied]
        after = [*again(new)]
        if _is_spec(found) and _errors(after) > _errors(found):
            # Of a module its syntax tells what a fix has broken; of a spec the findings do.
            del codes[-len(applied) :]
            if alone:
                refused |= {(one.code, fixed) for one, fixed in pending}
            alone = True
            continue
        data, found = new, after
    # Fixes that undo each other leave the file as it was: then nothing is mended, whatever was done in between.
    return Fixed(data, len(codes), tuple(codes)) if data != first else Fixed(data)


def _is_spec(found: Sequence[Diagnostic]) -> bool:
    return bool(found) and not found[0].span.path.endswith(".py")


def _errors(found: Sequence[Diagnostic]) -> int:
    return sum(one.severity is Severity.ERROR for one in found)


def edited(data: bytes, edits: Iterable[Edit]) -> bytes | None:
    """Apply edits that do not overlap to a file.

    Returns:
        The new bytes; None for a file that is no text, or a module that would not mean the same.
    """
    text = _Text.of(data)
    if text is None:
        return None
    new = text.edited(edits)
    before, after = lcp.syntax(text.text), lcp.syntax(new)
    same = before is None or (after is not None and ast.dump(before) == ast.dump(after))
    return text.data(new, mark=text.mark) if same else None


def _is_wanted(fixed: Fix, *, unsafe: bool) -> bool:
    return fixed.applicability is Applicability.SAFE or (unsafe and fixed.applicability is Applicability.UNSAFE)


def _overlaps(fixed: Fix, applied: Sequence[Diagnostic]) -> bool:
    taken = [edit for one in applied if one.fix for edit in one.fix.edits]
    return any(_touch(one, other) for one in fixed.edits for other in taken)


def _touch(one: Edit, other: Edit) -> bool:
    start, end = _ends(one)
    other_start, other_end = _ends(other)
    return (start < other_end and other_start < end) or start == other_start


def _ends(edit: Edit) -> tuple[tuple[int, int], tuple[int, int]]:
    return (edit.span.line, edit.span.column), (edit.span.end_line, edit.span.end_column)


@dataclass(frozen=True, slots=True)
class _Text:
    """A file's text with what it takes to write it back."""

    text: str
    encoding: str
    mark: bool
    starts: tuple[int, ...]
    newline: str

    @classmethod
    def of(cls, data: bytes) -> "_Text | None":
        mark = data.startswith(codecs.BOM_UTF8)
        body = data[len(codecs.BOM_UTF8) :] if mark else data
        try:
            text, encoding = body.decode("utf-8"), "utf-8"
        except UnicodeDecodeError:
            text, fault = decode(data)
            if fault is not None:
                return None
            encoding = "latin-1" if text.encode("latin-1", "replace") == data else ""
        if not encoding:
            return None
        starts = (0, *(found.end() for found in _LINE_END.finditer(text)))
        endings = _LINE_END.findall(text)
        newline = max(("\n", "\r\n", "\r"), key=endings.count)
        return cls(text, encoding, mark, starts, newline)

    def offset(self, line: int, column: int) -> int:
        if line > len(self.starts):
            return len(self.text)
        return min(self.starts[line - 1] + column - 1, len(self.text))

    def edited(self, edits: Iterable[Edit]) -> str:
        pieces: list[str] = []
        at = 0
        for edit in sorted(edits, key=_ends):
            (line, column), (end_line, end_column) = _ends(edit)
            start, end = self.offset(line, column), self.offset(end_line, end_column)
            pieces += [self.text[at:start], edit.text.replace("\n", self.newline)]
            at = max(at, end)
        return "".join((*pieces, self.text[at:]))

    def data(self, text: str, *, mark: bool) -> bytes:
        return (codecs.BOM_UTF8 if mark else b"") + text.encode(self.encoding, "surrogatepass")


def _round(text: _Text, pending: Sequence[tuple[Diagnostic, Fix]]) -> tuple[list[Diagnostic], bytes]:
    """Apply what can be applied together; where the whole does no good, one by one what does."""
    chosen = _together(pending)
    new = _applied(text, chosen)
    if new is not None:
        return [one for one, _ in chosen], new
    good: list[tuple[Diagnostic, Fix]] = []
    for each in chosen:
        if _applied(text, [*good, each]) is not None:
            good.append(each)
    last = _applied(text, good) if good else None
    return [one for one, _ in good] if last is not None else [], last if last is not None else b""


def _together(pending: Sequence[tuple[Diagnostic, Fix]]) -> list[tuple[Diagnostic, Fix]]:
    """Choose fixes whose edits do not overlap, in the order of the file; equal ones go together."""
    chosen: list[tuple[Diagnostic, Fix]] = []
    taken: list[Edit] = []
    seen: set[tuple[Edit, ...]] = set()
    for one, fixed in sorted(pending, key=lambda each: min(map(_ends, each[1].edits), default=((0, 0), (0, 0)))):
        if fixed.edits in seen:
            chosen.append((one, Fix(fixed.title, (), fixed.applicability)))
            continue
        if any(_touch(edit, other) and edit != other for edit in fixed.edits for other in taken):
            continue
        seen.add(fixed.edits)
        chosen.append((one, fixed))
        taken += fixed.edits
    return chosen


def _applied(text: _Text, chosen: Sequence[tuple[Diagnostic, Fix]]) -> bytes | None:
    """The bytes after fixes; None where the module would be broken or lose what they do not touch."""
    edits = tuple(dict.fromkeys(edit for _, fixed in chosen for edit in fixed.edits))
    new = text.edited(edits)
    mark = text.mark and not any(one.code == _MARK_CODE for one, _ in chosen)
    path = chosen[0][0].span.path if chosen else ""
    if path and not path.endswith(".py"):
        return text.data(new, mark=mark)
    before, after = lcp.syntax(text.text), lcp.syntax(new)
    if before is not None and (after is None or not _keeps(before, after, edits)):
        return None
    return text.data(new, mark=mark)


def _keeps(before: ast.Module, after: ast.Module, edits: Sequence[Edit]) -> bool:
    """Whether every statement that no edit touches is still there, in the same order."""
    untouched = [
        ast.dump(statement)
        for statement in before.body
        if not any(
            edit.span.line <= (statement.end_lineno or statement.lineno)
            and _first_line(statement) <= edit.span.end_line
            for edit in edits
        )
    ]
    rest = iter([ast.dump(statement) for statement in after.body])
    return all(any(one == other for other in rest) for one in untouched)


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(one.lineno for one in decorators)])
