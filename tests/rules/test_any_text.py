# ruff: noqa: E501 - rows of tables are as long as they are
"""Whatever a Python file holds, checking it gives findings or nothing, never an exception, in time that grows as it does."""

import gc
import time
from random import Random

import pytest

from lma_forge.diagnostics import sort
from lma_forge.rules import check_tool_module
from tests.careless import careless_module
from tests.rules.examples import CORPUS, findings, modules

FILES = 250
MANY = 5_000

NEW_SYNTAX = '''\
from __future__ import annotations
type Json[T] = dict[str, T] | list[Json]
TOOL_LIBRARY_NAME = "New"
def first[T: (str, bytes), *Ts, **P](x: T, *a: *Ts) -> T: return x
class Box[T = int]: pass
async def tool_stream(b: str, /, *c: int, d: "int" = (e := 3), **f) -> dict:
    """Streams. é𝄞"""
    async with open(b) as g, (open(b)) as h: pass
    async for i in g: yield i
    try: pass
    except* (ValueError, OSError) as group: raise
    match b:
        case {"k": [1, *rest], **more} if rest: return
        case Box(x=1) | None: pass
        case _: return
    x = [await y async for y in g if (z := y)]
    print(f"{b!r:>{d}} {f'{b}'} {{}}")
    return lambda *p, q=1, **r: (yield)
@(lambda f: f)
def tool_plain(b): global NAME; NAME = b; del b; return {**{}, "a": [*b]}
'''
NEWER_SYNTAX = (
    'def tool_a(b: str):\n    """A."""\n    return f"{b["k"]} {"\\n".join(b)}"\n',
    'def tool_a(b: str):\n    """A."""\n    try: pass\n    except ValueError, OSError: pass\n',
    'def tool_a(b: str):\n    """A."""\n    return t"{b}"\n',
    "def tool_a[T = int](b: T):\n    'A.'\n",
    "lazy import json\ndef tool_a(b: str): 'A.'\n",
)
PIECES = (
    *("\0", "\f", "\t", "\r", "\r\n", "\\\n", "\ufeff", "\x1a", "\u2028", "é", "𝄞", "\ud800", "(", ")", "[", "{", "}"),
    *(
        '"""',
        "'''",
        '"',
        "'",
        "#",
        ":",
        "\n",
        "    ",
        "def tool_x(",
        "async ",
        "class A:\n",
        "return ",
        "yield ",
        "lambda: ",
    ),
    *(
        "# lma: ignore[",
        "@",
        "*",
        "**",
        "=",
        "->",
        "if 1:\n",
        "else:\n",
        "try:\n",
        "except:\n",
        "global x\n",
        "0" * 5000,
    ),
    *("TOOL_LIBRARY_NAME = ", "Args:\n", "b'\\xff'", "-" * 300, "\\N{BULLET}", "f'{", "}'", "match x:\n", "case _:\n"),
)


def seeds() -> list[str]:
    files = [path.read_bytes().decode("utf-8", "surrogateescape") for path in sorted(CORPUS.glob("*.py"))]
    return [*files, NEW_SYNTAX, *NEWER_SYNTAX]


SEEDS = seeds()


def mutated(random: Random) -> bytes:
    text = random.choice(SEEDS) if random.random() < 0.7 else careless_module(random)
    for _ in range(random.randint(0, 5)):
        start = random.randrange(len(text) + 1)
        kind = random.randrange(4)
        if kind == 0:
            text = text[:start] + random.choice(PIECES) + text[start:]
        elif kind == 1:
            text = text[:start] + text[start + random.randint(1, 40) :]
        elif kind == 2:
            other = random.choice(SEEDS)
            at = random.randrange(len(other) + 1)
            text = text[:start] + other[at : at + random.randint(1, 200)] + text[start:]
        else:
            text = text.replace("    ", random.choice(("\t", "  ", "\f    ", " ")), random.randint(1, 5))
    encoding = random.choice(("utf-8", "utf-8", "utf-8", "utf-8-sig", "latin-1", "utf-16"))
    return text.encode(encoding, "surrogatepass" if encoding != "latin-1" else "replace")


def examine(data: bytes) -> None:
    lines = data.count(b"\n") + data.count(b"\r") + 2
    for found in sort(findings(data, "any.py")):
        span = found.span
        assert 1 <= span.line <= span.end_line <= lines or b"# --- file:" in data
        assert span.column >= 1
        assert found.message
        for edit in found.fix.edits if found.fix else ():
            assert (edit.span.line, edit.span.column) <= (edit.span.end_line, edit.span.end_column)


@pytest.mark.parametrize("start", range(0, FILES, 50))
def test_mutated_files_are_no_exception(start: int):
    for seed in range(start, start + 50):
        examine(mutated(Random(seed)))


@pytest.mark.long
def test_many_mutated_files_are_no_exception():
    for seed in range(FILES, FILES + MANY):
        examine(mutated(Random(seed)))


@pytest.mark.parametrize("text", [NEW_SYNTAX, *NEWER_SYNTAX])
def test_syntax_of_all_versions_is_read_or_refused(text: str):
    examine(text.encode())


DEEP = [
    "x = " + "(" * 150 + "1" + ")" * 150,
    "x = " + "+".join(["a"] * 1_500),
    "x = a" + ".b" * 1_500,
    "x = a" + "()" * 1_500,
    "x = " + "-" * 1_500 + "1",
    "x = " + "not " * 1_500 + "1",
    "x = " + "[" * 150 + "]" * 150,
    "x = " + " if a else ".join(["b"] * 800),
    "x = " + "lambda: " * 800 + "1",
    "\n".join("    " * depth + "if a:" for depth in range(90)) + "\n" + "    " * 90 + "pass",
    "if a: pass\n" + "".join(f"elif a == {number}: pass\n" for number in range(900)),
    "x = " + "\n".join(["'a'"] * 1 + ["\\\n'a'"] * 3_000),
    "def f(): pass\n" * 3_000,
    "x = {" + ", ".join(f"'{number}': {number}" for number in range(5_000)) + "}",
]


@pytest.mark.parametrize("deep", DEEP, ids=range(len(DEEP)))
def test_deep_and_long_code_is_no_exception(deep: str):
    started = time.process_time()
    examine(f'def tool_a(b):\n    """A."""\n    return b\n{deep}\n'.encode())
    inner = "\n".join(f"    {line}" for line in deep.splitlines())
    examine(f'def tool_a(b):\n    """A."""\n{inner}\n    return b\n'.encode())
    assert time.process_time() - started < 20


def seconds(text: str) -> float:
    (module,) = modules(text).values()
    # As in a run of the program; else the time is that of looking through what other tests have left.
    gc.collect()
    gc.disable()
    try:
        started = time.process_time()
        check_tool_module(module)
        return time.process_time() - started
    finally:
        gc.enable()


GROWING = {
    "one function": lambda size: 'def tool_a(b: str) -> dict:\n    """A."""\n' + "    b = b.strip() or str(len(b))\n" * size,
    "many tools": lambda size: "".join(f'def tool_{n}(b: str, c: int = 1) -> dict:\n    """A.\n\n    Args:\n        b: B.\n    """\n    return {{"success": True, "output": b[:c]}}\n' for n in range(size)),
    "a long docstring": lambda size: 'def tool_a(b: str):\n    """A.\n\n    Args:\n        b: B.\n' + "        more: of it\n" * size + '    """\n',
    "many comments": lambda size: 'def tool_a(b: str):\n    """A."""\n' + "    # nothing\n" * size + "    return b\n",
    "nested functions": lambda size: 'def tool_a(b: str):\n    """A."""\n' + "    def f(): return b\n" * size,
    "values that are dropped": lambda size: 'def tool_a(b: str):\n    """A."""\n    r = [b]\n    return {"success": True, "output": "x", ' + ", ".join(f"'k{n}': r[{n}]" for n in range(size)) + "}\n",
    "helpers that fail": lambda size: "def h(x):\n" + "    if x: raise ValueError(open(x))\n" * size + 'def tool_a(b: str):\n    """A."""\n' + "    h(b)\n" * size,
    "branches": lambda size: 'def tool_a(b: str):\n    """A."""\n' + "    if b: b = 1\n    elif not b: return {}\n    else: raise b\n" * size,
}  # fmt: skip


@pytest.mark.parametrize("kind", GROWING)
def test_time_grows_as_the_file_does(kind: str):
    make = GROWING[kind]
    seconds(make(10))  # whatever is loaded or compiled once
    small = min(seconds(make(500)) for _ in range(2))
    large = seconds(make(4_000))
    # Eight times the text; twice as much again is for noise.
    assert large < 16 * max(small, 0.02), (small, large)


@pytest.mark.long
def test_a_function_of_ten_thousand_lines():
    assert seconds(GROWING["one function"](10_000)) < 30


@pytest.mark.long
def test_a_function_that_returns_one_name_four_thousand_times():
    text = 'def tool_a(b: str):\n    """A."""\n    r = {"output": b}\n' + "    if b:\n        return r\n" * 4_000
    assert seconds(text) < 30
