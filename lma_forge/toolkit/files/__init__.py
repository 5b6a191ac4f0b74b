"""Files of the workspace: read and written so that no path, link or race leads out of it.

On Linux and macOS every part of a path is opened from the folder before it, and no symbolic link is
followed; so there is no moment between a check and its use. Windows has no such calls: there the
opened file is compared with the place where it should be, which a race can get around for the time of
the comparison, and files on paths with links are refused.

What this does not keep out: a folder that is moved while it is open takes its files along, file
systems that are mounted below the workspace belong to it, and who can trace this process can do
anything.
"""

from lma_forge.toolkit.files.limits import Limits
from lma_forge.toolkit.settings import Config

__all__ = ["read", "write"]


def read(config: Config, file_path: str, root: str = ".") -> tuple[str, str]:
    """Read a text file of the workspace.

    Args:
        config: The host's configuration of the tool. Files whose names say that they hold secrets
            need the approval of its `confirm_handler`.
        file_path: A path below the workspace.
        root: The workspace. Tools leave it at the current folder, from which the operator is shown
            where a path leads.

    Returns:
        The content and the status. Secrets are hidden in the content, unless the operator approved
        this file; of a long file the status gives an outline.

    Raises:
        Refusal: The file cannot be read, or must not be.
    """
    from lma_forge.toolkit.files.reading import read_text  # noqa: PLC0415 - the other tool does not need it

    return read_text(config, file_path, Limits.of(config, root))


def write(config: Config, file_path: str, content: str, mode: str, root: str = ".") -> str:
    """Write a text file of the workspace, in one step.

    Args:
        config: The host's configuration of the tool.
        file_path: A path below the workspace; folders are made where they are missing.
        content: The new content, or what is added to it.
        mode: `create` for a file that is not there, `overwrite` for one that is, `append` for either.
        root: The workspace, as in `read`.

    Returns:
        The status: what was done, the backup that was made, and what changed.

    Raises:
        Refusal: Nothing was changed.
    """
    from lma_forge.toolkit.audit.around import digest, recorded  # noqa: PLC0415 - the other tool does not need it
    from lma_forge.toolkit.files.writing import write_text  # noqa: PLC0415 - as above

    with recorded(config, "file.write", f"{mode} {file_path}: {digest(content)}") as record:
        status = write_text(file_path, content, mode, Limits.of(config, root))
    return f"{status}{record.note}"
