"""The tool folders that `tools` and `call` work on."""

from collections.abc import Sequence
from pathlib import Path

from lma_forge.cli.session import Session
from lma_forge.errors import UsageError
from lma_forge.project import files


def tool_folders(session: Session, named: Sequence[Path]) -> list[Path]:
    """Find the folders: those named, those of the configuration, or that of the generated modules.

    Raises:
        UsageError: One does not exist.
    """
    if not named:
        config = session.config()
        named = [config.root / folder for folder in config.tools] or [config.out_folder]
        advice = "; run `lma-forge generate` first, or name a folder"
    else:
        advice = "; mend the path"
    for folder in named:
        if not folder.is_dir():
            raise UsageError(f"there is no folder {files.shown(folder)}{advice}")
    return list(named)
