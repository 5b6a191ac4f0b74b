"""The tool folders that `tools` and `call` work on, and the binding that finds their tools."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lma_forge.cli.session import Session
from lma_forge.errors import UsageError
from lma_forge.project import files

if TYPE_CHECKING:
    from lma_forge.runtime import LCPBinding


def binding(session: Session, named: Sequence[Path], **options: Any) -> "LCPBinding":  # noqa: ANN401 - the binding's
    """Make a binding over the folders.

    What the binding logs is for hosts: tracebacks of the tools' own code. A person gets the reason
    in the answer, and the traceback with `-v`.

    Raises:
        UsageError: A folder does not exist.
    """
    from lma_forge.runtime import LCPBinding  # noqa: PLC0415 - the help needs no runtime

    log = logging.getLogger("lma_forge")
    log.handlers = [logging.StreamHandler() if session.verbose else logging.NullHandler()]
    return LCPBinding(tools_folders=tool_folders(session, named), **options)


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
