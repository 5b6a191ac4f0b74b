"""The `lma-forge` program: finds the command, loads it alone, and turns whatever happens into an exit code."""

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from lma_forge import __version__
from lma_forge.cli import console
from lma_forge.errors import ExitCode, ForgeError

COMMANDS = {
    "init": "Start a project: a spec, the configuration, files for pre-commit and CI.",
    "check": "Check specs and tool files, and whether the modules are what the specs say.",
    "fmt": "Write specs in the canonical layout.",
    "generate": "Make and update the tool modules of the specs.",
    "changes": "Say what changed in meaning between two versions of the specs.",
    "enforcement": "Say what holds each rule of the specs.",
    "tools": "List the tools in folders as a model sees them.",
    "call": "Run one tool, with approval asked at the terminal.",
    "serve": "Serve the tools in folders over MCP.",
    "explain": "Explain a code or a rule, or what a model reads of a tool.",
    "rules": "List everything that can be found, by code.",
    "export": "Write tool definitions for other hosts.",
    "audit": "Verify the audit log of the tools, or write it out.",
    "completion": "Write the completion script of a shell.",
}
"""Each command with its line in the help, so that the help needs to load none."""

_INTERRUPTED = 130
_UNWRITABLE = frozenset({errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})
_DEBUG = "LMA_FORGE_DEBUG"


class _Commands(click.Group):
    """A group that loads a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"lma_forge.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if word not in COMMANDS and not word.startswith("-"):
            from lma_forge.names import nearest  # noqa: PLC0415 - only for a misspelt command

            close = nearest(word, COMMANDS)
            advice = f"Did you mean `{close}`?" if close else f"The commands are {', '.join(COMMANDS)}."
            ctx.fail(f"there is no command `{word}`. {advice}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_Commands,
    name="lma-forge",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Compiles tool governance written in markdown into LLM tools that obey it.",
    epilog="Exit codes: 0 nothing to report, 1 findings, 2 wrong usage, unreadable input or an internal error.",
)
@click.version_option(__version__, "-V", "--version", prog_name="lma-forge", message="%(prog)s %(version)s")
def program() -> None:
    """Hold the commands."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and leave with its exit code.

    Args:
        arguments: The words after the program's name; those of the process without any.
    """
    console.prepare()
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the program.

    Args:
        arguments: The words after the program's name; those of the process without any.

    Returns:
        The exit code. Nothing is raised: what a person did wrong is said in one line, and so is
        what we did wrong, with the request to report it.
    """
    code: int
    console.mend()
    try:
        result: Any = program.main(args=arguments, prog_name="lma-forge", standalone_mode=False)
        code = int(result) if isinstance(result, int) else ExitCode.CLEAN
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        code = ExitCode.BROKEN
    except (click.Abort, KeyboardInterrupt):
        console.say("Interrupted.")
        code = _INTERRUPTED
    except ForgeError as error:
        console.say_error(error.message)
        code = ExitCode.BROKEN
    except (BrokenPipeError, SystemExit):
        # Whoever read our output has gone (click leaves for that by itself). There is nobody to
        # tell, and the rest was not delivered.
        console.abandon()
        code = ExitCode.BROKEN
    except Exception as error:
        if os.environ.get(_DEBUG):
            raise
        if (known := _reason(error)) is not None:
            console.say_error(known)
            return ExitCode.BROKEN
        said = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        console.say_error(f"internal error ({said}). Please report it; {_DEBUG}=1 shows where it happened")
        code = ExitCode.BROKEN
    return code


def _reason(error: Exception) -> str | None:
    """Say what the world has done to us where that is why we cannot go on; None for our own fault."""
    if not isinstance(error, OSError):
        return None
    try:
        Path.cwd()
    except OSError:
        return "the current folder is not there any more, or may not be read; change to another"
    if error.filename is None and error.errno in _UNWRITABLE:
        # Only the streams are written without a name.
        console.abandon()
        return f"the results cannot be written: {(error.strerror or str(error)).lower()}"
    return None


if __name__ == "__main__":
    main()
