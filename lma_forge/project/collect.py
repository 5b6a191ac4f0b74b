"""Which files a check looks at: those named, those below named folders, or those of the project."""

import fnmatch
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lma_forge.diagnostics import Diagnostic, Span
from lma_forge.errors import UsageError
from lma_forge.project import faults, files, gitignore
from lma_forge.project.config import Config
from lma_forge.project.sources import Source, Sources, find, label_of

_SKIPPED = frozenset({"__pycache__", "node_modules", "site-packages", "venv"})
_BESIDE = (".py", ".yaml", ".yml")
_TOOL_HEADING = re.compile(rb"(?im)^[ \t|>]*(?:#{1,6}[ \t|]*)?(?:[0-9.]+[ \t]*)?(?:future |reserved )?tool[ \t]*:")


@dataclass(frozen=True, slots=True)
class File:
    """A file under check.

    Args:
        shown: Its path in diagnostics.
        label: Its path relative to the project, the same on every machine.
        data: Its bytes; None when it could not be read.
        is_spec: Whether it is a spec and no Python file.
        diagnostics: Why it could not be read.
        path: Where it is on the disk; None for text that came on stdin.
        wanted: Whether its own findings are asked for; else it only helps to understand others.
        bundled: Whether it is the spec that stands in for a missing one, and binds no tool.
    """

    shown: str
    label: str
    data: bytes | None
    is_spec: bool
    diagnostics: tuple[Diagnostic, ...] = ()
    path: Path | None = None
    wanted: bool = True
    bundled: bool = False

    @property
    def folder(self) -> str:
        """The folder that the file lies in, as diagnostics show it."""
        return self.shown.rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class Collected:
    """The files of a run.

    Args:
        files: Each file once.
        beside: Paths of files in the same folders that are not checked.
        roots: The folders of tools: those configured, or those named.
        whole: Whether the whole project is checked.
        bundled: Whether the bundled spec is, for want of another.
    """

    files: tuple[File, ...]
    beside: frozenset[str] = frozenset()
    roots: tuple[str, ...] = ()
    whole: bool = False
    bundled: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line says about files.

    Args:
        paths: Specs, Python files and folders; empty for the whole project.
        force_exclude: Whether patterns and .gitignore hold for named files as well.
        stdin: Bytes to check in place of a file, and the name that they go by.
    """

    paths: Sequence[Path] = ()
    force_exclude: bool = False
    stdin: tuple[bytes, str] | None = None


@dataclass(slots=True)
class _Found:
    paths: list[Path] = field(default_factory=list)
    empty: list[Path] = field(default_factory=list)


def collect(config: Config, wish: Wish) -> Collected:
    """Find and read the files of a run.

    Args:
        config: The project's configuration.
        wish: What the command line says.

    Returns:
        The files. One that cannot be read has its finding with it.

    Raises:
        UsageError: There is nothing that could be checked.
    """
    if wish.stdin is not None:
        data, name = wish.stdin
        path = Path(name)
        text = File(files.shown(path), label_of(path, config.root), data, path.suffix == ".md")
        return Collected((text, *_background(config, {text.label})), _beside((text,)))
    if wish.paths:
        found = _named(config, wish)
        read = [_file(config, path) for path in found.paths]
        missing = [_nothing(path) for path in found.empty]
        known = {one.shown: one for one in (*missing, *read)}
        background = _background(config, {one.label for one in known.values()})
        folders = tuple(files.shown(path) for path in wish.paths if path.is_dir())
        return Collected((*known.values(), *background), _beside(known.values()), folders)
    folders_of_tools = _tool_folders(config)
    # An empty list is said on purpose, by those whose tools are all written by hand; a pattern without a match is not.
    sources = Sources(()) if config.specs == () and folders_of_tools else find(config)
    specs = [_spec(one, bundled=sources.bundled) for one in sources.specs]
    tools = [_file(config, path) for folder in folders_of_tools for path in _kept_below(config, folder)]
    known = {one.shown: one for one in (*specs, *tools)}
    roots = tuple(files.shown(folder) for folder in folders_of_tools)
    return Collected(tuple(known.values()), _beside(tools), roots, whole=True, bundled=sources.bundled)


def _background(config: Config, known: set[str]) -> Iterator[File]:
    """The project's specs, which say what tools are for; none where the project has none of its own."""
    try:
        sources = find(config)
    except UsageError:
        return
    for one in sources.specs:
        if not sources.bundled and one.label not in known:
            yield _spec(one, wanted=False)


def _spec(source: Source, *, wanted: bool = True, bundled: bool = False) -> File:
    shown, label, data, found = source.shown, source.label, source.data, source.diagnostics
    return File(shown, label, data, is_spec=True, diagnostics=found, wanted=wanted, bundled=bundled)


def _tool_folders(config: Config) -> list[Path]:
    if config.tools:
        return [config.root / folder for folder in config.tools]
    return [config.out_folder] if config.out_folder.is_dir() else []


def _named(config: Config, wish: Wish) -> _Found:
    found = _Found()
    for path in wish.paths:
        if path.is_dir():
            inside = _kept_below(config, path)
            found.paths += inside
            found.empty += [] if inside else [path]
        elif not wish.force_exclude or (path in gitignore.kept([path]) and not _is_excluded(config, path)):
            found.paths.append(path)
    return found


def _kept_below(config: Config, folder: Path) -> list[Path]:
    """The files below a folder without those that git ignores, unless it ignores the folder itself."""
    paths = [*_below(config, folder)]
    kept = gitignore.kept(paths)
    return [path for path in paths if path in kept] or paths


def _nothing(path: Path) -> File:
    message = "this folder holds neither a spec nor a Python file; name another, or the file itself."
    shown = files.shown(path)
    return File(shown, "", None, is_spec=False, diagnostics=(faults.NOTHING_TO_CHECK.at(Span(shown), message),))


def _below(config: Config, folder: Path) -> Iterator[Path]:
    """Find Python files, and markdown files that speak of tools, in a folder and below it."""
    if not folder.is_dir():
        raise UsageError(f"there is no folder {files.shown(folder)}; mend `tools` in the config")
    for base, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED and not name.startswith("."))
        for name in sorted(names):
            path = Path(base, name)
            if not name.endswith((".py", ".md")) or (config.exclude and _is_excluded(config, path)):
                continue
            if name.endswith(".py") or _speaks_of_tools(path):
                yield path


def _speaks_of_tools(path: Path) -> bool:
    data = files.read(path).data
    return data is not None and _TOOL_HEADING.search(data) is not None


def _is_excluded(config: Config, path: Path) -> bool:
    """Whether a pattern of `exclude` fits the path relative to the project, or a folder on the way to it."""
    label = label_of(path, config.root)
    parts = label.split("/")
    ways = ["/".join(parts[: index + 1]) for index in range(len(parts))]
    return any(
        fnmatch.fnmatch(way, pattern.rstrip("/")) or fnmatch.fnmatch(way.rpartition("/")[2], pattern.rstrip("/"))
        for pattern in config.exclude
        for way in ways
    )


def _file(config: Config, path: Path) -> File:
    shown = files.shown(path)
    loaded = files.read(path, shown)
    return File(shown, label_of(path, config.root), loaded.data, path.suffix != ".py", loaded.diagnostics, path)


def _beside(checked: Iterable[File]) -> frozenset[str]:
    """The files that lie in the folders of checked Python files and are not checked themselves."""
    known = {one.shown for one in checked}
    found: set[str] = set()
    for folder in {one.folder for one in checked if not one.is_spec}:
        try:
            names = os.listdir(folder or ".")  # noqa: PTH208 - names are all that is needed
        except OSError:
            continue
        found.update(f"{folder}/{name}" if folder else name for name in names if name.endswith(_BESIDE))
    return frozenset(found - known)
