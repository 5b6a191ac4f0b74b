# ruff: noqa: E501 - rows of tables are as long as they are
"""Rules on approval that look at one place: handlers, levels, shells, waits, terminals, installs."""

import re
from pathlib import Path

import pytest

from lma_forge.rules import tool as rule_files
from lma_forge.rules.engine import checks
from tests.rules.examples import findings, modules

CHECKS = {check.code: check for check in checks(rule_files) if check.code.startswith("LCP6")}
GENERATED = Path(__file__).parents[2] / "generated_tools"


def found(code: str, source: str) -> list[int]:
    (module,) = modules(source).values()
    return [one.span.line for one in CHECKS[code](module)]


TOOL = 'def tool_x(p: str, n: int = 1) -> dict:\n    """Does."""\n    '
BAD = [
    (
        "LCP607",
        "# confirm\ndef ask(handler):\n    if not callable(handler):\n        return 'allow'\n    d, r = handler('x')\n",
        4,
    ),
    (
        "LCP607",
        "_CONFIRM_HANDLER = None\ndef _ok(p):\n    if not _CONFIRM_HANDLER:\n        return True\n    return _CONFIRM_HANDLER(p)[0] == 'allow'\n",
        4,
    ),
    (
        "LCP607",
        "_CONFIRM_HANDLER = None\ndef _ok(p):\n    h = _CONFIRM_HANDLER\n    if h is None:\n        d = ('always', '')\n    else:\n        d = h(p)\n    return d\n",
        5,
    ),
    (
        "LCP607",
        "import sys\ndef cli_confirm_handler(s):\n    if sys.stdin.isatty():\n        return input(s)\n    return 'allow', ''\n",
        5,
    ),
    (
        "LCP607",
        "def gui_confirm_handler(s, q):\n    try:\n        return q.get(timeout=3)\n    except Exception:\n        return ('allow', 'timeout')\n",
        5,
    ),
    (
        "LCP610",
        "def init_tools_library(config=None):\n    global LEVEL\n    level = config.get('autonomy_level', 'full_access')\n",
        3,
    ),
    ("LCP610", "import os\nAUTONOMY = os.environ.get('AUTONOMY_LEVEL') or 'full_access'\n", 2),
    ("LCP610", "AUTONOMY_LEVEL: str = 'FULL_ACCESS'\n", 1),
    (
        "LCP611",
        "AUTONOMY = 's'\ndef init_tools_library(config):\n    global AUTONOMY\n    AUTONOMY = str(config['autonomy_level']).lower()\n",
        4,
    ),
    (
        "LCP611",
        "AUTONOMY = 's'\ndef init_tools_library(config):\n    global AUTONOMY\n    level = config.get('autonomy_level')\n    AUTONOMY = level\n",
        5,
    ),
    (
        "LCP612",
        "AUTONOMY_LEVEL = 's'\ndef init_tools_library(config):\n    global AUTONOMY_LEVEL\n    AUTONOMY_LEVEL = config.get('autonomy_level')\n"
        + TOOL
        + "return {}\n",
        4,
    ),
    (
        "LCP613",
        "import os\n"
        + TOOL.replace("n: int = 1", "force: bool = False")
        + "if force:\n        os.remove(p)\n    return {}\n",
        2,
    ),
    (
        "LCP613",
        "import os\n"
        + TOOL.replace("n: int = 1", "skip_confirmation: bool = False")
        + "if skip_confirmation:\n        os.remove(p)\n    return {}\n",
        2,
    ),
    ("LCP613", TOOL.replace("n: int = 1", "autonomy_level: str = 'safe'") + "return {'success': autonomy_level}\n", 1),
    (
        "LCP614",
        "_AUTO_APPROVE = False\ndef f(d):\n    global _AUTO_APPROVE\n    if d in ('always',):\n        _AUTO_APPROVE = True\n",
        5,
    ),
    (
        "LCP614",
        "import types\nstate = types.SimpleNamespace()\ndef f(d):\n    if d == 'always' and d:\n        state.autonomy_level = 'full_access'\n",
        5,
    ),
    ("LCP617", "import os\n" + TOOL + "os.system('rm ' + p)\n", 4),
    ("LCP617", "import subprocess\n" + TOOL + "c = f'ls {p}'\n    subprocess.check_output(c, shell=True)\n", 5),
    ("LCP617", "import asyncio\nasync def f(p):\n    await asyncio.create_subprocess_shell(p)\n", 3),
    ("LCP618", "import requests\n" + TOOL + "requests.get(p)\n", 4),
    ("LCP618", "import requests\ns = requests.Session()\n" + TOOL + "s.post(p, json={})\n", 5),
    ("LCP618", "from urllib.request import urlopen\n" + TOOL + "urlopen(p)\n", 4),
    ("LCP618", "import subprocess as sp\n" + TOOL + "sp.run([p], timeout=None)\n", 4),
    ("LCP619", "import getpass\n" + TOOL + "getpass.getpass('x')\n", 4),
    ("LCP619", "import sys\ndef _ask():\n    return sys.stdin.readline()\n" + TOOL + "return _ask()\n", 3),
    (
        "LCP621",
        "import subprocess, sys\n" + TOOL + "subprocess.check_call([sys.executable, '-m', 'pip', 'install', p])\n",
        4,
    ),
    ("LCP621", "import os\n" + TOOL + "os.system(f'pip install {p}')\n", 4),
    ("LCP621", "import os\n" + TOOL + "os.system('pip install ' + p)\n", 4),
    ("LCP621", "import os\n" + TOOL + "os.system('pip install %s -q' % p)\n", 4),
    ("LCP621", "from pipmaster import ensure_packages\nensure_packages({'a': '>=1'})\n", 2),
]
NEAR = [
    (
        "LCP607",
        "def ask_permission(handler):\n    try:\n        d, r = handler('x')\n    except Exception:\n        return 'reject', 'failed'\n    return d, r\n",
    ),
    (
        "LCP607",
        "_CONFIRM_HANDLER = None\nAUTONOMY_LEVEL = 'safe'\ndef _ok(p):\n    if _CONFIRM_HANDLER is None:\n        if AUTONOMY_LEVEL == 'full_access':\n            return 'allow'\n        return 'reject'\n    return _CONFIRM_HANDLER(p)[0]\n",
    ),
    ("LCP607", "def confirm_handler(s):\n    answer = input(s)\n    return 'allow' if answer == 'y' else 'reject'\n"),
    (
        "LCP607",
        "_CONFIRM_HANDLER = None\ndef _ask(p):\n    r = _CONFIRM_HANDLER(p)\n    if isinstance(r, bool):\n        return 'allow' if r else 'reject'\n    elif isinstance(r, str):\n        return r\n    else:\n        return 'reject'\n",
    ),
    (
        "LCP607",
        "def is_authorized(path):\n    try:\n        open(path)\n    except OSError:\n        return True\n    return False\n",
    ),
    ("LCP610", "AUTONOMY_LEVEL = 'safe'\nLEVELS = ('safe', 'full_access')\n"),
    ("LCP610", "DEFAULT_ACCESS = 'full_access'\nautonomy = 1\n"),
    ("LCP610", "AUTONOMY_LEVEL = 'safe'\ndef f(d):\n    global AUTONOMY_LEVEL\n    AUTONOMY_LEVEL = 'full_access'\n"),
    (
        "LCP611",
        "AUTONOMY = 's'\ndef init_tools_library(config):\n    global AUTONOMY\n    AUTONOMY = config.get('autonomy_level')\n    if AUTONOMY not in ('safe', 'strict'):\n        AUTONOMY = 'safe'\n",
    ),
    (
        "LCP611",
        "AUTONOMY = 's'\ndef init_tools_library(config):\n    global AUTONOMY\n    level = config.get('autonomy_level')\n    if level in ('safe', 'strict'):\n        AUTONOMY = level\n",
    ),
    (
        "LCP611",
        "AUTONOMY = 's'\ndef init_tools_library(config):\n    global AUTONOMY\n    AUTONOMY = _checked(config.get('autonomy_level'))\n",
    ),
    (
        "LCP612",
        "import subprocess\nAUTONOMY_LEVEL = 's'\n"
        + TOOL
        + "if AUTONOMY_LEVEL != 'full_access':\n        return {}\n    subprocess.run([p], timeout=3)\n    return {}\n",
    ),
    ("LCP612", "import shutil\n" + TOOL + "shutil.rmtree(p)\n    return {}\n"),
    ("LCP612", "AUTONOMY_LEVEL = 's'\n" + TOOL + "return {'success': True, 'output': AUTONOMY_LEVEL}\n"),
    ("LCP613", TOOL.replace("n: int = 1", "force: bool = False") + "return {'success': force}\n"),
    ("LCP613", "import os\n" + TOOL.replace("n: int = 1", "confirm_text: str = ''") + "os.remove(p)\n    return {}\n"),
    ("LCP613", "import os\n" + TOOL.replace("n: int = 1", "confirm: bool = False") + "os.remove(p)\n    return {}\n"),
    ("LCP614", "_ALWAYS = set()\ndef f(d, p):\n    if d == 'always':\n        _ALWAYS.add(p)\n"),
    (
        "LCP614",
        "AUTONOMY_LEVEL = 'safe'\ndef init_tools_library(config):\n    global AUTONOMY_LEVEL\n    if config.get('autonomy_level') == 'full_access':\n        AUTONOMY_LEVEL = 'full_access'  # always\n",
    ),
    (
        "LCP614",
        "def f(d):\n    auto_approve = False\n    if d == 'always':\n        auto_approve = True\n    return auto_approve\n",
    ),
    ("LCP617", "import subprocess\n" + TOOL + "subprocess.run('ls | wc -l', shell=True, timeout=3)\n"),
    ("LCP617", "import subprocess\n" + TOOL + "subprocess.run(['ls', p], shell=False, timeout=3)\n"),
    ("LCP617", "import os, sys\n" + TOOL + "c = 'cls' if os.name == 'nt' else 'clear'\n    os.system(c)\n"),
    ("LCP618", "import requests\n" + TOOL + "requests.get(p, timeout=(3, 10))\n"),
    ("LCP618", "import requests\n" + TOOL + "kw = {'timeout': 3}\n    requests.get(p, **kw)\n"),
    ("LCP618", "import httpx, subprocess\n" + TOOL + "httpx.get(p)\n    {}.get(p)\n    subprocess.Popen([p])\n"),
    ("LCP618", "from urllib.request import urlopen\n" + TOOL + "urlopen(p, None, 5)\n"),
    (
        "LCP619",
        "import sys\ndef _tty():\n    return sys.stdin and sys.stdin.isatty()\n"
        + TOOL
        + "if _tty():\n        input('x')\n    return {}\n",
    ),
    ("LCP619", "def main():\n    input('x')\n" + TOOL + "return {}\nif __name__ == '__main__':\n    main()\n"),
    ("LCP619", "def input(text):\n    return text\n" + TOOL + "return input(p)\n"),
    ("LCP621", "import subprocess\n" + TOOL + "subprocess.run(['pip', 'list'], timeout=3)\n"),
    ("LCP621", "import os\n" + TOOL + "os.system('pip show ' + p)\n"),
    ("LCP621", TOOL + "return {'success': False, 'error': 'Run pip install shop.'}\n"),
    ("LCP621", "def install_packages(p):\n    return p\n" + TOOL + "return install_packages(p)\n"),
    ("LCP606", "import os\n" + TOOL + "with open(p, 'x') as f:\n        f.write('a')\n    return {}\n"),
    ("LCP606", "import os\n" + TOOL + "with open(p, 'a') as f:\n        f.write('a')\n    return {}\n"),
    (
        "LCP606",
        "import os, uuid\n" + TOOL + "with open(f'{uuid.uuid4()}.txt', 'w') as f:\n        f.write(p)\n    return {}\n",
    ),
    (
        "LCP606",
        "import shutil\nfrom pathlib import Path\n"
        + TOOL
        + "shutil.copy(p, p + '.bak')\n    Path(p).write_text('a')\n    return {}\n",
    ),
    (
        "LCP606",
        "from pathlib import Path\nSTATE = Path('state.json')\ndef _load():\n    return STATE.read_text()\n"
        + TOOL
        + "STATE.write_text(_load() + p)\n    return {}\n",
    ),
]


@pytest.mark.parametrize(("code", "source", "line"), BAD, ids=[f"{row[0]}-{at}" for at, row in enumerate(BAD)])
def test_what_is_wrong_is_found_where_it_is(code: str, source: str, line: int):
    assert found(code, source) == [line]


@pytest.mark.parametrize(("code", "source"), NEAR, ids=[f"{row[0]}-{at}" for at, row in enumerate(NEAR)])
def test_what_is_nearly_wrong_is_left_alone(code: str, source: str):
    assert found(code, source) == []


def test_implementations_behind_a_generated_contract_that_asks_are_safe():
    module = GENERATED / "file_writer" / "file_writer.py"
    text = module.read_text(encoding="utf-8")
    last = list(re.finditer(r"^def _file_writer\(.*\n", text, re.MULTILINE))[-1]
    acts = '    import shutil, subprocess\n    shutil.rmtree("x")\n    subprocess.run(["a"], timeout=3)\n    exec(content)\n'
    acting = text[: last.end()] + acts + text[last.end() :]
    assert [code for code in CHECKS if found(code, acting)] == []
    unasked = acting.replace("        _approve(", "        str(")
    assert {"LCP601", "LCP602", "LCP603"} <= {code for code in CHECKS if found(code, unasked)}


def test_the_fix_for_a_wait_without_end_gives_a_limit():
    source = "import subprocess\n" + TOOL + "subprocess.run(\n        [p],\n        check=True,\n    )\n    return {}\n"
    (module,) = modules(source).values()
    (one,) = CHECKS["LCP618"](module)
    assert one.fix is not None
    (edit,) = one.fix.edits
    lines = source.splitlines(keepends=True)
    at = sum(len(line) for line in lines[: edit.span.line - 1]) + edit.span.column - 1
    mended = source[:at] + edit.text + source[at:]
    assert "check=True, timeout=30," in mended
    assert found("LCP618", mended) == []


@pytest.mark.parametrize(
    ("before", "why"), [("", "nothing here reads one"), ("AUTONOMY = 'safe'\n", "nothing here looks at AUTONOMY,")]
)
def test_a_level_that_is_kept_and_not_looked_at_is_named(before: str, why: str):
    source = "import subprocess\n" + before + TOOL + "subprocess.run([p], timeout=3)\n    return {}\n"
    (said,) = [one.message for one in findings(source, "x.py") if one.code == "LCP612"]
    assert why in said
