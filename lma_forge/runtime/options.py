"""Reads the constructor's options: folders, files and load flags."""

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from lma_forge.runtime.notices import did_you_mean

if TYPE_CHECKING:
    from pathlib import Path

PathLike = str | os.PathLike[str]

OPTIONS = (
    "host_tool_configs",
    "confirm_handler",
    "user_interaction_handler",
    "tool_files",
    "tools_folders",
    "tools_folder_path",
    "workspace",
    "arguments",
    "results",
    "compat",
    "guard",
    "cache_dir",
)
"""The options of the binding; any other keyword is the load flag of some library (doctrine 8)."""

MODES = ("off", "report", "enforce")
"""How calls are guarded: not at all, by telling of undeclared effects, or by refusing them."""

_BASE_OPTIONS = frozenset(
    {
        *("debug", "system_dir", "lollms_path", "bindings_path", "cwd", "binding_name"),
        *("wait_for_server", "model_name", "verify_ssl_certificate"),
    }
)
"""What the host hands to all kinds of bindings; accepted, and of no use here."""

_ON = frozenset({"true", "1", "yes", "on"})


def paths(value: object, option: str) -> "list[Path]":
    """Read an option that names files or folders.

    Args:
        value: One path, or any iterable of paths; None for none.
        option: Name of the option, for messages.

    Returns:
        The paths, anchored at the present working directory so that a later change of it does
        not move them.

    Raises:
        TypeError: For something that is no path.
    """
    if value is None:
        return []
    items: list[object]
    if isinstance(value, str | os.PathLike):
        items = [value]
    elif isinstance(value, Iterable) and not isinstance(value, bytes | Mapping):
        items = list(value)
    else:
        raise TypeError(f"{option} must be a path or several paths, not {type(value).__name__}")
    from pathlib import Path  # noqa: PLC0415 - the attribute of the host is made of paths

    found: list[Path] = []
    for item in items:
        if not isinstance(item, str | os.PathLike):
            raise TypeError(f"{option} must hold paths, not {type(item).__name__}")
        found.append(Path(os.path.abspath(os.fspath(item))))  # noqa: PTH100 - keeps links as they are named
    return found


def is_on(value: object) -> bool:
    """Whether a load flag is on: the texts true, 1, yes and on count, others do not (doctrine 8)."""
    return value.strip().lower() in _ON if isinstance(value, str) else bool(value)


def refuse_unknown(flags: Mapping[str, object], declared: Iterable[str]) -> None:
    """Refuse a keyword that is neither an option nor the load flag of a library that was found.

    A host must not be left without its tools by a misspelt option. Keywords that begin with
    `enable_` are let through: a host passes them for libraries that are mounted later.

    Args:
        flags: The keywords that are not options.
        declared: The load flags that libraries declare.

    Raises:
        TypeError: Naming the option and the nearest known one.
    """
    known = _BASE_OPTIONS.union(declared)
    for flag in flags:
        if flag not in known and not flag.startswith("enable_"):
            raise TypeError(f"LCPBinding has no option '{flag}'.{did_you_mean(flag, (*OPTIONS, *known))}")
