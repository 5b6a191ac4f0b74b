"""What is found in each file by itself: taken from the last run where nothing changed, else found anew."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lma_forge.diagnostics import Diagnostic
from lma_forge.project import files
from lma_forge.project.cache import Cache, identity, pack, unpack
from lma_forge.project.collect import File
from lma_forge.project.comments import Ignore
from lma_forge.project.config import Config
from lma_forge.project.neighbours import imports_of

if TYPE_CHECKING:
    from lma_forge.project.drift import Declared

Progress = Callable[[int, int], None]
"""Told how many files are done, and of how many."""

_POOL_FROM = 20
_PIECE = 12
_POOL_BYTES = 200_000


@dataclass(frozen=True, slots=True)
class Result:
    """What was found in a file.

    Args:
        diagnostics: All findings, of rules that are off by default too.
        declared: The tools that a spec declares.
        summary: A tool file's summary, as `summaries.pack` writes it; None for other files.
        ignores: The comments that accept findings.
    """

    diagnostics: tuple[Diagnostic, ...] = ()
    declared: "tuple[Declared, ...]" = ()
    summary: list[Any] | None = None
    ignores: tuple[Ignore, ...] = ()

    def pack(self) -> list[Any]:
        """Turn into JSON values."""
        declared = [one.pack() for one in self.declared]
        return [pack(self.diagnostics), declared, self.summary, [one.pack() for one in self.ignores]]

    @classmethod
    def unpack(cls, values: Any) -> "Result":  # noqa: ANN401 - whatever was kept
        """Turn JSON values from `pack` back."""
        diagnostics, declared, summary, ignores = values
        return cls(unpack(diagnostics), _declared(declared), summary, tuple(Ignore.unpack(one) for one in ignores))


def _declared(values: list[Any]) -> "tuple[Declared, ...]":
    if not values:
        return ()
    from lma_forge.project.drift import Declared  # noqa: PLC0415 - a run without specs needs none of it

    return tuple(Declared.unpack(one) for one in values)


@dataclass(frozen=True, slots=True)
class RuleLine:
    """What choosing among findings needs to know of a rule."""

    code: str
    name: str
    default: bool


@dataclass(frozen=True, slots=True)
class Results:
    """The findings of a run.

    Args:
        by_file: What was found in each file, by shown path.
        across: What was found in the tool files taken together.
        rules: All rules there are.
    """

    by_file: Mapping[str, Result]
    across: tuple[Diagnostic, ...]
    rules: tuple[RuleLine, ...]


@dataclass(frozen=True, slots=True)
class Work:
    """How a run goes about it.

    Args:
        jobs: How many processes at most; 0 for one a core.
        progress: Told now and then how far it is; None for nobody.
        only: The files that are looked into, by shown path; of the others only what rules about
            several files need. None for all.
    """

    jobs: int = 0
    progress: Progress | None = None
    only: frozenset[str] | None = None


class Kept:
    """The results of earlier runs, in one file for a project.

    Whatever is wrong with it, and whatever belongs to another build, counts as not there. A run
    that is cut off, or another at the same time, leaves the file whole.
    """

    def __init__(self, config: Config) -> None:
        self._cache = Cache(config.cache_folder) if config.cache_dir else None
        self._name = f"check-{files.digest(str(config.root.absolute()).encode('utf-8', 'surrogateescape'))[:12]}"
        found = self._cache.get(self._name) if self._cache else None
        usable = isinstance(found, dict) and found.get("build") == identity()
        self._old: dict[str, Any] = found if usable and isinstance(found, dict) else {}
        self._new: dict[str, Any] = {}
        self._changed = False

    def get(self, key: str) -> Any:  # noqa: ANN401 - any JSON
        """What is kept under a key; None when there is nothing."""
        value = self._old.get(key)
        if value is not None:
            self._new[key] = value
        return value

    def put(self, key: str, value: Any) -> None:  # noqa: ANN401 - any JSON
        """Keep a value for the next run."""
        self._new[key] = value
        self._changed = True

    def save(self, *, whole: bool) -> None:
        """Write what this run has seen, and, unless it saw the whole project, what others have."""
        if self._cache is None or not self._changed:
            return
        kept = self._new if whole else {**self._old, **self._new}
        self._cache.put(self._name, {**kept, "build": identity()})


def find_all(config: Config, collected: Sequence[File], kept: Kept, work: Work) -> dict[str, Result]:
    """Find what is wrong with each file by itself.

    Args:
        config: The project's configuration.
        collected: The files.
        kept: The results of earlier runs.
        work: How to go about it.

    Returns:
        The results by shown path.
    """
    keys = _keys(config, collected)
    results: dict[str, Result] = {}
    missing: list[File] = []
    for file in collected:
        if file.data is None:
            results[file.shown] = Result(file.diagnostics)
        elif (known := _recalled(kept.get(keys[file.shown]))) is not None:
            results[file.shown] = known
        else:
            missing.append(file)
    if missing:
        only = work.only
        full = [file for file in missing if only is None or file.is_spec or file.shown in only]
        for file, packed in _examined(config, full, collected, work):
            results[file.shown] = Result.unpack(packed)
            kept.put(keys[file.shown], packed)
        results |= _summed_up(file for file in missing if file.shown not in results)
    return results


def _recalled(values: Any) -> Result | None:  # noqa: ANN401 - whatever was kept
    try:
        return None if values is None else Result.unpack(values)
    except (LookupError, TypeError, ValueError, AttributeError):
        return None


def _keys(config: Config, collected: Sequence[File]) -> dict[str, str]:
    """Name each file's result by everything that it depends on."""
    reading = repr((config.layout, sorted(config.aliases.items()), sorted(config.allowed_labels)))
    specs = files.digest(b"".join(files.digest(one.data or b"").encode() for one in collected if one.is_spec))
    bundled = [one.label for one in collected if one.bundled]
    linting = repr((config.target, sorted(config.known_packages), config.lint.sinks, reading, specs, bundled))
    neighbours: dict[str, list[File]] = {}
    for file in collected:
        neighbours.setdefault(file.folder, []).append(file)
    return {file.shown: _key(file, reading if file.is_spec else linting, neighbours[file.folder]) for file in collected}


def _key(file: File, settings: str, neighbours: Sequence[File]) -> str:
    data = file.data or b""
    # A module that may import others of its folder depends on all of them.
    others = [one for one in neighbours if one is not file and not one.is_spec] if not file.is_spec else []
    if others:
        stems = {one.shown.rpartition("/")[2].removesuffix(".py") for one in others}
        others = others if stems.intersection(imports_of(data)) else []
    head = "\n".join(
        (settings, file.shown, file.label, str(file.is_spec), *(files.digest(one.data or b"") for one in others), "")
    )
    return files.digest(head.encode("utf-8", "surrogateescape") + data)


def _summed_up(missing: Iterable[File]) -> dict[str, Result]:
    """What rules about several files need of files that are not looked into."""
    from lma_forge import lcp  # noqa: PLC0415 - for a part of a run alone
    from lma_forge.project import summaries  # noqa: PLC0415 - as above

    return {
        file.shown: Result(
            summary=summaries.pack(summaries.summary_of(lcp.read(file.data or b"", file.shown), file.data or b""))
        )
        for file in missing
    }


def _examined(
    config: Config, missing: Sequence[File], collected: Sequence[File], work: Work
) -> Iterable[tuple[File, list[Any]]]:
    """Look into files, in several processes where that is worth it."""
    # Reading markdown and walking code are loaded only for a file that was not seen before.
    from lma_forge.project.examine import Examiner  # noqa: PLC0415 - as said

    examiner = Examiner(config, collected)
    jobs = work.jobs or _cores()
    total = sum(len(file.data or b"") for file in missing)
    done = 0
    if jobs < 2 or len(missing) < _POOL_FROM or (total < _POOL_BYTES and not work.jobs):  # noqa: PLR2004 - two make a pool
        for file in missing:
            yield file, examiner.examine(file).pack()
            done += 1
            if work.progress:
                work.progress(done, len(missing))
        return
    from lma_forge.project.pool import spread  # noqa: PLC0415 - for many files alone

    pieces = [missing[start : start + _PIECE] for start in range(0, len(missing), _PIECE)]
    for piece, packed in spread(examiner, pieces, jobs):
        yield from zip(piece, packed, strict=True)
        done += len(piece)
        if work.progress:
            work.progress(done, len(missing))


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
