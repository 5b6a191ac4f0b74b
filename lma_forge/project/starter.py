"""A starter project: which files it has, and how they get into a folder without touching what is there."""

from collections.abc import Mapping
from pathlib import Path

from lma_forge import spec
from lma_forge.diagnostics import Severity
from lma_forge.errors import UnwritableError, UsageError
from lma_forge.project import files
from lma_forge.resources import templates_folder

SPEC = "specs/Tools.md"
CONFIG = "pyproject.toml"
_HEADER = "[tool.lma-forge]"


def starter(source: Path | None = None) -> dict[str, bytes]:
    """Collect the files of a starter project.

    Args:
        source: An existing spec that takes the place of the starter's.

    Returns:
        Bytes by path below the project's folder, with `/`.

    Raises:
        UsageError: The existing spec cannot be read, or has errors.
    """
    home = templates_folder() / "init"
    found = {
        path.relative_to(home).as_posix(): path.read_bytes().replace(b"\r\n", b"\n")
        for path in sorted(home.rglob("*"))
        if path.is_file()
    }
    if source is not None:
        found[SPEC] = _existing(source)
    return found


def _existing(source: Path) -> bytes:
    loaded = files.read(source)
    if loaded.data is None:
        raise UsageError(f"{files.shown(source)}: {loaded.diagnostics[0].message}")
    text, faults = spec.decode(loaded.data, files.shown(source))
    found = faults if text is None else spec.parse(text, files.shown(source)).diagnostics
    errors = [one for one in found if one.severity is Severity.ERROR]
    if errors:
        first = errors[0]
        raise UsageError(
            f"{files.shown(source)} has {len(errors)} error{'s' * (len(errors) > 1)}, the first in line"
            f" {first.span.line}: {first.message} "
            f"Run `lma-forge check {files.shown(source)}`"
        )
    return loaded.data


def lay(folder: Path, wanted: Mapping[str, bytes]) -> tuple[list[str], list[str]]:
    """Write a starter project's files into a folder.

    Nothing that is there is replaced. A pyproject.toml that says nothing of lma-forge gets its
    section at the end; all its bytes stay.

    Args:
        folder: Where the project is to be; made when it is missing.
        wanted: Bytes by path.

    Returns:
        The paths written or extended, and those that were there already.

    Raises:
        UsageError: There is a spec already, or the folder is a file.
        UnwritableError: A file cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{files.shown(folder)} is no folder; name another")
    if (folder / SPEC).exists():
        raise UsageError(f"{files.shown(folder / SPEC)} is there already; nothing was written")
    written: list[str] = []
    kept: list[str] = []
    for name, data in wanted.items():
        target = folder / name
        new = data
        if target.exists():
            extended = _extended(target, data) if name == CONFIG else None
            if extended is None:
                kept.append(name)
                continue
            new = extended
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UnwritableError(f"{files.shown(target.parent)} cannot be made: {files.reason(error)}") from error
        files.write(target, new)
        written.append(name)
    return written, kept


def _extended(target: Path, data: bytes) -> bytes | None:
    loaded = files.read(target)
    if loaded.data is None or _HEADER.encode() in loaded.data or b"tool.lma-forge" in loaded.data:
        return None
    newline = b"\r\n" if b"\r\n" in loaded.data else b"\n"
    gap = b"" if not loaded.data or loaded.data.endswith(b"\n") else newline
    return loaded.data + gap + (newline if loaded.data else b"") + data.replace(b"\n", newline)
