"""Every way in which a module can differ from its spec is noticed before it is written."""

from dataclasses import replace

import pytest

from lma_forge import emit
from lma_forge.model import Kind, Spec
from tests.emit.samples import FILE_WRITER, MEMORY_READER, TEMPLATES, field

TOOL = replace(
    FILE_WRITER,
    inputs=(*FILE_WRITER.inputs, field("limit", Kind.INTEGER, default=5), field("note", required=False)),
)
(LIBRARY,) = emit.libraries(Spec(tools=(TOOL,)))
TEXT = emit.render(LIBRARY, TEMPLATES)


def test_a_good_module():
    assert emit.verify(TEXT, LIBRARY) == ()


SLIPS = {
    "syntax": ("def tool_file_writer(", "def tool_file_writer(("),
    "name": ("def tool_file_writer(", "def tool_file_write("),
    "parameter": ("    mode: str,\n", "    modus: str,\n"),
    "missing parameter": ("    mode: str,\n", ""),
    "order": ("    content: str,\n    mode: str,\n", "    mode: str,\n    content: str,\n"),
    "type": ("    limit: int = 5,\n", "    limit: float = 5,\n"),
    "letters": ("    content: str,\n", '    content: "str | Printable",\n'),
    "default": ("    limit: int = 5,\n", "    limit: int = 6,\n"),
    "required": ("    mode: str,\n", '    mode: str = "create",\n'),
    "null": ("    note: str | None = None,\n", "    note: str = None,\n"),
    "keyword-only": ("    limit: int = 5,\n", "    *,\n    limit: int = 5,\n"),
    "description": ("Creates or updates approved project files.\n\n    Args", "Creates files.\n\n    Args"),
    "argument": ("Target file path.", "A file path."),
    "returns": ("on failure its error", "else its error"),
    "contract": ('"approval": True', '"approval": False'),
    "computed contract": ("TOOL_CONTRACT = {", "TOOL_CONTRACT = {**{}} | {"),
    "icon": ('TOOL_LIBRARY_ICON = "🔧"', 'TOOL_LIBRARY_ICON = ""'),
    "library": ("TOOL_LIBRARY_NAME", "TOOL_LIBRARY_TITLE"),
    "more tools": ("\n\ndef _text(", "\n\ndef tool_more() -> dict:\n    pass\n\n\ndef _text("),
    "prompt": ("\n\ndef _text(", "\n\ndef tool_file_writer_prompt() -> str:\n    return ''\n\n\ndef _text("),
    "hidden tool": ("\n\ndef _text(", "\n\nclass A:\n    def tool_x(self):\n        pass\n\n\ndef _text("),
    "no implementation": ("def _file_writer(", "def _file_writes("),
    "no output class": ("class FileWriterOutput(", "class FileWriterOut("),
    "defined twice": ("\n\ndef _text(", "\n\ndef _failed() -> None:\n    pass\n\n\ndef _text("),
    "runs": ("\n\ndef _text(", "\n\nprint('hi')\n\n\ndef _text("),
    "runs under if": ("\n\ndef _text(", "\n\nif 1:\n    x = 1\n\n\ndef _text("),
    "runs in a loop": ("\n\ndef _text(", "\n\nfor x in []:\n    pass\n\n\ndef _text("),
}


@pytest.mark.parametrize(("old", "new"), SLIPS.values(), ids=SLIPS)
def test_a_slip_is_noticed(old: str, new: str):
    assert TEXT.count(old) >= 1
    problems = emit.verify(TEXT.replace(old, new), LIBRARY)
    assert problems
    assert all(problem and "\n" not in problem for problem in problems)


def test_another_tool_is_noticed():
    (other,) = emit.libraries(Spec(tools=(MEMORY_READER,)))
    assert emit.verify(TEXT, other)


def test_the_place_of_the_guidance_is_part_of_it():
    (library,) = emit.libraries(Spec(tools=(MEMORY_READER,)))
    text = emit.render(library, TEMPLATES, "docstring")
    assert emit.verify(text, library, "docstring") == ()
    assert emit.verify(text, library)


def test_render_refuses_what_it_does_not_know():
    with pytest.raises(ValueError, match='guidance is "description" or "docstring"'):
        emit.render(LIBRARY, TEMPLATES, "both")


def test_a_template_that_asks_for_what_is_not_there_fails():
    jinja2 = pytest.importorskip("jinja2")
    with pytest.raises(jinja2.UndefinedError):
        emit.render(LIBRARY, TEMPLATES | {"lcp/host.py.j2": "{{ nothing.here }}"})
    with pytest.raises(jinja2.TemplateNotFound):
        emit.render(LIBRARY, {"lcp/module.py.j2": '{% include "lcp/missing.py.j2" %}'})


def test_a_template_of_the_project_takes_the_place_of_a_bundled_one():
    text = emit.render(LIBRARY, TEMPLATES | {"lcp/failure.py.j2": "class ToolFailure(ValueError):\n    '''Own.'''\n"})
    assert "class ToolFailure(ValueError):" in text
    assert emit.render(LIBRARY, TEMPLATES) == TEXT
