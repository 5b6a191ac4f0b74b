"""The linter beside others, and beside the parse that it cannot do without.

    python -m tests.bench --lint FOLDER --linters BIN [--runs 5]

FOLDER holds tool files, such as the default libraries of lollms_client; BIN is where bandit, ruff and
fixit are, as far as they are. A 20-fold copy of the folder, each file made a different one, is measured
as well. Every figure is the median of CPU seconds of whole processes (children included), over runs
that take turns, and its ratio to what stands beside it.
"""

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

PARSE = """
import gc, sys
from pathlib import Path
import libcst
gc.disable()
for path in Path(sys.argv[1]).rglob("*.py"):
    libcst.parse_module(path.read_bytes())
"""
COPIES = 20
ROOT = Path(__file__).resolve().parents[2]
Command = Callable[[Path], list[str]]


def ours(*options: str) -> Command:
    """Our own linter with options, on a folder."""
    words = [
        sys.executable,
        "-m",
        "lma_forge.cli.main",
        "check",
        "--isolated",
        "--exit-zero",
        "--output-format",
        "concise",
    ]
    return lambda folder: [*words, *options, str(folder)]


def others(programs: Path) -> dict[str, Command]:
    """The other linters that are there, each as it comes."""
    found: dict[str, Command] = {
        "bandit": lambda folder: [str(programs / "bandit"), "-q", "-r", "--exit-zero", str(folder)],
        "ruff, cold": lambda folder: [
            str(programs / "ruff"),
            "check",
            "--isolated",
            "--no-cache",
            "-q",
            "--exit-zero",
            str(folder),
        ],
        "fixit, default rules": lambda folder: [str(programs / "fixit"), "lint", str(folder)],
    }
    return {name: command for name, command in found.items() if (programs / name.split(",")[0]).exists()}


def spent(command: Sequence[str], folder: Path) -> tuple[float, float]:
    """Run a program, and give its CPU seconds, children included, and its seconds by the clock."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {
        "PYTHONPATH": str(ROOT),
        "PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / "lma-forge-bench-pyc"),
    }
    subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime), time.perf_counter() - started


def copied(folder: Path, into: Path, copies: int) -> Path:
    """Copy the Python files of a folder several times, each copy with a line of its own."""
    for number in range(copies):
        for path in sorted(folder.rglob("*.py")):
            target = into / f"copy{number}" / path.parent.name / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes() + f"\n# copy {number}\n".encode())
    return into


def told(folder: Path, programs: Path, runs: int) -> Iterator[str]:
    """Measure, and write the tables line by line.

    Args:
        folder: The tool files.
        programs: Where the other linters are.
        runs: How many turns each takes.
    """
    with tempfile.TemporaryDirectory() as scratch:
        once = copied(folder, Path(scratch) / "once", 1)
        yield from _table("the libraries", once, programs, runs)
        many = copied(folder, Path(scratch) / "many", COPIES)
        yield from _table(f"a {COPIES}-fold copy", many, programs, max(1, runs // 3), slow=False)
        yield from _cached(many, max(1, runs // 3))


def _table(title: str, folder: Path, programs: Path, runs: int, *, slow: bool = True) -> Iterator[str]:
    commands: dict[str, Command] = {
        "libcst, parse alone": lambda folder: [sys.executable, "-c", PARSE, str(folder)],
        "lma-forge, one process": ours("--no-cache", "--jobs", "1"),
        "lma-forge, two processes": ours("--no-cache", "--jobs", "2"),
        **{name: command for name, command in others(programs).items() if slow or "fixit" not in name},
    }
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for command in commands.values() if slow else ():
        spent(command(folder), folder)  # so that all programs are compiled
    for _ in range(runs):
        for name, command in commands.items():
            taken[name].append(spent(command(folder), folder))
    middle = {
        name: tuple(statistics.median(column) for column in zip(*pairs, strict=True)) for name, pairs in taken.items()
    }
    parse = middle["libcst, parse alone"][0]
    yield f"{title}: {sum(1 for _ in folder.rglob('*.py'))} files, {runs} runs"
    for name, (cpu, clock) in middle.items():
        yield f"  {name:26} {cpu:8.2f} s CPU  {clock:8.2f} s  {cpu / parse:6.2f} of the parse"
    one, two = middle["lma-forge, one process"][1], middle["lma-forge, two processes"][1]
    yield f"  a second process makes it {one / two:.2f} times as fast by the clock"


def _cached(folder: Path, runs: int) -> Iterator[str]:
    where = folder.parent / "project"
    shutil.copytree(folder, where / "tools")
    (where / "pyproject.toml").write_text('[tool.lma-forge]\ntools = ["tools"]\n', encoding="utf-8")
    words = [
        sys.executable,
        "-m",
        "lma_forge.cli.main",
        "check",
        "--exit-zero",
        "--output-format",
        "concise",
        "--jobs",
        "1",
        "tools",
    ]
    cold = spent(words, where)[0]
    warm = statistics.median(spent(words, where)[0] for _ in range(runs))
    one = next((where / "tools").rglob("*.py"))
    changed = []
    for number in range(runs):
        one.write_bytes(one.read_bytes() + f"# change {number}\n".encode())
        changed.append(spent(words, where)[0])
    yield f"kept results: cold {cold:.2f} s CPU, nothing changed {warm:.2f} (1/{cold / warm:.0f}), one file changed "
    yield f"  {statistics.median(changed):.2f} (1/{cold / statistics.median(changed):.0f})"


def main(folder: Path, programs: Path, runs: int) -> None:
    """Measure, and print each line as soon as it is known."""
    for line in told(folder, programs, runs):
        print(line, flush=True)  # noqa: T201 - its output
