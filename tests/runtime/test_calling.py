"""What reaches a tool of a call's arguments, and what comes back when it goes wrong."""

import logging

import pytest

from lma_forge.runtime import LCPBinding

ECHO = """
def tool_echo(
    text: str = "t", n: int = 1, deep: bool = True, rows: list[int] = None, opts: dict = None, x: float = 0.5
):
    return {"success": True, "output": [text, n, deep, rows, opts, x]}
"""


def output(tools, source, tool, params, **options):
    record = tools.call(source, tool, params, **options)
    assert record["success"], record
    return record["output"]


def refusal(tools, source, tool, params, **options):
    record = tools.call(source, tool, params, **options)
    assert record["success"] is False
    assert record["status_code"] == 500
    return record["error"]


def test_arguments_are_passed_as_they_come_by_default(tools):
    sent = {"text": 5, "n": "5", "deep": "false", "rows": "[1]", "opts": (), "x": None}
    assert output(tools, ECHO, "tool_echo", sent) == [5, "5", "false", "[1]", (), None]


@pytest.mark.parametrize("mode", ["coerce", "strict"])
@pytest.mark.parametrize(
    ("name", "value", "got"),
    [
        ("text", "[1, 2]", "[1, 2]"),
        ("text", 12, "12"),
        ("n", "5", 5),
        ("n", " -12 ", -12),
        ("n", 3.0, 3),
        ("n", "3.0", 3),
        ("n", "9" * 30, int("9" * 30)),
        ("deep", "TRUE", True),
        ("deep", 0, False),
        ("rows", '[1, "2"]', [1, 2]),
        ("rows", (1, 2), [1, 2]),
        ("rows", None, None),
        ("opts", '{"a": [1]}', {"a": [1]}),
        ("x", 2, 2.0),
        ("x", "1e3", 1000.0),
    ],
)
def test_arguments_are_brought_to_their_type_where_nothing_is_lost(tools, mode, name, value, got):
    names = ["text", "n", "deep", "rows", "opts", "x"]
    found = output(tools, ECHO, "tool_echo", {name: value}, arguments=mode)[names.index(name)]
    assert found == got
    assert type(found) is type(got)


@pytest.mark.parametrize(
    ("name", "value", "part"),
    [
        ("n", "many", "parameter 'n' got 'many'; it takes a whole number such as 3"),
        ("n", 2.5, "got 2.5"),
        ("n", True, "got True"),
        ("n", None, "got null"),
        ("n", "nan", "got 'nan'"),
        ("n", "1_000", "got '1_000'"),
        ("x", "inf", "it takes a number such as 2.5"),
        ("x", 2**60 + 1, "got 1152921504606846977"),
        ("deep", "maybe", "it takes true or false"),
        ("deep", 2, "got 2"),
        ("rows", "1, 2", "it takes a list, each item a whole number such as 3 or null"),
        ("rows", [1, "b"], "parameter 'rows[1]' got 'b'"),
        ("rows", "[1", "got '[1'"),
        ("opts", "[1]", 'it takes an object such as {"key": "value"}'),
        ("text", ["a"], "it takes text"),
        ("text", True, "got True"),
    ],
)
def test_other_arguments_are_refused_with_parameter_value_and_accepted_form(tools, name, value, part):
    error = refusal(tools, ECHO, "tool_echo", {name: value}, arguments="coerce")
    assert error.startswith("Tool 'tool_echo' was not called: ")
    assert part in error


@pytest.mark.parametrize("sent", ["null", " None ", None])
def test_null_in_text_is_null_where_it_may_be_and_no_text_is_taken(tools, sent):
    source = "def tool_n(n: int | None = 1, rows: list = None):\n    return {'success': True, 'output': [n, rows]}\n"
    assert output(tools, source, "tool_n", {"n": sent, "rows": sent}, arguments="strict") == [None, None]
    assert "it takes" in refusal(
        tools, "def tool_n(n: int):\n    return 1\n", "tool_n", {"n": sent}, arguments="strict"
    )
    source = "def tool_t(t: str | None = None):\n    return {'success': True, 'output': [t]}\n"
    assert output(tools, source, "tool_t", {"t": sent}, arguments="strict") == [sent]


@pytest.mark.parametrize("name", ["text", "deep", "rows", "opts", "x"])
def test_numbers_that_cannot_be_written_are_refused_in_words(tools, name):
    error = refusal(tools, ECHO, "tool_echo", {name: 10**5_000}, arguments="strict")
    assert f"parameter '{name}' got a int; it takes" in error


def test_lists_that_are_too_deep_to_be_written_are_refused_in_words(tools):
    deep = []
    for _ in range(100_000):
        deep = [deep]
    error = refusal(tools, ECHO, "tool_echo", {"opts": deep, "n": 1}, arguments="strict")
    assert "parameter 'opts' got a list; it takes" in error
    assert "parameter 'rows'" in refusal(tools, ECHO, "tool_echo", {"rows": "[" * 100_000}, arguments="strict")


GENERATED = """
FAILURE_READ_A = "A was not read."
FAILURE_READ_B = "B was not read."
TOOL_CONTRACT = {"tool_read_a": {}, "tool_read_b": {}}
def tool_read_a(n: int): return {"success": True, "output": n}
def tool_read_b(n: int): return {"success": True, "output": n}
def tool_by_hand(n: int): return {"success": True, "output": n}
"""


@pytest.mark.parametrize(
    ("tool", "begins"),
    [("tool_read_a", "A was not read. Tool "), ("tool_read_b", "B was not read. Tool "), ("tool_by_hand", "Tool ")],
)
def test_refusals_begin_with_the_failure_message_of_the_spec(tools, tool, begins):
    binding = tools.write(lib=GENERATED).binding(arguments="strict")
    for params in ({}, {"n": "x"}, {"n": 1, "m": 2}):
        record = binding.execute_tool(tool, params)
        assert record["error"].startswith(f"{begins}'{tool}' was not called: "), record["error"]


def test_the_only_tool_of_a_module_has_the_message_failure(tools):
    source = 'FAILURE = "No."\nFAILURE_ONE = "Other."\nTOOL_CONTRACT = {"tool_one": {}}\ndef tool_one(n): return n\n'
    assert tools.call(source, "tool_one")["error"].startswith("No. Tool 'tool_one' was not called: ")


def test_the_only_tool_of_a_category_has_a_message_of_its_own_name(tools):
    source = 'FAILURE_ONE = "No."\nTOOL_CONTRACT = {"tool_one": {}}\ndef tool_one(n): return n\n'
    assert tools.call(source, "tool_one")["error"].startswith("No. Tool 'tool_one' was not called: ")


def test_long_values_are_cut_in_messages(tools):
    assert len(refusal(tools, ECHO, "tool_echo", {"n": "x" * 10_000}, arguments="coerce")) < 300


CHOICE = """
from typing import Literal, Optional, Any
def tool_c(mode: Literal["a", "b"] = "a", level: Literal[1, 2] | None = 1, mixed: int | str = 0,
           many: list[Literal["x", "y"]] = (), free: Any = 0, bare=0, own: "Unknown" = 0, path: "int | list[str]" = 0):
    return {"success": True, "output": [mode, level, mixed, many, free, bare, own, path]}
"""


@pytest.mark.parametrize(
    ("sent", "got"),
    [
        ({"mode": "b", "level": "2"}, ["b", 2, 0, (), 0, 0, 0, 0]),
        ({"level": None, "mixed": "7"}, ["a", None, "7", (), 0, 0, 0, 0]),
        ({"mixed": 7, "many": '["x"]'}, ["a", 1, 7, ["x"], 0, 0, 0, 0]),
        ({"free": ["1"], "bare": {"k": 1}, "own": "[1]"}, ["a", 1, 0, (), ["1"], {"k": 1}, "[1]", 0]),
        ({"path": "3"}, ["a", 1, 0, (), 0, 0, 0, 3]),
        ({"path": '["a"]'}, ["a", 1, 0, (), 0, 0, 0, ["a"]]),
    ],
)
def test_choices_and_unions(tools, sent, got):
    assert output(tools, CHOICE, "tool_c", sent, arguments="strict") == got


def test_a_value_outside_a_literal(tools, caplog):
    assert output(tools, CHOICE, "tool_c", {"mode": "z"})[0] == "z"
    assert "tool_c: argument 'mode' should be one of 'a', 'b'" in caplog.text
    assert "it takes one of 'a', 'b'" in refusal(tools, CHOICE, "tool_c", {"mode": "z"}, arguments="strict")
    assert "it takes one of 1, 2 or null" in refusal(tools, CHOICE, "tool_c", {"level": True}, arguments="coerce")


FLAG = """
def tool_flag(force: bool = False): return {"success": True, "output": force}
"""


def test_r14_a_misspelt_argument_is_refused_or_logged_with_the_nearest_name(tools, caplog):
    error = refusal(tools, FLAG, "tool_flag", {"forse": True}, arguments="strict")
    assert error == "Tool 'tool_flag' was not called: unknown argument 'forse'. Did you mean 'force'?"
    for mode in ("pass", "coerce"):
        caplog.clear()
        assert output(tools, FLAG, "tool_flag", {"forse": True}, arguments=mode) is False
        assert [(record.levelno, record.message) for record in caplog.records] == [
            (logging.WARNING, "tool_flag: unknown argument 'forse' was dropped. Did you mean 'force'?")
        ]
    assert "It takes force." in refusal(tools, FLAG, "tool_flag", {"zzz": 1}, arguments="strict")


@pytest.mark.parametrize("mode", ["pass", "coerce", "strict"])
def test_r29_text_for_a_text_parameter_stays_the_same_text(tools, mode):
    source = "def tool_w(content: str, more: 'str | None' = None): return [content, more]\n"
    text = '{"a": 1}'
    assert output(tools, source, "tool_w", {"content": text, "more": "[1]"}, arguments=mode) == [text, "[1]"]


def test_r30_a_boolean_in_text_is_read_and_a_refusal_shows_the_accepted_form(tools):
    source = "def tool_o(auto_open: bool = True): return auto_open\n"
    assert output(tools, source, "tool_o", {"auto_open": "False"}, arguments="strict") is False
    assert "true or false" in refusal(tools, source, "tool_o", {"auto_open": "nein"}, arguments="strict")


HOST = """
def tool_h(x, tool_context=None, lollms_client_instance=None, discussion_instance=None, user_interaction_handler=None):
    given = [tool_context, lollms_client_instance, discussion_instance, user_interaction_handler]
    return {"success": True, "output": given}
def tool_k(**kwargs): return {"success": True, "output": kwargs}
def tool_n(tool_context): return {"success": True, "output": [tool_context]}
"""
NAMES = ("tool_context", "lollms_client_instance", "discussion_instance", "user_interaction_handler")


@pytest.mark.parametrize("mode", ["pass", "coerce", "strict"])
def test_r17_what_a_model_sends_for_the_hosts_objects_never_arrives(tools, mode):
    forged = {"x": 1, **{name: {"root": "/"} for name in NAMES}}
    binding = tools.write(lib=HOST).binding(arguments=mode)
    assert binding.execute_tool("tool_h", forged)["output"] == [None] * 4
    assert binding.execute_tool("tool_k", forged)["output"] == {"x": 1}
    del forged["x"]
    assert "missing" in binding.execute_tool("tool_n", forged)["error"]


def test_the_hosts_objects_are_injected_where_they_are_declared(tools):
    handler = object()
    binding = tools.write(lib=HOST).binding(user_interaction_handler=handler)
    given = {"tool_context": {}, "lollms_client_instance": 0, "discussion_instance": "d"}
    assert binding.execute_tool("tool_h", {"x": 1}, **given)["output"] == [{}, 0, "d", handler]
    assert binding.execute_tool("tool_k", {"x": 1}, **given)["output"] == {
        "x": 1,
        "user_interaction_handler": handler,
        **given,
    }
    assert binding.execute_tool("tool_n", {}, **given)["output"] == [{}]


def test_every_kind_of_parameter_can_be_called(tools):
    source = """
    def tool_p(a, b=2, /, c=3, *, d, e=5): return [a, b, c, d, e]
    def tool_s(a, *args, **kwargs): return [a, args, sorted(kwargs)]
    def tool_r(args: list, kwargs: dict = None): return [args, kwargs]
    """
    binding = tools.write(lib=source).binding()
    assert binding.execute_tool("tool_p", {"a": 1, "d": 4})["output"] == [1, 2, 3, 4, 5]
    assert binding.execute_tool("tool_p", {"a": 1, "b": 9, "d": 4, "e": 0})["output"] == [1, 9, 3, 4, 0]
    assert binding.execute_tool("tool_s", {"a": 1, "z": 2, "y": 3})["output"] == [1, (), ["y", "z"]]
    assert binding.execute_tool("tool_r", {"args": [1], "kwargs": {}})["output"] == [[1], {}]


def test_positional_only_defaults_fill_a_gap(tools):
    assert output(tools, "def tool_p(a=1, b=2, /): return [a, b]\n", "tool_p", {"b": 5}) == [1, 5]


def test_decorators_do_not_let_unknown_arguments_through(tools):
    source = """
    import functools
    def plain(f):
        def w(*a, **k): return f(*a, **k)
        return w
    def wraps(f): return functools.wraps(f)(plain(f))
    @plain
    def tool_plain(x, tool_context=None): return [x, tool_context]
    @wraps
    def tool_wraps(x): return x
    """
    binding = tools.write(lib=source).binding()
    assert binding.execute_tool("tool_plain", {"x": 1, "junk": 2}, tool_context=3)["output"] == [1, 3]
    assert binding.execute_tool("tool_wraps", {"x": 1, "junk": 2})["output"] == 1
    assert "'x'" in binding.execute_tool("tool_plain", {"junk": 2})["error"]


def test_a_missing_argument_is_named_with_what_it_takes(tools):
    source = "def tool_m(query: str, n: int, tool_context): ...\n"
    record = tools.call(source, "tool_m", {"quary": "v"})
    assert record["error"] == (
        "Tool 'tool_m' was not called: missing required arguments 'query' (text), 'n' (a whole number such as 3), "
        "'tool_context' (given by the host)"
    )
    assert record["output"] == {"success": False, "error": record["error"]}
    assert "Traceback (most recent call last)" in record["traceback"]


def test_defaults_are_the_functions_own_and_fresh_for_each_call(tools):
    source = """
    LIMIT = 50
    def tool_d(n=LIMIT * 2, rows: list = [1], seen: set = {1}, none: list = [], empty: dict = {}):
        rows.append(n)
        seen.add(n)
        none.append(n)
        empty[len(empty)] = n
        return [n, rows, len(seen), none, len(empty)]
    """
    binding = tools.write(lib=source).binding()
    for _ in range(2):
        assert binding.execute_tool("tool_d", {})["output"] == [100, [1, 100], 2, [100], 1]


def test_the_callers_arguments_are_not_changed(tools):
    sent = {"text": "a", "n": "5", "junk": 1, "tool_context": 2}
    for mode in ("pass", "coerce"):
        tools.call(ECHO, "tool_echo", sent, arguments=mode)
        assert sent == {"text": "a", "n": "5", "junk": 1, "tool_context": 2}


@pytest.mark.parametrize("sent", ["{}", [1], 3])
def test_arguments_must_be_an_object(tools, sent):
    assert "must be an object" in refusal(tools, FLAG, "tool_flag", sent)
    assert tools.binding().execute_tool("tool_flag", None)["output"] is False


def test_a_tool_that_is_not_there(tools):
    record = tools.call(FLAG, "tool_flg")
    assert record == {"error": "Tool 'tool_flg' not found. Did you mean 'tool_flag'?", "status_code": 404}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise ValueError('boom')", "ValueError: boom"),
        ("raise ValueError()", "ValueError"),
        ("raise SystemExit(2)", "SystemExit: 2"),
        ("raise StopIteration('s')", "StopIteration: s"),
        ("return tool_a()", "RecursionError: "),
        ("raise BaseException('b')", "BaseException: b"),
    ],
)
def test_an_exception_is_a_failure_record(tools, body, said):
    record = tools.call(f"def tool_a():\n    {body}\n", "tool_a")
    assert record["error"].startswith(f"Tool 'tool_a' crashed: {said}")
    assert record["output"] == {"success": False, "error": record["error"]}
    assert (record["success"], record["status_code"]) == (False, 500)
    assert record["traceback"].startswith("Traceback (most recent call last)")


def test_an_interrupt_reaches_the_host(tools):
    with pytest.raises(KeyboardInterrupt):
        tools.call("def tool_a(): raise KeyboardInterrupt\n", "tool_a")


def test_a_name_that_is_no_function_any_more(tools):
    source = """
    import sys
    def tool_x(): ...
    tool_x = 5
    def tool_y(): ...
    del tool_y
    if sys.argv is None:
        def tool_z(): ...
    """
    assert "the name stands for a int" in refusal(tools, source, "tool_x", {})
    assert "not defined there" in refusal(tools, source, "tool_y", {})
    assert "not defined there" in refusal(tools, source, "tool_z", {})


def test_any_callable_may_be_a_tool(tools):
    source = """
    class Tool:
        def __call__(self, x: int = 3): return x
    def tool_x(x=1): ...
    tool_x = Tool()
    def tool_m(o=1): ...
    tool_m = max
    """
    binding = tools.write(lib=source).binding()
    assert binding.execute_tool("tool_x", {"x": 4})["output"] == 4
    assert "crashed" in binding.execute_tool("tool_m", {})["error"]


def test_context_files_are_absolute_and_exist(tools, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("x")
    source = "def tool_f(): return {'success': True, 'output': 1, 'context_files': ['a.txt', 'none.txt', '\\0']}\n"
    assert tools.call(source, "tool_f")["context_files"] == [str(tmp_path / "a.txt")]


def test_chat_specs_describe_and_call(tools):
    source = '''
    from typing import Literal
    def tool_a(x: int, mode: Literal["p", "q"] = "p", both: "int | str" = 1,
               tool_context=None, discussion_instance=None):
        """Does it.

        Args:
            x (int): The x.
        """
        return [x, mode, tool_context, discussion_instance]
    '''
    binding = tools.write(lib=source).binding()
    spec = binding.to_chat_tool_specs(force_refresh=True)["tool_a"]
    assert spec["description"] == "Does it."
    assert spec["parameters"] == [
        {"name": "x", "type": "int", "description": "The x.", "optional": False},
        {
            "name": "mode",
            "type": "str",
            "description": "Parameter 'mode' Allowed values: ['p', 'q']",
            "optional": True,
            "default": "p",
        },
        {"name": "both", "type": "int", "description": "Parameter 'both'", "optional": True, "default": 1},
    ]
    assert spec["_python_file_path"] == str(tools.root / "lib.py")
    record = spec["callable"](x=1, tool_context={"k": 1}, discussion_instance="d", lollms_client_instance=None)
    assert record["output"] == [1, "p", {"k": 1}, "d"]
    assert binding.unregister_tools_by_prefix("a") == 1
    assert spec["callable"](x=1)["success"] is False


def test_a_call_does_not_depend_on_how_many_tools_there_are(tools):
    tools.write(lib="".join(f"def tool_{i}(): return {i}\n" for i in range(500)))
    assert LCPBinding(tools_folders=tools.root).execute_tool("tool_499", {})["output"] == 499
