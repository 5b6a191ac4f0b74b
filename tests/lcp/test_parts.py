"""Parsing in parts gives what parsing as a whole gives, whatever stands in the module."""

import ast

import pytest
from hypothesis import given

from lma_forge import lcp
from lma_forge.emit import libraries, render
from lma_forge.lcp.parts import Known
from lma_forge.project.config import Config
from lma_forge.project.contract import definitions
from lma_forge.project.templates import load
from lma_forge.resources import package_folder
from tests.strategies import specs

HELPER = 'def _helper(a):\n    """Help.\n\n    More.\n    """\n    return a'


def taught() -> Known:
    known = Known()
    for _ in range(2):
        known.parse(f"A = 1\n\n\n{HELPER}\n")
    return known


def test_a_known_definition_takes_its_place():
    text = f"import os\n\nX = 1\n\n\n{HELPER}\n\n\ndef tool_a() -> dict:\n    return {{}}\n"
    tree = taught().parse(text)
    assert tree is not None
    assert ast.dump(tree) == ast.dump(ast.parse(text))
    assert [(node.lineno, node.end_lineno) for node in tree.body] == [
        (node.lineno, node.end_lineno) for node in ast.parse(text).body
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"X = '''\n\n\n{HELPER}\n\n\n'''\n",
        f"if True:\n    X = (\n\n\n{HELPER}\n\n\n)\n",
        f"@decorated\n{HELPER}\n",
    ],
)
def test_what_only_looks_like_one_is_not_taken_for_it(text: str):
    try:
        whole = ast.dump(ast.parse(text))
    except SyntaxError:
        whole = None
    try:
        tree = taught().parse(text)
        found = None if tree is None else ast.dump(tree)
    except SyntaxError:
        found = None
    assert found in {None, whole}


def test_a_decorated_helper_that_many_modules_have_is_read():
    text = f"def tool_a() -> dict:\n    return {{}}\n\n\n@decorated\n{HELPER}\n"
    assert taught().parse(text) is None, "the decorator alone is no module"
    for number in range(3):
        assert lcp.read(text + f"X = {number}\n", alike=True).error is None
        assert lcp.read(f"X = {number}\n{text}", alike=True).error is None


@given(specs(maximum=1))
def test_generated_modules_read_the_same_in_parts(spec):
    templates = load(Config(package_folder()))
    known = Known()
    texts = [render(library, templates) for library in libraries(spec)]
    for text in texts:
        known.parse(text)
        known.parse(text)
        tree = known.parse(text)
        assert tree is not None
        assert ast.dump(tree) == ast.dump(ast.parse(text))
        assert definitions(text, tree) == definitions(text)
        assert lcp.read(text, alike=True) == lcp.read(text)
