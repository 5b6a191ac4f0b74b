"""The merge of one module on disk: its base out of the lock, the proof of the result, and what is said of it."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from lma_forge.diagnostics import Diagnostic, Span
from lma_forge.emit import implementation_name, verify_offered
from lma_forge.project import faults
from lma_forge.project.fresh import Fresh
from lma_forge.project.graft import ABSENT, Base, Grafted, Note, Trouble, graft, keeps
from lma_forge.project.lock import Entry


@dataclass(frozen=True, slots=True)
class Merged:
    """What became of a module in which somebody has written code.

    Args:
        text: The module as it becomes; None where it is left alone.
        diagnostics: Why, or what the person should look at.
        conflicts: Names of the implementations whose signature is in conflict with the spec's.
        orphans: Text of each written implementation that the contract no longer has, by its name.
        failed: Whether our own proof of the result failed.
    """

    text: str | None
    diagnostics: tuple[Diagnostic, ...] = ()
    conflicts: frozenset[str] = frozenset()
    orphans: Mapping[str, str] | None = None
    failed: bool = False


def base_of(entries: Iterable[Entry]) -> Base:
    """Take the merge base out of the lock's entries of a module.

    Args:
        entries: The entries of the tools that stand in it. Where a run was cut off, both what was
            there and what was about to be there count.
    """
    known: dict[str, set[str]] = {}
    signatures: dict[str, set[str]] = {}
    stubs: dict[str, set[str]] = {}
    for entry in entries:
        for mapping, other in ((entry.definitions, entry.becoming), (entry.becoming, entry.definitions)):
            for name, kept in mapping.items():
                if kept and not name.endswith("()"):
                    found = known.setdefault(name, set())
                    found.add(kept)
                    if other and name not in other:
                        found.add(ABSENT)
        for name, signature in entry.becoming.items():
            if name.endswith("()"):
                signatures.setdefault(name.removesuffix("()"), set()).add(signature)
        if entry.signature:
            name = entry.signature.partition("(")[0]
            signatures.setdefault(name, set()).add(entry.agreed or entry.signature)
            stubs.setdefault(name, set()).add(entry.stub)
    return Base(*({name: frozenset(one) for name, one in part.items()} for part in (known, signatures, stubs)))


def merge(  # noqa: PLR0913 - what a merge is made of
    text: str, fresh: Fresh, base: Base | None, shown: str, *, guidance: str, force: bool = False
) -> Merged:
    """Merge the fresh contract into a module on disk, and prove the result before anybody writes it.

    Args:
        text: The module on disk.
        fresh: The module as the spec wants it.
        base: What was last written; None where the lock does not know the module, so that every
            difference counts as an edit.
        shown: The module's path in diagnostics.
        guidance: Where the guidance stands, as the fresh module was rendered.
        force: Whether edited definitions of the contract are replaced.

    Raises:
        SyntaxError: The text is no Python.
        ValueError: The text holds a NUL.
        RecursionError: It is nested too deeply.
    """
    base_or_fresh = Base.of(fresh.definitions) if base is None else base
    found = graft(text, fresh.text, fresh.definitions, base_or_fresh, force=force)
    told = _Told(fresh, shown, is_known=base is not None)
    if found.text is None:
        return Merged(None, tuple(told.of(found)))
    problems = tuple(_problems(text, found, fresh, base_or_fresh, guidance))
    if problems:
        return Merged(None, told.failed(problems), failed=True)
    conflicts = frozenset(note.name for note in found.notes if note.trouble is Trouble.SIGNATURE)
    return Merged(found.text, tuple(told.of(found)), conflicts, found.orphans)


def _problems(old: str, found: Grafted, fresh: Fresh, base: Base, guidance: str) -> Iterator[str]:
    """Prove a merged module: it parses, offers the spec's tools, and has lost nothing of the person's."""
    new = found.text or ""
    try:
        ast.parse(new.removeprefix("\ufeff"))
    except SyntaxError as error:
        yield f"after the merge it is no Python ({error.msg}, line {error.lineno})"
        return
    yield from verify_offered(new, fresh.library, guidance)
    implementations = {implementation_name(tool) for tool in fresh.library.tools}
    gone = base.stubs.keys() - implementations
    contract = {part.name for part in fresh.definitions if not part.is_stub} | base.known.keys() | gone
    if not keeps(old, new, frozenset(contract), frozenset(implementations)):
        yield "the merge would lose a line of the hand-written code"


_WHERE = "say it in the spec, or put code into `{}` or a function of your own beside it"
_FORCE = "`lma-forge generate --force` takes the spec's version and shows what it replaces"


class _Told:
    """Puts what a merge found into words."""

    def __init__(self, fresh: Fresh, shown: str, *, is_known: bool) -> None:
        self._shown = shown
        self._is_known = is_known
        self._path = fresh.path
        self._name = implementation_name(fresh.library.tools[0])

    def of(self, found: Grafted) -> Iterator[Diagnostic]:
        for note in found.notes:
            span = Span(self._shown, note.line, 1, note.line, 1)
            yield _WORDS[note.trouble](self, note, span)

    def failed(self, problems: tuple[str, ...]) -> tuple[Diagnostic, ...]:
        message = f"{self._path} was left as it is, because the merged module was not what it should be: "
        hint = "`lma-forge generate --diff` shows the fresh module; please report this, with the spec and the module"
        span = Span(self._shown)
        return tuple(faults.FAILED_VERIFICATION.at(span, f"{message}{one}.", help=hint) for one in problems)

    def _edited(self, note: Note, span: Span) -> Diagnostic:
        what = f"`{note.name}`" if note.name != "__doc__" else "the module's docstring"
        if self._is_known:
            message = f"{what} belongs to the spec and was edited by hand; undo that, and {_WHERE.format(self._name)}."
        else:
            message = (
                f"the lock does not know this module, and {what} differs from what the spec says; restore the lock "
                "from version control, or undo the edit."
            )
        return faults.EDITED_CONTRACT.at(span, message, help=f"{_FORCE}\n{note.detail}" if note.detail else _FORCE)

    def _taken(self, note: Note, span: Span) -> Diagnostic:
        needs = f"`{note.detail}`" if note.detail else f"a definition `{note.name}` of its own"
        message = f"`{note.name}` is defined here by hand, and the contract now needs {needs}; give yours another name."
        return faults.EDITED_CONTRACT.at(span, message, help="then run `lma-forge generate` again")

    def _replaced(self, note: Note, span: Span) -> Diagnostic:
        message = f"`{note.name}` was edited by hand and now is as the spec says again."
        hint = f"this was replaced:\n{note.detail}"
        return faults.EDITED_CONTRACT.at(span, message, help=hint, severity=faults.UNIMPLEMENTED.severity)

    def _signature(self, note: Note, span: Span) -> Diagnostic:
        now, wanted = note.detail.split("\n")
        return signature_conflict(span, now, wanted)

    def _elsewhere(self, note: Note, span: Span) -> Diagnostic:
        message = (
            f"the inputs have changed, and `{note.name}` is defined elsewhere; make it `{note.detail}` where it stands."
        )
        return faults.SIGNATURE_CONFLICT.at(span, message, severity=faults.BROKEN_LOCK.severity)

    def _removed(self, note: Note, span: Span) -> Diagnostic:
        lines = f"line {note.detail}" if "," not in note.detail else f"lines {note.detail}"
        message = f"`{note.name}` is no longer an input, and the implementation still uses it in {lines}; change that."
        return faults.REMOVED_INPUT.at(span, message)

    def _new(self, note: Note, span: Span) -> Diagnostic:
        message = f"`{note.name}` is a new input, and the implementation does not use it yet."
        return faults.NEW_INPUT.at(span, message)


_WORDS = {
    Trouble.EDITED: _Told._edited,  # noqa: SLF001 - the class's own table
    Trouble.TAKEN: _Told._taken,  # noqa: SLF001 - as above
    Trouble.REPLACED: _Told._replaced,  # noqa: SLF001 - as above
    Trouble.SIGNATURE: _Told._signature,  # noqa: SLF001 - as above
    Trouble.ELSEWHERE: _Told._elsewhere,  # noqa: SLF001 - as above
    Trouble.REMOVED_INPUT: _Told._removed,  # noqa: SLF001 - as above
    Trouble.NEW_INPUT: _Told._new,  # noqa: SLF001 - as above
}


def signature_conflict(span: Span, now: str, wanted: str) -> Diagnostic:
    """Say that an implementation's signature and the spec's are in conflict.

    Args:
        span: Where the implementation stands.
        now: Its signature.
        wanted: The signature that the contract is written for.
    """
    message = (
        f"the signature is `{now}`, and the spec's inputs ask for `{wanted}`; make them agree, here or in the spec."
    )
    return faults.SIGNATURE_CONFLICT.at(span, message, help=f"def {wanted}:")
