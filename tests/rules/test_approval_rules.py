# ruff: noqa: E501 - cases are as long as they are
"""Gates, deeds and what lies between them (lma_forge.rules.approval and its rules)."""

import ast
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from textwrap import dedent, indent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lma_forge.diagnostics import sort
from lma_forge.rules import tool as rule_files
from lma_forge.rules.engine import checks
from lma_forge.rules.toolmodule import LintSettings
from tests.rules.examples import findings, modules
from tests.strategies import gated_bodies

HANDLER = """
_CONFIRM_HANDLER = None


def set_confirm_handler(handler):
    global _CONFIRM_HANDLER
    _CONFIRM_HANDLER = handler


def init_tools_library(config=None):
    global AUTONOMY_LEVEL
    level = (config or {}).get("autonomy_level")
    AUTONOMY_LEVEL = level if level in ("strict", "safe", "full_access") else "safe"


AUTONOMY_LEVEL = "safe"
"""
IMPORTS = "import os, shutil, subprocess, threading, asyncio, functools, tempfile\nfrom pathlib import Path\n"


def codes(source: str, settings: LintSettings | None = None) -> list[str]:
    """The codes of the family on approval that a module gets, without remarks on timeouts and writes."""
    (module,) = modules(source, "example.py", settings).values()
    return [one.code for one in sort(found for check in CHECKS for found in check(module))]


def tool(body: str, before: str = "", head: str = "def tool_x(p: str, n: int = 1) -> dict:") -> str:
    """A module with one tool that runs some statements."""
    text = indent(dedent(body).strip(), "    ")
    return f'{IMPORTS}{HANDLER}\n{dedent(before)}\n\n{head}\n    """Does a thing."""\n{text}\n'


CHECKS = [
    check
    for check in checks(rule_files)
    if check.code.startswith("LCP6") and check.code not in {"LCP606", "LCP612", "LCP618"}
]
FAIL = 'return {"success": False, "error": "no"}'
DONE = 'return {"success": True, "output": "done"}'
WRAPPED = {
    "bool": """
def _ok(p):
    if _CONFIRM_HANDLER is None:
        return False
    decision, reason = _CONFIRM_HANDLER(p, "x")
    return decision in ("allow", "always")
""",
    "raises": """
def _require(p):
    if _CONFIRM_HANDLER is None:
        raise PermissionError("nobody")
    decision, reason = _CONFIRM_HANDLER(p, "x")
    if decision not in ("allow", "always"):
        raise PermissionError(reason)
""",
    "dict": """
def _denied(p):
    if _CONFIRM_HANDLER is None:
        return {"success": False, "error": "nobody"}
    decision, reason = _CONFIRM_HANDLER(p, "x")
    if decision in {"allow", "always"}:
        return None
    return {"success": False, "error": reason}
""",
    "pair": """
def _asked(p):
    if _CONFIRM_HANDLER is None:
        return False, "nobody"
    try:
        reply = _CONFIRM_HANDLER(p, "x")
    except Exception as error:
        return False, str(error)
    decision = str(reply[0]).strip().lower()
    return decision in ("allow", "always"), reply[1]
""",
    "remembered": """
_ALWAYS = set()


def _refusal(p):
    if p in _ALWAYS:
        return None
    if _CONFIRM_HANDLER is None:
        return "nobody"
    decision, reason = _CONFIRM_HANDLER(p, "x")
    if decision == "always":
        _ALWAYS.add(p)
    return None if decision in ("allow", "always") else reason or "no"
""",
    "decorator": """
def approved(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        if _CONFIRM_HANDLER is None:
            return {"success": False, "error": "nobody"}
        decision, reason = _CONFIRM_HANDLER(str(args), f.__name__)
        if decision not in ("allow", "always"):
            return {"success": False, "error": reason}
        return f(*args, **kwargs)
    return inner
""",
    "object": """
class Gate:
    def __init__(self):
        self._confirm_handler = None

    def require(self, p):
        if self._confirm_handler is None:
            raise PermissionError("nobody")
        decision, reason = self._confirm_handler(p, "x")
        if decision not in ("allow", "always"):
            raise PermissionError(reason)


GATE = Gate()
""",
    "parameter": """
def _ask(handler, p):
    if handler is None:
        return "reject", "nobody"
    try:
        answer = handler(p, "x")
    except Exception as error:
        return "reject", str(error)
    if isinstance(answer, tuple) and len(answer) == 2:
        return answer
    return "reject", "odd"
""",
    "level": """
def _refusal(p):
    if AUTONOMY_LEVEL == "full_access":
        return ""
    if _CONFIRM_HANDLER is None:
        return "nobody"
    decision, reason = _CONFIRM_HANDLER(p, "x")
    return "" if decision in ("allow", "always") else "no"
""",
}
HELD = {
    "bool": (f"if not _ok(p):\n    {FAIL}\nos.remove(p)\n{DONE}", "bool"),
    "bool kept": (f"ok = _ok(p)\nif ok:\n    os.remove(p)\n    {DONE}\n{FAIL}", "bool"),
    "bool compared": (f"if _ok(p) is not True:\n    {FAIL}\nos.remove(p)\n{DONE}", "bool"),
    "raises": (f"_require(p)\nos.remove(p)\n{DONE}", "raises"),
    "raises in try": (
        f"try:\n    _require(p)\n    os.remove(p)\nexcept PermissionError as e:\n    {FAIL}\n{DONE}",
        "raises",
    ),
    "raises before try": (
        f"try:\n    _require(p)\nexcept PermissionError as e:\n    {FAIL}\nos.remove(p)\n{DONE}",
        "raises",
    ),
    "dict": (f"denied = _denied(p)\nif denied is not None:\n    return denied\nos.remove(p)\n{DONE}", "dict"),
    "dict, walrus": (f"if denied := _denied(p):\n    return denied\nos.remove(p)\n{DONE}", "dict"),
    "pair": (f"ok, why = _asked(p)\nif not ok:\n    {FAIL}\nos.remove(p)\n{DONE}", "pair"),
    "remembered": (f"why = _refusal(p)\nif why:\n    {FAIL}\nos.remove(p)\n{DONE}", "remembered"),
    "level": (f"why = _refusal(p)\nif why:\n    {FAIL}\nos.remove(p)\n{DONE}", "level"),
    "object": (f"GATE.require(p)\nos.remove(p)\n{DONE}", "object"),
    "parameter": (
        f'd, why = _ask(_CONFIRM_HANDLER, p)\nif d not in ("allow", "always"):\n    {FAIL}\nos.remove(p)\n{DONE}',
        "parameter",
    ),
}
ASK = f'if _CONFIRM_HANDLER is None:\n    {FAIL}\ndecision, reason = _CONFIRM_HANDLER(p, "x")\n'
INLINE = {
    "two words": f'if decision == "allow" or decision == "always":\n    os.remove(p)\n    {DONE}\n{FAIL}',
    "negated words": f'if decision != "allow" and decision != "always":\n    {FAIL}\nos.remove(p)\n{DONE}',
    "set": f'if decision not in {{"allow", "always"}}:\n    {FAIL}\nos.remove(p)\n{DONE}',
    "raised": f'try:\n    if decision not in ("allow", "always"):\n        raise PermissionError(reason)\n    os.remove(p)\n'
    f"except Exception as e:\n    {FAIL}\n{DONE}",
    "flag": f'ok = decision in ("allow", "always")\nif not ok:\n    {FAIL}\nos.remove(p)\n{DONE}',
    "match": f'match decision:\n    case "allow" | "always":\n        os.remove(p)\n        {DONE}\n    case _:\n        {FAIL}',
    "loop": f'if decision not in ("allow", "always"):\n    {FAIL}\nfor q in Path(p).iterdir():\n    q.unlink()\n{DONE}',
    "thread": f'if decision not in ("allow", "always"):\n    {FAIL}\n'
    f"t = threading.Thread(target=_wipe, args=(p,))\nt.start()\n{DONE}",
    "nested": f'def wipe():\n    os.remove(p)\nif decision not in ("allow", "always"):\n    {FAIL}\nwipe()\n{DONE}',
    "lower": f'decision = str(decision).lower().strip()\nif decision not in ("allow", "always"):\n    {FAIL}\n'
    f"os.remove(p)\n{DONE}",
    "reject first": f'if decision == "reject":\n    {FAIL}\nelif decision in ("allow", "always"):\n    os.remove(p)\n{DONE}',
    "one word": f'if decision != "allow":\n    {FAIL}\nos.remove(p)\n{DONE}',
}
OTHER = {
    "subscript": f'if _CONFIRM_HANDLER is None:\n    {FAIL}\nif _CONFIRM_HANDLER(p, "x")[0] not in ("allow", "always"):\n'
    f"    {FAIL}\nos.remove(p)\n{DONE}",
    "callable": f'if not callable(_CONFIRM_HANDLER):\n    {FAIL}\nreply = _CONFIRM_HANDLER(p, "x")\n'
    f'decision = reply[0] if isinstance(reply, tuple) else "reject"\n'
    f'if decision not in ("allow", "always"):\n    {FAIL}\nos.remove(p)\n{DONE}',
    "unless there is one": 'decision = "reject"\nif _CONFIRM_HANDLER is not None:\n'
    '    decision, _ = _CONFIRM_HANDLER(p, "x")\n'
    f'if decision not in ("allow", "always"):\n    {FAIL}\nos.remove(p)\n{DONE}',
    "full access or asked": 'if AUTONOMY_LEVEL != "full_access":\n    if _CONFIRM_HANDLER is None:\n'
    f'        {FAIL}\n    decision, reason = _CONFIRM_HANDLER(p, "x")\n'
    f'    if decision not in ("allow", "always"):\n        {FAIL}\nos.remove(p)\n{DONE}',
    "full access only": f'if AUTONOMY_LEVEL != "full_access":\n    {FAIL}\nos.remove(p)\n{DONE}',
    "temporary": f"fd, name = tempfile.mkstemp()\nos.close(fd)\nos.remove(name)\n{DONE}",
    "temporary folder": f"with tempfile.TemporaryDirectory() as d:\n    q = Path(d) / 'a'\n    q.unlink()\n{DONE}",
    "rolled back": f"q = Path('a') / 'b'\nq.write_text('x')\ntry:\n    n / 0\nexcept Exception:\n    q.unlink()\n{DONE}",
    "atomic": f"t = Path(p).with_suffix('.tmp')\nt.write_text('x')\nos.replace(t, p)\n{DONE}",
    "own child": f'c = subprocess.Popen(["true"]) if n < 0 and AUTONOMY_LEVEL == "full_access" else None\nif c:\n    c.kill()\n'
    f"{DONE}",
    "looks only": f'subprocess.run(["git", "status", "--porcelain"], timeout=5)\n{DONE}',
    "version": f'subprocess.run(["git", "--version"], timeout=5)\n{DONE}',
    "not reached": f"def unused():\n    os.remove(p)\n{DONE}",
    "near": f'import urllib.request\nurllib.request.urlopen("http://127.0.0.1:8000/" + p, timeout=2)\n{DONE}',
    "dict method": f"d = {{}}\nd.update(a=1)\nd.pop('a', None)\n[1].remove(1)\n{DONE}",
    "text replace": f"q = p.replace('a', 'b').rename if n else p\n{DONE}",
}


@pytest.mark.parametrize("name", HELD)
def test_wrappers_that_refuse_hold(name: str):
    body, wrapper = HELD[name]
    assert codes(tool(body, WRAPPED[wrapper])) == []


@pytest.mark.parametrize("name", INLINE)
def test_decisions_that_are_compared_with_the_words_hold(name: str):
    assert codes(tool(ASK + INLINE[name], "def _wipe(p):\n    shutil.rmtree(p)\n")) == []


@pytest.mark.parametrize("name", OTHER)
def test_what_needs_no_leave_or_has_it_is_left_alone(name: str):
    assert codes(tool(OTHER[name])) == []


def test_a_decorator_that_asks_holds():
    source = tool(f"os.remove(p)\n{DONE}", WRAPPED["decorator"], "@approved\ndef tool_x(p: str) -> dict:")
    assert codes(source) == []
    assert codes(source.replace('if decision not in ("allow", "always")', "if False")) == ["LCP601"]


UNASKED = {
    "alias": ("from os import remove as rm\nrm(p)\n", "LCP601"),
    "method": ("Path(p).resolve().unlink()\n", "LCP601"),
    "loop": ("for q in Path(p).glob('*'):\n    q.rename('x')\n", "LCP601"),
    "comprehension": ("[os.remove(q) for q in os.listdir(p)]\n", "LCP601"),
    "finally": ("try:\n    n / 0\nfinally:\n    shutil.rmtree(p)\n", "LCP601"),
    "helper": ("_outer(p)\n", "LCP601"),
    "thread": ("threading.Thread(target=_wipe, args=(p,)).start()\n", "LCP601"),
    "thread of a known function": ("threading.Thread(target=shutil.rmtree, args=(p,)).start()\n", "LCP601"),
    "map": ("list(map(os.remove, [p]))\n", "LCP601"),
    "nested": ("def inner():\n    os.remove(p)\ninner()\n", "LCP601"),
    "lambda": ("(lambda: os.remove(p))()\n", "LCP601"),
    "coroutine": ("asyncio.run(_later(p))\n", "LCP601"),
    "object": ("Store().wipe(p)\n", "LCP601"),
    "folder that may be there": ("Path(p).mkdir(exist_ok=True)\nshutil.rmtree(p)\n", "LCP601"),
    "file that was only read": ("with open(p) as f:\n    print(f.read())\nos.remove(p)\n", "LCP601"),
    "file that was added to": ("with open(p, 'a') as f:\n    f.write('x')\nos.remove(p)\n", "LCP601"),
    "process": ("subprocess.Popen([p])\n", "LCP602"),
    "exec": ("exec(p)\n", "LCP603"),
    "network": ("import requests\ns = requests.Session()\ns.post(p, timeout=3)\n", "LCP604"),
    "host": ("os.kill(n, 9)\n", "LCP605"),
    "other process": ("import psutil\npsutil.Process(n).kill()\n", "LCP605"),
    "level is safe": ('if AUTONOMY_LEVEL == "safe":\n    os.remove(p)\n', "LCP601"),
    "strict is refused": (f'if AUTONOMY_LEVEL == "strict":\n    {FAIL}\nos.remove(p)\n', "LCP601"),
    "asked elsewhere": (
        f"if n:\n    if not _ok(p):\n        {FAIL}\n    os.remove(p)\nelse:\n    shutil.rmtree(p)\n",
        "LCP601",
    ),
    "refused and on": (
        (
            'if _CONFIRM_HANDLER is None:\n    return {}\nd, r = _CONFIRM_HANDLER(p, "x")\n'
            'if d not in ("allow", "always"):\n    print(r)\nos.remove(p)\n'
        ),
        "LCP601",
    ),
    "not looked at": (
        'if _CONFIRM_HANDLER is None:\n    return {}\nd, r = _CONFIRM_HANDLER(p, "x")\nos.remove(p)\n',
        "LCP601",
    ),
    "the wrong way round": (f"if _ok(p):\n    {FAIL}\nos.remove(p)\n", "LCP601"),
}
HELPERS = (
    WRAPPED["bool"]
    + """
def _wipe(p):
    shutil.rmtree(p)


def _outer(p):
    return _middle(p)


def _middle(p):
    if p:
        _wipe(p)


async def _later(p):
    os.remove(p)


class Store:
    def wipe(self, p):
        os.remove(p)
"""
)


@pytest.mark.parametrize("name", UNASKED)
def test_what_runs_unasked_is_found(name: str):
    body, code = UNASKED[name]
    assert codes(tool(body + DONE, HELPERS)) == [code]


def test_the_way_to_a_deed_is_shown():
    (found,) = (one for one in findings(tool(f"_outer(p)\n{DONE}", HELPERS)) if one.code == "LCP601")
    lines = tool(f"_outer(p)\n{DONE}", HELPERS).splitlines()
    assert lines[found.span.line - 1].strip() == "shutil.rmtree(p)"
    assert [lines[one.span.line - 1].strip() for one in found.related] == [
        "def tool_x(p: str, n: int = 1) -> dict:",
        "_outer(p)",
        "return _middle(p)",
        "_wipe(p)",
    ]


def test_several_tools_that_reach_a_deed_are_one_finding():
    source = tool(f"_wipe(p)\n{DONE}", HELPERS)
    source += source[source.index("def tool_x") :].replace("tool_x", "tool_y")
    (found,) = (one for one in findings(source) if one.code == "LCP601")
    assert "tool_x (and 1 other tool)" in found.message


WRONG_GATES = {
    "skipped by and": (
        (
            f'if n and _CONFIRM_HANDLER:\n    d, r = _CONFIRM_HANDLER(p, "x")\n    if d not in ("allow", "always"):\n'
            f"        {FAIL}\nos.remove(p)\n{DONE}"
        ),
        ["LCP608"],
    ),
    "skipped in a wrapper": (f"if not _lax(p):\n    {FAIL}\nos.remove(p)\n{DONE}", ["LCP608"]),
    "elif without else": (
        ASK
        + f'if decision == "reject":\n    {FAIL}\nelif decision == "always":\n    print("ok")\nos.remove(p)\n{DONE}',
        ["LCP609"],
    ),
    "denied only": (ASK + f'if decision in ("reject", "deny"):\n    {FAIL}\nos.remove(p)\n{DONE}', ["LCP609"]),
    "thrown away": (
        f'if _CONFIRM_HANDLER is None:\n    {FAIL}\n_CONFIRM_HANDLER(p, "x")\nos.remove(p)\n{DONE}',
        ["LCP615"],
    ),
    "wrapper thrown away": (f"_ok(p)\nos.remove(p)\n{DONE}", ["LCP615"]),
    "tuple": (
        (
            f'if _CONFIRM_HANDLER is None:\n    {FAIL}\nreply = _CONFIRM_HANDLER(p, "x")\nif not reply:\n    {FAIL}\n'
            f"os.remove(p)\n{DONE}"
        ),
        ["LCP616"],
    ),
    "too late": (f"os.remove(p)\nif not _ok(p):\n    {FAIL}\n{DONE}", ["LCP620"]),
    "too late, in a helper": (f"_wipe(p)\nif not _ok(p):\n    {FAIL}\n{DONE}", ["LCP620"]),
    "fails open": (f"if not _open(p):\n    {FAIL}\nos.remove(p)\n{DONE}", ["LCP607"]),
    "only sometimes": (f"if n > 3:\n    if not _ok(p):\n        {FAIL}\nos.remove(p)\n{DONE}", ["LCP622"]),
    "kept under a key": (f'if not HOST["confirm"](p):\n    {FAIL}\nos.remove(p)\n{DONE}', ["LCP622"]),
    "asked by the host": (f"if not n.ask_user(p):\n    {FAIL}\nos.remove(p)\n{DONE}", ["LCP622"]),
    "somebody unknown": (f"if not ask_for_permission(p):\n    {FAIL}\nos.remove(p)\n{DONE}", ["LCP622"]),
}
LAX = """
def _lax(p):
    if _CONFIRM_HANDLER is not None:
        d, r = _CONFIRM_HANDLER(p, "x")
        if d not in ("allow", "always"):
            return False
    return True
"""
OPEN = """
def _open(p):
    try:
        d, r = _CONFIRM_HANDLER(p, "x")
    except Exception:
        d = "allow"
    return d in ("allow", "always")
"""


@pytest.mark.parametrize("name", WRONG_GATES)
def test_gates_that_do_not_hold_are_named_for_what_is_wrong(name: str):
    body, expected = WRONG_GATES[name]
    assert sorted(codes(tool(body, HELPERS + (OPEN if "_open" in body else LAX)))) == expected


def test_a_sink_of_the_project_counts_as_a_deed():
    source = tool(f"shop.close(p)\n{DONE}", "import shop\n")
    assert codes(source) == []
    assert codes(source, LintSettings(sinks={"delete": ("shop.close",)})) == ["LCP601"]


GATES = (
    f'if _CONFIRM_HANDLER is None:\n    {FAIL}\nd, r = _CONFIRM_HANDLER(p, "x")\nif d not in ("allow", "always"):\n    {FAIL}',
    f"if not _ok(p):\n    {FAIL}",
    "_require(p)",
)
DEEDS = ("os.remove(p)", "_outer(p)", "Store().wipe(p)", "threading.Thread(target=_wipe, args=(p,)).start()")


@given(
    st.sampled_from(GATES).flatmap(lambda gate: st.sampled_from(DEEDS).flatmap(lambda deed: gated_bodies(gate, deed)))
)
def test_a_gate_before_a_deed_holds_wherever_they_stand_and_no_other_does(bodies: tuple[str, str, str]):
    held, without, swapped = (f"{body}\n{DONE}" for body in bodies)
    helpers = HELPERS + WRAPPED["raises"]
    assert codes(tool(held, helpers)) == []
    assert codes(tool(without, helpers)) == ["LCP601"]
    assert set(codes(tool(swapped, helpers))) & {"LCP601", "LCP620"}


class Careless(ast.NodeTransformer):
    """Puts expressions and statements where they do not belong; what it makes is still Python."""

    def __init__(self, random: Random, expressions: list[ast.expr], statements: list[ast.stmt]) -> None:
        self._random, self._expressions, self._statements = random, expressions, statements

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        reads = isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        if reads and self._random.random() < 0.04:
            return deepcopy(self._random.choice(self._expressions))
        body = getattr(node, "body", None)
        if isinstance(body, list) and self._random.random() < 0.1:
            body.insert(self._random.randrange(len(body) + 1), deepcopy(self._random.choice(self._statements)))
        return node


def careless_modules(count: int) -> Iterator[str]:
    random = Random(601)
    bodies = [tool(body, WRAPPED[wrapper]) for body, wrapper in HELD.values()]
    bodies += [tool(ASK + body) for body in INLINE.values()] + [tool(body) for body in OTHER.values()]
    bodies += [tool(body, HELPERS + LAX) for body, _ in WRONG_GATES.values()]
    trees = [ast.parse(body) for body in bodies]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    reads = [n for n in nodes if isinstance(n, ast.expr) and isinstance(getattr(n, "ctx", ast.Load()), ast.Load)]
    odd = (
        "x[0](p)",
        "f()(p)",
        'H["confirm"](p)',
        "[*p]",
        "(yield)",
        "(d := _CONFIRM_HANDLER(p))",
        "p if q else r",
        "b''",
    )
    reads += [ast.parse(text, mode="eval").body for text in odd]
    careless = Careless(random, reads, [node for node in nodes if isinstance(node, ast.stmt)])
    while count:
        tree = careless.visit(deepcopy(random.choice(trees)))
        try:
            text = ast.unparse(ast.fix_missing_locations(tree))
            compile(text, "x.py", "exec", ast.PyCF_ONLY_AST)
        except (SyntaxError, ValueError, AttributeError, TypeError):
            continue
        count -= 1
        yield text


def test_whatever_stands_where_is_no_exception():
    for text in careless_modules(40):
        codes(text)


@pytest.mark.long
def test_whatever_stands_where_is_no_exception_in_thousands_of_modules():
    for text in careless_modules(4_000):
        codes(text)
