"""Where objects come from (lma_forge.rules.origins)."""

import pytest

from lma_forge.rules import cst
from lma_forge.rules.calls import Calls
from lma_forge.rules.origins import origins_of
from tests.rules.examples import modules

CALLS = Calls()
PREFIX = "import os, shutil, subprocess\nfrom pathlib import Path\nimport requests as rq\n"


def acts(source: str) -> list[str]:
    """What the last call of a module does."""
    (module,) = modules(PREFIX + source).values()
    call = module.facts.of(cst.Call)[-1]
    for one in module.facts.of(cst.Call):
        if module.text(one).endswith("LAST)"):
            call = one
    effect = module.kept(origins_of).effect(call, CALLS)
    return sorted(act.value for act in effect.acts) if effect else []


BACKEND = """
_B = None
def _get():
    global _B
    import pyautogui
    _B = pyautogui
    return _B, ""
def f():
    b, e = _get()
    b.click(LAST)
"""
ATTRIBUTE = """
class A:
    def __init__(self):
        self.s = rq.Session()
    def f(self):
        self.s.get(LAST)
"""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("shutil.rmtree(LAST)", ["delete"]),
        ("f = shutil.rmtree\nf(LAST)", ["delete"]),
        ("p = Path('x')\nq = p / 'y'\nq.rename(LAST)", ["delete", "write"]),
        ("def f(p: Path):\n    p.resolve().parent.replace(LAST)", ["delete", "write"]),
        ("def f(p: 'str'):\n    p.replace(LAST)", []),
        ("for p in sorted(Path('.').glob('*')):\n    p.rename(LAST)", ["delete", "write"]),
        ("s = rq.Session()\ns.post(LAST)", ["network"]),
        ("with rq.Session() as s:\n    s.get(LAST)", ["network"]),
        ("d = {}\nd.get(LAST)", []),
        (ATTRIBUTE, ["network"]),
        (BACKEND, ["host-control"]),
        ("x = x\nx.rename(LAST)", []),
        ("def f():\n    return f()\nf().rename(LAST)", []),
        ("unknown.write_text(LAST)", ["write"]),
    ],
)
def test_a_method_is_known_by_where_its_object_comes_from(source: str, expected: list[str]):
    assert acts(source) == expected


def test_names_that_stand_for_each_other_take_no_time_without_end():
    names = [f"x{i}" for i in range(400)]
    lines = [f"{one} = {other} or {other}.y() or {one}" for one in names for other in names[:8]]
    assert acts("\n".join([*lines, "x7.rename(LAST)"])) == []
