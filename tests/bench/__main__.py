"""Measures generation against its peer and against itself.

    python -m tests.bench --peer /path/to/python [--runs 5] [--sizes 15,1000,10000]
    python -m tests.bench --host /path/to/python [--runs 5]
    python -m tests.bench --mcp
    python -m tests.bench --lint FOLDER --linters BIN [--runs 5]

The peer is an interpreter in whose environment datamodel-code-generator with its `ruff` extra is
installed. With `--host`, an interpreter with lollms_client 1.21.1, the runtime binding is measured
beside that host's instead. Every figure is a ratio of medians of CPU seconds (children included, start-up apart)
over interleaved runs, each in a process of its own.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench import linting
from tests.bench.documents import document, json_schema, reworded, written
from tests.bench.host import Host

_ROOT = Path(__file__).resolve().parents[2]
_WORKER = Path(__file__).with_name("worker.py")


class Bench:
    """Prepared folders of one size each, and the jobs that run in them."""

    def __init__(self, folder: Path, peer: str | None) -> None:
        self.folder = folder
        self.peer = peer

    def prepare(self, tools: int) -> Path:
        """Lay out a project with `tools` tools, and the peer's schema beside it."""
        home = self.folder / str(tools)
        (home / "specs").mkdir(parents=True)
        (home / "specs" / "Tools.md").write_text(document(tools), encoding="utf-8")
        (home / "pyproject.toml").write_text("[tool.lma-forge]\n", encoding="utf-8")
        (home / "schema.json").write_text(json_schema(tools), encoding="utf-8")
        return home

    def regenerate(self, home: Path, runs: int) -> dict[str, list[float]]:
        """Measure what comes after the first run: nothing, one tool, all tools, with code in every module."""
        spec = home / "specs" / "Tools.md"
        text = spec.read_text(encoding="utf-8")
        jobs: dict[str, list[float]] = {}

        def measured(name: str, job: str, said: str) -> None:
            spec.write_text(said, encoding="utf-8")
            jobs.setdefault(name, []).append(self.run(job, home))

        for _ in range(runs):
            self.run("generate", home, cold=True)
            measured("--check", "check", text)
            measured("one changed", "generate", reworded(text, 7))
            for number, path in enumerate(sorted((home / "generated_tools").glob("*/*.py"))):
                path.write_text(written(path.read_text(encoding="utf-8"), number), encoding="utf-8")
            measured("all looked at", "generate", reworded(text, 7))
            measured("no-op, edited", "generate", reworded(text, 7))
            measured("--check, edited", "check", reworded(text, 7))
            measured("one changed, edited", "generate", text)
            measured("full merge", "generate", reworded(text))
        spec.write_text(text, encoding="utf-8")
        return jobs

    def run(self, job: str, home: Path, *, cold: bool = False) -> float:
        """Run a job in a fresh process and give back its CPU seconds."""
        if cold:
            for left in (home / "generated_tools", home / ".lma_forge_cache"):
                shutil.rmtree(left, ignore_errors=True)
        python = self.peer if job == "peer" else sys.executable
        done = subprocess.run(
            [str(python), str(_WORKER), job, str(home)],
            env={**os.environ, "PYTHONPATH": str(_ROOT), "PYTHONHASHSEED": "0"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            sys.exit(f"{job} failed:\n{done.stderr}")
        return float(json.loads(done.stdout.splitlines()[-1])["cpu"])


def main() -> None:
    """Measure and print one line a figure."""
    options = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    options.add_argument("--peer", help="interpreter with datamodel-code-generator[ruff]")
    options.add_argument("--host", help="interpreter with lollms_client, to measure the runtime beside it")
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--sizes", default="15,100,1000")
    options.add_argument("--mcp", action="store_true", help="measure a call over MCP instead")
    options.add_argument(
        "--lint", type=Path, metavar="FOLDER", help="measure the linter on the tool files in FOLDER instead"
    )
    options.add_argument("--linters", type=Path, default=Path(), metavar="BIN", help="where bandit, ruff and fixit are")
    given = options.parse_args()
    if given.lint:
        linting.main(given.lint, given.linters, given.runs)
        return
    if given.host:
        with tempfile.TemporaryDirectory() as folder:
            for line in Host(Path(folder), given.host, given.runs).report():
                print(line, flush=True)  # noqa: T201 - its output
        return
    if given.mcp:
        from tests.bench import mcp_calls  # noqa: PLC0415 - it needs an extra

        mcp_calls.main()
        return
    sizes = [int(size) for size in given.sizes.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), given.peer)
        per_tool: dict[int, float] = {}
        for size in sizes:
            home = bench.prepare(size)
            runs = given.runs if size <= 1000 else max(1, given.runs // 5)
            jobs: dict[str, list[float]] = {name: [] for name in ("cold", "no-op", "parse", "blocks")}
            if bench.peer and size <= 1000:
                jobs["peer"] = []
            for _ in range(runs):
                jobs["cold"].append(bench.run("generate", home, cold=True))
                jobs["no-op"].append(bench.run("generate", home))
                for other in jobs.keys() - {"cold", "no-op"}:
                    jobs[other].append(bench.run(other, home))
            jobs |= bench.regenerate(home, max(1, runs // 2))
            median = {name: statistics.median(seconds) for name, seconds in jobs.items()}
            per_tool[size] = median["cold"] / size
            report(size, runs, median)
        base = min(per_tool)
        for size, seconds in per_tool.items():
            print(f"time per tool at {size}: {seconds / per_tool[base]:.2f} of that at {base}")  # noqa: T201 - its output


def report(size: int, runs: int, median: dict[str, float]) -> None:
    """Print the ratios of one size."""
    print(f"{size} tools, median of {runs} runs:")  # noqa: T201 - its output
    print("  CPU seconds: " + ", ".join(f"{name} {seconds:.3f}" for name, seconds in median.items()))  # noqa: T201 - as above
    if "peer" in median:
        print(f"  cold / datamodel-code-generator: {median['cold'] / median['peer']:.2f}")  # noqa: T201 - as above
    for name in (one for one in median if one not in {"cold", "peer", "parse", "blocks"}):
        ratio = median[name] / median["cold"]
        print(f"  {name} / cold: {ratio:.2f} (1/{1 / max(ratio, 1e-9):.1f})")  # noqa: T201 - as above
    print(f"  read / markdown-it-py blocks: {median['parse'] / median['blocks']:.2f}")  # noqa: T201 - as above


if __name__ == "__main__":
    main()
