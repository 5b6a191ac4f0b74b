"""The options of `lma-forge check`, and what they ask for."""

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from lma_forge.cli import console
from lma_forge.diagnostics import Diagnostic
from lma_forge.errors import UsageError
from lma_forge.project.check import Options
from lma_forge.project.collect import Wish
from lma_forge.project.results import Progress, Work
from lma_forge.project.selection import Chosen

Command = TypeVar("Command", bound=Callable[..., Any])

_STDIN = Path("-")
_PATIENCE = 1.0
_PAUSE = 0.2


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line says of a check, apart from the paths; each field is an option."""

    select: tuple[str, ...]
    extend_select: tuple[str, ...]
    ignore: tuple[str, ...]
    fix: bool
    unsafe_fixes: bool
    diff: bool
    add_ignore: str | None
    baseline: Path | None
    write_baseline: bool
    statistics: bool
    show_files: bool
    stdin_filename: str | None
    force_exclude: bool
    shard: str | None
    jobs: int
    no_cache: bool
    isolated: bool
    output_file: Path | None
    exit_zero: bool
    watch: bool

    @property
    def mends(self) -> bool:
        """Whether fixes are asked for, to be applied or shown."""
        return self.fix or self.diff or self.unsafe_fixes


def _words(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for value in values for part in value.split(",") if (word := part.strip()))


def _rules(name: str, text: str) -> Callable[[Command], Command]:
    return click.option(name, multiple=True, metavar="RULES", callback=_words, help=text)


_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    _rules("--select", "Show these alone: codes, families such as LCP2, names, or ALL; with commas between."),
    _rules("--extend-select", "Show these as well."),
    _rules("--ignore", "Do not show these."),
    click.option("--fix", is_flag=True, help="Apply the fixes that keep what a program does, and show what is left."),
    click.option("--unsafe-fixes", is_flag=True, help="Apply the other fixes too; implies --fix."),
    click.option("--diff", is_flag=True, help="Write nothing; show what --fix would change, exit with 1 if anything."),
    click.option(
        "--add-ignore", metavar="REASON", help="Accept everything found in Python files by comments with REASON."
    ),
    click.option(
        "--baseline",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Do not show the findings that FILE holds.",
    ),
    click.option("--write-baseline", is_flag=True, help="Write what is found into the baseline, and show none of it."),
    click.option("--statistics", is_flag=True, help="Count the findings of each rule instead of showing them."),
    click.option("--show-files", is_flag=True, help="Name the files that would be checked, and check none."),
    click.option(
        "--stdin-filename", metavar="NAME", help="What the text on stdin, PATH -, is called; *.md for a spec."
    ),
    click.option("--force-exclude", is_flag=True, help="Heed `exclude` and .gitignore for files that are named, too."),
    click.option("--shard", metavar="I/N", help="Check the I-th of N parts of the tool files."),
    click.option("-j", "--jobs", metavar="N", type=click.IntRange(0), default=0, help="Use at most N processes."),
    click.option("--no-cache", is_flag=True, help="Neither use nor keep results."),
    click.option("--isolated", is_flag=True, help="Take no configuration from any file."),
    click.option("--output-file", metavar="FILE", type=click.Path(path_type=Path), help="Write findings to FILE."),
    click.option("--exit-zero", is_flag=True, help="Exit with 0 although there are findings."),
    click.option("--watch", is_flag=True, help="Check again whenever a file changes, until stopped."),
)


def with_options(function: Command) -> Command:
    """Give a command the options of `Asked`."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def options_of(asked: Asked, paths: tuple[Path, ...], told: Progress | None) -> Options:
    """Turn the command line into what a check takes.

    Raises:
        UsageError: Options or paths that do not go together.
    """
    stdin = None
    if _STDIN in paths:
        if len(paths) > 1:
            raise UsageError("- stands for text on stdin and goes with no other path")
        stdin, paths = (sys.stdin.buffer.read(), asked.stdin_filename or "stdin.py"), ()
    elif asked.stdin_filename:
        raise UsageError("--stdin-filename names the text on stdin; give - as the path")
    if stdin and asked.add_ignore is not None:
        raise UsageError("--add-ignore writes into files, and there is none for text on stdin")
    if asked.add_ignore is not None and not asked.add_ignore.strip():
        raise UsageError("--add-ignore needs a reason, such as --add-ignore='reviewed in May'")
    once = asked.mends or asked.add_ignore is not None or asked.write_baseline
    if asked.watch and (once or stdin):
        raise UsageError(
            "--watch only shows what is found; leave out --fix, --diff, --add-ignore, --write-baseline and -"
        )
    return Options(
        wish=Wish(paths, asked.force_exclude, stdin),
        chosen=Chosen(asked.select, asked.extend_select, asked.ignore),
        work=Work(asked.jobs, told),
        shard=_shard(asked.shard),
        baseline=asked.baseline,
        write_baseline=asked.write_baseline,
    )


def _shard(text: str | None) -> tuple[int, int]:
    if text is None:
        return 1, 1
    number, _, of = text.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise UsageError(f"--shard takes a part and how many there are, such as 2/3, not {text}")
    return int(number), int(of)


def progress(*, quiet: bool) -> Progress | None:
    """What tells a person at a terminal, after a second, how far long work is; None for others."""
    if quiet or not sys.stderr.isatty():
        return None
    started = last = time.monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - started < _PATIENCE or (now - last < _PAUSE and done < total):
            return
        last = now
        end = "\r\x1b[K" if done == total else ""
        click.echo(f"\rChecked {done:,} of {total:,} files{end}", nl=False, err=True)

    return tell


def statistics(found: Iterable[Diagnostic], output_format: str) -> str:
    """Write how many findings there are of each rule, most first; `+` marks those that can be fixed."""
    listed = tuple(found)
    counts = Counter((one.code, one.name) for one in listed)
    fixable = Counter(one.code for one in listed if one.fix)
    rows = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    if output_format in {"json", "json-lines"}:
        values = [
            {"code": code, "name": name, "count": count, "fixable": fixable[code]} for (code, name), count in rows
        ]
        return json.dumps(values, indent=2) + "\n"
    width = max((len(f"{count:,}") for _, count in rows), default=0)
    return "".join(f"{count:>{width},} {'+' if fixable[code] else ' '} {code} {name}\n" for (code, name), count in rows)


def listing(paths: Iterable[str]) -> None:
    """Write one path a line."""
    for path in paths:
        console.write(f"{path}\n")
