"""What a generated tool takes for its arguments, and how it refuses the rest."""

import json
from datetime import date
from typing import Any

import pytest

from lma_forge.emit.checks import argument_check
from lma_forge.model import Effect, Failure, Field, FieldType, HostObject, Kind, Limits, Tool
from tests.emit.conftest import Build
from tests.emit.samples import field, prose

ECHO = 'return {"seen": [given]}'
FAILURE = "That did not work."


def echo(*fields: Field, **more: Any) -> Tool:
    """A tool that gives back what its implementation was given."""
    return Tool(
        "EchoMaker",
        description=prose("Gives back what it was given."),
        inputs=fields,
        outputs=(field("seen", Kind.LIST, "The values."),),
        failures=(Failure(FAILURE),),
        effects=(Effect.NONE,),
        **more,
    )


def call(build: Build, given: Field, value: object) -> dict[str, Any]:
    result: dict[str, Any] = build(echo(given), ECHO).tool_echo_maker(value)
    return result


NAN = float("nan")
INFINITY = float("inf")

TAKEN = (
    (Kind.STRING, "5", "5"),
    (Kind.STRING, "true", "true"),
    (Kind.STRING, "[1]", "[1]"),
    (Kind.STRING, "null", "null"),
    (Kind.STRING, "", ""),
    (Kind.STRING, " \n", " \n"),
    (Kind.INTEGER, 3, 3),
    (Kind.INTEGER, "3", 3),
    (Kind.INTEGER, " -3 ", -3),
    (Kind.INTEGER, "+3", 3),
    (Kind.INTEGER, "3.0", 3),
    (Kind.INTEGER, 3.0, 3),
    (Kind.NUMBER, 3, 3),
    (Kind.NUMBER, 2.5, 2.5),
    (Kind.NUMBER, "2.5", 2.5),
    (Kind.NUMBER, "-1e3", -1000.0),
    (Kind.NUMBER, ".5", 0.5),
    (Kind.BOOLEAN, True, True),
    (Kind.BOOLEAN, False, False),
    (Kind.BOOLEAN, "true", True),
    (Kind.BOOLEAN, "false", False),
    (Kind.BOOLEAN, "False", False),
    (Kind.BOOLEAN, "no", False),
    (Kind.BOOLEAN, "0", False),
    (Kind.BOOLEAN, 1, True),
    (Kind.LIST, [1, "a"], [1, "a"]),
    (Kind.LIST, '[1, "a"]', [1, "a"]),
    (Kind.LIST, (1, 2), [1, 2]),
    (Kind.LIST, [], []),
    (Kind.OBJECT, {"a": 1}, {"a": 1}),
    (Kind.OBJECT, '{"a": 1}', {"a": 1}),
    (Kind.URL, "https://example.org/a?b=c", "https://example.org/a?b=c"),
    (Kind.DATE, "2024-01-31", "2024-01-31"),
    (Kind.DATETIME, "2024-01-31T09:30:00", "2024-01-31T09:30:00"),
    (Kind.DATETIME, "2024-01-31T09:30", "2024-01-31T09:30"),
    (Kind.DATETIME, "2024-01-31T09:30:00.25+02:00", "2024-01-31T09:30:00.25+02:00"),
    (Kind.TIMESTAMP, "2024-01-31T09:30:00Z", "2024-01-31T09:30:00Z"),
    (Kind.TIMESTAMP, "2024-01-31T09:30:00+02:00", "2024-01-31T09:30:00+02:00"),
    (Kind.ANY, "5", "5"),
    (Kind.ANY, None, None),
    (Kind.ANY, {"a": [1]}, {"a": [1]}),
)

REFUSED = (
    (Kind.STRING, 5),
    (Kind.STRING, None),
    (Kind.STRING, True),
    (Kind.STRING, ["a"]),
    (Kind.STRING, {"a": 1}),
    (Kind.INTEGER, True),
    (Kind.INTEGER, "three"),
    (Kind.INTEGER, ""),
    (Kind.INTEGER, "3.5"),
    (Kind.INTEGER, 3.5),
    (Kind.INTEGER, "1_000"),
    (Kind.INTEGER, "٣"),
    (Kind.INTEGER, NAN),
    (Kind.INTEGER, INFINITY),
    (Kind.INTEGER, None),
    (Kind.INTEGER, [3]),
    (Kind.INTEGER, "9" * 5_000),
    (Kind.NUMBER, False),
    (Kind.NUMBER, "nan"),
    (Kind.NUMBER, "inf"),
    (Kind.NUMBER, "1e999"),
    (Kind.NUMBER, NAN),
    (Kind.NUMBER, "1,5"),
    (Kind.NUMBER, None),
    (Kind.BOOLEAN, "maybe"),
    (Kind.BOOLEAN, ""),
    (Kind.BOOLEAN, 2),
    (Kind.BOOLEAN, None),
    (Kind.BOOLEAN, 0.0),
    (Kind.LIST, "a, b"),
    (Kind.LIST, '{"a": 1}'),
    (Kind.LIST, "[" * 100_000),
    (Kind.LIST, {"a": 1}),
    (Kind.LIST, None),
    (Kind.OBJECT, "[1]"),
    (Kind.OBJECT, "a"),
    (Kind.OBJECT, [1]),
    (Kind.OBJECT, None),
    (Kind.URL, "example.org"),
    (Kind.URL, "https://"),
    (Kind.URL, "https://example.org/a b"),
    (Kind.URL, "https://[::1"),
    (Kind.URL, "file:///etc/passwd"),
    (Kind.URL, 5),
    (Kind.DATE, "2024-02-30"),
    (Kind.DATE, "31.01.2024"),
    (Kind.DATE, "2024-01-31T09:30:00"),
    (Kind.DATE, "20240131"),
    (Kind.DATE, "2024-W05-3"),
    (Kind.DATE, "2024-01-31\n"),
    (Kind.DATE, "٢٠٢٤-01-31"),
    (Kind.DATETIME, "2024-01-31"),
    (Kind.DATETIME, "2024-01-31 09:30"),
    (Kind.DATETIME, "2024-01-31x09:30:00"),
    (Kind.DATETIME, "20240131T093000"),
    (Kind.DATETIME, "2024-01-31T25:00:00"),
    (Kind.DATETIME, "2024-01-31T09:30:00+0200"),
    (Kind.DATETIME, "yesterday"),
    (Kind.TIMESTAMP, "2024-01-31T09:30:00"),
    (Kind.TIMESTAMP, 1_700_000_000),
)


@pytest.mark.parametrize(("kind", "value", "seen"), TAKEN, ids=repr)
def test_coercion(build: Build, kind: Kind, value: object, seen: object):
    result = call(build, field("given", kind), value)
    assert result == {"success": True, "output": {"seen": [seen]}}
    assert type(result["output"]["seen"][0]) is type(seen)


@pytest.mark.parametrize(("kind", "value"), REFUSED, ids=lambda value: repr(value)[:30])
def test_refusal(build: Build, kind: Kind, value: object):
    result = call(build, field("given", kind), value)
    assert result["success"] is False
    assert result["output"] == result["error"]
    assert result["error"].startswith(f"{FAILURE} The argument given is {repr(value)[:80]}")
    assert ", but it must be " in result["error"]


DEEP: list[object] = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize("kind", [Kind.STRING, Kind.BOOLEAN, Kind.LIST, Kind.OBJECT, Kind.URL, Kind.DATE, Kind.PATH])
def test_a_number_too_long_to_be_written_is_refused_in_words(build: Build, kind: Kind):
    error = call(build, field("given", kind), 10**5_000)["error"]
    assert error.startswith(f"{FAILURE} The argument given is of type int, but it must be ")


@pytest.mark.parametrize("kind", [Kind.STRING, Kind.INTEGER, Kind.NUMBER, Kind.BOOLEAN, Kind.OBJECT, Kind.DATETIME])
def test_a_list_too_deep_to_be_written_is_refused_in_words(build: Build, kind: Kind):
    error = call(build, field("given", kind), DEEP)["error"]
    assert error.startswith(f"{FAILURE} The argument given is of type list, but it must be ")


def test_a_refused_moment_says_its_form(build: Build):
    error = call(build, field("given", Kind.DATETIME), "2024-01-31 09:30")["error"]
    assert error.endswith("it must be an ISO 8601 date and time such as 2024-01-31T09:30:00.")


def test_a_refusal_names_parameter_value_and_what_is_accepted(build: Build):
    result = call(build, field("given", Kind.INTEGER), "three")
    assert result["error"] == "That did not work. The argument given is 'three', but it must be an integer."


def test_allowed_values(build: Build):
    given = field("given", allowed=("fast", "slow"))
    assert call(build, given, "fast")["output"] == {"seen": ["fast"]}
    assert call(build, given, "Fast")["error"] == (
        "That did not work. The argument given is 'Fast', but it must be one of 'fast', 'slow'."
    )


def test_allowed_numbers_come_in_text_too(build: Build):
    module = build(echo(field("given", Kind.INTEGER, allowed=(1, 2))), ECHO)
    assert module.tool_echo_maker("2")["output"] == {"seen": [2]}
    assert module.tool_echo_maker(True)["success"] is False
    assert module.tool_echo_maker(3)["success"] is False


@pytest.mark.parametrize(
    ("kind", "limits", "values", "words"),
    [
        (Kind.INTEGER, (1, 10), ((1, "10"), (0, 11, "11")), "1 to 10"),
        (Kind.NUMBER, (0.5, None), ((0.5, 7), (0.4,)), "at least 0.5"),
        (Kind.STRING, (2, 3), (("ab", "abc"), ("a", "abcd")), "2 to 3 characters"),
        (Kind.STRING, (None, 3), (("", "abc"), ("abcd",)), "at most 3 characters"),
        (Kind.LIST, (1, 2), (([1], [1, 2]), ([], [1, 2, 3])), "1 to 2 items"),
        (Kind.OBJECT, (1, None), (({"a": 1},), ({},)), "at least 1 keys"),
    ],
)
def test_limits(build: Build, kind: Kind, limits: tuple, values: tuple, words: str):
    good, bad = values
    module = build(echo(field("given", kind, limits=limits)), ECHO)
    assert all(module.tool_echo_maker(value)["success"] for value in good)
    for value in bad:
        assert module.tool_echo_maker(value)["error"].endswith(f", but it must be {words}.")


def test_none_is_a_value_only_where_it_is_declared(build: Build):
    nullable = build(echo(field("given", Kind.INTEGER, nullable=True)), ECHO)
    assert nullable.tool_echo_maker(None)["output"] == {"seen": [None]}
    assert nullable.tool_echo_maker("3")["output"] == {"seen": [3]}
    with pytest.raises(TypeError):
        nullable.tool_echo_maker()


def test_an_optional_input_may_be_left_out(build: Build):
    module = build(echo(field("given", Kind.INTEGER, required=False)), ECHO)
    assert module.tool_echo_maker()["output"] == {"seen": [None]}
    assert module.tool_echo_maker(None)["output"] == {"seen": [None]}
    assert module.tool_echo_maker("x")["success"] is False


def test_a_default_is_used_and_is_no_licence_for_none(build: Build):
    module = build(echo(field("given", Kind.INTEGER, default=5)), ECHO)
    assert module.tool_echo_maker()["output"] == {"seen": [5]}
    assert module.tool_echo_maker(None)["success"] is False


def test_a_list_default_is_fresh_on_each_call(build: Build):
    module = build(echo(field("given", Kind.LIST, default=["a"])), 'given.append("b")\n' + ECHO)
    assert [module.tool_echo_maker()["output"] for _ in range(2)] == [{"seen": [["a", "b"]]}] * 2


def test_the_callers_list_is_not_shared(build: Build):
    given = ["a"]
    assert build(echo(field("given", Kind.LIST)), 'given.append("b")\n' + ECHO).tool_echo_maker(given)["success"]
    assert given == ["a"]


def test_items_are_coerced_and_named(build: Build):
    module = build(echo(field("given", Kind.LIST, item=Kind.INTEGER)), ECHO)
    assert module.tool_echo_maker(["1", 2.0])["output"] == {"seen": [[1, 2]]}
    assert module.tool_echo_maker("[3]")["output"] == {"seen": [[3]]}
    assert "The argument given[1] is 'x', but it must be an integer." in module.tool_echo_maker([1, "x"])["error"]


def test_allowed_values_of_a_list_are_those_of_its_items(build: Build):
    module = build(echo(field("given", Kind.LIST, item=Kind.STRING, allowed=("a", "b"))), ECHO)
    assert module.tool_echo_maker(["b", "a"])["output"] == {"seen": [["b", "a"]]}
    assert "given[0] is 'c', but it must be one of 'a', 'b'" in module.tool_echo_maker(["c"])["error"]


MEMBERS = (
    field("host"),
    field("port", Kind.INTEGER, default=80),
    field("note", required=False),
    field("tags", Kind.LIST, default=["x"]),
)


def test_members_of_an_object(build: Build):
    module = build(echo(field("given", Kind.OBJECT, members=MEMBERS)), ECHO)
    seen = module.tool_echo_maker({"host": "h", "port": "8080", "note": None})["output"]["seen"]
    assert seen == [{"host": "h", "port": 8080, "note": None, "tags": ["x"]}]
    assert module.tool_echo_maker('{"host": "h"}')["output"]["seen"] == [{"host": "h", "port": 80, "tags": ["x"]}]
    assert "given.port is 'x'" in module.tool_echo_maker({"host": "h", "port": "x"})["error"]
    assert "but it must be an object with host" in module.tool_echo_maker({})["error"]
    refused = module.tool_echo_maker({"host": "h", "prot": 1})["error"]
    assert "given.prot is 1, but it must be left out; given has host, port, note, tags." in refused


def test_objects_in_a_list(build: Build):
    module = build(echo(field("given", Kind.LIST, members=MEMBERS)), ECHO)
    assert module.tool_echo_maker([{"host": "h", "tags": []}])["output"]["seen"] == [
        [{"host": "h", "port": 80, "tags": []}]
    ]
    assert "given[0].host is 5" in module.tool_echo_maker([{"host": 5}])["error"]


def test_a_long_value_is_shown_in_part(build: Build):
    error = call(build, field("given", Kind.INTEGER), "x" * 10_000)["error"]
    assert len(error) < 200
    assert "…" in error


def test_the_order_of_the_signature_is_required_first(build: Build):
    module = build(echo(field("first", default="a"), field("second")), 'return {"seen": [first, second]}')
    assert module.tool_echo_maker("b")["output"] == {"seen": ["a", "b"]}


def test_host_objects_reach_the_implementation_and_the_model_cannot_forge_them(build: Build):
    tool = echo(field("given"), host=tuple(HostObject))
    body = (
        'return {"seen": [repr(x) for x in '
        "(lollms_client_instance, discussion_instance, tool_context, user_interaction_handler)]}"
    )
    module = build(tool, body)
    client, discussion = date(2024, 1, 1), date(2024, 1, 2)
    seen = module.tool_echo_maker(
        "a",
        lollms_client_instance=client,
        discussion_instance=discussion,
        tool_context={"a": 1},
        user_interaction_handler=len,
    )["output"]["seen"]
    assert seen == [repr(client), repr(discussion), "{'a': 1}", repr(len)]
    forged = module.tool_echo_maker(
        "a", lollms_client_instance={"llm": 1}, discussion_instance="x", user_interaction_handler="yes"
    )
    assert forged["output"]["seen"] == ["None"] * 4


def test_the_interaction_handler_may_come_by_the_hook_or_the_config(build: Build):
    module = build(echo(host=(HostObject.INTERACTION,)), 'return {"seen": [user_interaction_handler({})]}')
    module.set_user_interaction_handler(lambda request: "by hook")
    assert module.tool_echo_maker()["output"] == {"seen": ["by hook"]}
    module.init_tools_library({"user_interaction_handler": lambda request: "by config"})
    assert module.tool_echo_maker()["output"] == {"seen": ["by config"]}


HOSTILE_NAMES = (
    "Exception",
    "TOOL_CONTRACT",
    "FAILURE",
    "ToolFailure",
    "_text",
    "_failed",
    "_echo_maker",
    "_succeeded",
)


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_an_input_may_have_the_name_of_a_part_of_the_module(build: Build, name: str):
    module = build(echo(field(name), field("error"), field("given")), 'return {"seen": [error, given]}')
    assert module.tool_echo_maker("x", "y", "z") == {"success": True, "output": {"seen": ["y", "z"]}}
    assert f"The argument {name} is 5" in module.tool_echo_maker(5, "y", "z")["error"]


@pytest.mark.parametrize(
    "name", ["error", "arguments", "str", "list", "isinstance", "print", "result", "_", "__x", "match"]
)
def test_an_input_may_have_the_name_of_a_variable_or_builtin(build: Build, name: str):
    module = build(echo(field(name)), f'return {{"seen": [{name}]}}')
    assert module.tool_echo_maker(**{name: "x"})["output"] == {"seen": ["x"]}
    assert f"The argument {name} is 5" in module.tool_echo_maker(5)["error"]


def test_settings_reach_the_implementation(build: Build):
    more = "\n\nSEEN = []\n\n\ndef _configure(config):\n    SEEN.append(config)\n"
    module = build(echo(), 'return {"seen": SEEN + [_HOST_CONFIG]}', more)
    module.init_tools_library({"root": "x"})
    assert module.tool_echo_maker()["output"] == {"seen": [{"root": "x"}, {"root": "x"}]}
    module.init_tools_library()
    assert json.dumps(module.tool_echo_maker()["output"]["seen"][-1]) == "{}"


def test_the_hosts_config_is_kept_as_a_copy(build: Build):
    config: dict[str, Any] = {"root": "x"}
    module = build(echo(), 'return {"seen": [_HOST_CONFIG]}')
    module.init_tools_library(config)
    config["root"] = "y"
    assert module.tool_echo_maker()["output"] == {"seen": [{"root": "x"}]}


def test_each_level_of_a_deep_field_is_worked_out_once():
    field = Field("leaf", FieldType(Kind.STRING), limits=Limits(maximum=5))
    for number in range(60):
        field = Field(f"a{number}", FieldType(Kind.OBJECT, members=(field,), nullable=True))
    assert argument_check(field, "a", set()).count("lambda") == 60
