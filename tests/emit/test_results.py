"""What an implementation may return, and how a tool fails."""

import asyncio
from typing import Any

import pytest

from lma_forge import emit
from lma_forge.model import Effect, Failure, Field, Kind, Spec, Tool
from lma_forge.project.style import style
from tests.emit.conftest import Build
from tests.emit.samples import TEMPLATES, field, prose

MESSAGE = "It did not work."


def maker(*outputs: Field, failures: tuple[Failure, ...] = (Failure(MESSAGE),)) -> Tool:
    return Tool(
        "PageMaker",
        description=prose("Makes a page."),
        inputs=(),
        outputs=outputs,
        failures=failures,
        effects=(Effect.NONE,),
    )


def result_of(build: Build, body: str, *outputs: Field, **more: Any) -> dict[str, Any]:
    result: dict[str, Any] = build(maker(*outputs, **more), body).tool_page_maker()
    return result


GOOD = (
    (field("a"), "''"),
    (field("a", Kind.PATH), "'x/y'"),
    (field("a", Kind.INTEGER), "0"),
    (field("a", Kind.NUMBER), "0"),
    (field("a", Kind.NUMBER), "1.5"),
    (field("a", Kind.NUMBER), "10 ** 400"),
    (field("a", Kind.BOOLEAN), "False"),
    (field("a", Kind.LIST), "[]"),
    (field("a", Kind.LIST, item=Kind.INTEGER), "[1, 2]"),
    (field("a", Kind.OBJECT), "{}"),
    (field("a", Kind.OBJECT, members=(field("b"), field("c", required=False))), "{'b': 'x'}"),
    (field("a", Kind.LIST, members=(field("b", Kind.INTEGER),)), "[{'b': 1}]"),
    (field("a", Kind.URL), "'https://example.org'"),
    (field("a", Kind.DATE), "'2024-01-31'"),
    (field("a", Kind.DATETIME), "'2024-01-31T10:00:00'"),
    (field("a", Kind.TIMESTAMP), "'2024-01-31T10:00:00Z'"),
    (field("a", Kind.ANY), "[1, None]"),
    (field("a", nullable=True), "None"),
    (field("a", allowed=("x", "y")), "'y'"),
    (field("a", Kind.LIST, item=Kind.STRING, allowed=("x", "y")), "['y', 'y']"),
    (field("a", Kind.INTEGER, limits=(1, 3)), "3"),
    (field("a", limits=(None, 3)), "'abc'"),
)

BAD = (
    (field("a"), "None"),
    (field("a"), "5"),
    (field("a", Kind.INTEGER), "'5'"),
    (field("a", Kind.INTEGER), "True"),
    (field("a", Kind.INTEGER), "5.0"),
    (field("a", Kind.NUMBER), "float('nan')"),
    (field("a", Kind.NUMBER), "float('inf')"),
    (field("a", Kind.NUMBER), "'1.5'"),
    (field("a", Kind.NUMBER), "True"),
    (field("a", Kind.BOOLEAN), "0"),
    (field("a", Kind.BOOLEAN), "'true'"),
    (field("a", Kind.LIST), "(1, 2)"),
    (field("a", Kind.LIST), "{1}"),
    (field("a", Kind.LIST), "[{1}]"),
    (field("a", Kind.LIST), "[float('nan')]"),
    (field("a", Kind.LIST, item=Kind.INTEGER), "[1, '2']"),
    (field("a", Kind.OBJECT), "[]"),
    (field("a", Kind.OBJECT), "{'b': object()}"),
    (field("a", Kind.OBJECT, members=(field("b"),)), "{}"),
    (field("a", Kind.OBJECT, members=(field("b"),)), "{'b': 'x', 'c': 1}"),
    (field("a", Kind.OBJECT, members=(field("b"),)), "{'b': 5}"),
    (field("a", Kind.LIST, members=(field("b", Kind.INTEGER),)), "[{'b': 1}, {'b': 'x'}]"),
    (field("a", Kind.URL), "'example'"),
    (field("a", Kind.DATE), "'today'"),
    (field("a", Kind.DATETIME), "'2024-01-31'"),
    (field("a", Kind.TIMESTAMP), "'2024-01-31T10:00:00'"),
    (field("a", Kind.ANY), "object()"),
    (field("a", allowed=("x", "y")), "'z'"),
    (field("a", Kind.LIST, item=Kind.STRING, allowed=("x", "y")), "['z']"),
    (field("a", Kind.INTEGER, limits=(1, 3)), "4"),
    (field("a", limits=(None, 3)), "'abcd'"),
)


@pytest.mark.parametrize(("output", "value"), GOOD, ids=str)
def test_a_declared_output_passes_and_falsy_ones_are_kept(build: Build, output: Field, value: str):
    expected = eval(value)
    assert result_of(build, f"return {{'a': {value}}}", output) == {"success": True, "output": {"a": expected}}


@pytest.mark.parametrize(("output", "value"), BAD, ids=str)
def test_an_output_of_another_type_fails(build: Build, output: Field, value: str):
    result = result_of(build, f"return {{'a': {value}}}", output)
    assert result["success"] is False
    assert result["error"].startswith(f"{MESSAGE} The implementation ")
    assert result["output"] == result["error"]


@pytest.mark.parametrize("value", ["None", "'text'", "['a']", "{}", "{'b': 'x'}", "{'a': 'x', 'b': 'x'}"])
@pytest.mark.parametrize("rich", [False, True])
def test_a_missing_or_undeclared_output_fails(build: Build, value: str, rich: bool):
    output = field("a", allowed=("x",)) if rich else field("a")
    result = result_of(build, f"return {value}", output)
    assert result["success"] is False
    assert result["error"].startswith(f"{MESSAGE} The implementation ")


def test_the_detail_says_what_is_wrong(build: Build):
    found = [
        result_of(build, "return {'a': 5}", field("a"))["error"],
        result_of(build, "return {}", field("a"))["error"],
        result_of(build, "return {'a': 'x', 'b': 1}", field("a"))["error"],
        result_of(build, "return None", field("a"))["error"],
        result_of(build, "return {'a': 'z'}", field("a", allowed=("x", "y")))["error"],
    ]
    assert [error.removeprefix(f"{MESSAGE} The implementation ") for error in found] == [
        "returned int as a (string).",
        "did not return a (string).",
        "returned what is not declared: b.",
        "returned NoneType, not a dict of the outputs.",
        "did not return what is declared: a is 'z', not one of 'x', 'y'.",
    ]


def test_an_optional_output_may_be_left_out_or_none(build: Build):
    outputs = (field("a"), field("b", Kind.INTEGER, required=False))
    assert result_of(build, "return {'a': 'x'}", *outputs)["output"] == {"a": "x"}
    assert result_of(build, "return {'a': 'x', 'b': None}", *outputs)["output"] == {"a": "x"}
    assert result_of(build, "return {'a': 'x', 'b': 'y'}", *outputs)["success"] is False
    both = (field("b", Kind.INTEGER, required=False, nullable=True),)
    assert result_of(build, "return {'b': None}", *both)["output"] == {"b": None}
    anything = (field("b", Kind.ANY, required=False),)
    assert result_of(build, "return {'b': None}", *anything)["output"] == {"b": None}
    assert result_of(build, "return {}", *anything)["output"] == {}


@pytest.mark.parametrize("value", ["None", "{}"])
def test_a_tool_without_outputs_returns_nothing(build: Build, value: str):
    assert result_of(build, f"return {value}") == {"success": True, "output": {}}


@pytest.mark.parametrize("value", ["{'a': 1}", "'done'", "[]", "0"])
def test_a_tool_without_outputs_returns_nothing_else(build: Build, value: str):
    assert result_of(build, f"return {value}")["success"] is False


def test_keys_for_the_host_stand_beside_the_output(build: Build):
    body = "return _passthrough({'a': 'x'}, prompt_injection='Say it.', images=['i'])"
    assert result_of(build, body, field("a")) == {
        "success": True,
        "output": {"a": "x"},
        "prompt_injection": "Say it.",
        "images": ["i"],
    }
    assert result_of(build, "return _passthrough({'a': 5}, images=[])", field("a"))["success"] is False
    refused = result_of(build, "return _passthrough({'a': 'x'}, image='i')", field("a"))
    assert "TypeError: hosts pass on context_files, " in refused["error"]


OUTPUT = field("a")


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("raise ToolFailure", MESSAGE),
        ("raise ToolFailure()", MESSAGE),
        ("raise ToolFailure('')", MESSAGE),
        ("raise ToolFailure('The disk is full.')", f"{MESSAGE} The disk is full."),
        ("raise ToolFailure(KeyError('k'))", f"{MESSAGE} 'k'"),
        ("raise ValueError('bad  thing')", f"{MESSAGE} ValueError: bad  thing"),
        ("raise KeyError('k')", f"{MESSAGE} KeyError: 'k'"),
        ("raise RecursionError", f"{MESSAGE} RecursionError: "),
        ("1 / 0", f"{MESSAGE} ZeroDivisionError: division by zero"),
        ("raise SystemExit", f"{MESSAGE} SystemExit: "),
        ("import sys; sys.exit('bye')", f"{MESSAGE} SystemExit: bye"),
        ("raise NotImplementedError", "PageMaker is not implemented yet."),
        ("raise NotImplementedError('append')", "PageMaker is not implemented yet. append"),
    ],
)
def test_failures(build: Build, body: str, error: str):
    assert result_of(build, body, OUTPUT) == {"success": False, "error": error, "output": error}


@pytest.mark.parametrize("name", ["KeyboardInterrupt", "GeneratorExit"])
def test_what_ends_the_host_is_not_swallowed(build: Build, name: str):
    with pytest.raises(eval(name)):
        result_of(build, f"raise {name}", OUTPUT)


MUTE = """class Mute({}):
    def __str__(self):
        raise RuntimeError('no text')
    __repr__ = __str__
    def __bool__(self):
        raise RuntimeError('no truth')
"""


@pytest.mark.parametrize(
    ("base", "error"),
    [
        ("ValueError", f"{MESSAGE} Mute: its text cannot be made"),
        ("ToolFailure", f"{MESSAGE} its text cannot be made"),
        ("SystemExit", f"{MESSAGE} Mute: its text cannot be made"),
    ],
)
def test_an_error_whose_text_fails_is_a_failure_in_the_specs_words(build: Build, base: str, error: str):
    assert result_of(build, MUTE.format(base) + "raise Mute", OUTPUT)["error"] == error


def test_a_cause_whose_text_fails_is_one_too(build: Build):
    error = result_of(build, MUTE.format("Exception") + "raise ToolFailure from Mute()", OUTPUT, failures=DETAILED)
    assert error["error"] == "Code execution failed. its text cannot be made"


@pytest.mark.parametrize(
    ("output", "value", "said"),
    [
        (field("a", Kind.LIST), "[{1}]", "list that JSON cannot hold"),
        (field("a", Kind.LIST), "(1, 2)", "tuple"),
        (field("a", Kind.OBJECT), "{'b': object()}", "dict that JSON cannot hold"),
        (field("a", Kind.OBJECT), "[]", "list"),
        (field("a", Kind.ANY), "True, {1}", "tuple that JSON cannot hold"),
        (field("a", Kind.NUMBER), "float('nan')", "nan"),
        (field("a", Kind.NUMBER), "True", "bool"),
        (field("a", Kind.INTEGER), "True", "bool"),
        (field("a", Kind.INTEGER), "10 ** 5_000", "int that JSON cannot hold"),
        (field("a", Kind.DATE), "'today'", "'today'"),
        (field("a", Kind.DATE), "5", "int"),
    ],
    ids=str,
)
@pytest.mark.parametrize("rich", [False, True])
def test_what_came_is_not_called_by_the_type_that_is_declared(
    build: Build, output: Field, value: str, said: str, rich: bool
):
    more = (field("b", required=False),) if rich else ()
    error = result_of(build, f"return {{'a': {value}}}".replace("True, {1}", "(True, {1})"), output, *more)["error"]
    kind = output.type.kind
    said = f"did not return what is declared: a is {said}, not {kind}" if rich else f"returned {said} as a ({kind})"
    assert error == f"{MESSAGE} The implementation {said}."


def test_an_implementation_may_be_async(build: Build):
    module = build(maker(OUTPUT))
    code = "import asyncio\nasync def _page_maker():\n    await asyncio.sleep(0)\n    "
    exec(f"{code}return {{'{OUTPUT.name}': 'made'}}", vars(module))
    made = {"success": True, "output": {OUTPUT.name: "made"}}
    assert module.tool_page_maker() == made

    async def host():
        return module.tool_page_maker()

    assert asyncio.run(host()) == made
    exec(f"{code}raise ValueError('no')", vars(module))
    assert module.tool_page_maker()["error"] == f"{MESSAGE} ValueError: no"


DETAILED = (Failure("Code execution failed.", detail=True),)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("raise ToolFailure('NameError: x')", "Code execution failed. NameError: x"),
        ("raise ToolFailure", "Code execution failed. No error message was given."),
        ("raise ToolFailure from OSError('disk')", "Code execution failed. disk"),
        (
            "try:\n    1 / 0\nexcept ZeroDivisionError:\n    raise ToolFailure",
            "Code execution failed. division by zero",
        ),
        ("raise ValueError('x')", "Code execution failed. ValueError: x"),
    ],
)
def test_followed_by_the_error_message_means_always(build: Build, body: str, error: str):
    assert result_of(build, body, OUTPUT, failures=DETAILED)["error"] == error


NAMED = (
    Failure("No such page.", condition="the page is missing", code="NOT_FOUND"),
    Failure("The page could not be made."),
    Failure("Denied.", detail=True, condition="the operator says no", code="not-allowed!"),
    Failure("Too long.", condition="it is too long"),
)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("raise ToolFailure", "The page could not be made."),
        ("raise ToolFailure('Why.')", "The page could not be made. Why."),
        ("raise ToolFailure(failure=FAILURE_NOT_FOUND)", "No such page."),
        ("raise ToolFailure('Gone.', FAILURE_NOT_FOUND)", "No such page. Gone."),
        ("raise ToolFailure(failure=FAILURE_NOT_ALLOWED)", "Denied. No error message was given."),
        ("raise ToolFailure(failure=FAILURE_4)", "Too long."),
        ("raise ToolFailure('x', 'A message of my own.')", "The page could not be made. x"),
        ("return {}", "The page could not be made. The implementation did not return a (string)."),
    ],
)
def test_the_implementation_chooses_among_named_failures(build: Build, body: str, error: str):
    assert result_of(build, body, OUTPUT, failures=NAMED)["error"] == error


@pytest.mark.parametrize("kind", [Kind.ANY, Kind.STRING, Kind.LIST])
def test_a_module_imports_what_its_output_class_names_and_no_more(kind: Kind):
    texts = []
    for name in ("list", "str", "from", "__x", "a"):
        (library,) = emit.libraries(Spec(tools=(maker(field(name, kind)),)))
        texts.append(emit.render(library, TEMPLATES))
    assert [styled.problems for styled in style(texts)] == [()] * 5


@pytest.mark.parametrize("name", ["a", "from", "__x", "__x__", "list", "str", "class_", "Any"])
def test_the_output_class_has_the_declared_keys(build: Build, name: str):
    module = build(maker(field(name), field("b", Kind.LIST, item=Kind.INTEGER, required=False)))
    output = module.PageMakerOutput
    assert set(output.__annotations__) == {name, "b"}
    assert (output.__required_keys__, output.__optional_keys__) == ({name}, {"b"})
    assert module.tool_page_maker()["error"] == "PageMaker is not implemented yet."
    assert build(maker(field(name)), f"return {{{name!r}: 'x'}}").tool_page_maker()["output"] == {name: "x"}
