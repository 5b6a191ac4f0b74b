"""What is said of a merge: each thing that stopped it or that somebody should look at, and what mends it."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity, Span
from lma_forge.emit import implementation_name
from lma_forge.project import faults
from lma_forge.project.fresh import Fresh
from lma_forge.project.graft import Grafted
from lma_forge.project.notes import Note, Trouble

_WHERE = "say it in the spec, or put code into `{}` or a function of your own beside it"
_FORCE = "`lma-forge generate --force` takes the spec's version and shows what it replaces"


class Told:
    """Puts what a merge of a module found into words.

    Args:
        fresh: The module as the spec wants it.
        shown: The module's path in diagnostics.
        is_known: Whether the lock knows the module.
    """

    def __init__(self, fresh: Fresh, shown: str, *, is_known: bool) -> None:
        self._shown = shown
        self._is_known = is_known
        self._path = fresh.path
        self._name = implementation_name(fresh.library.tools[0])

    def of(self, found: Grafted) -> Iterator[Diagnostic]:
        """Tell what was found."""
        for note in found.notes:
            shown = f"{self._shown.rpartition('/')[0]}/{note.file}" if note.file else self._shown
            span = Span(shown, note.line, 1, note.line, 1)
            yield _WORDS[note.trouble](self, note, span)

    def failed(self, problems: tuple[str, ...]) -> tuple[Diagnostic, ...]:
        """Tell why the result was not what it should be."""
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

    def _missing(self, note: Note, span: Span) -> Diagnostic:
        return missing(span, note.name, is_implementation=bool(note.detail))

    def _taken(self, note: Note, span: Span) -> Diagnostic:
        needs = f"`{note.detail}`" if note.detail else f"a definition `{note.name}` of its own"
        message = f"`{note.name}` is defined here by hand, and the contract now needs {needs}; give yours another name."
        return faults.EDITED_CONTRACT.at(span, message, help="then run `lma-forge generate` again")

    def _replaced(self, note: Note, span: Span) -> Diagnostic:
        message = f"`{note.name}` was edited by hand and now is as the spec says again."
        hint = f"this was replaced:\n{note.detail}"
        return faults.EDITED_CONTRACT.at(span, message, help=hint, severity=Severity.WARNING)

    def _signature(self, note: Note, span: Span) -> Diagnostic:
        now, wanted = note.detail.split("\n")
        return signature_conflict(span, now, wanted)

    def _elsewhere(self, note: Note, span: Span) -> Diagnostic:
        message = (
            f"the inputs have changed, and `{note.name}` is defined elsewhere; make it `{note.detail}` where it stands."
        )
        return faults.SIGNATURE_CONFLICT.at(span, message, severity=Severity.WARNING)

    def _removed(self, note: Note, span: Span) -> Diagnostic:
        return removed_input(span, note.name, note.lines)

    def _removed_part(self, note: Note, span: Span) -> Diagnostic:
        return removed_part(span, note.name, note.lines)

    def _new(self, note: Note, span: Span) -> Diagnostic:
        message = f"`{note.name}` is a new input, and the implementation does not use it yet."
        return faults.NEW_INPUT.at(span, message)


_WORDS = {
    Trouble.EDITED: Told._edited,  # noqa: SLF001 - the class's own table
    Trouble.MISSING: Told._missing,  # noqa: SLF001 - as above
    Trouble.TAKEN: Told._taken,  # noqa: SLF001 - as above
    Trouble.REPLACED: Told._replaced,  # noqa: SLF001 - as above
    Trouble.SIGNATURE: Told._signature,  # noqa: SLF001 - as above
    Trouble.ELSEWHERE: Told._elsewhere,  # noqa: SLF001 - as above
    Trouble.REMOVED_INPUT: Told._removed,  # noqa: SLF001 - as above
    Trouble.REMOVED_PART: Told._removed_part,  # noqa: SLF001 - as above
    Trouble.NEW_INPUT: Told._new,  # noqa: SLF001 - as above
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


def missing(span: Span, name: str, *, is_implementation: bool) -> Diagnostic:
    """Say that a definition which the contract needs is not there any more.

    Args:
        span: The module.
        name: The definition; `__doc__` for the module's docstring.
        is_implementation: Whether it is the person's to write.
    """
    what = f"`{name}`" if name != "__doc__" else "the module's docstring"
    if is_implementation:
        message = f"{what} is not defined here any more, and the contract calls it; write it again, or import it here."
        return faults.EDITED_CONTRACT.at(span, message, help="`lma-forge generate --force` puts a fresh stub here")
    message = f"{what} belongs to the spec and was deleted by hand; put it back."
    return faults.EDITED_CONTRACT.at(span, message, help="`lma-forge generate --force` puts it back")


def removed_input(span: Span, name: str, lines: tuple[int, ...]) -> Diagnostic:
    """Say that an implementation uses an input that is gone.

    Args:
        span: Where it is used first.
        name: The input.
        lines: All lines that use it.
    """
    message = f"`{name}` is no longer an input, and the implementation still uses it in {_in(lines)}; change that."
    return faults.REMOVED_INPUT.at(span, message)


def removed_part(span: Span, name: str, lines: tuple[int, ...]) -> Diagnostic:
    """Say that hand-written code uses a part of the contract that is gone.

    Args:
        span: Where it is used first.
        name: The definition that the contract had.
        lines: All lines that use it.
    """
    message = (
        f"`{name}` is no longer a part of the contract, and hand-written code still uses it in {_in(lines)}; write a "
        "function of your own for it, under another name."
    )
    return faults.REMOVED_INPUT.at(span, message)


def _in(lines: tuple[int, ...]) -> str:
    return f"{'line' if len(lines) == 1 else 'lines'} {', '.join(map(str, lines))}"
