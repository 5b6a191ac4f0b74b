# ruff: noqa: E501 - rows of tables are as long as they are
"""Rules about objects of the host, questions to the user, and what a module does to the process: near-misses."""

import pytest

from lma_forge import lcp
from lma_forge.rules.toolmodule import LintSettings
from tests.rules.examples import by_code, findings
from tests.test_fixing import mend

TOOL = 'def tool_a(n: str, {extra}) -> dict:\n    """Does it."""\n{body}\n'


def hit(code: str, source: str, target: str = "lollms") -> list[int]:
    return by_code(findings(source, settings=LintSettings(target))).get(code, [])


def body(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


HEAD = 3
OK = 'return {"success": True, "output": n}'
CHECKED = [
    ("tool_context.get('a')", True),
    ("tool_context['a']", True),
    ("ctx = tool_context\nctx.get('a')", True),
    ("ctx = tool_context or {}\nctx.get('a')", False),
    ("(tool_context or {}).get('a')", False),
    ("getattr(tool_context, 'a', None)", False),
    ("if tool_context: tool_context.get('a')", False),
    ("x = tool_context.a if tool_context else 1", False),
    ("ctx = tool_context\nif not ctx: return {}\nctx.get('a')", False),
    ("if isinstance(tool_context, dict): tool_context.get('a')", False),
    ("need(tool_context)\ntool_context.get('a')", False),
    ("other(tool_context)\ntool_context.get('a')", True),
    ("tool_context = tool_context or {}\ntool_context.get('a')", False),
    ("try:\n    tool_context.get('a')\nexcept AttributeError:\n    pass", False),
    ("print(tool_context)", False),
    ("def inner():\n    return tool_context.get('a')", True),
    ("assert tool_context is not None\ntool_context.get('a')", False),
]
HELPERS = "def need(x):\n    if x is None:\n        raise ValueError('none')\n\n\ndef other(y):\n    return y\n"


@pytest.mark.parametrize(("text", "found"), CHECKED)
def test_a_host_object_is_looked_at_before_it_is_used(text: str, found: bool):
    source = HELPERS + TOOL.format(extra="tool_context=None", body=body(f"{text}\n{OK}"))
    assert bool(hit("LCP802", source)) is found


def test_a_loop_over_a_host_object_is_a_use():
    assert hit("LCP802", TOOL.format(extra="tool_context=None", body=body(f"for x in tool_context: pass\n{OK}")))


@pytest.mark.parametrize(
    ("signature", "after"),
    [
        ("n: str, tool_context", "n: str, tool_context=None"),
        ("n: str, tool_context: dict", "n: str, tool_context: dict = None"),
        ("tool_context, n: str", "tool_context, n: str"),
        ("n: str, tool_context, lollms_client_instance", "n: str, tool_context=None, lollms_client_instance=None"),
        ("n: str, *, tool_context", None),
    ],
)
def test_the_default_of_a_host_object_is_mended(signature: str, after: str | None):
    source = f"def tool_a({signature}) -> dict:\n    '''Does.'''\n    print(tool_context, {{}})\n    raise NotImplementedError\n"
    assert hit("LCP801", source)
    if after is not None:
        # One that nothing uses is taken away by another fix.
        mended = mend(source.replace("{}", "lollms_client_instance" if "lollms" in signature else "n"))
        assert mended.startswith(f"def tool_a({after})")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("n: str, tool_context=None", "n: str"),
        ("tool_context=None", ""),
        ("tool_context=None, n: str = 'x'", "n: str = 'x'"),
        ("n: str, tool_context: dict = (None), k: str = 'x'", "n: str, k: str = 'x'"),
        ("n: str,\n    tool_context=None,\n", "n: str,\n"),
        ("n: str, tool_context=dict(), k: str = 'x'", "n: str, k: str = 'x'"),
        ("n: str, # why\n    tool_context=None\n", None),
    ],
)
def test_an_unused_host_object_is_taken_away(before: str, after: str | None):
    source = f"def tool_a({before}) -> dict:\n    '''Does.'''\n    raise NotImplementedError\n"
    assert hit("LCP803", source)
    assert mend(source) == (source if after is None else source.replace(before, after))


def test_a_host_object_that_another_call_passes_stays():
    source = (
        "def tool_a(tool_context=None) -> dict:\n    '''Does.'''\n    raise NotImplementedError\n\n\n"
        "def tool_b(tool_context=None) -> dict:\n    '''Does.'''\n    return tool_a(tool_context)\n"
    )
    assert mend(source) == source


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("lollms_client_instance.generate_image(n)", True),
        ("c = lollms_client_instance\nc.generate_music(n)", True),
        ("c = lollms_client_instance\nif c.tti: c.generate_image(n)", False),
        ("if getattr(lollms_client_instance, 'tti', None): lollms_client_instance.generate_image(n)", False),
        ("if lollms_client_instance.tti: lollms_client_instance.generate_speech(n)", True),
        ("n.generate_image(n)", False),
        ("lollms_client_instance.count(n)", False),
    ],
)
def test_modalities(text: str, found: bool):
    source = TOOL.format(extra="lollms_client_instance=None", body=body(f"{text}\n{OK}"))
    assert bool(hit("LCP804", source)) is found


@pytest.mark.parametrize(
    ("head", "code", "found"),
    [
        ("from lollms_client import X", "LCP806", True),
        ("try:\n    from lollms_client import X\nexcept ImportError:\n    X = None", "LCP806", False),
        ("if TYPE_CHECKING:\n    from lollms_client import X", "LCP806", False),
        ("def f():\n    import lollms_client", "LCP806", False),
        ("import numpy as np", "LCP902", False),
        ("import torch.nn", "LCP902", True),
        ("try:\n    from pandas import DataFrame\nexcept ImportError:\n    pass", "LCP902", True),
        ("def f():\n    import torch", "LCP902", False),
        ("import torch", "LCP903", False),
        ("import requests", "LCP903", False),
        ("import bs4", "LCP903", True),
        ("try:\n    import bs4\nexcept ImportError:\n    bs4 = None", "LCP903", False),
        ("if True:\n    import bs4", "LCP903", True),
        ("import os.path, json", "LCP903", False),
        ("from . import x", "LCP904", True),
        ("from .. import x", "LCP904", True),
        ("import x", "LCP904", False),
        ("def f():\n    from .x import y", "LCP904", True),
        ("try:\n    from .x import y\nexcept ImportError:\n    y = None", "LCP904", False),
        ("try:\n    pass\nexcept ImportError:\n    from .x import y", "LCP904", True),
        ("try:\n    from .x import y\nfinally:\n    pass", "LCP904", True),
        ("import print_function", "LCP901", False),
        ("print('x')", "LCP901", True),
        ("if __name__ == '__main__':\n    print('x')", "LCP901", False),
        ("X = [1]\nX.append(2)", "LCP901", False),
        ("X = dict(a=1)", "LCP901", False),
        ("X = open('a').read()", "LCP901", False),
        ("X = open('a', 'w')", "LCP901", True),
        ("import requests\nX = requests.get('http://x')", "LCP901", True),
        ("import os\nos.makedirs('x')", "LCP901", True),
        ("import logging\nlogging.getLogger('x').setLevel(3)", "LCP901", False),
        ("F = lambda: print('x')", "LCP901", False),
        ("def go():\n    open('x', 'w')\ngo()", "LCP901", True),
        ("def go():\n    return 3\nX = go()", "LCP901", False),
        ("import pipmaster as pm\npm.ensure_packages(['x'])", "LCP901", False),
        ("import os\nos.environ['X'] = '1'", "LCP907", True),
        ("import os\nX = os.environ['X']", "LCP907", False),
        ("import sys\nsys.path.insert(0, 'x')", "LCP907", True),
        ("import sys\nif __name__ == '__main__':\n    sys.path.insert(0, 'x')", "LCP907", False),
        ("import os\ndef f():\n    os.chdir('x')", "LCP907", True),
        ("import os\ndef f(env):\n    env['X'] = os.environ.get('X')", "LCP907", False),
        ("import os\nenv = os.environ.copy()\nenv['X'] = '1'", "LCP907", False),
        ("import sys\nsys.stdout.write('x')", "LCP907", False),
    ],
)
def test_what_a_module_does_when_it_is_loaded(head: str, code: str, found: bool):
    source = f"{head}\n\n\n{TOOL.format(extra='', body=body(OK))}".replace("n: str, ", "n: str")
    assert bool(hit(code, source)) is found


def test_packages_of_the_host_may_be_missing_elsewhere():
    source = f"import requests\n{TOOL.format(extra='k: str', body=body(OK))}"
    assert hit("LCP903", source, "lollms") == []
    assert hit("LCP903", source, "lma-forge") == [1]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("global COUNT\nCOUNT += 1", True),
        ("global COUNT\nCOUNT = n", True),
        ("ROWS.append(n)", True),
        ("ROWS[0] = n", True),
        ("del ROWS[0]", True),
        ("ROWS = [n]\nROWS.append(n)", False),
        ("x = ROWS[0]\nx = ROWS.index(n)", False),
        ("global CLIENT\nif CLIENT is None:\n    CLIENT = n", False),
        ("global CLIENT\nif CLIENT is not None:\n    return CLIENT\nCLIENT = n", False),
        ("_CACHE[n] = n", False),
        ("global _AUTONOMY\n_AUTONOMY = n", False),
        ("other = ROWS\nother.copy()", False),
    ],
)
def test_state_of_the_module(text: str, found: bool):
    tops = "COUNT = 0\nROWS = []\nCLIENT = None\n_CACHE = {}\n_AUTONOMY = ''\n"
    assert bool(hit("LCP906", tops + TOOL.format(extra="k: str", body=body(f"{text}\n{OK}")))) is found


ASK = "_USER_INTERACTION_HANDLER({'type': 'text', 'title': 'T', 'prompt': 'P?'})"
HAVE = "if _USER_INTERACTION_HANDLER is None: return {}\n"


@pytest.mark.parametrize(
    ("code", "text", "found"),
    [
        ("LCP810", f"{HAVE}a = {ASK}\nn = a + n", True),
        ("LCP810", f"{HAVE}a = {ASK}\nif not a: return {{}}\nn = a + n", False),
        ("LCP810", f"{HAVE}a = ({ASK} or '').strip()", False),
        ("LCP810", f"{HAVE}n = {ASK}.strip()", True),
        ("LCP810", f"{HAVE}a = {ASK}", False),
        ("LCP811", f"a = {ASK}", True),
        ("LCP811", f"{HAVE}a = {ASK}", False),
        ("LCP811", f"h = _USER_INTERACTION_HANDLER\nif h is None: return {{}}\na = {ASK.replace('_USER_INTERACTION_HANDLER', 'h')}", False),
        ("LCP811", f"if callable(_USER_INTERACTION_HANDLER): a = {ASK}", False),
        ("LCP811", f"try:\n    a = {ASK}\nexcept TypeError:\n    pass", False),
        ("LCP812", f"a = {ASK}", False),
        ("LCP812", "a = _USER_INTERACTION_HANDLER({'type': 'choice', 'title': 'T', 'prompt': 'P'})", True),
        ("LCP812", "a = _USER_INTERACTION_HANDLER({'type': 'select', 'title': 'T', 'prompt': 'P', 'options': []})", True),
        ("LCP812", "a = _USER_INTERACTION_HANDLER({'type': 'select', 'title': 'T', 'prompt': 'P', 'options': n})", False),
        ("LCP812", "r = {'type': 'text', 'title': 'T'}\na = _USER_INTERACTION_HANDLER(r)", True),
        ("LCP812", "r = {'type': 'text', 'title': 'T'}\nr['prompt'] = n\na = _USER_INTERACTION_HANDLER(r)", False),
        ("LCP813", "a = _USER_INTERACTION_HANDLER({'type': 'text', 'title': 'API key', 'prompt': 'P'})", True),
        ("LCP813", "a = _USER_INTERACTION_HANDLER({'type': 'secret', 'title': 'API key', 'prompt': 'P'})", False),
        ("LCP813", "a = _USER_INTERACTION_HANDLER({'type': 'text', 'title': 'Primary key', 'prompt': 'P'})", False),
        ("LCP813", "a = _USER_INTERACTION_HANDLER({'type': 'text', 'title': 'How many tokens?', 'prompt': 'P'})", False),
    ],
)  # fmt: skip
def test_questions_to_the_user(code: str, text: str, found: bool):
    source = "_USER_INTERACTION_HANDLER = None\n" + TOOL.format(extra="k: str", body=body(f"{text}\n{OK}"))
    assert bool(hit(code, source)) is found


def test_a_wrapper_is_looked_into():
    source = (
        "_USER_INTERACTION_HANDLER = None\ndef _ask(text):\n    if _USER_INTERACTION_HANDLER is None:\n"
        "        return None\n    return _USER_INTERACTION_HANDLER({'type': 'text', 'title': 'T', 'prompt': text})\n"
        + TOOL.format(extra="k: str", body=body(f"a = _ask(n)\n{OK}"))
    )
    assert not {"LCP810", "LCP811", "LCP812"} & set(by_code(findings(source)))
    assert hit("LCP811", source.replace("    if _USER_INTERACTION_HANDLER is None:\n        return None\n", ""))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x = json.loads(n)", True),
        ("try:\n    x = json.loads(n)\nexcept ValueError:\n    return {}\nx.get('a')", True),
        ("try:\n    x = json.loads(n)\nexcept ValueError:\n    return {}\nif not isinstance(x, dict): return {}\nx.get('a')", False),
        ("try:\n    x = json.loads(n)\n    x.get('a')\nexcept Exception:\n    return {}", False),
        ("x = json.loads(open('a').read())", False),
    ],
)  # fmt: skip
def test_json_of_a_model(text: str, found: bool):
    source = "import json\n" + TOOL.format(extra="k: str", body=body(f"{text}\n{OK}"))
    assert bool(hit("LCP809", source)) is found


def test_an_mcp_binding_is_made_once():
    make = "from lollms_client.tools_bindings.mcp import MCPBinding\n"
    lazy = (
        "_B = None\n"
        + make
        + TOOL.format(extra="k: str", body=body(f"global _B\nif _B is None:\n    _B = MCPBinding(servers=[])\n{OK}"))
    )
    assert hit("LCP807", lazy) == []
    assert hit("LCP807", make + TOOL.format(extra="k: str", body=body(f"b = MCPBinding(servers=[])\n{OK}")))
    assert hit("LCP807", f"{make}B = MCPBinding(servers=[])\n{TOOL.format(extra='k: str', body=body(OK))}") == [2]


def test_fixes_keep_a_module_readable():
    source = TOOL.format(extra="tool_context, lollms_client_instance=None", body=body(f"tool_context.get(n)\n{OK}"))
    mended = mend(source, unsafe=True)
    assert lcp.read(mended).error is None
    assert not {"LCP801", "LCP802", "LCP803"} & set(by_code(findings(mended)))


def test_an_attribute_of_an_object_of_the_module_is_its_state():
    source = "class Robot:\n    pass\n\n\nROBOT = Robot()\n" + TOOL.format(
        extra="k: str", body=body(f"ROBOT.x = 1\n{OK}")
    )
    assert hit("LCP906", source)
    assert not hit("LCP906", source.replace("ROBOT.x = 1", "ROBOT = Robot()\n    ROBOT.x = 1"))
    assert not hit("LCP906", source.replace("ROBOT = Robot()", "import threading\nROBOT = threading.local()"))
