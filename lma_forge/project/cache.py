"""Results kept from run to run, in a folder that may be deleted at any time.

A kept result is only ever a shortcut: what cannot be read back just as it was written counts as
not there. Parallel runs may overwrite each other's results, never tear them.
"""

import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lma_forge import __version__
from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Move, Related, Severity, Span
from lma_forge.errors import UnwritableError
from lma_forge.project import files
from lma_forge.resources import package_folder, templates_folder

_MARKS = {
    ".gitignore": "*\n",
    "CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55\n# Kept results of lma-forge (bford.info/cachedir)\n",
}
_LARGEST = 512 * 1024 * 1024


@cache
def identity() -> str:
    """Name this build of lma-forge and the Python that runs it.

    Sizes and times of the package's own files take part, so that an edited checkout is another
    build although its version is the same.
    """
    parts = [__version__, *map(str, sys.version_info[:3])]
    for folder in (package_folder(), templates_folder()):
        for base, folders, names in os.walk(folder):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            for name in sorted(names):
                with suppress(OSError):
                    path = os.path.join(base, name)  # noqa: PTH118 - some hundred paths on each start
                    status = os.stat(path)  # noqa: PTH116 - as above
                    parts.append(f"{path}:{status.st_size}:{status.st_mtime_ns}")
    return files.digest("\n".join(parts).encode("utf-8", "surrogateescape"))


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of kept results.

    Args:
        folder: The folder; made when something is kept.
    """

    folder: Path

    def get(self, name: str) -> Any:  # noqa: ANN401 - any JSON
        """Fetch a kept result.

        Args:
            name: The name that it was kept under.

        Returns:
            The JSON value; None when there is none, or it is damaged.
        """
        data = files.read(self.folder / f"{name}.json", largest=_LARGEST).data
        if data is None:
            return None
        check, _, body = data.partition(b"\n")
        if check.decode("ascii", "replace") != files.digest(body):
            return None
        try:
            return json.loads(body)
        except (ValueError, RecursionError):
            return None

    def put(self, name: str, value: Any) -> None:  # noqa: ANN401 - any JSON
        """Keep a result; a folder that cannot be written is passed over.

        Args:
            name: A file name without suffix.
            value: A JSON value.
        """
        body = json.dumps(value, separators=(",", ":")).encode("ascii")
        with suppress(UnwritableError, OSError):
            for mark, text in _MARKS.items():
                if not (self.folder / mark).exists():
                    files.write(self.folder / mark, text.encode("ascii"))
            files.write(self.folder / f"{name}.json", files.digest(body).encode("ascii") + b"\n" + body)

    def drop(self, name: str) -> None:
        """Forget a kept result."""
        with suppress(OSError):
            (self.folder / f"{name}.json").unlink()


def pack(diagnostics: tuple[Diagnostic, ...]) -> list[Any]:
    """Turn findings into JSON values."""
    return [_packed(found) for found in diagnostics]


def unpack(values: list[Any]) -> tuple[Diagnostic, ...]:
    """Turn JSON values from `pack` back into findings.

    Raises:
        ValueError: They are something else.
    """
    try:
        return tuple(_diagnostic(*value) for value in values)
    except TypeError as error:
        raise ValueError("these are no kept findings") from error


def _packed(value: Any) -> Any:  # noqa: ANN401 - any part of a diagnostic
    if is_dataclass(value):
        return [_packed(getattr(value, field.name)) for field in fields(value)]
    return [_packed(item) for item in value] if isinstance(value, tuple) else value


def _diagnostic(  # noqa: PLR0913, PLR0917 - the fields of a diagnostic, in their order
    code: str,
    name: str,
    severity: str,
    message: str,
    span: list[Any],
    help_: str,
    related: list[Any],
    fix: Any,  # noqa: ANN401
    fingerprint: str,
) -> Diagnostic:
    others = tuple(Related(text, Span(*place)) for text, place in related)
    mended = _fix(*fix) if fix else None
    return Diagnostic(code, name, Severity(severity), message, Span(*span), help_, others, mended, fingerprint)


def _fix(title: str, edits: list[Any], applicability: str, moves: list[Any]) -> Fix:
    changes = tuple(Edit(Span(*place), text) for place, text in edits)
    return Fix(title, changes, Applicability(applicability), tuple(Move(path, to) for path, to in moves))
