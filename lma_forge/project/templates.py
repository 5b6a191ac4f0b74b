"""The templates of a project: the bundled ones, each shadowed by a file of the same name in its own folder."""

from pathlib import Path

from lma_forge.errors import UnreadableError, UsageError
from lma_forge.names import nearest
from lma_forge.project import files
from lma_forge.project.config import Config
from lma_forge.resources import templates_folder

_SUFFIX = ".j2"


def load(config: Config) -> dict[str, str]:
    """Read the templates that hold for a project.

    Args:
        config: Names the folder of the project's own templates, if it has one.

    Returns:
        Text by name: the path below the folder, such as `lcp/module.py.j2`.

    Raises:
        UsageError: The project's folder is missing, or holds a template that would shadow nothing.
        UnreadableError: A template cannot be read.
    """
    bundled = _folder(templates_folder())
    if not config.templates:
        return bundled
    folder = config.root / config.templates
    if not folder.is_dir():
        raise UsageError(f"the templates folder {files.shown(folder)} does not exist; make it or mend `templates`")
    own = _folder(folder)
    for name in own:
        if name not in bundled and "/_" not in f"/{name}":
            close = nearest(name, bundled)
            advice = f"did you mean {close}?" if close else f"the templates are {', '.join(sorted(bundled))}"
            raise UsageError(
                f"{files.shown(folder / name)} replaces no template, and would have no effect; {advice} "
                "(a part of your own starts with an underscore)"
            )
    return bundled | own


def made_with(config: Config) -> str:
    """Hash what the project itself says of how modules are made: its templates, and where the guidance stands.

    Args:
        config: The project's configuration.

    Returns:
        The hash; empty for a project that has lma-forge's own templates and default.

    Raises:
        ForgeError: As `load`.
    """
    if not config.templates and config.guidance == Config(config.root).guidance:
        return ""
    own = _folder(config.root / config.templates) if config.templates else {}
    parts = [config.guidance, *(f"{name}\n{text}" for name, text in sorted(own.items()))]
    return files.digest("\0".join(parts).encode("utf-8", "surrogatepass"))[:16]


def _folder(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): _text(path) for path in sorted(folder.rglob(f"*{_SUFFIX}"))}


def _text(path: Path) -> str:
    loaded = files.read(path)
    if loaded.data is None:
        raise UnreadableError(f"{files.shown(path)}: {loaded.diagnostics[0].message}")
    try:
        return loaded.data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{files.shown(path)} is not UTF-8 (byte {error.start}); save it as UTF-8") from error
