"""Which specs a command works on: those named, those of the configuration, or the bundled one."""

import glob
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lma_forge.diagnostics import Diagnostic
from lma_forge.errors import UsageError
from lma_forge.project import files
from lma_forge.project.config import Config
from lma_forge.resources import bundled_spec

DEFAULT = "specs/*.md"
_BUNDLED_LABEL = "specs/Tools.md"


@dataclass(frozen=True, slots=True)
class Source:
    """A spec file as found.

    Args:
        label: Its name in generated text and in the lock: relative to the project, with `/`, so
            that it is the same on every machine.
        shown: Its path in diagnostics.
        data: Its bytes; None when it cannot be read.
        diagnostics: Why not.
        path: Where it stands on disk; None for one that comes from elsewhere, such as a revision.
    """

    label: str
    shown: str
    data: bytes | None
    diagnostics: tuple[Diagnostic, ...] = ()
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class Sources:
    """The specs of a run.

    Args:
        specs: The specs, each once.
        whole: Whether these are all specs of the project, so that what they do not hold is gone.
        bundled: Whether this is the spec that comes with lma-forge.
    """

    specs: tuple[Source, ...]
    whole: bool = True
    bundled: bool = False


def find(config: Config, named: Sequence[Path] = ()) -> Sources:
    """Find and read the specs.

    Args:
        config: The project's configuration.
        named: Files or folders from the command line; empty for the project's own.

    Returns:
        The specs, sorted where a pattern or a folder stands for several.

    Raises:
        UsageError: There is none.
    """
    if named:
        return Sources(_read(config, _expanded(named)), whole=False)
    patterns = config.specs if config.specs is not None else (DEFAULT,)
    found = [Path(path) for pattern in patterns for path in _matching(config.root, pattern)]
    if found:
        return Sources(_read(config, found))
    if config.source is None and not (config.root / "specs").is_dir():
        path = bundled_spec()
        loaded = files.read(path)
        return Sources((Source(_BUNDLED_LABEL, files.shown(path), loaded.data, loaded.diagnostics),), bundled=True)
    tried = ", ".join(patterns) or "an empty list"
    without = "; `specs = []` says that there is none, only `tools`" if patterns and config.tools else ""
    where = files.shown(config.root)
    raise UsageError(f"no spec found ({tried} in {where}); name one, or set `specs` in the config{without}")


def _matching(root: Path, pattern: str) -> list[str]:
    if not glob.has_magic(pattern):
        # A file that is named and missing is a finding, not an empty pattern.
        return [os.path.join(root, pattern)]  # noqa: PTH118 - glob gives text as well
    return sorted(os.path.join(root, path) for path in glob.glob(pattern, root_dir=root, recursive=True))  # noqa: PTH118, PTH207 - Path.glob takes no absolute pattern


def _expanded(named: Iterable[Path]) -> Iterable[Path]:
    for path in named:
        if path.is_dir():
            found = sorted(path.glob("*.md"))
            if not found:
                raise UsageError(f"{files.shown(path)} holds no .md file; name a spec")
            yield from found
        else:
            yield path


def _read(config: Config, paths: Iterable[Path]) -> tuple[Source, ...]:
    found: dict[str, Source] = {}
    for path in paths:
        label = label_of(path, config.root)
        if label not in found:
            loaded = files.read(path)
            found[label] = Source(label, files.shown(path), loaded.data, loaded.diagnostics, path)
    return tuple(found.values())


def label_of(path: Path, root: Path) -> str:
    """Name a file relative to the project, with `/`; by its name alone on another drive.

    The name goes into text, so what is no text in a file name is replaced.
    """
    try:
        label = Path(os.path.relpath(path, root)).as_posix()
    except ValueError:
        label = path.name
    return label.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
