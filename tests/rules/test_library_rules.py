# ruff: noqa: E501 - rows of tables are as long as they are
"""LCP3xx beyond their examples: what is flagged where, and what only looks like it."""

import pytest

from lma_forge.rules.toolmodule import LintSettings
from tests.rules.examples import by_code, findings

TOOL = 'def tool_{0}(b: str) -> dict:\n    """Does it."""\n    return {{"success": True, "output": "x"}}\n'
A = TOOL.format("a")


def lines(code: str, source: str, path: str = "tools/x/x.py") -> list[int]:
    return by_code(findings(source, path)).get(code, [])


FLAGGED = [
    ("LCP302", "TOOL_LIBRARY_NAME: str = 'Desk'\n" + A, [1]),
    ("LCP302", "TOOL_LIBRARY_NAME = f'Desk'\n" + A, [1]),
    ("LCP302", "TOOL_LIBRARY_NAME = ('Desk')\n" + A, [1]),
    ("LCP302", "X = 'Desk'\nTOOL_LIBRARY_NAME = X\n" + A, [2]),
    ("LCP302", "TOOL_LIBRARY_LOAD_FLAG: str = 'on'\n" + A, [1]),
    ("LCP302", "TOOL_LIBRARY_LOAD_FLAG = 'o' + 'n'\n" + A, [1]),
    ("LCP302", "TOOL_LIBRARY_DESC = 'a' + 'b'\n" + A, [1]),
    ("LCP302", "OTHER = TOOL_LIBRARY_NAME = 'Desk'\n" + A, [1]),
    ("LCP303", "TOOL_LIBRARY_LOAD_FLAG = 'enable it'\n" + A, [1]),
    ("LCP303", "TOOL_LIBRARY_LOAD_FLAG = ''\n" + A, [1]),
    ("LCP305", "TOOL_LIBRARY_NAME = \"Ann's\"\n" + A, [1]),
    ("LCP305", "TOOL_LIBRARY_NAME = 'The \"Desk\"'\n" + A, [1]),
    ("LCP310", "async def init_tools_library(config): pass\n" + A, [1]),
    ("LCP310", "def init_tools_library(config, more): pass\n" + A, [1]),
    ("LCP310", "def init_tools_library(config, *, more): pass\n" + A, [1]),
    ("LCP310", "def init_tools_library(*, config=None): pass\n" + A, [1]),
    ("LCP310", "def init_tools_library(): pass\n" + A, [1]),
    ("LCP311", "import subprocess as sp\ndef init_tools_library(c=None):\n    sp.run(['x'])\n" + A, [3]),
    ("LCP311", "from pipmaster import ensure_packages\ndef init_tools_library(c=None):\n    ensure_packages(['x'])\n" + A, [3]),
    ("LCP311", "def init_tools_library(c=None):\n    from urllib.request import urlopen\n    urlopen('x')\n" + A, [3]),
    ("LCP312", "def init_tools_library(c=None):\n    return True\n" + A, [2]),
    ("LCP312", "def init_tools_library(c=None):\n    if c: return {'success': True}\n    return {'error': 'x'}\n" + A, [3]),
    ("LCP313", "def init_tools_libary(c=None): pass\n" + A, [1]),
    ("LCP313", "def set_confirm_handlers(h): pass\n" + A, [1]),
    ("LCP313", "def set_user_interation_handler(h): pass\n" + A, [1]),
    ("LCP314", "def set_confirm_handler(): pass\n" + A, [1]),
    ("LCP314", "async def set_user_interaction_handler(h): pass\n" + A, [1]),
    ("LCP314", "def set_confirm_handler(h, *, label): pass\n" + A, [1]),
    ("LCP315", "CONFIRM_HANDLER = None\n" + A.replace('"x"', "CONFIRM_HANDLER(b)"), [4]),
    ("LCP315", "_CONFIRM_HANDLER: object = None\ndef f():\n    _CONFIRM_HANDLER = 1\n" + A.replace('"x"', "_CONFIRM_HANDLER"), [6]),
    ("LCP316", "import sys\nfor m in sys.modules: pass\n" + A, [2]),
    ("LCP316", "from sys import modules\ndef f():\n    for n, m in sorted(modules.items()): pass\n" + A, [3]),
]  # fmt: skip

LET_BE = [
    ("LCP302", "TOOL_LIBRARY_NAME = 'Desk'\nTOOL_LIBRARY_DESC = (\n    'a '\n    'b'\n)\nTOOL_LIBRARY_LOAD_FLAG = \"on\"\n" + A),
    ("LCP302", "TOOL_LIBRARY_LOAD_FLAG = None\nTOOL_LIBRARY_ICON = '\\U0001f600'\n" + A),
    ("LCP302", "TOOL_LIBRARY_NAME   =   'Desk'  # name\n" + A),
    ("LCP302", "TOOL_LIBRARY_LOAD_FLAG = 'a-b'\n" + A),
    ("LCP303", "TOOL_LIBRARY_LOAD_FLAG = 'enable_2'\n" + A),
    ("LCP303", "TOOL_LIBRARY_LOAD_FLAG = None\n" + A),
    ("LCP305", "TOOL_LIBRARY_NAME = 'Desk'\nTOOL_LIBRARY_DESC = \"Ann's\"\n" + A),
    ("LCP310", "def init_tools_library(config=None, *more, x=1, **rest): pass\n" + A),
    ("LCP310", "def init_tools_library(*args): pass\n" + A),
    ("LCP310", "def init_tools_library(config): pass\n" + A),
    ("LCP311", "import requests\ndef init_tools_library(c=None):\n    global S\n    S = requests.Session()\n" + A),
    ("LCP311", "from urllib.parse import quote\ndef init_tools_library(c=None):\n    quote('x')\n" + A),
    ("LCP311", "import subprocess\ndef init_tools_library(c=None):\n    def later(): subprocess.run(['x'])\n" + A),
    ("LCP311", "import requests\ndef setup(): requests.get('x')\n" + A),
    ("LCP312", "def init_tools_library(c=None):\n    if not c: return\n    def g(): return 1\n    return None\n" + A),
    ("LCP312", "def init_tools_library(c=None):\n    return c\nX = init_tools_library(None)\n" + A),
    ("LCP313", "def init_tools_library(c=None): pass\n" + A),
    ("LCP313", "def init_tool_library(c=None): pass\ninit_tool_library()\n" + A),
    ("LCP313", "def set_confirmation(h): pass\ndef init_tools(): pass\ndef get_confirm_handler(): pass\n" + A.replace("x", "y")),
    ("LCP314", "def set_confirm_handler(h, label=None, *, x=1): pass\n" + A),
    ("LCP314", "def set_confirm_handler(*h): pass\n" + A),
    ("LCP315", "_CONFIRM_HANDLER = None\ndef init_tools_library(c=None):\n    global _CONFIRM_HANDLER\n    _CONFIRM_HANDLER = c\n" + A.replace('"x"', "_CONFIRM_HANDLER")),
    ("LCP315", "_CONFIRM_HANDLER = print\n" + A.replace('"x"', "_CONFIRM_HANDLER")),
    ("LCP315", "_CONFIRM_HANDLER = None\nglobals()['_CONFIRM_' + 'HANDLER'] = 1\n" + A.replace('"x"', "_CONFIRM_HANDLER")),
    ("LCP315", "_CONFIRM_HANDLER = None\n" + A),
    ("LCP316", "import sys\nX = sys.modules[__name__]\nfor m in list(sys.path): pass\n" + A),
]  # fmt: skip


@pytest.mark.parametrize(("code", "source", "expected"), FLAGGED)
def test_what_is_flagged_where(code: str, source: str, expected: list[int]):
    assert lines(code, source) == expected


@pytest.mark.parametrize(("code", "source"), LET_BE)
def test_what_is_let_be(code: str, source: str):
    assert lines(code, source) == []


def test_modules_that_the_host_patches_have_their_handler():
    source = "_CONFIRM_HANDLER = None\n" + A.replace('"x"', "_CONFIRM_HANDLER")
    assert lines("LCP315", source, "tools/my_system_shell/my_system_shell.py") == []


def test_stems_that_lollms_keeps():
    assert lines("LCP319", A, "tools/excel_tools/excel_tools.py") == [1]
    assert lines("LCP319", "x = 1\n", "tools/excel_tools/excel_tools.py") == []
    found = findings(A, "tools/excel_tools/excel_tools.py", LintSettings(target="lma-forge"))
    assert "LCP319" not in by_code(found)


def path_of(name: str) -> str:
    return name.replace("__init__", "\0").replace("__", "/").replace("\0", "__init__")


def files(**texts: str) -> str:
    return "".join(f"# --- file: {path_of(name)}.py\n{text}" for name, text in texts.items())


GATE = 'TOOL_LIBRARY_LOAD_FLAG = "on"\n'
B = TOOL.format("b")
LAYOUT = [
    ("LCP304", files(tools__x__x=GATE + A, tools__x__y=B), True),
    ("LCP304", files(tools__x__x=GATE + A, tools__x__y=GATE + B), False),
    ("LCP304", files(tools__x__x=GATE + A, tools__x__y="def helper(): pass\n"), False),
    ("LCP304", files(tools__x__y=GATE + A, tools__x__z=B), False),
    ("LCP304", files(tools__x__x=GATE + A, tools__y__y=B), False),
    ("LCP306", files(tools__x__y=A), True),
    ("LCP306", files(tools__x__x="X = 1\n", tools__x__y=A), False),
    ("LCP306", files(tools__x__x=A, tools__x__y=B), False),
    ("LCP306", files(tools__x=A), False),
    ("LCP306", files(lib__x__y=A), True),
    ("LCP306", files(src__pkg__tools__x__x=A, src__pkg__other__y=B), False),
    ("LCP307", files(tools__deep__x__x=A), True),
    ("LCP307", files(src__pkg__tools__x__x=A), False),
    ("LCP307", files(tools__deep__x__helper="def helper(): pass\n"), False),
    ("LCP307", files(tools__x__x=A, tools__x__more__y=B), True),
    ("LCP307", files(tools__x__tests__test_x=A), False),
    ("LCP317", files(tools__x__test_x=A, tools__x__x=B), True),
    ("LCP317", files(tools__x__x_test=A, tools__x__x=B), True),
    ("LCP317", files(tools__test_x__test_x=A), False),
    ("LCP317", files(tests__test_x=A, tools__x__x=B), False),
    ("LCP308", files(tools__x____init__=A), True),
    ("LCP308", files(tools__x____init__="from .x import *\n", tools__x__x=A), False),
]


@pytest.mark.parametrize(("code", "example", "flagged"), LAYOUT)
def test_layout(code: str, example: str, flagged: bool):
    assert bool(by_code(findings(example)).get(code)) is flagged


def test_a_description_file_matters_beside_tools_alone():
    example = "# --- file: tools/x/description.yaml\n# x\n"
    assert "LCP309" in by_code(findings(example + files(tools__x__x=A)))
    assert "LCP309" not in by_code(findings(example + files(tools__x__x="X = 1\n")))
    assert "LCP309" not in by_code(findings(example.replace("description", "config") + files(tools__x__x=A)))
