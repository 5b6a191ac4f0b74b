"""Following values takes time as the code is long, whatever shape it has."""

import time
from collections.abc import Callable

import pytest

from lma_forge.rules.flow.results import results
from lma_forge.rules.flow.verdicts import reaches
from tests.rules.examples import modules

HEAD = 'import os\nfrom pathlib import Path\ndef tool_a(b: str, c: list) -> dict:\n    """A."""\n'
SHAPES: dict[str, Callable[[int], str]] = {
    "assignments": lambda size: HEAD + "    b = b.strip() or str(len(b))\n" * size + "    open(b)\n",
    "variables": lambda size: HEAD + "".join(f"    v{n} = b + '{n}'\n" for n in range(size)) + "    open(v0)\n",
    "sinks": lambda size: HEAD + "    open(b)\n" * size,
    "branches": lambda size: HEAD + "    if b: b = b + 'x'\n    elif not b: b = 'y'\n    else: open(b)\n" * size,
    "loops": lambda size: HEAD + "    for x in c:\n        b = b + x\n        open(b)\n" * size,
    "guards": lambda size: (
        HEAD
        + "    root = Path.cwd().resolve()\n"
        + "    p = (root / b).resolve()\n    if not p.is_relative_to(root): return {}\n    p.unlink()\n" * size
    ),
    "helpers": lambda size: (
        "".join(f"def _h{n}(f):\n    return open(f)\n" for n in range(size))
        + "def tool_a(b: str) -> dict:\n"
        + "".join(f"    _h{n}(b)\n" for n in range(size))
    ),
    "keys": lambda size: HEAD + "".join(f"    open(c['{n}'])\n" for n in range(size)),
}


def seconds(text: str) -> float:
    (module,) = modules(text).values()
    assert module.parsed is not None
    started = time.process_time()
    assert reaches(module)
    list(results(module, frozenset({"absolute"})))
    return time.process_time() - started


@pytest.mark.parametrize("shape", SHAPES)
def test_time_grows_as_the_code_does(shape: str):
    make = SHAPES[shape]
    small = min(seconds(make(150)) for _ in range(3))
    large = min(seconds(make(1_200)) for _ in range(2))
    # Eight times the code; twice as much again, and more, is for noise.
    assert large < 24 * max(small, 0.005), (small, large)


def test_calls_that_go_deep_end():
    """A hundred helpers, each of which calls the next, and loops in loops."""
    chain = "".join(f"def _h{n}(f):\n    return _h{n + 1}(f)\n" for n in range(100))
    text = f"{chain}def _h100(f):\n    return open(f)\ndef tool_a(b: str) -> dict:\n    return _h0(b)\n"
    loops = "\n".join("    " * (depth + 1) + f"for x{depth} in c:" for depth in range(15))
    nested = f"{HEAD}{loops}\n{'    ' * 16}open(b)\n"
    started = time.process_time()
    for source in (text, nested):
        (module,) = modules(source).values()
        reaches(module)
    assert time.process_time() - started < 5


def test_a_way_through_fifteen_helpers_is_found():
    chain = "".join(f"def _h{n}(f):\n    if f:\n        return _h{n + 1}(f)\n" for n in range(15))
    text = f"{chain}def _h15(f):\n    return open(f)\ndef tool_a(b: str) -> dict:\n    return _h0(b)\n"
    (module,) = modules(text).values()
    assert [reach.use.sink for reach in reaches(module)] == ["open"]
