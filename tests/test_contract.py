"""A module is taken apart into definitions, and what a person touched is told from what we wrote."""

import pytest

from lma_forge.project.contract import Definition, compare, definitions

FRESH = '''"""Doc."""

import os
from typing import Any as Anything, TypedDict

NAME: str = "x"
FAILURE = "f"  # said


@decorated
def tool_x(a: int) -> dict:
    """Do."""
    return _x(a)


def _x(a: int) -> dict:
    """Write this."""
    raise NotImplementedError
'''


def parts(text: str = FRESH) -> tuple[Definition, ...]:
    return definitions(text)


def last(text: str = FRESH) -> dict[str, str]:
    return {found.name: found.digest for found in definitions(text) if not found.is_stub}


def test_definitions_are_named_and_placed():
    assert [(found.name, found.line, found.is_stub) for found in parts()] == [
        ("__doc__", 1, False),
        ("import os", 3, False),
        ("from typing import Any as Anything", 4, False),
        ("from typing import TypedDict", 4, False),
        ("NAME", 6, False),
        ("FAILURE", 7, False),
        ("tool_x", 10, False),
        ("_x", 16, True),
    ]
    assert parts()[-1].signature == "_x(a: int) -> dict"
    assert parts()[6].text.startswith("@decorated\ndef tool_x")


def test_a_signature_over_several_lines_is_one_line():
    (stub,) = parts(
        "async def g(): ...\ndef _x(\n    a: int,\n    b: str = '',\n) -> dict:\n    raise NotImplementedError\n"
    )[1:]
    assert stub.signature == "_x(a: int, b: str = '') -> dict"


def test_other_line_ends_make_no_difference():
    crlf = FRESH.replace("\n", "\r\n")
    assert [found.digest for found in parts(crlf)] == [found.digest for found in parts()]
    assert compare(crlf, parts(), last()).current


@pytest.mark.parametrize("text", ["def (:\n", "x = '\0'\n", "(" * 5000 + ")" * 5000])
def test_what_is_no_python_raises_what_is_documented(text):
    with pytest.raises((SyntaxError, ValueError, RecursionError, MemoryError)):
        definitions(text)


def test_a_body_and_helpers_are_the_persons():
    text = FRESH.replace('    """Write this."""\n    raise NotImplementedError', "    return {}") + "\n\nHELPER = 1\n"
    assert compare(text, parts(), last()) == compare(FRESH, parts(), last())
    assert compare(text, parts(), last()).current


def test_an_edit_of_the_contract_is_named_with_its_line():
    text = FRESH.replace('"f"', '"g"')
    found = compare(text, parts(), last())
    assert (found.current, found.edited) == (False, (("FAILURE", 7),))


def test_a_changed_spec_is_no_edit():
    fresh = parts(FRESH.replace("a: int", "a: str"))
    found = compare(FRESH + "\nMINE = 1\n", fresh, last())
    assert (found.current, found.edited) == (False, ())


def test_an_edit_is_told_though_the_spec_changed_too():
    fresh = parts(FRESH.replace("a: int", "a: str"))
    assert compare(FRESH.replace("return _x(a)", "return {}"), fresh, last()).edited == (("tool_x", 10),)


@pytest.mark.parametrize("gone", ['FAILURE = "f"  # said\n', "import os\n", '"""Doc."""\n'])
def test_what_is_gone_counts_as_edited(gone):
    (edit,) = compare(FRESH.replace(gone, ""), parts(), last()).edited
    assert edit[1] == 1


def test_a_missing_implementation_counts_as_edited():
    assert compare(FRESH[: FRESH.index("def _x")], parts(), last()).edited == (("_x", 1),)


def test_without_a_memory_every_difference_counts_as_edited():
    fresh = parts(FRESH.replace("a: int", "a: str"))
    assert compare(FRESH, fresh, None).edited == (("tool_x", 10),)
    assert compare(FRESH, parts(), None).current


def test_an_edited_definition_that_the_contract_lost_is_told():
    fresh = parts(FRESH.replace('FAILURE = "f"  # said\n', ""))
    assert compare(FRESH.replace('"f"', '"g"'), fresh, last()).edited == (("FAILURE", 7),)
    assert compare(FRESH, fresh, last()).current


def test_a_definition_new_in_the_contract_that_the_person_has_is_an_edit():
    fresh = parts(FRESH.replace("FAILURE =", "NEW = 1\nFAILURE ="))
    assert compare(FRESH + "NEW = 2\n", fresh, last()).edited == (("NEW", 19),)
    assert compare(FRESH, fresh, last()) == compare(FRESH + "OWN = 2\n", fresh, last())
