"""What every command shares: the options `--config`, `-q`, `-v`, `--color`, and what they lead to."""

import contextlib
import functools
import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from lma_forge import report
from lma_forge.cli import console
from lma_forge.diagnostics import Diagnostic, Report, Severity, Tally
from lma_forge.errors import ExitCode
from lma_forge.project.config import Config, load

_FOR_PEOPLE = frozenset({"text", "concise"})
Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Session:
    """The options that every command has.

    Args:
        config_file: What `--config` names.
        quiet: Whether only results and findings are written.
        verbose: Whether remarks are shown too.
        colour: Whether stdout gets colours.
    """

    config_file: Path | None = None
    quiet: bool = False
    verbose: bool = False
    colour: bool = False

    def config(self) -> Config:
        """Read the configuration.

        Raises:
            click.exceptions.Exit: It has errors; they have been shown.
            UsageError: The file named by `--config` cannot be used.
        """
        config = load(Path.cwd(), self.config_file)
        errors = any(found.severity is Severity.ERROR for found in config.diagnostics)
        shown = [found for found in config.diagnostics if errors or self.verbose]
        if shown:
            source = {found.span.path: config.text for found in shown}
            console.say(self.rendered(shown, source))
        if errors:
            console.say_error("the configuration has errors, so nothing was done")
            raise click.exceptions.Exit(ExitCode.BROKEN)
        return config

    def say(self, message: str) -> None:
        """Say something on stderr, unless `-q` was given."""
        if not self.quiet:
            console.say(message)

    def rendered(self, found: Iterable[Diagnostic], sources: Mapping[str, str]) -> str:
        """Write findings as text without colour, for stderr."""
        return report.render(Report(tuple(found), dict(sources)), "text").rstrip("\n")

    def tell(self, message: str, output_format: str) -> None:
        """Say what was done: on stdout, unless a program reads that; not with `-q`."""
        if self.quiet or output_format not in _FOR_PEOPLE:
            self.say(message)
        else:
            console.write(f"{message}\n")

    def show(self, found: Iterable[Diagnostic], sources: Mapping[str, str], output_format: str, files: int) -> None:
        """Write findings to stdout in the format asked for.

        Remarks are for programs, and for people who ask with `-v`.
        """
        all_found = tuple(found)
        people = output_format in _FOR_PEOPLE and not self.verbose
        shown = tuple(one for one in all_found if not people or one.severity is not Severity.INFO)
        text = report.render(Report(shown, dict(sources), files_checked=files), output_format, colour=self.colour)
        console.write(text, colour=self.colour)


def command(help_text: str) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a click command whose function takes a `Session` first, with the options that all have.

    Args:
        help_text: What the command does.
    """

    def decorate(function: Callable[..., Any]) -> click.Command:
        @click.option(
            "--config",
            "config_file",
            metavar="FILE",
            type=click.Path(path_type=Path),
            help="Take the configuration from FILE instead of the nearest pyproject.toml.",
        )
        @click.option("-q", "--quiet", is_flag=True, help="Write results and findings only.")
        @click.option("-v", "--verbose", is_flag=True, help="Show remarks as well.")
        @click.option(
            "--color",
            type=click.Choice(["auto", "always", "never"]),
            default="auto",
            help="Whether to use colours; auto heeds NO_COLOR and FORCE_COLOR.",
        )
        @functools.wraps(function)
        def run(*, config_file: Path | None, quiet: bool, verbose: bool, color: str, **options: Any) -> Any:  # noqa: ANN401 - click's
            session = Session(config_file, quiet, verbose, console.wants_colour(color))
            return function(session, **options)

        return click.command(help=help_text)(run)

    return decorate


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Let the garbage collector rest while a command builds its many values, which hold no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    gc.unfreeze()
    try:
        yield
    finally:
        if was_on:
            # What was built is not walked through once more just because the collector wakes up.
            gc.freeze()
            gc.enable()


def output_format(function: Command) -> Command:
    """Give a command the option `--output-format`."""
    choice = click.Choice(list(report.formats()))
    return click.option("--output-format", type=choice, default="text", help="How findings are written.")(function)


def summary(found: Iterable[Diagnostic]) -> str:
    """Say in a few words how many findings there are of which kind; empty for none."""
    tally = Tally.of(found)
    counted = ((tally.errors, "error"), (tally.warnings, "warning"), (tally.infos, "remark"))
    return listed(plural(count, word) for count, word in counted if count)


def plural(count: int, word: str) -> str:
    """Count something in words: `1 file`, `2 files`."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def listed(words: Iterable[str]) -> str:
    """Join words as a sentence does: `a, b and c`."""
    *most, last = words = [*words] or [""]
    return f"{', '.join(most)} and {last}" if most else last
