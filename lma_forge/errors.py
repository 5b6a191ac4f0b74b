"""The exceptions of lma-forge and the exit codes that they become.

What a person got wrong in a spec or a module is a `Diagnostic`, a value. Only a world in which
the work cannot go on raises:

    ForgeError                exit 2, shown as one line on stderr
    ├── UsageError            wrong option, path or configuration of the command
    ├── UnreadableError       a file or folder that cannot be read
    ├── UnwritableError       a file or folder that cannot be written
    └── InternalError         our own output failed our own check; nothing was written
"""

from enum import IntEnum


class ExitCode(IntEnum):
    """What a command tells the shell (as ruff does: findings are 1, everything broken is 2)."""

    CLEAN = 0
    FINDINGS = 1
    BROKEN = 2


class ForgeError(Exception):
    """A condition under which the command cannot do its work.

    Args:
        message: One sentence for the person: what is wrong and what to do instead.
    """

    def __init__(self, message: str) -> None:
        """Keep the message where callers find it without knowing `args`."""
        super().__init__(message)
        self.message = message


class UsageError(ForgeError):
    """The command line or the configuration asks for something that cannot be."""


class UnreadableError(ForgeError):
    """A file or folder cannot be read."""


class UnwritableError(ForgeError):
    """A file or folder cannot be written; what stood there before still stands."""


class InternalError(ForgeError):
    """lma-forge produced something that fails its own verification; nothing was written."""
