"""Measures the runtime binding beside the lollms host's, job by job in turns.

Part of `python -m tests.bench --host PYTHON`. Each figure is a median of CPU seconds, each
measurement a process of its own; what is wanted of each ratio stands beside it.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[2]
_WORKER = Path(__file__).with_name("host_worker.py")

_MODULE = '''"""
Library {number}: works on records of one kind.
"""
import json
from pathlib import Path
from typing import Any, Dict, List, Optional

TOOL_LIBRARY_NAME = "Library {number}"
TOOL_LIBRARY_DESC = "Works on records of kind {number}."
TOOL_LIBRARY_ICON = "x"

_STATE: Dict[str, Any] = {{}}


def init_tools_library(config: Optional[dict] = None) -> None:
    _STATE.update(config or {{}})


def _helper(path: Path) -> List[str]:
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            lines.append(line.strip())
    return lines
'''
_TOOL = '''

def tool_lib{number}_{letter}(
    name: str, count: int = 1, tags: Optional[list] = None, deep: bool = False
) -> Dict[str, Any]:
    """
    Looks up records of kind {number} by their name.

    Args:
        name (str): The name of the record.
        count (int): How many at most.
        tags (list): Words that the record must have.
        deep (bool): Whether archives are searched too.
    """
    if count < 0:
        return {{"success": False, "error": f"count must not be negative: {{count}}"}}
    try:
        found = [tag for tag in tags or () if tag]
        return {{"success": True, "output": len(found) + count}}
    except Exception as ex:
        return {{"success": False, "error": f"Lookup failed: {{ex}}"}}
'''


def write_libraries(folder: Path, count: int) -> Path:
    """Write libraries of three tools each."""
    for number in range(count):
        library = folder / f"lib{number}"
        library.mkdir(parents=True)
        text = _MODULE.format(number=number) + "".join(_TOOL.format(number=number, letter=each) for each in "abc")
        (library / f"lib{number}.py").write_text(text, encoding="utf-8")
    return folder


class Host:
    """The measurements.

    Args:
        folder: For the libraries.
        python: Interpreter of an environment that has lollms_client.
        runs: How often each is repeated.
    """

    def __init__(self, folder: Path, python: str, runs: int) -> None:
        self.folder = folder
        self.python = python
        self.runs = runs

    def report(self) -> Iterator[str]:
        """The lines of the table."""
        one, small, large = (write_libraries(self.folder / str(count), count) for count in (1, 1_000, 4_000))
        cache = self.folder / "cache"
        rows: dict[str, tuple[tuple[Any, ...], float]] = {
            "import": (("import", one), 1 / 20),
            "import and a first binding": (("first", one), 1 / 20),
            "27 default libraries": (("discover", self.folder / "default"), 1 / 4),
            "1,000 libraries": (("discover", small), 1 / 4),
            "a call": (("call", one), 1 / 5),
            "a call of the last of 3,000 tools": (("call", small, "tool=tool_lib999_c"), 1 / 5),
            "a call with 1 MB": (("call", one, "size=1000000"), 1 / 5),
        }
        self._copy_default_libraries()
        for name, (job, wanted) in rows.items():
            ours, theirs = self._pair(("ours", *job), ("host", *job))
            yield self._line(name, ours, theirs, "the host", wanted)
        cold, parsed = self._pair(("ours", "discover", small), ("ours", "pass", small))
        yield self._line("1,000 libraries", cold, parsed, "one pass of ast.parse", 1.3)
        self._run("ours", "discover", small, f"cache={cache}")
        warm, cold = self._pair(("ours", "discover", small, f"cache={cache}"), ("ours", "discover", small))
        yield self._line("1,000 libraries, warm", warm, cold, "cold", 1 / 10)
        four, cold = self._pair(("ours", "discover", large), ("ours", "discover", small))
        yield self._line("4,000 libraries, each", four / 4, cold, "those of 1,000", 1.2)

    def _copy_default_libraries(self) -> None:
        code = "import lollms_client.tools_bindings.lcp as lcp; print(lcp.__file__)"
        done = subprocess.run([self.python, "-c", code], capture_output=True, text=True, check=True)
        source = Path(done.stdout.splitlines()[-1]).parent / "default_tools"
        shutil.copytree(source, self.folder / "default", ignore=shutil.ignore_patterns("__pycache__"))

    def _pair(self, one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[float, float]:
        """Medians of two jobs that are run in turns."""
        found: tuple[list[float], list[float]] = ([], [])
        for _ in range(self.runs):
            for seconds, job in zip(found, (one, other), strict=True):
                seconds.append(self._run(*job)["seconds"])
        return statistics.median(found[0]), statistics.median(found[1])

    @staticmethod
    def _line(name: str, ours: float, other: float, peer: str, wanted: float) -> str:
        ratio = ours / max(other, 1e-9)
        said = f"1/{1 / ratio:.1f}" if ratio < 1 else f"{ratio:.2f}"
        bound = f"1/{1 / wanted:.0f}" if wanted < 1 else f"{wanted}"
        return f"  {name}: {_time(ours)} to {_time(other)} of {peer}: {said} (wanted {bound})"

    def _run(self, whose: str, job: str, folder: Path, *pairs: str) -> dict[str, float]:
        done = subprocess.run(
            [self.python if whose == "host" else sys.executable, str(_WORKER), job, whose, str(folder), *pairs],
            env={**os.environ, "PYTHONPATH": str(_ROOT), "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            sys.exit(f"{job} of {whose} failed:\n{done.stderr}")
        found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
        return found


def _time(seconds: float) -> str:
    return (
        f"{seconds:.2f} s"
        if seconds >= 1
        else f"{seconds * 1e3:.0f} ms"
        if seconds >= 0.01
        else f"{seconds * 1e6:.1f} µs"
    )
