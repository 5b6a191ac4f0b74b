"""The configuration of a project: [tool.lma-forge] of the nearest pyproject.toml, or of a named file."""

import codecs
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lma_forge.change import ChangePolicy
from lma_forge.diagnostics import Diagnostic, Span
from lma_forge.errors import UsageError
from lma_forge.project import changesettings, faults, files
from lma_forge.project.places import Places, places
from lma_forge.project.settings import read_table

_TABLE = ("tool", "lma-forge")
_OURS = re.compile(rb"lma[-_. ]?forge", re.IGNORECASE)
"""What a file says that may be meant for us; most files do not, and are not parsed."""
_SLIP = re.compile(r"lma[-_. ]?forge", re.IGNORECASE)
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Lint:
    """Which findings are shown: codes, prefixes of codes, or names.

    Args:
        select: Show only these; empty for all.
        ignore: Do not show these.
        extend_select: Show these as well as `select`.
        per_file_ignores: Do not show these for files that match the pattern, as (pattern, codes).
        baseline: A file of findings that were there when checking was taken up; empty for none.
        sinks: Further functions that rules shall know, by kind, as (kind, dotted names).
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    baseline: str = ""
    sinks: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Config:
    """What a project has decided, with the defaults filled in.

    Args:
        root: The folder that all other paths are relative to: the config file's, else the start.
        source: The config file; None where there is none.
        specs: Spec files and patterns, as written; None where the config does not say.
        out: The folder of generated modules.
        tools: Folders of tools for `check`, `tools` and `call`; empty for `out`.
        templates: A folder whose templates shadow the bundled ones; empty for none.
        layout: `tool` for a module per tool, `category` for a module per category.
        guidance: `description` to put when to use a tool into the text that every host sends,
            `docstring` to leave it to the later paragraphs.
        aliases: The project's own labels, each with the label that it stands for.
        allowed_labels: Unknown labels that are fine.
        cache_dir: Where results are kept from run to run; empty to keep none.
        exclude: Patterns of files that a folder to be checked does not stand for.
        target: The host that runs the tools, `lollms` or `lma-forge`; rules about another are off.
        known_packages: Packages that every machine of the project has.
        lint: Which findings are shown.
        changes: What the project has decided about changes of its specs.
        diagnostics: What is wrong with the configuration.
        text: The config file's text, for showing the place of a finding.
    """

    root: Path
    source: Path | None = None
    specs: tuple[str, ...] | None = None
    out: str = "generated_tools"
    tools: tuple[str, ...] = ()
    templates: str = ""
    layout: str = "tool"
    guidance: str = "description"
    aliases: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    allowed_labels: tuple[str, ...] = ()
    cache_dir: str = ".lma_forge_cache"
    exclude: tuple[str, ...] = ()
    target: str = "lollms"
    known_packages: tuple[str, ...] = ()
    lint: Lint = Lint()
    changes: ChangePolicy = field(default_factory=ChangePolicy)
    diagnostics: tuple[Diagnostic, ...] = ()
    text: str = ""

    @property
    def out_folder(self) -> Path:
        """The folder of generated modules, as a path."""
        return self.root / self.out

    @property
    def cache_folder(self) -> Path:
        """The folder of kept results, as a path."""
        return self.root / self.cache_dir


def load(start: Path, explicit: Path | None = None) -> Config:
    """Read the configuration that holds for a folder.

    Args:
        start: The folder that the command runs in.
        explicit: A file named by `--config`; None to look upward from `start`.

    Returns:
        The configuration. Its `diagnostics` hold what is wrong with it; a faulty value gives way
        to its default, so that everything wrong is reported at once.

    Raises:
        UsageError: The named file has no [tool.lma-forge], or is none that can be read.
    """
    if explicit is not None:
        data = files.read(explicit).data
        if data is None:
            raise UsageError(f"cannot read {explicit}; --config takes a TOML file with a [tool.lma-forge] table")
        found = _read(explicit, data)
        if found is None:
            raise UsageError(f"{explicit} has no [tool.lma-forge] table; add one or leave --config out")
        return found
    for folder in (start, *start.parents):
        candidate = folder / "pyproject.toml"
        data = files.read(candidate).data
        speaks_of_us = data is not None and _OURS.search(data.replace(b"\0", b""))
        if data is not None and speaks_of_us and (found := _read(candidate, data)) is not None:
            return found
    return Config(root=start)


def _read(path: Path, data: bytes) -> Config | None:
    """Read a file's bytes; None where it has no table of ours."""
    # TOML ends a line with LF or CRLF; what tomllib is given is what positions are counted in.
    text = data.decode("utf-8-sig", "replace")
    fault = _undecodable(data, files.shown(path))
    if fault is not None:
        return Config(root=path.resolve().parent, source=path, diagnostics=(fault,), text=text)
    return _parse(path, text)


def _undecodable(data: bytes, shown: str) -> Diagnostic | None:
    """Say why a file is no UTF-8, which is all that TOML may be; None where it is."""
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in data[:4]
    if wide:
        return faults.BROKEN_CONFIG.at(Span(shown), "this is UTF-16 or UTF-32, and TOML is UTF-8; save it as UTF-8.")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = f"byte {data[error.start]:#04x} is no UTF-8, which TOML is; save the file as UTF-8."
        return faults.BROKEN_CONFIG.at(Span(shown, line, column, line, column + 1), message)
    return None


def _parse(path: Path, text: str) -> Config | None:
    """Read a file's text; None where it has no table of ours."""
    shown = files.shown(path)
    root = path.resolve().parent
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Config(root=root, source=path, diagnostics=(_broken(text, shown, error),), text=text)
    table: Any = document
    for step in _TABLE:
        table = table.get(step) if isinstance(table, dict) else None
    slips = _slips(document, text, shown)
    if table is None:
        return Config(root=root, source=path, diagnostics=slips, text=text) if slips else None
    values, diagnostics = read_table(table, text, shown, _TABLE)
    diagnostics = (*slips, *diagnostics)
    lint = Lint(**_taken(values, "lint."))
    changes = _taken(values, "changes.")
    where = places(text, shown) if changes.get("accept") else Places()
    policy = changesettings.policy(changes, where, (*_TABLE, "changes"))
    return Config(root=root, source=path, lint=lint, changes=policy, diagnostics=diagnostics, text=text, **values)


def _slips(document: Mapping[str, Any], text: str, shown: str) -> tuple[Diagnostic, ...]:
    """Report tables whose name is nearly that of ours: nothing in them would have an effect."""
    tools = document.get("tool")
    ways: list[tuple[str, ...]] = [("tool", key) for key in tools] if isinstance(tools, dict) else []
    ways += [(key,) for key in document]
    near = [way for way in ways if _SLIP.fullmatch(way[-1]) and way != _TABLE]
    if not near:
        return ()
    where = places(text, shown).keys
    return tuple(
        faults.UNKNOWN_KEY.at(
            where.get(way, Span(shown)), f"`[{'.'.join(way)}]` is not read; did you mean `[tool.lma-forge]`?"
        )
        for way in near
    )


def _taken(values: dict[str, Any], prefix: str) -> dict[str, Any]:
    return {key.removeprefix(prefix): values.pop(key) for key in tuple(values) if key.startswith(prefix)}


def _broken(text: str, shown: str, error: tomllib.TOMLDecodeError) -> Diagnostic:
    # tomllib has told line and column only in its message until Python 3.14 gave them names.
    reason, _, place = str(error).rpartition(" (at ")
    numbers = [int(word) for word in place.replace(",", " ").replace(")", " ").split() if word.isdigit()]
    line, column = numbers if len(numbers) == 2 else (text.count("\n") + 1, 1)  # noqa: PLR2004 - line and column
    span = Span(shown, line, column, line, column)
    return faults.BROKEN_CONFIG.at(span, f"this is no TOML: {(reason or str(error)).lower()}; mend the syntax here.")
