"""Check specs and tool files: every file by itself, then whether the modules are what the specs say."""

import fnmatch
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lma_forge.diagnostics import Diagnostic, Span, sort
from lma_forge.errors import UsageError
from lma_forge.project import faults, files
from lma_forge.project.cache import Cache, identity, pack, unpack
from lma_forge.project.config import Config, Lint
from lma_forge.project.drift import Declared, Drift, drift
from lma_forge.project.sources import Source, find, label_of

_SKIPPED = frozenset({"__pycache__", "node_modules", "site-packages", "venv"})
_TOOL_HEADING = re.compile(rb"(?im)^[ \t|>]*(?:#{1,6}[ \t|]*)?(?:[0-9.]+[ \t]*)?(?:future |reserved )?tool[ \t]*:")


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found.

    Args:
        diagnostics: The findings, sorted.
        sources: Text of each file that has a finding, by shown path.
        files: How many files were looked at.
        unimplemented: Generated tools whose implementation has not been written.
        generated: How many generated tools there are.
        bundled: Whether the bundled spec was checked, for want of another.
    """

    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, str] = field(default_factory=dict)
    files: int = 0
    unimplemented: tuple[str, ...] = ()
    generated: int = 0
    bundled: bool = False


@dataclass(frozen=True, slots=True)
class _File:
    shown: str
    label: str
    data: bytes | None
    is_spec: bool
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class _Result:
    diagnostics: tuple[Diagnostic, ...]
    declared: tuple[Declared, ...] = ()

    def pack(self) -> list[Any]:
        return [pack(self.diagnostics), [one.pack() for one in self.declared]]

    @classmethod
    def unpack(cls, values: Any) -> "_Result":  # noqa: ANN401 - whatever was kept
        diagnostics, declared = values
        return cls(unpack(diagnostics), tuple(Declared.unpack(one) for one in declared))


def check(config: Config, paths: Sequence[Path] = ()) -> Checked:
    """Check files.

    Args:
        config: The project's configuration.
        paths: Specs, Python files and folders; empty for the whole project, whose generated
            modules are then also compared with what was generated, and with the specs.

    Returns:
        What was found. A file that cannot be read is one finding, and the others are checked.

    Raises:
        UsageError: There is nothing that could be checked.
    """
    bundled = False
    if paths:
        found = list(_named(config, paths))
    else:
        sources = find(config)
        bundled = sources.bundled
        found = [
            _File(one.shown, one.label, one.data, is_spec=True, diagnostics=one.diagnostics) for one in sources.specs
        ]
        found += [file for folder in _tool_folders(config) for file in _below(config, folder)]
    unique = {file.shown: file for file in found}
    results = _results(config, list(unique.values()))
    diagnostics = [one for result in results.values() for one in result.diagnostics]
    state = Drift()
    if not paths:
        declared = {file.label: results[shown].declared for shown, file in unique.items() if file.is_spec}
        broken = {file.label for file in unique.values() if file.is_spec and _has_error(results[file.shown])}
        state = drift(config, declared, broken)
        diagnostics += state.diagnostics
    shown = selected(diagnostics, config.lint)
    return Checked(shown, _texts(shown, unique), len(unique), state.unimplemented, state.generated, bundled=bundled)


def selected(diagnostics: Iterable[Diagnostic], lint: Lint) -> tuple[Diagnostic, ...]:
    """Leave out what the configuration does not want to see, and sort the rest.

    Codes, beginnings of codes, and names select; findings about the files and the configuration
    themselves are always shown.
    """

    def matches(found: Diagnostic, words: Iterable[str]) -> bool:
        return any(word == "ALL" or found.code.startswith(word) or found.name == word for word in words)

    def is_wanted(found: Diagnostic) -> bool:
        if found.code.startswith(("FILE", "CFG")):
            return True
        if lint.select and not matches(found, (*lint.select, *lint.extend_select)):
            return False
        ignored = [*lint.ignore]
        for pattern, words in lint.per_file_ignores:
            if fnmatch.fnmatch(found.span.path, pattern):
                ignored += words
        return not matches(found, ignored)

    return sort(found for found in diagnostics if is_wanted(found))


def _has_error(result: _Result) -> bool:
    return any(found.severity == "error" for found in result.diagnostics)


def _tool_folders(config: Config) -> list[Path]:
    if config.tools:
        return [config.root / folder for folder in config.tools]
    return [config.out_folder] if config.out_folder.is_dir() else []


def _named(config: Config, paths: Iterable[Path]) -> Iterator[_File]:
    for path in paths:
        if path.is_dir():
            below = list(_below(config, path))
            if not below:
                message = "this folder holds neither a spec nor a Python file; name another, or the file itself."
                rule = faults.NOTHING_TO_CHECK
                yield _File(
                    files.shown(path), "", None, is_spec=False, diagnostics=(rule.at(Span(files.shown(path)), message),)
                )
            yield from below
        else:
            yield _file(config, path)


def _below(config: Config, folder: Path) -> Iterator[_File]:
    """Find Python files, and markdown files that speak of tools, in a folder and below it."""
    if not folder.is_dir():
        raise UsageError(f"there is no folder {files.shown(folder)}; mend `tools` in the config")
    for base, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED and not name.startswith("."))
        for name in sorted(names):
            if name.endswith(".py"):
                yield _file(config, Path(base, name))
            elif name.endswith(".md"):
                file = _file(config, Path(base, name))
                if file.data is not None and _TOOL_HEADING.search(file.data):
                    yield file


def _file(config: Config, path: Path) -> _File:
    shown = files.shown(path)
    loaded = files.read(path, shown)
    is_spec = path.suffix != ".py"
    return _File(shown, label_of(path, config.root), loaded.data, is_spec, loaded.diagnostics)


def _results(config: Config, found: list[_File]) -> dict[str, _Result]:
    """Check each file by itself, or take what was found in the same bytes before."""
    cache = Cache(config.cache_folder)
    name = f"check-{files.digest(str(config.root.absolute()).encode('utf-8', 'surrogateescape'))[:12]}"
    kept = cache.get(name)
    kept = kept if isinstance(kept, dict) else {}
    settings = [identity(), config.layout, repr(sorted(config.aliases.items())), repr(sorted(config.allowed_labels))]
    results: dict[str, _Result] = {}
    keep: dict[str, Any] = {}
    for file in found:
        if file.data is None:
            results[file.shown] = _Result(file.diagnostics)
            continue
        head = "\n".join((*settings, file.shown, file.label, str(file.is_spec), ""))
        key = files.digest(head.encode("utf-8", "surrogateescape") + file.data)
        result = _recalled(kept.get(key)) or _examined(config, file)
        results[file.shown] = result
        keep[key] = kept.get(key) or result.pack()
    if keep.keys() - kept.keys():
        cache.put(name, keep)
    return results


def _recalled(values: Any) -> _Result | None:  # noqa: ANN401 - whatever was kept
    try:
        return _Result.unpack(values)
    except (LookupError, TypeError, ValueError, AttributeError):
        return None


def _examined(config: Config, file: _File) -> _Result:
    # Reading markdown and walking code are loaded only for a file that was not seen before.
    from lma_forge.project import examine  # noqa: PLC0415 - as said

    data = file.data or b""
    if not file.is_spec:
        return _Result(examine.tool_file(data, file.shown))
    diagnostics, declared = examine.spec_file(config, Source(file.label, file.shown, data))
    return _Result(diagnostics, declared)


def _texts(found: Iterable[Diagnostic], unique: Mapping[str, _File]) -> dict[str, str]:
    paths = {one.span.path for one in found}
    return {path: (unique[path].data or b"").decode("utf-8-sig", "replace") for path in sorted(paths) if path in unique}
