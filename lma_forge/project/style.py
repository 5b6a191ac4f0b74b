"""Ruff over generated modules: all of a run in one batch, under settings that no project can change."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lma_forge.errors import InternalError, UnwritableError, UsageError
from lma_forge.project.files import reason

SETTINGS = """\
line-length = 120
target-version = "py311"
preview = false

[format]
line-ending = "lf"
quote-style = "double"
docstring-code-format = false

[lint]
select = ["A", "B", "C4", "D", "E", "F", "I", "N", "PIE", "PLC", "PLE", "RET", "RUF", "SIM", "UP", "W"]
ignore = [
    "D205",   # hosts send only a docstring's first paragraph, so the guidance stands in it, below the summary
    "E501",   # a sentence of the spec is one line, however long, as hosts read one line per parameter
    "A001",   # an input is called what the spec calls it, and keeps its name when it is checked
    "A002",   # as A001
    "E741",   # as A001
    "N",      # as A001, and names of classes follow those of tools
    "RUF001", # the spec's own characters
    "RUF002", # as RUF001
    "RUF003", # as RUF001
]

[lint.pydocstyle]
convention = "google"
"""
"""The whole configuration of ruff for a generated module."""


@dataclass(frozen=True, slots=True)
class Styled:
    """A module after formatting.

    Args:
        text: The formatted text.
        problems: What ruff finds in it, as `line:column code message`; empty for a good module.
    """

    text: str
    problems: tuple[str, ...] = ()


def style(texts: Sequence[str]) -> tuple[Styled, ...]:
    """Format modules and check them, all in one run of `ruff format` and one of `ruff check`.

    Args:
        texts: The modules, independent of each other.

    Returns:
        The formatted modules in the same order, each with what ruff still finds in it.

    Raises:
        UsageError: The ruff program is missing or cannot be run.
        UnwritableError: The temporary folder cannot be written.
        InternalError: Ruff itself failed.
    """
    if not texts:
        return ()
    program = ruff_program()
    try:
        with tempfile.TemporaryDirectory(prefix="lma-forge-") as name:
            folder = Path(name)
            paths = [folder / "modules" / f"m{index:06}.py" for index in range(len(texts))]
            _write(folder, paths, texts)
            _run(program, folder, "format", "--quiet", accepted=(0, 2))
            found = _run(program, folder, "check", "--output-format=json", "--exit-zero", accepted=(0,))
            problems = _problems(found, len(texts))
            formatted = [path.read_bytes().decode("utf-8") for path in paths]
    except OSError as error:
        raise UnwritableError(
            f"cannot use the temporary folder: {reason(error)}; set TMPDIR to one that works"
        ) from error
    return tuple(Styled(text, tuple(found)) for text, found in zip(formatted, problems, strict=True))


def ruff_program() -> str:
    """Find the ruff program that was installed with lma-forge, else one on the search path.

    Raises:
        UsageError: There is none.
    """
    try:
        try:
            from ruff import find_ruff_bin  # noqa: PLC0415 - only a run that formats needs it
        except ImportError:
            from ruff.__main__ import find_ruff_bin  # noqa: PLC0415 - where older versions keep it
        return str(find_ruff_bin())
    except (ImportError, OSError):
        program = shutil.which("ruff")
    if program is None:
        raise UsageError("the ruff program is missing; install it with `pip install ruff`")
    return program


def _write(folder: Path, paths: Sequence[Path], texts: Sequence[str]) -> None:
    (folder / "ruff.toml").write_text(SETTINGS, encoding="utf-8")
    (folder / "modules").mkdir()
    for path, text in zip(paths, texts, strict=True):
        path.write_bytes(text.encode("utf-8"))


def _run(program: str, folder: Path, command: str, *options: str, accepted: tuple[int, ...]) -> str:
    # Ruff obeys variables of its own; what is generated must not depend on whose machine it is.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RUFF_")}
    arguments = [program, command, "--config", "ruff.toml", "--no-cache", *options, "modules"]
    try:
        done = subprocess.run(  # noqa: S603 - our own program and our own arguments
            arguments, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except OSError as error:
        raise UsageError(f"cannot run {program}: {reason(error)}; reinstall it with `pip install ruff`") from error
    if done.returncode not in accepted:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise InternalError(f"ruff {command} failed ({done.returncode}): {said[-1] if said else 'no message'}")
    return done.stdout.decode("utf-8", "replace")


def _problems(output: str, count: int) -> list[list[str]]:
    problems: list[list[str]] = [[] for _ in range(count)]
    try:
        findings = json.loads(output)
        for found in findings:
            index = int(Path(found["filename"]).stem.removeprefix("m"))
            place = found["location"]
            code = found["code"] or "syntax"
            problems[index].append(f"{place['row']}:{place['column']} {code} {found['message']}")
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise InternalError("ruff check gave an answer of an unknown form") from error
    return problems
