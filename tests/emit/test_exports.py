"""The tools in the words of other hosts."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lma_forge import emit
from lma_forge.emit.definitions import annotations
from lma_forge.emit.openai import is_strict
from lma_forge.model import (
    Approval,
    Block,
    BlockKind,
    Effect,
    FailureStandard,
    FlowStep,
    GovernanceRule,
    Kind,
    Prose,
    ReservedTool,
    Spec,
    Tool,
)
from tests.emit.samples import FILE_WRITER, MEMORY_READER, TEMPLATES, field, prose
from tests.emit.schema_check import faults, fits
from tests.strategies import objects_of, specs, tools

FORMATS = ("anthropic", "json-schema", "mcp", "openai", "prompt")
SPEC = Spec(title="My tools", tools=(MEMORY_READER, FILE_WRITER))


def exported(spec: Spec, name: str) -> Any:
    return json.loads(emit.export(spec, name))


def test_the_formats_are_the_modules_of_the_folder():
    assert emit.formats() == FORMATS


def test_an_unknown_format_is_refused_with_the_choices():
    with pytest.raises(ValueError, match="the format is one of anthropic, json-schema, mcp, openai, prompt, not 'xml'"):
        emit.export(SPEC, "xml")
    with pytest.raises(ValueError, match="not 'module'"):
        emit.export(SPEC, "module")


READER_INPUT = {
    "type": "object",
    "properties": {"key": {"type": "string", "description": "The memory key or topic to retrieve."}},
    "required": ["key"],
    "additionalProperties": False,
}
READER_TEXT = (
    "Reads stored memory from the LMA memory layer.\n"
    "Use when: The user asks about previously saved information. LMA needs known user preferences, project details, "
    "or system context.\n"
    "Do not use when: The information is not stored in memory."
)


def test_mcp():
    reader = exported(SPEC, "mcp")["tools"][0]
    assert reader == {
        "name": "tool_memory_reader",
        "title": "Memory Reader",
        "description": READER_TEXT,
        "inputSchema": READER_INPUT,
        "outputSchema": {
            "type": "object",
            "properties": {
                "value": {"type": "string", "description": "The stored memory content."},
                "found": {"type": "boolean", "description": "Whether the memory was found."},
            },
            "required": ["value", "found"],
            "additionalProperties": False,
        },
        "annotations": {"title": "Memory Reader", "readOnlyHint": True, "openWorldHint": False},
    }


def test_anthropic():
    assert exported(SPEC, "anthropic")[0] == {
        "name": "tool_memory_reader",
        "description": READER_TEXT,
        "input_schema": READER_INPUT,
    }


def test_openai():
    assert exported(SPEC, "openai")[0] == {
        "type": "function",
        "function": {
            "name": "tool_memory_reader",
            "description": READER_TEXT,
            "parameters": READER_INPUT,
            "strict": True,
        },
    }


def test_json_schema():
    document = exported(SPEC, "json-schema")
    assert document["title"] == "My tools"
    assert list(document["$defs"]) == [
        "MemoryReaderInput",
        "MemoryReaderOutput",
        "FileWriterInput",
        "FileWriterOutput",
    ]
    assert document["$defs"]["MemoryReaderInput"] == {"description": READER_TEXT} | READER_INPUT


def schema_of(*inputs: Any) -> Any:
    return emit.input_schema(replace(MEMORY_READER, inputs=inputs))


@pytest.mark.parametrize(
    ("given_field", "entry"),
    [
        (field("a", Kind.INTEGER, "A.", limits=(1, 5)), {"type": "integer", "minimum": 1, "maximum": 5}),
        (field("a", Kind.STRING, "A.", limits=(None, 5)), {"type": "string", "maxLength": 5}),
        (field("a", Kind.LIST, "A.", limits=(1, None)), {"type": "array", "items": {}, "minItems": 1}),
        (field("a", Kind.LIST, "A.", item=Kind.DATE), {"type": "array", "items": {"type": "string", "format": "date"}}),
        (field("a", Kind.OBJECT, "A.", limits=(None, 2)), {"type": "object", "maxProperties": 2}),
        (field("a", Kind.URL, "A."), {"type": "string", "format": "uri"}),
        (field("a", Kind.TIMESTAMP, "A."), {"type": "string", "format": "date-time"}),
        (field("a", Kind.PATH, "A."), {"type": "string"}),
        (field("a", Kind.ANY, "A."), {}),
        (field("a", Kind.NUMBER, "A.", nullable=True), {"type": ["number", "null"]}),
        (field("a", description="A.", allowed=("x", "y")), {"type": "string", "enum": ["x", "y"]}),
        (
            field("a", description="A.", allowed=("x", "y"), nullable=True),
            {"type": ["string", "null"], "enum": ["x", "y", None]},
        ),
        (
            field("a", Kind.LIST, "A.", item=Kind.STRING, allowed=("x", "y")),
            {"type": "array", "items": {"type": "string", "enum": ["x", "y"]}},
        ),
        (
            field("a", Kind.OBJECT, "A.", members=(field("b", description="B."),)),
            {
                "type": "object",
                "properties": {"b": {"type": "string", "description": "B."}},
                "required": ["b"],
                "additionalProperties": False,
            },
        ),
    ],
)
def test_the_schema_of_a_field(given_field: Any, entry: dict[str, object]):
    schema = schema_of(given_field)
    found = dict(schema["properties"]["a"])
    assert found.pop("description").startswith("A.")
    assert found == entry
    assert schema["required"] == ["a"]
    assert faults(schema) == []


def test_defaults_and_keywords():
    schema = schema_of(field("from", default="x"), field("tags", Kind.LIST, default=["a"]))
    assert list(schema["properties"]) == ["from_", "tags"]
    assert (schema["properties"]["from_"]["default"], schema["properties"]["tags"]["default"]) == ("x", ["a"])
    assert schema["required"] == []


@pytest.mark.parametrize(
    ("inputs", "strict"),
    [
        ((), True),
        ((field("a"), field("b", Kind.INTEGER, limits=(1, 5)), field("c", allowed=("x",))), True),
        ((field("a", Kind.LIST, item=Kind.STRING),), True),
        ((field("a", nullable=True),), True),
        ((field("a", Kind.DATE),), True),
        ((field("a", Kind.OBJECT, members=(field("b"),)),), True),
        ((field("a", required=False),), False),
        ((field("a", default="x"),), False),
        ((field("a", limits=(None, 5)),), False),
        ((field("a", Kind.LIST),), False),
        ((field("a", Kind.OBJECT),), False),
        ((field("a", Kind.ANY),), False),
        ((field("a", Kind.URL),), False),
        ((field("a", Kind.OBJECT, members=(field("b", required=False),)),), False),
    ],
)
def test_strict_mode_where_it_can_be(inputs: Any, strict: bool):
    assert is_strict(schema_of(*inputs)) is strict


@pytest.mark.parametrize(
    ("effects", "idempotent", "hints"),
    [
        (None, None, {}),
        ((Effect.NONE,), None, {"readOnlyHint": True, "openWorldHint": False}),
        ((Effect.READ,), True, {"readOnlyHint": True, "openWorldHint": False, "idempotentHint": True}),
        (
            (Effect.READ, Effect.EXTERNAL),
            None,
            {"readOnlyHint": False, "destructiveHint": False, "openWorldHint": True},
        ),
        ((Effect.WRITE,), False, {"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False,
                                  "idempotentHint": False}),
        ((Effect.DESTRUCTIVE,), None, {"readOnlyHint": False, "destructiveHint": True, "openWorldHint": False}),
    ],
)  # fmt: skip
def test_the_hints_say_what_the_spec_settles(effects: Any, idempotent: Any, hints: dict[str, bool]):
    tool = replace(MEMORY_READER, effects=effects, idempotent=idempotent)
    assert annotations(tool) == {"title": "Memory Reader"} | hints


PROMPT = Spec(
    title="My tools",
    tools=(replace(FILE_WRITER, use_when=MEMORY_READER.use_when, rules=MEMORY_READER.rules),),
    global_rules=(GovernanceRule("Do not fabricate data.", 1), GovernanceRule("Be plain.", 2, ("Always.",))),
    flow=(FlowStep(1, "Read the request."), FlowStep(2, "Use FileWriter.", ("FileWriter",))),
    source_labels=("Source Layer: Verified live data retrieved.",),
    failure_standard=FailureStandard(("I could not verify it.",), ("It should be fine.",), prose("Say it plainly.")),
    reserved=(ReservedTool("VoiceTool", Prose((Block(BlockKind.PARAGRAPH, "Speaks."),))),),
)


def test_the_prompt_holds_all_that_binds_the_agent():
    text = emit.export(PROMPT, "prompt")
    for part in (
        "# My tools",
        "1. Do not fabricate data.",
        "2. Be plain. Always.",
        "### `tool_file_writer`",
        "- The user asks about previously saved information.",
        "- `mode`: One of `create`, `overwrite`, or `append`.",
        "- `status`: Write status.",
        "- Read only.",
        "An operator must approve each call. A refusal is final: report it and do not work around it.",
        'When it fails, it says "File write failed. No changes were made."',
        "2. Use FileWriter.",
        "1. Source Layer: Verified live data retrieved.",
        "Say it plainly.",
        "- “I could not verify it.”",
        "- “It should be fine.”",
        "1. `tool_voice_tool` (Voice Tool)",
    ):
        assert part in text.split("\n"), part


def test_an_empty_spec():
    assert emit.export(Spec(), "prompt") == "# Tools\n"
    assert exported(Spec(), "mcp") == {"tools": []}


def test_half_a_surrogate_pair_is_escaped():
    spec = Spec(tools=(replace(MEMORY_READER, inputs=(field("a", default="\ud83d"), field("b", default=["\ud83d"]))),))
    for name in FORMATS:
        emit.export(spec, name).encode("utf-8")
    assert exported(spec, "mcp")["tools"][0]["inputSchema"]["properties"]["a"]["default"] == "\ud83d"
    (library,) = emit.libraries(spec)
    text = emit.render(library, TEMPLATES)
    assert emit.verify(text, library) == ()
    text.encode("utf-8")


def test_approval_is_told_where_rules_ask_for_it():
    rules = (GovernanceRule("Do not overwrite without confirmation.", 1, policy="confirm-overwrite"),)
    tool = replace(FILE_WRITER, approval=None, rules=rules)
    assert "An operator must approve" in emit.export(Spec(tools=(tool,)), "prompt")
    tool = replace(FILE_WRITER, approval=Approval(required=False), rules=rules)
    assert "An operator must approve" not in emit.export(Spec(tools=(tool,)), "prompt")


def _schemas(spec: Spec) -> list[Any]:
    found = [tool["inputSchema"] for tool in exported(spec, "mcp")["tools"]]
    found += [tool["outputSchema"] for tool in exported(spec, "mcp")["tools"]]
    found += [tool["function"]["parameters"] for tool in exported(spec, "openai")]
    found += [tool["input_schema"] for tool in exported(spec, "anthropic")]
    return found + list(exported(spec, "json-schema")["$defs"].values())


@given(specs(hostile=True))
def test_every_export_is_something_a_strict_client_takes(spec: Spec):
    for schema in _schemas(spec):
        assert faults(schema) == []
    for name in FORMATS:
        text = emit.export(spec, name)
        assert text.endswith("\n")
        assert text == emit.export(spec, name)


@given(st.data(), tools())
def test_good_arguments_fit_the_schema(data: st.DataObject, tool: Tool):
    given_ = data.draw(objects_of(tool.inputs))
    arguments = {field.parameter: given_[field.name] for field in tool.inputs if field.name in given_}
    assert fits(emit.input_schema(tool), arguments)
    assert fits(emit.output_schema(tool), data.draw(objects_of(tool.outputs)))
    assert not fits(emit.input_schema(tool), arguments | {"no such argument": 1})
