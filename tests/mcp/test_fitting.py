"""The short look at a value and its schema never says yes where jsonschema says no."""

import itertools

import pytest

pytest.importorskip("mcp", reason="the extra `mcp` is not installed: nothing of MCP is tested")

import jsonschema

from lma_forge.runtime.fitting import mismatch, surely_fits

TYPES = ("string", "integer", "number", "boolean", "null", "array", "object")
PLAIN = [{"type": kind} for kind in TYPES]
SCHEMAS = [
    {},
    {"description": "anything"},
    *PLAIN,
    *({"type": "array", "items": item} for item in ({}, *PLAIN)),
    *(
        {"type": "object", "properties": {"a": field}, "required": required, "additionalProperties": others}
        for field in ({}, *PLAIN)
        for required in ([], ["a"], ["a", "b"])
        for others in (True, False, {"type": "integer"})
    ),
    {"type": "object", "required": ["a"]},
    {"type": ["string", "null"]},
    {"type": "integer", "minimum": 5},
    {"type": "string", "enum": ["a", "b"]},
    {"type": "string", "pattern": "^a"},
    {"enum": [1]},
    {"const": 0},
    {"properties": {"a": {"type": "string"}}},
    {"items": {"type": "string"}},
    {"anyOf": [{"type": "string"}, {"type": "integer"}]},
    {"type": "array", "prefixItems": [{"type": "string"}]},
    {"type": "object", "patternProperties": {"^a": {"type": "string"}}},
    {"type": "zz-unknown", "title": "odd"},
]
LEAVES = ("", "a", "b", 0, 1, 5, 1.0, 1.5, True, False, None)
VALUES = [
    *LEAVES,
    *([leaf] for leaf in LEAVES),
    ["a", 1],
    [[]],
    {},
    *({"a": leaf} for leaf in LEAVES),
    *({"a": "a", "b": leaf} for leaf in LEAVES),
    {"a": {"a": []}},
    {"c": 1},
]


def test_a_short_look_never_says_yes_where_a_long_one_says_no():
    yes = 0
    for schema, value in itertools.product(SCHEMAS, VALUES):
        if surely_fits(value, schema):
            yes += 1
            assert jsonschema.Draft202012Validator(schema).is_valid(value), (schema, value)
    assert yes > 300


def test_what_the_tools_of_a_spec_give_is_settled_by_a_short_look():
    schema = {
        "type": "object",
        "properties": {"status": {"type": "string"}, "n": {"type": "integer"}, "found": {"type": "array", "items": {}}},
        "required": ["status", "n", "found"],
        "additionalProperties": False,
    }
    assert surely_fits({"status": "a", "n": 1, "found": [1, "a"]}, schema)


@pytest.mark.parametrize(
    ("value", "schema", "says"),
    [
        ({"n": "x"}, {"type": "object", "properties": {"n": {"type": "integer"}}}, "not of type 'integer'"),
        ({}, {"type": "object", "required": ["n"]}, "'n' is a required property"),
        (3, {"type": "integer", "minimum": 5}, "minimum"),
        (7, {"type": "integer", "minimum": 5}, ""),
        (1.0, {"type": "integer"}, ""),
        ("x" * 10_000, {"type": "integer"}, "xxx"),
    ],
)
def test_what_does_not_fit_is_said(value, schema, says):
    said = mismatch(value, schema)
    assert says in said
    assert bool(said) == bool(says)
    assert len(said) <= 300
