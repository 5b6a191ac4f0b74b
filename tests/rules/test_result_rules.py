# ruff: noqa: E501 - rows of tables are as long as they are
"""Rules about what tools return: near-misses, the ways by which a dict is followed, and where control goes."""

from random import Random

import pytest

from lma_forge import lcp
from lma_forge.rules.control import falls_through, values_of
from lma_forge.rules.results import results
from lma_forge.rules.toolmodule import LintSettings, ToolModule
from tests.rules.examples import by_code, findings

HEAD = 'import os, sys\nfrom contextlib import suppress\ndef tool_a(n: int) -> dict:\n    """Does it."""\n'
FIRST = HEAD.count("\n") + 1


def module_of(source: str) -> ToolModule:
    data = source.encode()
    return ToolModule("x.py", source, data, lcp.read(data, "x.py"))


def body(code: str, text: str, after: str = "") -> list[int]:
    """The lines, counted from 1 in the body, at which a rule hits a tool of this body."""
    indented = "".join(f"    {line}\n" for line in text.splitlines())
    lines = by_code(findings(HEAD + indented + after)).get(code, [])
    return [line - FIRST + 1 for line in lines]


DEF = 3 - FIRST + 1

ENDS = [
    ('while True:\n    if n:\n        return {"success": True, "output": n}', []),
    ('while True:\n    if n:\n        break\n    return {"success": True, "output": n}', [DEF]),
    ('while True:\n    for x in [n]:\n        break\n    else:\n        return {"success": True, "output": n}', []),
    ('while n:\n    return {"success": True, "output": n}', [DEF]),
    ('for x in [n]:\n    break\nelse:\n    return {"success": True, "output": n}', [DEF]),
    ('try:\n    return {"success": True, "output": n}\nexcept ValueError:\n    pass', [DEF]),
    ('try:\n    int(n)\nexcept ValueError:\n    raise\nelse:\n    return {"success": True, "output": n}', []),
    ('try:\n    int(n)\nfinally:\n    return {"success": True, "output": n}', []),
    ('with open("x") as f:\n    return {"success": True, "output": n}', []),
    ('with suppress(OSError):\n    return {"success": True, "output": n}', [DEF]),
    ('match n:\n    case 1:\n        return {"success": True, "output": n}', [DEF]),
    ('match n:\n    case 1:\n        raise KeyError\n    case _:\n        return {"success": True, "output": n}', []),
    ("sys.exit(n)", []),
    ("_fail(n)", []),
    ("if n:\n    return\nreturn {'success': True, 'output': n}", [2]),
    ("return None", [1]),
    ("return _maybe(n) or {'success': True, 'output': n}", []),
    ("error = _maybe(n)\nif error:\n    return error\nreturn {'success': True, 'output': n}", []),
    ("raise NotImplementedError", []),
    ("assert False, n", []),
    ("if n: return {'success': True, 'output': n}", [DEF]),
    ("def inner():\n    return None\nreturn {'success': True, 'output': inner() or n}", []),
]  # fmt: skip
HELPERS = """
def _fail(n):
    raise ValueError(n)

def _maybe(n):
    if n:
        return {"success": False, "error": "n is set; pass 0."}
    return None
"""


@pytest.mark.parametrize(("text", "lines"), ENDS)
def test_ends_without_a_result(text: str, lines: list[int]):
    assert body("LCP402", text, HELPERS) == lines


@pytest.mark.parametrize(
    ("code", "text", "lines"),
    [
        # other values than dicts
        ("LCP401", "return str(n)", [1]),
        ("LCP401", "return str(n) if n else _maybe(n)", [1]),
        ("LCP401", "return tool_b(n)", []),
        ("LCP401", "return n", []),
        ("LCP401", "return n > 1, str(n)", [1]),
        ("LCP401", "return ', '.join([str(n)])", [1]),
        # success
        ("LCP403", "return {'output': n}", [1]),
        ("LCP403", "return dict(output=n)", [1]),
        ("LCP403", "return {**_base(n), 'output': n}", []),
        ("LCP403", "r = {'output': n}\nr['success'] = True\nreturn r", []),
        ("LCP403", "r = {'output': n}\nr.update(success=True)\nreturn r", []),
        ("LCP403", "r = {'output': n}\n_fill(r)\nreturn r", []),
        ("LCP403", "r = {'output': n}\nprint(len(r))\nreturn r", [1]),
        (
            "LCP403",
            "r = {}\nif n:\n    r = {'success': True, 'output': n}\nelse:\n    r = {'error': 'x'}\nreturn r",
            [5],
        ),
        ("LCP403", "r = _base(n)\nreturn r", []),
        ("LCP403", "r = {'output': n}\nr = r | {'success': True}\nreturn r", []),
        ("LCP403", "key = 'success'\nreturn {key: True, 'output': n}", []),
        ("LCP404", "return {'success': True}", [1]),
        ("LCP404", "return {'success': True, 'result': n}", [1]),
        ("LCP404", "return {'success': n > 1, 'result': n}", []),
        ("LCP404", "return {'success': True, 'status': 'error', 'result': n}", []),
        ("LCP404", "r = {'success': True}\nr['output'] = n\nreturn r", []),
        # failure
        ("LCP405", "return {'success': False, 'error': None}", [1]),
        ("LCP405", "return {'success': False, 'error': str(n)}", []),
        ("LCP405", "return {'success': False, 'error': f'{n}'}", []),
        ("LCP405", "return {'success': False, 'output': 'Not there.'}", [1]),
        ("LCP406", "return {'success': True, 'output': n, 'error': None}", []),
        ("LCP406", "return {'success': True, 'output': n, 'error': f'no {n}'}", [1]),
        ("LCP406", "return {'success': True, 'output': n, 'error': str(n)}", []),
        ("LCP406", "return {'success': True, 'output': n, 'return_code': 1}", [1]),
        ("LCP406", "return {'success': True, 'output': n, 'return_code': 0}", []),
        ("LCP406", "return {'success': False, 'error': 'x', 'status': 'success'}", [1]),
        ("LCP406", "return {'success': True, 'output': n, 'status': 'Failed'}", [1]),
        ("LCP407", "return {'success': None, 'error': 'x'}", [1]),
        ("LCP407", "return {'success': 'true', 'output': n}", [1]),
        ("LCP407", "return {'success': len(str(n)), 'output': n}", [1]),
        ("LCP407", "return {'success': bool(n), 'output': n}", []),
        ("LCP407", "return {'success': not n, 'output': n}", []),
        ("LCP408", "return {'ok': False, 'output': n}", [1]),
        ("LCP408", "return {'ok': True, 'output': n}", []),
        ("LCP408", "return {'status': 'timeout', 'output': n}", [1]),
        ("LCP408", "return {'status': 'denied', 'error': 'x'}", []),
        ("LCP408", "return {'success': True, 'status': 'cancelled', 'output': n}", []),
        ("LCP408", "return {'status': n, 'output': n}", []),
        # payload
        ("LCP409", "rows = [n]\nreturn {'success': True, 'output': 'Read.', 'rows': rows}", [2]),
        ("LCP409", "rows = [n]\nreturn {'success': True, 'output': 'Read.', 'images': rows}", []),
        ("LCP409", "return {'success': True, 'output': 'Read.', 'n': n}", []),
        ("LCP409", "rows = [n]\nreturn {'success': False, 'error': 'Not read.', 'rows': rows}", []),
        ("LCP410", "return {'success': True, 'output': ''}", [1]),
        ("LCP410", "return {'success': True, 'output': 0}", [1]),
        ("LCP410", "return {'success': False, 'output': '', 'error': 'x'}", []),
        ("LCP410", "return {'success': True, 'output': [n]}", []),
        ("LCP411", "return {'success': True, 'output': b'x'}", [1]),
        ("LCP411", "return {'success': True, 'output': [{1}, {'k': map(str, [n])}]}", [1, 1]),
        ("LCP411", "v = {'a': n}.items()\nreturn {'success': True, 'output': v}", [2]),
        ("LCP411", "return {'success': True, 'output': list({'a': n}.items())}", []),
        ("LCP411", "return {'success': False, 'error': 'x', 'output': {1}}", []),
        # exceptions
        ("LCP413", "if n:\n    raise KeyError(n)\nreturn {'success': True, 'output': n}", [2]),
        ("LCP413", "raise NotImplementedError('later')", []),
        ("LCP413", "def inner():\n    raise KeyError\nreturn {'success': True, 'output': n}", []),
        ("LCP414", "os.remove('x')\nreturn {'success': True, 'output': n}", [1]),
        ("LCP414", "with suppress(OSError):\n    os.remove('x')\nreturn {'success': True, 'output': n}", []),
        ("LCP414", "return {'success': True, 'output': os.path.exists('x')}", []),
        ("LCP414", "return {'success': True, 'output': os.system('ls')}", []),
        ("LCP415", "try:\n    int(n)\nexcept BaseException:\n    raise\nreturn {'success': True, 'output': n}", []),
        ("LCP415", "try:\n    int(n)\nexcept Exception:\n    pass\nreturn {'success': True, 'output': n}", []),
        ("LCP416", "try:\n    import json\nexcept ImportError:\n    pass\nreturn {'success': True, 'output': n}", []),
        ("LCP416", "try:\n    sys.stdin.close()\nexcept OSError:\n    pass\nreturn {'success': True, 'output': n}", []),
        ("LCP417", "try:\n    int(n)\nexcept OSError:\n    return dict(success=True, output=n)\nreturn {}", [4]),
        ("LCP417", "try:\n    int(n)\nexcept ImportError:\n    return dict(success=True, output=n)\nreturn {}", []),
        (
            "LCP418",
            "try:\n    int(n)\nexcept OSError as e:\n    return dict(success=False, error=f'{e}')\nreturn {}",
            [4],
        ),
        (
            "LCP418",
            "try:\n    int(n)\nexcept OSError as e:\n    return dict(success=False, error=f'n: {e}')\nreturn {}",
            [],
        ),
        ("LCP418", "return {'success': False, 'error': 'Failed.'}", [1]),
        ("LCP421", "print(n, file=sys.stderr)\nreturn {'success': True, 'output': n}", []),
        ("LCP422", "if n:\n    raise SystemExit\nreturn {'success': True, 'output': n}", [2]),
        ("LCP422", "exit = str\nexit(n)\nreturn {'success': True, 'output': n}", []),
        ("LCP422", "os._exit(n)", [1]),
    ],
)
def test_near_misses(code: str, text: str, lines: list[int]):
    after = (
        HELPERS
        + "\ndef _base(n):\n    return dict(n)\n\n\ndef tool_b(n: int) -> dict:\n    '''Does.'''\n    return {}\n"
    )
    found = body(code, text, after)
    assert [line for line in found if line <= text.count("\n") + 1] == lines


def test_a_message_alone_is_an_error_in_lollms_and_a_warning_in_our_runtime():
    source = HEAD + '    return {"success": True, "message": "Done."}\n'
    (lollms,) = [one for one in findings(source) if one.code == "LCP404"]
    (ours,) = [one for one in findings(source, settings=LintSettings("lma-forge")) if one.code == "LCP404"]
    assert (lollms.severity, ours.severity) == ("error", "warning")


def test_rules_about_what_lollms_drops_are_off_for_our_runtime():
    source = HEAD + '    return {"success": True, "output": [], "rows": [n + 1]}\n'
    assert {"LCP409", "LCP410"} <= set(by_code(findings(source)))
    assert not {"LCP409", "LCP410"} & set(by_code(findings(source, settings=LintSettings("lma-forge"))))


def test_a_result_of_a_helper_is_reported_once_for_all_tools():
    helper = "def _done():\n    return {'output': 'x'}\n"
    tools = "".join(f"def tool_{name}():\n    '''Does.'''\n    return _done()\n" for name in "abc")
    assert by_code(findings(helper + tools))["LCP403"] == [2]


def test_helpers_are_followed_two_deep_and_no_deeper():
    chain = (
        "def _c():\n    return {'output': 1}\ndef _b():\n    return _c()\ndef _a():\n    return _b()\n"
        "def tool_x():\n    '''Does.'''\n    return {}\n"
    )
    assert "LCP403" not in by_code(findings(chain.replace("return {}", "return _a()")))
    assert by_code(findings(chain.replace("return {}", "return _b()")))["LCP403"] == [2]


# --- laws: what is said of control agrees with running the code ---


def program(random: Random, depth: int, loop: bool = False) -> list[str]:  # noqa: C901, PLR0912 - one case a statement
    lines: list[str] = []
    for _ in range(random.randint(1, 3)):
        kind = random.choice(
            ("set", "set", "pass", "return", "if", "ifelse", "while", "for", "try", "with", "match", "raise", "break")
        )
        if depth <= 0 and kind in {"if", "ifelse", "while", "for", "try", "with", "match"}:
            kind = "set"
        inner = [f"    {line}" for line in program(random, depth - 1, loop)] if depth > 0 else []
        again = [f"    {line}" for line in program(random, depth - 1, loop)] if depth > 0 else []
        looped = [f"    {line}" for line in program(random, depth - 1, loop=True)] if depth > 0 else []
        match kind:
            case "set":
                lines.append(f"x = {random.randint(1, 99)}")
            case "return":
                lines.append("return x")
            case "raise":
                lines.append("if bit(): raise KeyError" if random.random() < 0.5 else "raise KeyError")
            case "break":
                lines.append(random.choice(("break", "continue")) if loop else "pass")
            case "if":
                lines += ["if bit():", *inner]
            case "ifelse":
                lines += ["if bit():", *inner, "else:", *again]
            case "while":
                lines += [random.choice(("while bit():", "while True:")), "    tick()", *looped]
            case "for":
                lines += ["for _ in range(bit()):", *looped, *random.choice(([], ["else:", *again]))]
            case "try":
                caught = ["except KeyError:", *again]
                ends = (
                    caught,
                    [*caught, "else:", "    x = 7"],
                    ["finally:", "    x = 5"],
                    [*caught, "finally:", "    pass"],
                )
                tail = random.choice(ends)
                lines += ["try:", "    if bit(): raise KeyError", *inner, *tail]
            case "with":
                lines += [random.choice(("with null():", "with suppress(KeyError):")), *inner]
            case "match":
                rest = random.choice(([], ["    case _:", *[f"    {line}" for line in again]]))
                lines += ["match bit():", "    case 1:", *[f"    {line}" for line in inner], *rest]
            case _:
                lines.append("pass")
    return lines


class StopError(Exception):
    """The program has run long enough."""


def run(source: str, random: Random):
    ticks = 0

    def tick():
        nonlocal ticks
        ticks += 1
        if ticks > 30:
            raise StopError

    class Null:
        def __enter__(self):
            return self

        def __exit__(self, *raised):
            return False

    from contextlib import suppress  # noqa: PLC0415 - the program's

    names = {"bit": lambda: random.randint(0, 1), "tick": tick, "null": Null, "suppress": suppress}
    exec(source, names)
    try:
        return names["tool_a"]()
    except (KeyError, NameError, StopError):
        return "raised"


@pytest.mark.parametrize("seed", range(60))
def test_what_is_said_of_control_agrees_with_running(seed: int):
    random = Random(seed)
    text = "".join(f"    {line}\n" for line in program(random, 3))
    source = f"from contextlib import suppress\ndef tool_a():\n    '''Does.'''\n{text}"
    module = module_of(source)
    scope = module.facts.function("tool_a")
    ends = falls_through(module.facts, scope.function)
    from libcst import Return  # noqa: PLC0415 - slow to import

    known: set[int] = set()
    for statement in scope.of(Return):
        values = values_of(module.facts, scope, "x", statement.value)
        assert values is None or all(module.facts.constant(one) for one in values)
        known |= {module.facts.constant(one) for one in values or ()}
    for _ in range(30):
        got = run(source, random)
        assert got != None or ends  # noqa: E711 - 0 is no None
        assert got in {None, "raised"} or got in known, source


def test_the_shapes_of_a_module_are_worked_out_once():
    module = module_of(HEAD + "    return {'success': True, 'output': n}\n")
    assert module.kept(results) is module.kept(results)


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("rows = [n]\nreturn {'success': True, 'output': f'{len(rows)} rows', 'rows': rows}", True),
        ("rows = [n]\nreturn {'success': True, 'output': f'{len(rows)} rows', 'count': len(rows)}", False),
        ("rows = [n]\nreturn {'success': True, 'output': str(rows), 'rows': rows}", False),
        ("rows = [n]\ntext = ''.join(rows)\nreturn {'success': True, 'output': text, 'rows': rows}", False),
        ("k = n + 1\nreturn {'success': True, 'output': 'x', 'prompt_injection': f'{k}', 'k': k}", False),
        ("r, t = [], []\nfor e in [n]:\n    r.append(e)\n    t.append(f'{e}')\nreturn {'success': True, 'output': t, 'r': r}", False),
        ("d = n > 1\nif d: t = 'a'\nelse: t = 'b'\nreturn {'success': True, 'output': t, 'dirty': d}", False),
        ("k = n + 1\nj = k\nreturn {'success': True, 'output': f'{k}', 'j': j}", False),
    ],
)  # fmt: skip
def test_what_the_output_says_already_is_a_remark_alone(text: str, lost: bool):
    indented = "".join(f"    {line}\n" for line in text.splitlines())
    (found,) = [one for one in findings(HEAD + indented) if one.code == "LCP409"]
    assert (found.severity == "warning") is lost


@pytest.mark.parametrize(
    ("code", "text", "after", "hit"),
    [
        ("LCP413", "_need(n)", "def _need(n):\n    raise ValueError(n)\n", True),
        ("LCP413", "try:\n    _need(n)\nexcept ValueError:\n    pass", "def _need(n):\n    raise ValueError(n)\n", False),
        ("LCP419", "t = traceback.format_exc()\nreturn dict(success=False, error=f'x {t}')", "", True),
        ("LCP419", "return dict(success=False, error=_clean(traceback.format_exc()))", "def _clean(t):\n    return t\n", False),
        ("LCP419", "return dict(success=False, error=f'{len(traceback.format_exc())}')", "", False),
        ("LCP421", "_say(n)", "def _say(n):\n    print(n)\n", True),
        ("LCP421", "_ask(n)", "def _ask(n):\n    print(n)\n    return input()\n", False),
        ("LCP415", "try:\n    int(n)\nexcept KeyboardInterrupt:\n    raise\nexcept BaseException:\n    pass", "", False),
        ("LCP414", "sqlite3.connect(':memory:')", "", False),
        ("LCP414", "sqlite3.connect('x')", "", True),
    ],
)  # fmt: skip
def test_what_real_libraries_taught(code: str, text: str, after: str, hit: bool):
    indented = "".join(f"    {line}\n" for line in text.splitlines())
    source = f"import traceback, sqlite3\n{HEAD}{indented}    return {{'success': True, 'output': n}}\n\n\n{after}"
    assert (code in by_code(findings(source))) is hit


@pytest.mark.long
def test_what_is_said_of_control_agrees_with_running_many():
    for seed in range(1_000, 2_500):
        test_what_is_said_of_control_agrees_with_running(seed)
