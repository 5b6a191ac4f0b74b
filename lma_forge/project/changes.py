"""What changed in the specs of a project since another version of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path, PurePosixPath

from lma_forge.change import ChangeReport
from lma_forge.diagnostics import Diagnostic, Severity, Span, sort
from lma_forge.errors import UsageError
from lma_forge.names import nearest
from lma_forge.project import faults, files
from lma_forge.project.config import Config
from lma_forge.project.places import places
from lma_forge.project.reading import Reading, read
from lma_forge.project.revisions import earlier
from lma_forge.project.sources import DEFAULT, Sources
from lma_forge.rules import judging
from lma_forge.rules.changes import CHECKS, RULES, compare_all, match
from lma_forge.rules.judging import judge


@dataclass(frozen=True, slots=True)
class Compared:
    """What a comparison came to.

    Args:
        report: The changes, weighed.
        broken: Errors in the new specs, and files that cannot be read: what is compared is what could
            be read of them.
        old_errors: How many errors the old specs have; nobody can mend them any more.
        missing: New specs that the old side does not hold.
        unmet: Renames asked for that could not be.
    """

    report: ChangeReport
    broken: tuple[Diagnostic, ...] = ()
    old_errors: int = 0
    missing: tuple[str, ...] = ()
    unmet: tuple[tuple[str, str], ...] = ()

    @property
    def unread(self) -> bool:
        """Whether nothing was compared, since a file could not be read."""
        return not self.report.files


def changes(
    config: Config,
    sources: Sources,
    against: str,
    today: date,
    renamed: Mapping[str, str] | None = None,
) -> Compared:
    """Compare specs with another version of them.

    Args:
        config: The project's configuration.
        sources: The new specs.
        against: A revision, `REF:path`, a file or a folder.
        today: The day on which accepts count as over or not.
        renamed: Renames that the person asks for, new name by old name.

    Returns:
        The changes and all that there is to say about the comparison.

    Raises:
        UsageError: There is nothing to compare with, or the levels name codes that do not exist.
        UnreadableError: git is missing or refuses.
    """
    if sources.bundled:
        raise UsageError("there is no spec here to compare; name one, or set `specs` in the config")
    paths = [Path(source.shown) for source in sources.specs]
    before = earlier(against, sources.specs, paths, _belongs(config) if sources.whole else None)
    new = [read(config, source) for source in sources.specs]
    old = [read(config, source) for source in before.sources]
    unread = sort(found for one in (*old, *new) if not one.text for found in one.diagnostics)
    if unread:
        return Compared(ChangeReport(against=before.against, files=0), unread)
    _no_notes(old, against)
    by_label = [{one.source.label: one.spec for one in side} for side in (old, new)]
    if len(old) == len(new) == 1:
        by_label[0] = {new[0].source.label: old[0].spec}
    report = judge(compare_all(by_label[0], by_label[1], layout=config.layout, renamed=renamed), config.changes, today)
    codes = {one.change.code for one in report.judged} | {found.code for found in report.remarks}
    rules = tuple(rule for rule in (*RULES, *judging.RULES) if rule.code in codes)
    texts = {one.source.shown: one.text for one in (*old, *new)} | {_shown(config): config.text}
    return Compared(
        replace(report, against=before.against, sources=texts, rules=rules, files=len(new)),
        _errors(new),
        len(_errors(old)),
        before.missing,
        match(by_label[0], by_label[1], renamed).unmet if renamed else (),
    )


def _no_notes(old: Sequence[Reading], against: str) -> None:
    """Refuse a file that is no spec: against it everything would count as new, which says nothing.

    A revision may well hold a document without tools, because they were written later.
    """
    if len(old) != 1 or not Path(against).is_file():
        return
    reason = next((found for found in old[0].diagnostics if found.code in _NO_SPEC), None)
    if reason is not None:
        raise UsageError(f"there is nothing to compare with in {old[0].source.shown}: {reason.message}")


def unknown_levels(config: Config) -> tuple[Diagnostic, ...]:
    """Find levels in the configuration that are set for rules which do not exist."""
    known = [word for check in CHECKS for word in (check.rule.code, check.rule.name)]
    unknown = [word for word in config.changes.levels if len(word) > 1 and word not in known]
    unknown += (word for word in config.changes.levels if len(word) == 1 and word not in "BRGWTAD")
    if not unknown or config.source is None:
        return ()
    where = places(config.text, _shown(config)).keys
    found = []
    for word in unknown:
        close = nearest(word, known)
        advice = f"did you mean `{close}`?" if close else "`lma-forge rules` lists them."
        span = where.get(("tool", "lma-forge", "changes", "levels", word), Span(_shown(config)))
        found.append(faults.WRONG_VALUE.at(span, f"`levels` names `{word}`, and there is no such rule; {advice}"))
    return tuple(found)


_NO_SPEC = frozenset({"SPEC004", "SPEC005"})
"""The findings about a document without any tool."""


def _belongs(config: Config) -> Callable[[str], bool]:
    patterns = config.specs if config.specs is not None else (DEFAULT,)

    def belongs(inside: str) -> bool:
        return any(PurePosixPath(inside).match(pattern) for pattern in patterns)

    return belongs


def _errors(readings: Sequence[Reading]) -> tuple[Diagnostic, ...]:
    return sort(found for reading in readings for found in reading.diagnostics if found.severity is Severity.ERROR)


def _shown(config: Config) -> str:
    return files.shown(config.source) if config.source is not None else ""
