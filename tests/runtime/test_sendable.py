"""Results that JSON can carry, for hosts that ask for them."""

import dataclasses
import datetime as dt
import decimal
import enum
import json
from collections import OrderedDict, deque
from pathlib import PurePosixPath
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lma_forge.runtime.sendable import sendable


class Colour(enum.Enum):
    RED = ("r", 1)


class Level(enum.IntEnum):
    HIGH = 3


class Word(enum.StrEnum):
    YES = "yes"


@dataclasses.dataclass
class Point:
    x: int
    seen: set


class Array:
    def tolist(self):
        return [1.5, float("inf")]


class Mute:
    def __str__(self):
        raise RuntimeError


LOOP: list = [1]
LOOP.append(LOOP)


@pytest.mark.parametrize(
    ("value", "sent"),
    [
        (None, None),
        (True, True),
        ("é\n", "é\n"),
        ("half \ud800", "half \N{REPLACEMENT CHARACTER}"),
        (5, 5),
        (10**400, 10**400),
        (2**20_000, hex(2**20_000)),
        (float("nan"), "nan"),
        (-0.5, -0.5),
        ((1, (2,)), [1, [2]]),
        ({3, 1, 2}, [1, 2, 3]),
        ({"a", 1}, ["a", 1]),
        (range(3), [0, 1, 2]),
        ({1: {None: b"x", True: 2}}, {"1": {"null": "x", "true": 2}}),
        (MappingProxyType({"a": 1}), {"a": 1}),
        (OrderedDict(a=[()]), {"a": [[]]}),
        (b"text", "text"),
        (b"\xff\x00", "/wA="),
        (PurePosixPath("a/b"), "a/b"),
        (dt.date(2024, 1, 31), "2024-01-31"),
        (decimal.Decimal("1.10"), "1.10"),
        (Colour.RED, ["r", 1]),
        (Level.HIGH, 3),
        (Word.YES, "yes"),
        (Point(1, {2}), {"x": 1, "seen": [2]}),
        (Array(), [1.5, "inf"]),
        (deque([1]), [1]),
        (Mute(), "<Mute>"),
        ({Mute(): 1}, {"<Mute>": 1}),
        (LOOP, [1, "<list>"]),
        (int, "<class 'int'>"),
        (1j, "1j"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_everything_has_a_form(value, sent):
    found = sendable(value)
    assert found == sent
    json.dumps(found, allow_nan=False, ensure_ascii=False).encode()


def test_what_is_too_deep_is_told_by_its_type():
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    assert json.dumps(sendable(deep)).endswith('"<list>"' + "]" * 64)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.binary()
    | st.dates()
    | st.complex_numbers(),
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.integers() | st.text(), inner),
    max_leaves=10,
)


@given(VALUES)
def test_any_value_can_be_sent_and_what_json_holds_stays(value):
    found = sendable(value)
    text = json.dumps(found, allow_nan=False)
    assert sendable(found) == found
    assert json.loads(text) == found


TOOL = """
import datetime, pathlib
def tool_x(): return {"success": True, "output": {1, 2}, "at": datetime.date(2024, 1, 31), "images": (b"x",)}
def tool_y(): raise ValueError({1})
def tool_z(): return {"success": False, "error": pathlib.PurePosixPath("a")}
"""


def test_a_binding_gives_such_records_when_it_is_asked_to(tools):
    binding = tools.write(lib=TOOL).binding(results="json")
    assert binding.execute_tool("tool_x", {}) == {
        "output": [1, 2],
        "status_code": 200,
        "success": True,
        "at": "2024-01-31",
        "images": ["x"],
    }
    for name in ("tool_y", "tool_z", "tool_none"):
        record = binding.execute_tool(name, {})
        assert json.loads(json.dumps(record, allow_nan=False)) == record
        assert record["status_code"] != 200
    assert tools.binding().execute_tool("tool_x", {})["output"] == {1, 2}
    with pytest.raises(ValueError, match="as_is or json"):
        tools.binding(results="yaml")
