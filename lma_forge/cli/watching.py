"""`--watch` of generate and check: run again whenever something changes that the run depends on."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import click

from lma_forge.cli.session import Session, listed
from lma_forge.errors import ForgeError, UsageError
from lma_forge.project import files
from lma_forge.project.collect import Wish
from lma_forge.project.config import Config
from lma_forge.project.sources import find

_DEBOUNCE_MILLISECONDS = 300
_WAIT_MILLISECONDS = 500


def watched(config: Config, named: Iterable[Path]) -> tuple[Path, ...]:
    """List the folders in which a change makes another run necessary, those that exist, each once."""
    specs = [Path(one.shown).absolute().parent for one in find(config, tuple(named)).specs]
    folders = [*specs, *([config.root / config.templates] if config.templates else [])]
    folders += [config.source.absolute().parent] if config.source else []
    return tuple(folder for folder in dict.fromkeys(folders) if folder.is_dir())


def matters(path: str, config: Config) -> bool:
    """Whether a change of a file makes another run necessary: of a document, a template, or the configuration."""
    is_config = config.source is not None and Path(path).absolute() == config.source.absolute()
    return is_config or path.endswith((".md", ".j2"))


def watch(session: Session, config: Config, named: Iterable[Path], again: Callable[[], int]) -> None:
    """Generate again after each burst of changes, until interrupted.

    Args:
        session: Tells what is watched.
        config: Says where the specs and templates are.
        named: Specs from the command line.
        again: The run.

    Raises:
        UsageError: The package that watches is not installed.
    """
    names = tuple(named)
    places = Places(watched(config, names), lambda path: matters(path, config), lambda: find(config, names))
    _watch(session, places, again)


def watch_check(session: Session, config: Config, wish: Wish, again: Callable[[], int]) -> None:
    """Check again after each burst of changes, until interrupted.

    Args:
        session: Tells what is watched.
        config: Says where specs and tools are.
        wish: What the command line says about files.
        again: The check.

    Raises:
        UsageError: The package that watches is not installed, or there is nothing to watch.
    """
    from lma_forge.project.collect import collect  # noqa: PLC0415 - generating needs none of it

    folders = checked_folders(config, wish)
    if not folders:
        raise UsageError("there is no folder to watch; name a file or a folder that is there")
    places = Places(
        folders,
        lambda path: matters_to_check(path, config),
        lambda: [(one.shown, one.data) for one in collect(config, wish).files],
        recursive=True,
    )
    _watch(session, places, again)


def checked_folders(config: Config, wish: Wish) -> tuple[Path, ...]:
    """List the folders in which a change makes another check necessary, those that exist, each once.

    A folder inside another of them is not listed: changes are seen at any depth.
    """
    named = [path.absolute() if path.is_dir() else path.absolute().parent for path in wish.paths]
    tools = [config.root / folder for folder in config.tools] or [config.out_folder]
    try:
        sources = find(config)
        specs = [] if sources.bundled else [Path(one.shown).absolute().parent for one in sources.specs]
    except UsageError:
        specs = []
    folders = [*(named or tools), *specs, *([config.source.absolute().parent] if config.source else [])]
    there = [folder for folder in dict.fromkeys(folder.absolute() for folder in folders) if folder.is_dir()]
    return tuple(one for one in there if not any(other in one.parents for other in there))


def matters_to_check(path: str, config: Config) -> bool:
    """Whether a change of a file makes another check necessary: of a tool file, a spec, or the configuration."""
    is_config = config.source is not None and Path(path).absolute() == config.source.absolute()
    inside = Path(path).parts[:-1]
    return is_config or (
        path.endswith((".py", ".md", ".yaml", ".yml"))
        and not any(part == "__pycache__" or (part.startswith(".") and part not in {".", ".."}) for part in inside)
    )


@dataclass(frozen=True, slots=True)
class Places:
    """What is watched.

    Args:
        folders: The folders.
        matters: Whether a change of a file counts.
        state: What the last run saw, to find a change that came while the watch was being set up.
        recursive: Whether folders below count as well.
    """

    folders: tuple[Path, ...]
    matters: Callable[[str], bool]
    state: Callable[[], object]
    recursive: bool = False


def _watch(session: Session, places: Places, again: Callable[[], int]) -> None:
    try:
        from watchfiles import watch as changes  # noqa: PLC0415 - an extra
    except ImportError as error:
        message = "--watch needs the package watchfiles; install it with: pip install 'lma-forge[watch]'"
        raise UsageError(message) from error
    before = places.state()
    is_ready = False
    for found in changes(
        *places.folders,
        watch_filter=lambda _, path: places.matters(path),
        debounce=_DEBOUNCE_MILLISECONDS,
        rust_timeout=_WAIT_MILLISECONDS,
        yield_on_timeout=True,
        recursive=places.recursive,
        raise_interrupt=False,
    ):
        is_due = bool(found)
        if not is_ready:
            # From here on nothing is missed; what changed before this counts as a change.
            is_ready = True
            session.say(f"Watching {listed(files.shown(folder) for folder in places.folders)}; Ctrl-C ends it.")
            is_due = is_due or places.state() != before
        if is_due:
            _again(session, again)


def _again(session: Session, again: Callable[[], int]) -> None:
    try:
        again()
    except ForgeError as error:
        session.say(f"{error.message}. Waiting for the next change.")
    except click.exceptions.Exit:
        # The configuration has errors, which have been shown.
        session.say("Waiting for the next change.")
