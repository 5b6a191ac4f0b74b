# ruff: noqa: E501 - rows of tables are as long as they are
"""LCP0xx and LCP1xx beyond their examples: what is flagged where, and what only looks like it."""

import pytest

from lma_forge.rules.toolmodule import LintSettings
from tests.rules.examples import by_code, findings

TOOL = 'def tool_{name}({params}) -> dict:\n    """Does it."""\n    return {{"success": True, "output": "x"}}\n'


def tool(name: str = "a", params: str = "b: str") -> str:
    return TOOL.format(name=name, params=params)


def lines(code: str, source: str | bytes, path: str = "tools/x/x.py") -> list[int]:
    return by_code(findings(source, path)).get(code, [])


FLAGGED = [
    # code, source, lines
    ("LCP003", b"# coding: cp1252\n" + tool().encode(), [1]),
    ("LCP003", b"#!/bin/python\n# vim: set fileencoding=latin-1 :\n" + tool().encode(), [2]),
    ("LCP003", tool().encode().replace(b"Does", b"Do\xe9s"), [2]),
    ("LCP101", tool() + 'def find(word: str):\n    """Finds.\n\n    Args:\n        word (str): W.\n    """\n    return word\n', [4]),
    ("LCP102", "def tool_split(a):\n    return a\n" + tool().replace('"x"', "tool_split(b)"), [1]),
    ("LCP103", "@deco\nasync " + tool(), [2]),
    ("LCP104", tool() + "def f():\n    if True:\n        def tool_in(): pass\n    return tool_in\n", [6]),
    ("LCP105", tool() + "class A:\n    @staticmethod\n    def tool_in(): pass\n", [6]),
    ("LCP106", "try:\n    import numpy\n    def tool_a(): 'A.'\nexcept ImportError:\n    def tool_a(): 'B.'\n", [3, 5]),
    ("LCP106", "for _ in (1,):\n    with open('x'):\n        async def tool_a(): 'A.'\n", [3]),
    ("LCP106", 'if __name__ == "__main__":\n    def tool_a(): "A."\n' + tool("b"), [2]),
    ("LCP107", "from elsewhere import tool_z\n" + tool(), [1]),
    ("LCP108", tool() + tool() + tool(), [4, 7]),
    ("LCP112", tool("a_prompt", "x") + tool(), [1]),
    ("LCP112", "async def tool_a_prompt() -> str:\n    'P.'\n" + tool(), [1]),
    ("LCP112", "def tool_a_prompt():\n    'P.'\n    return {'a': 1}\n" + tool(), [1]),
    ("LCP114", "def d(n):\n    def w(f):\n        def i(*a): return f(*a)\n        return i\n    return w\n@d(3)\n" + tool(), [6]),
    ("LCP115", tool().replace("return", "x = yield"), [3]),
    ("LCP115", tool().replace("return", "yield from"), [3]),
    ("LCP117", "TOOL_LIBRARY_NAME = 'X'\nasync def run_tool(p): pass\n", [2]),
    ("LCP118", "def init_tool_library(): pass\ndef tool_a(args: dict):\n    'A.'\n", [1]),
    ("LCP118", "def tool_a(args: dict, lollms=None):\n    'A.'\n", [1]),
]  # fmt: skip

LET_BE = [
    ("LCP003", b"# -*- coding: UTF-8 -*-\n" + tool().encode()),
    ("LCP003", b"'''x'''\n\n# coding: latin-1 was what it had\n" + tool().encode()),
    ("LCP003", tool().replace("Does", "Doés").encode()),
    # a name that is used, private, without Args, decorated, exported, or a hook
    ("LCP101", tool() + "def find(word):\n    '''F.\n\n    Args:\n        word: W.\n    '''\nX = find\n"),
    ("LCP101", tool() + "def _find(word):\n    '''F.\n\n    Args:\n        word: W.\n    '''\n"),
    ("LCP101", tool() + "def find(word):\n    '''Finds words.'''\n"),
    ("LCP101", tool() + "@route\ndef find(word):\n    '''F.\n\n    Args:\n        word: W.\n    '''\n"),
    ("LCP101", "__all__ = ['find']\n" + tool() + "def find(word):\n    '''F.\n\n    Args:\n        word: W.\n    '''\n"),
    ("LCP101", tool() + "def init_tools_library(config):\n    '''I.\n\n    Args:\n        config: C.\n    '''\n"),
    # a file that is no library
    ("LCP101", "def find(word: str):\n    '''F.\n\n    Args:\n        word: W.\n    '''\n"),
    # described, or only called by itself
    ("LCP102", tool("s") + tool().replace('"x"', "tool_s(b)")),
    ("LCP102", "def tool_s(a):\n    return tool_s(a[1:])\n"),
    ("LCP102", "def tool_s(a):\n    return a\nX = {'s': tool_s}\n"),
    ("LCP104", "def tool_a():\n    'A.'\n    def inner(): pass\n    return inner()\n"),
    ("LCP105", tool() + "class A:\n    def run_tool(self): pass\n"),
    ("LCP106", tool() + "if __name__ == '__main__':\n    print(tool_a('x'))\n"),
    ("LCP106", tool() + "try:\n    import numpy\n    def _a(): pass\nexcept ImportError:\n    def _a(): pass\n"),
    ("LCP107", "from elsewhere import tool_kit as kit, toolbox\n" + tool()),
    ("LCP108", "from typing import overload\n@overload\ndef tool_a(b: str): ...\n" + tool()),
    ("LCP108", "import typing\n@typing.overload\ndef tool_a(b: str): ...\n" + tool()),
    ("LCP108", tool("a") + tool("A")),
    # `_prompt` in the name of a tool that describes no other
    ("LCP112", tool("write_prompt", "topic: str")),
    ("LCP112", "def tool_a_prompt(style: str = 'x') -> str:\n    'P.'\n    return style\n" + tool()),
    ("LCP112", "def tool_a_prompt() -> 'str | None':\n    'P.'\n    return None\n" + tool()),
    # decorators that keep the function, or its signature
    ("LCP114", "def d(f):\n    f.x = 1\n    return f\n@d\n" + tool()),
    ("LCP114", "from functools import wraps\ndef d(f):\n    @wraps(f)\n    def i(*a): return f(*a)\n    return i\n@d\n" + tool()),
    ("LCP114", "from x import d\n@d\n" + tool()),
    ("LCP114", "TOOLS = []\ndef d(n):\n    def w(f):\n        TOOLS.append(f)\n        return f\n    return w\n@d(1)\n" + tool()),
    ("LCP114", "def d(f):\n    class I: pass\n    return I\n@d\n" + tool()),
    # what yields is inside
    ("LCP115", tool().replace("    return", "    def g():\n        yield b\n    return")),
    ("LCP115", tool().replace('"x"', "list(c for c in b)")),
    ("LCP115", tool().replace('"x"', "(lambda: (yield))")),
    ("LCP115", tool().replace("Does", "Will yield")),
    ("LCP117", tool() + "def execute(sql):\n    return sql\nX = execute\n"),
    ("LCP117", tool() + "class A:\n    def execute(self): pass\n"),
    ("LCP118", tool(params="args: dict")),
    ("LCP118", "TOOL_TITLES = {}\n" + tool()),
    ("LCP118", "TOOL_TITLES = {}\n" + tool(params="args: list, verbose: bool")),
]  # fmt: skip


@pytest.mark.parametrize(("code", "source", "expected"), FLAGGED)
def test_what_is_flagged_where(code: str, source: str | bytes, expected: list[int]):
    assert lines(code, source) == expected


@pytest.mark.parametrize(("code", "source"), LET_BE)
def test_what_is_let_be(code: str, source: str | bytes):
    assert lines(code, source) == []


def test_async_tools_are_fine_with_the_runtime_of_this_project():
    found = findings("async " + tool(), settings=LintSettings(target="lma-forge"))
    assert "LCP103" not in by_code(found)


def path_of(name: str) -> str:
    return name.replace("__init__", "\0").replace("__", "/").replace("\0", "__init__")


def files(**texts: str) -> str:
    return "".join(f"# --- file: {path_of(name)}.py\n{text}" for name, text in texts.items())


@pytest.mark.parametrize(
    ("code", "example", "flagged"),
    [
        ("LCP109", files(tools__a__a=tool(), tools__b__b=tool()), True),
        ("LCP109", files(tools__a__a=tool(), tools__a__more=tool()), True),
        ("LCP109", files(tools__a=tool(), tools__b__b=tool()), True),
        ("LCP109", files(one__a__a=tool(), two__a__a=tool()), False),
        ("LCP109", files(tools__a__a=tool(), tools__b__b=tool("b")), False),
        ("LCP109", files(tools__a__a=tool(), tools__deep__b__b=tool()), False),
        ("LCP110", files(tools__a__x=tool(), tools__b__x=tool("b")), True),
        ("LCP110", files(tools__a__x=tool(), tools__b__x="def helper(): pass\n"), False),
        ("LCP110", files(tools__a____init__=tool(), tools__b____init__=tool("b")), False),
        ("LCP110", files(one__a__x=tool(), two__b__x=tool("b")), False),
    ],
)
def test_files_of_one_host(code: str, example: str, flagged: bool):
    assert bool(by_code(findings(example)).get(code)) is flagged


def test_the_plain_tool_round_an_async_one_is_written_as_people_write():
    source = "async def tool_x(a: str, b=1, *, c: list[str] | None = None, d: int = 2, e) -> dict:\n    '''Does.'''\n    return {'success': True, 'output': a}\n"
    (found,) = [one for one in findings(source, "x.py") if one.code == "LCP103"]
    assert found.fix is not None
    texts = "".join(edit.text for edit in found.fix.edits)
    assert "def tool_x(a: str, b=1, *, c: list[str] | None = None, d: int = 2, e) -> dict:" in texts
