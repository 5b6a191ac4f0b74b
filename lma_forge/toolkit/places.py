"""Where the host keeps what outlives a call: never in the workspace, whose content tools may change."""

import os
import sys
from pathlib import Path

from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.settings import Config, text

DATA_DIR = "LMA_FORGE_DATA_DIR"
"""The variable that names the data folder where the configuration does not."""


def data_folder(config: Config) -> Path:
    """Find the folder of the store and of the audit key.

    Args:
        config: The host's configuration; its key `data_dir` comes first, then the variable
            LMA_FORGE_DATA_DIR, then the place that the system has for the data of users.

    Returns:
        An absolute path; the folder need not exist.

    Raises:
        Refusal: The configured folder is relative, so that it would depend on the workspace.
    """
    chosen = text(config, "data_dir") or os.environ.get(DATA_DIR, "")
    if not chosen:
        try:
            return _users_folder() / "lma-forge"
        except RuntimeError as error:
            raise Refusal(f"This user has no home folder; name a data folder in {DATA_DIR}.") from error
    folder = expanded(chosen)
    if not folder.is_absolute():
        raise Refusal(f"The data folder is {chosen!r}; name an absolute path.")
    return folder


def expanded(path: str) -> Path:
    """Replace the `~` at the beginning of a path by the home folder that it stands for.

    Args:
        path: The path; one of a user that does not exist stays as it is, and so is not absolute.
    """
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def _users_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    named = os.environ.get("XDG_DATA_HOME", "")
    # The specification of these folders has relative ones ignored.
    return Path(named) if os.path.isabs(named) else Path.home() / ".local" / "share"  # noqa: PTH117 - text in


def private_folder(folder: Path) -> Path:
    """Make a folder that only its owner can enter.

    Args:
        folder: The folder; those above it are made as well.

    Raises:
        Refusal: It cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(f"The data folder {folder} cannot be made: {error.strerror or error}.") from error
    return folder
