"""The option `--host-config`: what a host would tell each module, read from a file."""

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lma_forge.errors import UsageError

if TYPE_CHECKING:
    from lma_forge.runtime import LCPBinding

Command = TypeVar("Command", bound=Callable[..., Any])


def host_config(function: Command) -> Command:
    """Give a command the option `--host-config`, a path or None as `host_config`."""
    return click.option(
        "--host-config",
        "host_config",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Set the modules up with FILE: TOML or JSON, a table for each by the name of its file.",
    )(function)


def configs(path: Path | None) -> dict[str, dict[str, Any]]:
    """Read the settings of modules.

    Args:
        path: The file; None for no settings.

    Returns:
        For each module, by the name of its file without `.py`, its settings.

    Raises:
        UsageError: The file cannot be read, or is no table of tables.
    """
    if path is None:
        return {}
    try:
        text = path.read_text(encoding="utf-8-sig")
        found = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is neither TOML nor, where its name ends in .json, JSON: {error}") from error
    if not isinstance(found, Mapping) or not all(isinstance(one, Mapping) for one in found.values()):
        raise UsageError(f"{path} has to hold a table for each module, such as [memory_reader]")
    return {stem: dict(settings) for stem, settings in found.items()}


def strangers(path: Path | None, settings: Mapping[str, object], library: "LCPBinding") -> Iterator[str]:
    """Say which tables of a file set up a module that is not there, as a misspelt name would.

    Args:
        path: The file.
        settings: What it holds.
        library: The tools that are called or served.
    """
    modules = sorted({Path(record["_python_file_path"]).stem for record in library.discovered_tools})
    for name in settings:
        if name not in modules:
            near = get_close_matches(name, modules, 1)
            meant = f"did you mean {near[0]}?" if near else "write the name of its file without .py."
            yield f"{path} sets up {name}, and there is no such module; {meant}"
