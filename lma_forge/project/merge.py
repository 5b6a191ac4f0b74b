"""The merge of one module on disk: its base out of the lock, the proof of the result, and what is said of it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from types import MappingProxyType

from lma_forge.diagnostics import Diagnostic
from lma_forge.emit import implementation_name, verify_offered
from lma_forge.project.fresh import Fresh
from lma_forge.project.graft import graft
from lma_forge.project.lock import Entry
from lma_forge.project.notes import Trouble
from lma_forge.project.placing import File, take_apart
from lma_forge.project.proof import keeps
from lma_forge.project.wording import Told
from lma_forge.project.written import ABSENT, PARTS, Base


@dataclass(frozen=True, slots=True)
class Merged:
    """What became of a module in which somebody has written code.

    Args:
        text: The module as it becomes; None where it is left alone.
        diagnostics: Why, or what the person should look at.
        conflicts: Names of the implementations whose signature is in conflict with the spec's.
        others: The other files of the library that change, by name.
        orphans: Text of each written implementation that the contract no longer has, by its name.
        lost: Names that hand-written code uses and nothing gives it any more, as `Grafted` has them.
        failed: Whether our own proof of the result failed.
    """

    text: str | None
    diagnostics: tuple[Diagnostic, ...] = ()
    conflicts: frozenset[str] = frozenset()
    others: Mapping[str, str] = field(default_factory=dict)
    orphans: Mapping[str, str] = field(default_factory=dict)
    lost: Mapping[str, frozenset[str]] = field(default_factory=dict)
    failed: bool = False


def base_of(entries: Collection[Entry]) -> Base:
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
    known_, signatures_, stubs_ = (
        {name: frozenset(one) for name, one in part.items()} for part in (known, signatures, stubs)
    )
    return Base(known_, signatures_, stubs_, _lost(entries))


def _lost(entries: Iterable[Entry]) -> dict[str, frozenset[str]]:
    """Read what each implementation used that nothing gives it; parts of the contract are the whole module's."""
    found: dict[str, frozenset[str]] = {}
    for entry in entries:
        for name in entry.lost.split():
            owner = PARTS if name.startswith(".") else entry.signature.partition("(")[0]
            found[owner] = found.get(owner, frozenset()) | {name.removeprefix(".")}
    return found


def lost_in(lost: Mapping[str, frozenset[str]], implementation: str) -> str:
    """Write for the lock what an implementation uses and nothing gives it."""
    return " ".join((*sorted(lost.get(implementation, ())), *(f".{name}" for name in sorted(lost.get(PARTS, ())))))


def merge(  # noqa: PLR0913 - what a merge is made of
    text: str,
    fresh: Fresh,
    base: Base | None,
    shown: str,
    *,
    guidance: str,
    others: Mapping[str, str] = MappingProxyType({}),
    force: bool = False,
) -> Merged:
    """Merge the fresh contract into a module on disk, and prove the result before anybody writes it.

    Args:
        text: The module on disk.
        fresh: The module as the spec wants it.
        base: What was last written; None where the lock does not know the module, so that every
            difference counts as an edit.
        shown: The module's path in diagnostics.
        guidance: Where the guidance stands, as the fresh module was rendered.
        others: The other files of its library, by name.
        force: Whether edited definitions of the contract are replaced.

    Raises:
        SyntaxError: The text is no Python.
        ValueError: The text holds a NUL.
        RecursionError: It is nested too deeply.
    """
    base_or_fresh = Base.of(fresh.definitions) if base is None else base
    found = graft(text, fresh.text, fresh.definitions, base_or_fresh, others=others, force=force)
    told = Told(fresh, shown, is_known=base is not None)
    if found.text is None:
        return Merged(None, tuple(told.of(found)))
    conflicts = frozenset(note.name for note in found.notes if note.trouble is Trouble.SIGNATURE)
    if found.text == text and not found.others:
        return Merged(text, tuple(told.of(found)), conflicts, lost=found.lost)
    pairs = [(text, found.text), *((others[name], new) for name, new in found.others.items())]
    problems = tuple(one for old, new in pairs for one in _problems(old, new, fresh, base_or_fresh, guidance))
    problems += tuple(_missing((found.text, *{**others, **found.others}.values()), fresh))
    if problems:
        return Merged(None, told.failed(problems), failed=True)
    return Merged(found.text, tuple(told.of(found)), conflicts, found.others, found.orphans, found.lost)


def _missing(texts: Iterable[str], fresh: Fresh) -> Iterator[str]:
    """Prove that every definition of the fresh contract stands in the library as it should."""
    found: list[File] = []
    for text in texts:
        with suppress(SyntaxError):  # of which the other proof tells
            found.append(take_apart(text.removeprefix("\ufeff")))
    for part in fresh.definitions:
        there = (file.text(place) for file in found for place in file.find(part.name))
        if part.text and not part.is_stub and part.text not in there:
            yield f"`{part.name}` of the contract would be missing or another"


def _problems(old: str, new: str, fresh: Fresh, base: Base, guidance: str) -> Iterator[str]:
    """Prove a merged module: it parses, offers the spec's tools, and has lost nothing of the person's."""
    try:
        take_apart(new.removeprefix("\ufeff"))
    except SyntaxError as error:
        yield f"after the merge it is no Python ({error.msg}, line {error.lineno})"
        return
    yield from verify_offered(new, fresh.library, guidance)
    implementations = {implementation_name(tool) for tool in fresh.library.tools}
    gone = base.stubs.keys() - implementations
    contract = {part.name for part in fresh.definitions if not part.is_stub} | base.known.keys() | gone
    if not keeps(old, new, frozenset(contract), frozenset(implementations)):
        yield "the merge would lose a line of the hand-written code"
