"""What the strategies promise of the specs they make."""

import json

from hypothesis import given

from lma_forge.model import Spec
from lma_forge.names import MAX_TOOL_NAME, folded, is_identifier
from tests.strategies import documents, plain_lines, specs


@given(specs(minimum=1))
def test_names_of_a_spec_stay_apart_and_are_usable(spec: Spec):
    names = [tool.function for tool in (*spec.tools, *spec.reserved)]
    assert len({folded(name) for name in names}) == len(names)
    assert all(is_identifier(name) and len(name) <= MAX_TOOL_NAME for name in names)


@given(specs(minimum=1))
def test_every_tool_has_one_default_failure(spec: Spec):
    for tool in spec.tools:
        assert [failure.condition for failure in tool.failures].count("") == 1
        assert not tool.failure.condition


@given(specs(minimum=1))
def test_examples_name_the_fields_of_their_tool(spec: Spec):
    for tool in spec.tools:
        for example in tool.examples:
            given_names = set(json.loads(example.input.text))
            assert given_names <= {field.name for field in tool.inputs}
            assert given_names >= {field.name for field in tool.inputs if field.required}


@given(plain_lines(hostile=True))
def test_plain_lines_are_one_stripped_line(text: str):
    assert text == text.strip()
    assert not set(text) & set("\r\n\0")


@given(documents())
def test_documents_are_text(text: str):
    assert isinstance(text, str)
