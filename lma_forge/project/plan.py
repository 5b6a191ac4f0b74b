"""What a run would do, as values: each module with its fresh text and what becomes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from lma_forge.diagnostics import Diagnostic
from lma_forge.project.holding import Held
from lma_forge.project.lock import Entry, write


class Action(StrEnum):
    """What becomes of a module."""

    KEEP = "unchanged"
    CREATE = "created"
    UPDATE = "updated"
    MOVE = "renamed"
    RESTORE = "restored"
    QUARANTINE = "set aside"
    REMOVE = "removed"
    REFUSE = "refused"
    FAIL = "failed"


@dataclass(frozen=True, slots=True)
class Step:
    """A module and what becomes of it.

    Args:
        path: The module below the folder of generated modules, with `/`.
        action: What becomes of it.
        target: Where it stands on disk.
        old: Its bytes on disk; None where there is no file, or it was not read.
        new: The fresh bytes; None for a module that goes, or that nothing fresh was made for.
        functions: The tools in it after the run, or before it for one that goes.
        entries: What the lock holds of it after the run; before the run for one that is refused.
        drift: Whether the spec changed (True) or only templates, settings or version (False).
        diagnostics: Why it is refused or failed, or what to look at.
        merged: Whether the file on disk holds hand-written code, so that the lock must never take
            it for ours.
        leaving: Function names under which the lock knew the tools that have another name now.
        origin: The module that becomes this one under a new name, or that comes back.
        aside: The folder to which the library goes that is set aside.
        beside: Files that are written before the module, as (path, content).
        after: Modules that are removed once the module is written, since their code stands in it.
    """

    path: str
    action: Action
    target: Path
    old: bytes | None = None
    new: bytes | None = None
    functions: tuple[str, ...] = ()
    entries: Mapping[str, Entry] = field(default_factory=dict)
    drift: bool = True
    diagnostics: tuple[Diagnostic, ...] = ()
    merged: bool = False
    leaving: tuple[str, ...] = ()
    origin: Path | None = None
    aside: Path | None = None
    beside: tuple[tuple[Path, bytes], ...] = ()
    after: tuple[Path, ...] = ()

    @property
    def changes(self) -> bool:
        """Whether the run writes, moves or removes the file."""
        return self.action in _CHANGING


_CHANGING = frozenset({Action.CREATE, Action.UPDATE, Action.MOVE, Action.RESTORE, Action.QUARANTINE, Action.REMOVE})


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a person asks of a run beyond the usual.

    Args:
        force: Replace definitions of the contract that were edited by hand.
        restore: Make modules again that were deleted by hand, and take back what was set aside.
        renames: New name of a tool by its old one, in any spelling.
    """

    force: bool = False
    restore: bool = False
    renames: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that a run would do.

    Args:
        out: The folder of generated modules.
        steps: What becomes of each module, by path.
        kept: The lock's entries of tools that the run does not look at.
        held: The lock as it is.
        diagnostics: Findings in the specs, and of the project as a whole.
        sources: The specs' text by shown path, for the report.
        reserved: Names of the reserved tools.
        stopped: Whether an error in a spec stopped the run, so that there are no steps.
        bundled: Whether the bundled spec was used.
        made: Hash of the settings and templates that the modules are made with.
    """

    out: Path
    steps: tuple[Step, ...] = ()
    kept: Mapping[str, Entry] = field(default_factory=dict)
    held: Held = field(default_factory=Held)
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    reserved: tuple[str, ...] = ()
    stopped: bool = False
    bundled: bool = False
    made: str = ""

    @property
    def before(self) -> Mapping[str, Entry]:
        """The lock's entries as they are."""
        return self.held.entries

    def lock_text(self) -> str | None:
        """The lock's text after the run; None where it is to be left alone.

        A lock that cannot be understood stays while a module is refused: whoever mends it, mends that.
        """
        refused = any(step.action is Action.REFUSE for step in self.steps)
        failed = any(step.action is Action.FAIL for step in self.steps)
        if self.stopped or (self.held.is_broken and refused):
            return None
        entries = self.entries()
        made = self.held.made if refused or failed or self.kept else self.made
        return write(entries, made) if entries or self.held.text is not None or self.held.is_broken else None

    def entries(self) -> dict[str, Entry]:
        """The lock's entries after the run."""
        found = dict(self.kept)
        for step in self.steps:
            found.update(step.entries)
        return found
