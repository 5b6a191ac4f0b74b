"""What known calls do (lma_forge.rules.calls)."""

import pytest

from lma_forge.rules.calls import PATH_ACTS, SINK_KINDS, Act, Argument, Calls
from lma_forge.rules.calltable import KINDS, METHODS

CALLS = Calls()


def acts_on(effect):
    return {use.act.value: tuple(str(one.position) for one in use.arguments) for use in effect.uses}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("os.remove", {"delete": ("0",)}),
        ("shutil.move", {"delete": ("0",), "write": ("1",)}),
        ("os.replace", {"delete": ("0",), "write": ("1",)}),
        ("subprocess.run", {"process": ("0",), "enter": ("None",)}),
        ("os.spawnv", {"process": ("1", "2")}),
        ("requests.request", {"network": ("1",)}),
        ("os.fork", {"process": ()}),
    ],
)
def test_functions_act_on_their_arguments(name, expected):
    assert acts_on(CALLS.of(name)) == expected


def test_what_is_not_known_does_nothing_known():
    assert CALLS.of("shop.load") is None
    assert CALLS.method("path", "load") is None
    assert CALLS.kind("shop.Shop") == ""


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        (None, {"read"}),
        ("rb", {"read"}),
        ("w", {"write"}),
        ("r+", {"read", "append"}),
        ("xb", {"create"}),
        ("a", {"append"}),
        (object(), {"open"}),
    ],
)
def test_a_mode_says_what_open_does(mode, expected):
    effect = CALLS.of("open").in_mode(mode)
    assert effect.acts == expected
    assert effect.paths()[0] == Argument(0, ("file",))


def test_methods_are_those_of_their_kind_or_of_a_sure_name():
    assert CALLS.kind("pathlib.Path") == "path"
    assert Act.DELETE in CALLS.method("path", "rename").acts
    assert CALLS.method("", "rename") is None
    assert CALLS.method("", "write_text").paths() == (Argument(receiver=True),)
    assert CALLS.method("database", "unlink").acts == {Act.DELETE}


def test_an_argument_is_found_by_position_or_by_any_of_its_keywords():
    target = Argument(0, ("src", "old"))
    assert target.of({0: "a", "old": "b"}) == "a"
    assert target.of({"old": "b"}) == "b"
    assert target.of({"path": "b"}) is None
    assert Argument(receiver=True).of({0: "a"}) is None


def test_a_project_adds_its_own_sinks():
    calls = Calls({"read": ("shop.load", "os.remove:1"), "process": (".launch:command",), "nothing": ("x",)})
    assert acts_on(calls.of("shop.load")) == {"read": ("0",)}
    assert acts_on(calls.of("os.remove")) == {"delete": ("0",), "read": ("1",)}
    assert calls.method("", "launch").uses[0].arguments == (Argument(keywords=("command",)),)
    assert {"load", "launch"} <= calls.names
    assert CALLS.of("shop.load") is None


def test_every_kind_and_act_of_the_table_exists():
    assert set(KINDS.values()) - {"temporary"} <= set(METHODS)
    assert set(SINK_KINDS) <= {act.value for act in Act}
    assert Act.PROBE in PATH_ACTS
