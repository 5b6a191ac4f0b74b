"""The canonical layout: the same meaning, nothing lost, and nothing left to change."""

import re
from pathlib import Path

import pytest
from hypothesis import given

from lma_forge.model import Spec
from lma_forge.spec import parse, write
from lma_forge.spec.layout import Laid, Left, lay_out
from tests.projects import READER
from tests.strategies import rough_specs, specs

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"
CANONICAL = """# Notes

## Tool: NoteReader

Description:

Reads a note from the notebook.

Use When:

- The user asks about an earlier note.

Do Not Use When:

- The note is in the conversation.

Input:

- key (string): Which note.

Output:

- text (string): The note.

Rules:

- Read only.

Failure Behavior:

- Return: `Note not found.`

Effects: read

Approval: no
"""


def laid(text: str) -> Laid:
    found = lay_out(text)
    if found.text is not None:
        assert parse(found.text).spec == parse(text).spec
        assert lay_out(found.text).text == found.text
    return found


@pytest.mark.parametrize(
    "text",
    [
        CANONICAL,
        f"# Notes\n{READER}",
        f"# Notes\n{READER}".replace("\n", "\r\n"),
        f"\ufeff# Notes\n{READER}\n\n\n",
        f"# Notes\n{READER}".replace("\n- ", "\n* "),
        f"# Notes\n{READER}".replace("Input:", "**Inputs:**").replace("Rules:", "### Rules"),
        f"# Notes\n{READER}".replace("Effects: read\n", "").replace("Use When:", "Effects: read\nUse When:", 1),
        "Spaces:\n" + "".join(f"| {line} | |\n" for line in f"# Notes\n{READER}".split("\n")),
    ],
)
def test_each_way_of_writing_gives_the_canonical_one(text: str):
    assert laid(text).text == CANONICAL


@pytest.mark.parametrize(
    ("find", "put", "kept"),
    [
        ("Input:", "<!-- about the input -->\nInput:", "<!-- about the input -->\n\nInput:\n"),
        (
            "Rules:",
            "<!-- lma: disable SPEC203 -- old -->\n\nRules:",
            "<!-- lma: disable SPEC203 -- old -->\n\nRules:\n",
        ),
        ("- Read only.\n", "- Read only.\n\n<!-- and so on -->\n", "- Read only.\n\n<!-- and so on -->\n"),
        ("## Tool", "<!-- above -->\n\n## Tool", "<!-- above -->\n\n## Tool"),
    ],
)
def test_comments_stay_where_they_stand(find: str, put: str, kept: str):
    text = f"# Notes\n{READER}".replace(find, put, 1)
    found = laid(text)
    assert found.left == ()
    assert found.text is not None
    assert kept in found.text
    assert re.sub(r"<!--.*?-->\n\n", "", found.text).replace("\n\n\n", "\n\n") == CANONICAL


def test_a_tool_with_a_comment_inside_a_line_is_left_as_it_is():
    text = f"# Notes\n{READER}".replace("Which note.", "Which note. <!-- really -->")
    found = laid(text)
    line = text[: text.index("<!--")].count("\n") + 1
    assert found.left == (Left("NoteReader", line, "`really` has no place in the canonical layout"),)
    assert found.text is not None
    assert "<!-- really -->" in found.text


def test_a_section_that_says_none_is_named_as_the_reason():
    text = f"# Notes\n{READER}".replace("- Read only.", "None")
    (left,) = laid(text).left
    assert text.split("\n")[left.line - 1].startswith("Rules")
    assert "without any item" in left.reason


def test_prose_fences_and_separators_stay():
    fence = "```text\n*  kept   \n\n\n## Tool: No\n```\n"
    found = laid(f"# Notes\nHello *there*.\n\n\n* one\n* two\n\n{fence}---\n{READER}\n---\n\n## Later\nBye.\n")
    assert found.text is not None
    assert found.text.startswith(f"# Notes\n\nHello *there*.\n\n- one\n- two\n\n{fence}\n---\n\n## Tool: NoteReader\n")
    assert found.text.endswith("Approval: no\n\n---\n\n## Later\n\nBye.\n")


def test_a_spec_with_errors_has_no_layout():
    found = lay_out(READER.replace("key (string)", "key (strnig)"))
    assert found.text is None
    assert [error.code for error in found.errors] == ["SPEC204"]


@pytest.mark.skipif(
    not SEEDS.exists(), reason="the source documents lie beside the checkout only where they were prepared"
)
def test_the_three_forms_of_the_source_document_become_one():
    texts = [(SEEDS / name).read_text(encoding="utf-8") for name in ("Tools.md", "Tools.compact.md", "Tools.page.txt")]
    results = [laid(text) for text in texts]
    assert [result.left for result in results] == [(), (), ()]
    own, compact, page = (result.text for result in results)
    assert own == compact == page


@given(rough_specs())
def test_careless_documents_keep_their_meaning_and_comments(text: str):
    found = laid(text)
    for one in found.left:
        assert 1 <= one.line <= text.count("\n") + 1
        assert one.name
        assert one.reason
    if found.text is not None:
        assert sorted(re.findall("<!--.*?-->", found.text)) == sorted(re.findall("<!--.*?-->", text))


@given(specs())
def test_a_spec_that_was_written_stays_as_it_is(spec: Spec):
    text = write(spec)
    found = laid(text)
    assert found.text == text or found.left
