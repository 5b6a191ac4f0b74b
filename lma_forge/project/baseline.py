"""Findings that were there when a code base took up checking; only others are shown.

A finding is known by its file, its rule, and the text of its line, so that it stays known when
lines above it come and go, and a second one of its kind in the same file is new.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lma_forge.diagnostics import Diagnostic
from lma_forge.errors import UsageError
from lma_forge.project import files
from lma_forge.project.sources import label_of

_VERSION = 1
_NEVER = ("FILE", "CFG")
Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Baseline:
    """Known findings.

    Args:
        counts: How many there are of each file (relative to the baseline), code and line.
    """

    counts: Mapping[Key, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Compared:
    """Findings beside a baseline.

    Args:
        new: Those that are not in it.
        known: How many are.
        gone: How many of its entries nothing matches any more.
    """

    new: tuple[Diagnostic, ...]
    known: int = 0
    gone: int = 0


def load(path: Path) -> Baseline:
    """Read a baseline.

    Raises:
        UsageError: The file is missing or none that `write` has written.
    """
    loaded = files.read(path)
    if loaded.data is None:
        raise UsageError(f"cannot read the baseline {files.shown(path)}; --write-baseline writes it")
    try:
        document: Any = json.loads(loaded.data)
        known_version = document["version"] == _VERSION
        counts = {
            (str(name), str(code), str(line)): int(count)
            for name, codes in document["findings"].items()
            for code, known in codes.items()
            for line, count in known.items()
        }
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        known_version, counts = False, {}
    if not known_version:
        raise UsageError(f"{files.shown(path)} is no baseline of this version; --write-baseline writes one")
    return Baseline(counts)


def write(path: Path, found: Iterable[Diagnostic], sources: Mapping[str, str]) -> int:
    """Write a baseline of findings.

    Args:
        path: The file.
        found: The findings.
        sources: The texts of their files, by shown path.

    Returns:
        How many findings it holds.

    Raises:
        UnwritableError: It cannot be written.
    """
    counted = Counter(key for one in found if (key := _key(one, sources, path)))
    nested: dict[str, dict[str, dict[str, int]]] = {}
    for (name, code, line), count in sorted(counted.items()):
        nested.setdefault(name, {}).setdefault(code, {})[line] = count
    text = json.dumps({"version": _VERSION, "findings": nested}, indent=1, ensure_ascii=False)
    files.write(path, f"{text}\n".encode("utf-8", "backslashreplace"))
    return counted.total()


def compare(
    found: Iterable[Diagnostic], baseline: Baseline, sources: Mapping[str, str], path: Path, checked: Iterable[str]
) -> Compared:
    """Leave out the findings that a baseline holds.

    Args:
        found: The findings.
        baseline: The known ones.
        sources: The texts of their files, by shown path.
        path: Where the baseline lies.
        checked: The files of this run, by shown path; entries for others are not looked for.

    Returns:
        The others, and how many were left out.
    """
    left = dict(baseline.counts)
    new: list[Diagnostic] = []
    known = 0
    for one in found:
        key = _key(one, sources, path)
        if key and left.get(key, 0) > 0:
            left[key] -= 1
            known += 1
        else:
            new.append(one)
    here = {label_of(Path(one), path.absolute().parent) for one in checked}
    return Compared(tuple(new), known, sum(count for (name, _, _), count in left.items() if name in here))


def _key(one: Diagnostic, sources: Mapping[str, str], path: Path) -> Key | None:
    if one.code.startswith(_NEVER):
        return None
    text = sources.get(one.span.path, "")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    line = lines[one.span.line - 1].strip() if one.span.line <= len(lines) else ""
    digest = files.digest(" ".join(line.split()).encode("utf-8", "surrogatepass"))[:12]
    return label_of(Path(one.span.path), path.absolute().parent), one.code, digest
