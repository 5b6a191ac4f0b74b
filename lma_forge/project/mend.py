"""Mends the files of a check: applies fixes, or writes comments that accept what is found."""

import difflib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from lma_forge.diagnostics import Applicability, Diagnostic
from lma_forge.errors import UnwritableError
from lma_forge.project import baseline, files, fixing, ignoring
from lma_forge.project.check import Checked, Options, baseline_path, check, text_of
from lma_forge.project.collect import File
from lma_forge.project.config import Config
from lma_forge.project.results import Result
from lma_forge.project.selection import Selection, selected

_UNMARKED = frozenset({"LCP001", "LCP002", "LCP003", "LCP091", "LCP092"})
"""What no comment can accept: the file cannot be read line by line, or the finding is about a comment."""


@dataclass(frozen=True, slots=True)
class Change:
    """A file before and after."""

    file: File
    data: bytes

    def diff(self) -> str:
        """The difference as a unified diff."""
        before = text_of(self.file).splitlines(keepends=True)
        after = self.data.decode("utf-8-sig", "replace").splitlines(keepends=True)
        lines = difflib.unified_diff(before, after, self.file.shown, self.file.shown)
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


@dataclass(frozen=True, slots=True)
class Moved:
    """A file that is moved, or deleted where it goes nowhere."""

    path: Path
    to: Path | None = None

    def diff(self) -> str:
        """What becomes of it, in the words of git."""
        here = files.shown(self.path)
        return f"rename from {here}\nrename to {files.shown(self.to)}\n" if self.to else f"deleted file {here}\n"


@dataclass(frozen=True, slots=True)
class Mended:
    """What mending changes.

    Args:
        changes: The files that are different afterwards.
        moves: The files that are moved or deleted.
        count: How many findings were mended or accepted.
        codes: How many of each code.
    """

    changes: tuple[Change, ...] = ()
    moves: tuple[Moved, ...] = ()
    count: int = 0
    codes: Counter[str] = field(default_factory=Counter)


def fix(config: Config, options: Options, done: Checked, *, unsafe: bool) -> Mended:
    """Work out what the fixes of a check make of its files; nothing is written.

    Args:
        config: The project's configuration.
        options: What the check was asked for.
        done: What it found.
        unsafe: Whether fixes that may change what a program does are applied too.

    Returns:
        The changed files.
    """
    changes: list[Change] = []
    codes: Counter[str] = Counter()
    for file, found in _by_file(done):
        if file.data is None or not any(one.fix for one in found):
            continue

        def again(data: bytes, file: File = file) -> Sequence[Diagnostic]:
            return _found(config, options, done, replace(file, data=data))

        fixed = fixing.fix(file.data, found, again, unsafe=unsafe)
        if fixed.data != file.data:
            codes.update(fixed.codes)
            changes.append(Change(file, fixed.data))
    moves: dict[Path, Moved] = {}
    for one in done.diagnostics if unsafe and options.wish.stdin is None else ():
        wanted = _moves(one)
        # What several findings say of one file is done once.
        if wanted and not any(each.path in moves for each in wanted):
            moves |= {each.path: each for each in wanted}
            codes.update((one.code,))
    return Mended(tuple(changes), tuple(moves.values()), codes.total(), codes)


def _moves(one: Diagnostic) -> tuple[Moved, ...]:
    """The files that a fix moves or deletes; none where one is not there, or another is in its new place."""
    if one.fix is None or one.fix.applicability is not Applicability.UNSAFE:
        return ()
    found = tuple(Moved(Path(move.path), Path(move.to) if move.to else None) for move in one.fix.moves)
    possible = all(each.path.is_file() and (each.to is None or not each.to.exists()) for each in found)
    return found if possible else ()


def accept(done: Checked, reason: str) -> Mended:
    """Work out the comments that accept all findings of a check in Python files; nothing is written.

    Args:
        done: What the check found.
        reason: Why it is accepted.

    Returns:
        The changed files.
    """
    changes: list[Change] = []
    codes: Counter[str] = Counter()
    for file, found in _by_file(done):
        marked = [one for one in found if one.code not in _UNMARKED and not one.code.startswith("FILE")]
        if file.is_spec or file.data is None or not marked:
            continue
        if any(one.code == "LCP001" for one in found):
            continue
        edits = ignoring.additions(marked, text_of(file), reason)
        data = fixing.edited(file.data, edits)
        if data is not None and data != file.data:
            codes.update(one.code for one in marked)
            changes.append(Change(file, data))
    return Mended(tuple(changes), (), codes.total(), codes)


def write(mended: Mended) -> None:
    """Write changed files, each whole or not at all; then move those that get another place.

    Raises:
        UnwritableError: One cannot be written or moved; those before it are.
    """
    for change in mended.changes:
        if change.file.path is not None:
            files.write(change.file.path, change.data)
    for move in mended.moves:
        try:
            if move.to is None:
                move.path.unlink()
            else:
                move.path.rename(move.to)
        except OSError as error:
            message = f"{files.shown(move.path)} cannot be moved: {files.reason(error)}"
            raise UnwritableError(message) from error


def afterwards(config: Config, options: Options, done: Checked, mended: Mended) -> Checked:
    """Check again what was mended: on the disk, or, for text from stdin, what it has become."""
    stdin = options.wish.stdin
    if stdin is not None and mended.changes:
        options = replace(options, wish=replace(options.wish, stdin=(mended.changes[0].data, stdin[1])))
    if mended.moves:
        gone = {move.path.absolute(): move.to for move in mended.moves}
        paths = (gone.get(path.absolute(), path) for path in options.wish.paths)
        options = replace(options, wish=replace(options.wish, paths=tuple(path for path in paths if path)))
    return check(config, (), options) if mended.changes or mended.moves else done


def _by_file(done: Checked) -> Iterable[tuple[File, list[Diagnostic]]]:
    known = {file.shown: file for file in done.collected.files}
    grouped: dict[str, list[Diagnostic]] = {}
    for one in done.diagnostics:
        if one.span.path in known:
            grouped.setdefault(one.span.path, []).append(one)
    return ((known[path], found) for path, found in grouped.items())


def _found(config: Config, options: Options, done: Checked, file: File) -> Sequence[Diagnostic]:
    """What a check would show of a file that has changed, as far as it can be told from the file itself."""
    from lma_forge.project.examine import Examiner  # noqa: PLC0415 - loaded only where something is mended

    others = [file if one.shown == file.shown else one for one in done.collected.files]
    result: Result = Examiner(config, others).examine(file)
    selection = Selection(config.lint, done.rules, options.chosen, config.root)
    shown, _ = ignoring.apply(
        selected(result.diagnostics, selection), {file.shown: result.ignores}, selection, done.rules
    )
    known = baseline_path(config, options)
    if known is None or options.write_baseline:
        return shown
    sources = {file.shown: text_of(file)}
    return baseline.compare(shown, baseline.load(known), sources, known, sources).new
