"""What a model reads of a tool, and that nothing in it is misread."""

import ast
from dataclasses import replace

import pytest

from lma_forge import emit, lcp
from lma_forge.emit.wording import IN_DOCSTRING, parameter_text, tool_docstring
from lma_forge.model import (
    AllowedValue,
    Block,
    BlockKind,
    Bullet,
    Effect,
    Failure,
    Field,
    FieldType,
    GovernanceRule,
    Kind,
    Prose,
    Spec,
    Tool,
)
from lma_forge.project.style import style
from tests.emit.samples import MEMORY_READER, TEMPLATES, field, prose


def test_the_docstring_of_a_tool():
    assert "\n".join(tool_docstring(MEMORY_READER)) == (
        "Reads stored memory from the LMA memory layer.\n"
        "Use when: The user asks about previously saved information. LMA needs known user preferences, "
        "project details, or system context.\n"
        "Do not use when: The information is not stored in memory.\n"
        "\n"
        "Rule 1: Read only.\n"
        "Rule 2: Do not invent memory.\n"
        "\n"
        "Args:\n"
        "    key (str): The memory key or topic to retrieve.\n"
        "\n"
        "Returns:\n"
        "    A dict. On success its output holds value (string) and found (boolean); "
        'on failure its error is "Memory key not found."'
    )


def test_the_guidance_may_stand_below():
    lines = tool_docstring(MEMORY_READER, IN_DOCSTRING)
    assert lines[:3] == ("Reads stored memory from the LMA memory layer.", "", lines[2])
    assert lines[2].startswith("Use when: The user")


@pytest.mark.parametrize(
    ("prose_", "line"),
    [
        (prose("One", "Two."), "One Two."),
        (Prose((Block(BlockKind.PARAGRAPH, "It does:"), Block(BlockKind.BULLET, "a"), Block(BlockKind.BULLET, "b"))),
         "It does: a; b."),
        (Prose((Block(BlockKind.STEP, "First."), Block(BlockKind.STEP, "Then."))), "First. Then."),
        (Prose((Block(BlockKind.PARAGRAPH, "See."), Block(BlockKind.CODE, "x = 1"))), "See."),
        (prose("Is it?"), "Is it?"),
        (Prose(), "Memory Reader is a tool without a description."),
    ],
)  # fmt: skip
def test_a_description_is_one_line(prose_: Prose, line: str):
    assert tool_docstring(replace(MEMORY_READER, description=prose_))[0] == line


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (field("key", description="The key."), "The key."),
        (field("key", description="No stop"), "No stop"),
        (field("key", description=""), "The key."),
        (field("max_size", description=""), "The max size."),
        (field("mode", description="", allowed=("a", "b")), "One of `a` or `b`."),
        (field("mode", description="How", allowed=("a", "b", "c")), "How. One of `a`, `b`, or `c`."),
        (field("mode", Kind.LIST, "How.", allowed=("a", "b")), "How. Items are one of `a` or `b`."),
        (field("on", Kind.BOOLEAN, "", allowed=(True,)), "One of `true`."),
        (field("count", Kind.INTEGER, "Count.", limits=(1, 5)), "Count. 1 to 5."),
        (field("count", Kind.STRING, "Text.", limits=(None, 5)), "Text. At most 5 characters."),
        (field("tags", Kind.LIST, "Tags.", default=["a"]), 'Tags. Default: ["a"].'),
        (field("size", Kind.INTEGER, "Size.", default=3), "Size."),
        (field("size", Kind.INTEGER, "Size", nullable=True), "Size. May be null."),
        (field("sizes", Kind.LIST, "Sizes", item=Kind.INTEGER), "Sizes. Items are of type integer."),
        (field("names", Kind.LIST, "Names", item=Kind.STRING), "Names"),
        (field("day", Kind.DATE, "Day"), "Day. An ISO 8601 date."),
        (
            field("server", Kind.OBJECT, "Server", members=(field("host"), field("port", Kind.INTEGER, default=80))),
            "Server. Has `host` (string) and `port` (integer, optional).",
        ),
        (field("rows", Kind.LIST, "Rows", members=(field("id"),)), "Rows. Each item has `id` (string)."),
        (field("from", description="Start."), "Start. Called `from` in the spec."),
        (
            Field("mode", FieldType(Kind.STRING), allowed=(AllowedValue("a", "quick"), AllowedValue("b"))),
            "One of `a` (quick) or `b`.",
        ),
    ],
)
def test_the_description_of_a_parameter(given: Field, text: str):
    assert parameter_text(given) == text


MISREAD = (
    "args:",
    "Args",
    "Args:",
    "Returns:",
    "Returns.",
    "note",
    "Note:",
    "Example",
    "See Also:",
    "key (string): hijacked.",
    "key: hijacked.",
    "key - hijacked.",
    "- key: hijacked.",
    "1. key: hijacked.",
    "12-3: x",
    "* key (string): hijacked",
    "read-only access to notes.",
    "Read-only access to notes.",
    "reads notes.",
    "reads",
    "e2e tests.",
    "iPhone notes.",
    "tool_note_keeper(key) gives notes.",
    "It is tool_note_keeper(key).",
    "Ends with a colon:",
    "Ends with a backslash\\",
    'Ends with quotes """',
    "Ends with quote '",
    'Says "hi"',
    '"Quoted".',
    "`code`: text",
    "(string): text",
    "[link](x): y",
    "@param key: x",
    ":param key: x",
    "# noqa",
    "# type: ignore",
    ">>> key: x",
    "…",
    ".",
    "-",
    "\u00a0key: x",
    "日本語: x",
    "A\u2028key (string): hijacked.",
    "A\x0bkey (string): hijacked.",
    "A\x1ckey (string): hijacked.",
    "A\x85key (string): hijacked.",
    "A\rkey (string): hijacked.",
    "A\n\nkey (string): hijacked.",
    "A\tb.",
    "{{ name }} {% raw %} {# x #}",
    "%s {x} ${x}",
    "C:\\users\\new \\N{x} \\x00 \\u0041",
    "\0 \u202e \ufeff \U000e0041",
    "x" * 10_000,
)
"""Texts that some reader takes for something else than a sentence."""


def hostile_tool(text: str, *, inputs: bool) -> Tool:
    """A tool that says `text` wherever a spec can say something."""
    return Tool(
        "NoteKeeper",
        description=prose(text),
        use_when=(Bullet(text, (text,)), Bullet(text)),
        do_not_use_when=(Bullet(text),),
        inputs=(
            field("key", description=text),
            field("mode", description=text, allowed=(text, "b")),
            field("note", description=text, default=text),
            field("tags", Kind.LIST, description=text, default=[text]),
        )
        if inputs
        else (),
        outputs=(field("key", description=text, allowed=(text, "b")), field("found", Kind.LIST, text)),
        rules=(GovernanceRule(text, 1, (text,)),),
        failures=(Failure(text), Failure(text, condition=text, code=text)),
        effects=(Effect.WRITE,),
        category=text,
        icon=text,
    )


@pytest.mark.parametrize("inputs", [True, False])
@pytest.mark.parametrize("layout", ["tool", "category"])
def test_no_text_is_misread_by_anybody(inputs: bool, layout: str):
    libraries = [
        library
        for text in MISREAD
        for library in emit.libraries(Spec(tools=(hostile_tool(text, inputs=inputs),)), layout)
    ]
    texts = [emit.render(library, TEMPLATES) for library in libraries]
    for text, library, module, styled in zip(MISREAD, libraries, texts, style(texts), strict=True):
        assert emit.verify(module, library) == (), text
        assert styled.problems == (), text
        assert emit.verify(styled.text, library) == (), text
        assert "noqa" not in "".join(line for line in styled.text.splitlines() if line.lstrip().startswith("#"))
        _check_host_view(styled.text, text, inputs=inputs)


def _check_host_view(module: str, text: str, *, inputs: bool) -> None:
    (view,) = lcp.read(module).tools
    names = ["key", "mode", "note", "tags"] if inputs else []
    for compat in (None, "lollms"):
        schema = lcp.schema(view, compat)["input_schema"]
        assert isinstance(schema, dict)
        assert list(schema["properties"]) == names
    start = view.docstring.index("\nArgs:") if inputs else len(view.docstring)
    outside = [*view.docstring[:start].splitlines(), *view.docstring[view.docstring.index("\nReturns:") :].splitlines()]
    assert not any(lcp.looks_like_parameter(line) for line in outside)
    said = " ".join(text.split())
    assert said in " ".join(view.docstring.split())
    function = next(node for node in ast.parse(module).body if getattr(node, "name", "") == "tool_note_keeper")
    imports = [node for node in ast.walk(function) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert imports == []


def test_a_title_is_put_before_a_text_that_would_be_misread():
    first = {text: tool_docstring(hostile_tool(text, inputs=True))[0] for text in MISREAD}
    assert first["read-only access to notes."] == "Note Keeper — read-only access to notes."
    assert first["reads notes."] == "Note Keeper — reads notes."
    assert first["Returns."] == "Note Keeper — Returns."
    assert first["It is tool_note_keeper(key)."] == "Note Keeper does what follows."
    assert first["e2e tests."] == "e2e tests."
