"""`generate --watch`: run again whenever a spec, a template or the configuration changes."""

from collections.abc import Callable, Iterable
from pathlib import Path

from lma_forge.cli.session import Session, listed
from lma_forge.errors import ForgeError, UsageError
from lma_forge.project import files
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
    """Run again after each burst of changes, until interrupted.

    Args:
        session: Tells what is watched.
        config: Says where the specs and templates are.
        named: Specs from the command line.
        again: The run.

    Raises:
        UsageError: The package that watches is not installed.
    """
    try:
        from watchfiles import watch as changes  # noqa: PLC0415 - an extra
    except ImportError as error:
        message = "--watch needs the package watchfiles; install it with: pip install 'lma-forge[watch]'"
        raise UsageError(message) from error
    names = tuple(named)
    folders = watched(config, names)
    before = find(config, names)
    is_ready = False
    for found in changes(
        *folders,
        watch_filter=lambda _, path: matters(path, config),
        debounce=_DEBOUNCE_MILLISECONDS,
        rust_timeout=_WAIT_MILLISECONDS,
        yield_on_timeout=True,
        recursive=False,
        raise_interrupt=False,
    ):
        is_due = bool(found)
        if not is_ready:
            # From here on nothing is missed; what changed before this counts as a change.
            is_ready = True
            session.say(f"Watching {listed(files.shown(folder) for folder in folders)}; Ctrl-C ends it.")
            is_due = is_due or find(config, names) != before
        if is_due:
            _again(session, again)


def _again(session: Session, again: Callable[[], int]) -> None:
    try:
        again()
    except ForgeError as error:
        session.say(f"{error.message}. Waiting for the next change.")
