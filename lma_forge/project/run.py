"""A whole run of `generate`: nothing at all where nothing changed, else plan and apply."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from lma_forge.project import faults, files, lock
from lma_forge.project.alone import alone
from lma_forge.project.cache import Cache, identity
from lma_forge.project.config import Config
from lma_forge.project.outcome import Outcome
from lma_forge.project.plan import Plan, Wishes
from lma_forge.project.sources import Sources
from lma_forge.resources import templates_folder


def generate(
    config: Config,
    sources: Sources,
    *,
    keep_going: bool = False,
    wishes: Wishes | None = None,
    waiting: Callable[[], None] = lambda: None,
) -> Outcome:
    """Bring the generated modules up to date.

    Where specs, settings, templates and this build are those of the last good run, and every file
    it left is still the same by content, there is nothing to do and nothing heavy is even loaded.

    Args:
        config: The project's configuration.
        sources: The specs.
        keep_going: Whether an error in a spec only leaves out the tools that it concerns.
        wishes: What the person asks for beyond the usual.
        waiting: Called where another run is at work in the same folder, before waiting for its end.

    Returns:
        What became of each module.

    Raises:
        ForgeError: A template, ruff or the disk does not work.
    """
    cache = Cache(config.cache_folder)
    name = _name(config)
    key = _key(config, sources, keep_going=keep_going)
    if wishes is None and (known := _recall(cache, name, key, config, sources)) is not None:
        return known
    # Rendering, formatting and reading markdown are loaded only for a run that may need them.
    from lma_forge.project.apply import apply  # noqa: PLC0415 - as said
    from lma_forge.project.generate import plan  # noqa: PLC0415 - as said

    environment = _environment(config)
    with alone(config.out_folder, waiting):
        steady = _steady(cache, name, environment)
        cache.drop(name)
        planned = plan(config, sources, keep_going=keep_going, wishes=wishes, steady=steady)
        applied = apply(planned)
    outcome = Outcome.of(planned, applied.steps, applied.diagnostics)
    # What has to be said until somebody mends it must not be forgotten by taking a short way.
    if outcome.is_good and not any(one.code == faults.REMOVED_INPUT.code for one in outcome.diagnostics):
        written = {step.path: step.new for step in applied.steps if step.new is not None}
        _remember(cache, name, (key, environment), config, outcome, written)
    return outcome


def preview(config: Config, sources: Sources, *, keep_going: bool = False, wishes: Wishes | None = None) -> Plan:
    """Work out what `generate` would do, and write nothing, not even kept results.

    Raises:
        ForgeError: As `generate`.
    """
    from lma_forge.project.generate import plan  # noqa: PLC0415 - as in generate

    steady = _steady(Cache(config.cache_folder), _name(config), _environment(config))
    return plan(config, sources, keep_going=keep_going, wishes=wishes, steady=steady)


def nothing_to_do(config: Config, sources: Sources, *, keep_going: bool = False) -> Outcome | None:
    """Tell whether all is as the last good run left it and would make it again, without making anything.

    Args:
        config: The project's configuration.
        sources: The specs.
        keep_going: Whether an error in a spec only leaves out the tools that it concerns.

    Returns:
        What `generate` would tell; None where it would have to look.
    """
    key = _key(config, sources, keep_going=keep_going)
    return _recall(Cache(config.cache_folder), _name(config), key, config, sources)


def _name(config: Config) -> str:
    """Name the kept result of a folder of generated modules."""
    return f"generate-{files.digest(str(config.out_folder.absolute()).encode('utf-8', 'surrogateescape'))[:12]}"


def _key(config: Config, sources: Sources, *, keep_going: bool) -> str:
    """Name everything that the modules are made from."""
    parts = {
        "environment": _environment(config),
        "specs": [[source.label, source.shown, files.digest(source.data or b"")] for source in sources.specs],
        "readable": [source.data is not None for source in sources.specs],
        "settings": [sorted(config.aliases.items()), sorted(config.allowed_labels)],
        "run": [keep_going, sources.whole, sources.bundled],
    }
    return files.digest(json.dumps(parts).encode("ascii"))


def _environment(config: Config) -> str:
    """Name everything but the specs that the modules are made from."""
    folders = [templates_folder(), *([config.root / config.templates] if config.templates else [])]
    parts = [identity(), [[str(folder), _hashes(folder)] for folder in folders], config.layout, config.guidance]
    return files.digest(json.dumps(parts).encode("ascii"))


def _steady(cache: Cache, name: str, environment: str) -> dict[str, str]:
    """Give the hashes of the modules that the last good run left, if it made them as this one would."""
    kept = cache.get(name)
    try:
        if not isinstance(kept, dict) or kept["environment"] != environment or not _is_same_program(kept["program"]):
            return {}
        return {str(path): str(hashed) for path, hashed in kept["files"].items()}
    except (LookupError, TypeError, ValueError, AttributeError):
        return {}


def _hashes(folder: Path) -> list[list[str]]:
    found = sorted(path for path in folder.rglob("*.j2") if path.is_file())
    return [[str(path.relative_to(folder)), files.digest(files.read(path).data or b"")] for path in found]


def _recall(cache: Cache, name: str, key: str, config: Config, sources: Sources) -> Outcome | None:
    kept = cache.get(name)
    try:
        if not isinstance(kept, dict) or kept["key"] != key or not _is_same_program(kept["program"]):
            return None
        if any(_hash(config.out_folder / path) != hashed for path, hashed in kept["files"].items()):
            return None
        texts = {source.shown: (source.data or b"").decode("utf-8-sig", "replace") for source in sources.specs}
        return Outcome.unpack(kept["outcome"], texts)
    except (LookupError, TypeError, ValueError, AttributeError):
        return None


def _hash(path: Path) -> str:
    data = files.read(path, largest=lock.LARGEST).data
    return files.digest(data) if data is not None else ""


def _is_same_program(kept: list[object]) -> bool:
    return _program(str(kept[0])) == kept


def _program(path: str) -> list[object]:
    """Name a program by what an update of it changes."""
    try:
        status = Path(path).stat()
    except OSError:
        return [path, 0, 0]
    return [path, status.st_size, status.st_mtime_ns]


def _remember(  # noqa: PLR0913, PLR0917 - all parts of one record
    cache: Cache, name: str, keys: tuple[str, str], config: Config, outcome: Outcome, written: Mapping[str, bytes]
) -> None:
    from lma_forge.project.modules import siblings  # noqa: PLC0415 - as in generate
    from lma_forge.project.style import ruff_program  # noqa: PLC0415 - as in generate

    # The modules' hashes are of what this run saw and wrote, not of what stands there a moment later.
    hashes = {path: files.digest(data) for path, data in written.items()}
    for path in written:
        # What a person has moved beside a module belongs to it.
        folder = path.rpartition("/")[0]
        for beside in siblings(config.out_folder / path):
            hashes[f"{folder}/{beside}"] = _hash(config.out_folder / folder / beside)
    hashes[lock.NAME] = _hash(config.out_folder / lock.NAME)
    key, environment = keys
    program = _program(ruff_program())
    packed = outcome.settled().pack()
    cache.put(name, {"key": key, "environment": environment, "program": program, "files": hashes, "outcome": packed})
