"""Each output format says where, what, and how bad, and nothing in a spec can act on the terminal."""

import json

import pytest
from hypothesis import given

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Related, Report, Severity, Span
from lma_forge.errors import UsageError
from lma_forge.report import formats, render
from tests.strategies import reports

SOURCE = "# Spec\r\n\t- key (strnig): The key.\n"
PLACE = Span("specs/Tools.md", 2, 9, 2, 15)
FOUND = Diagnostic(
    "SPEC204",
    "unknown-type",
    Severity.ERROR,
    "`strnig` is no type; write `string`.",
    PLACE,
    help="string\nor integer",
    related=(Related("the tool starts here", Span("specs/Tools.md", 1, 1)),),
    fix=Fix("Write `string`", (Edit(PLACE, "string"),), Applicability.UNSAFE),
)
REPORT = Report((FOUND,), {"specs/Tools.md": SOURCE}, files_checked=3)


def test_the_formats_are_the_files_of_the_folder():
    assert formats() == (*("concise", "github", "gitlab", "json", "json-lines", "junit", "rdjson", "sarif", "text"),)


def test_an_unknown_format_is_refused_with_the_choices():
    with pytest.raises(
        UsageError, match="choose one of concise, github, gitlab, json, json-lines, junit, rdjson, sarif, text"
    ):
        render(REPORT, "yaml")


def test_text_shows_the_line_and_marks_the_place():
    assert render(REPORT, "text").splitlines() == [
        "error[SPEC204] `strnig` is no type; write `string`.",
        " --> specs/Tools.md:2:9 (unknown-type)",
        "  |",
        "2 |     - key (strnig): The key.",
        "  |            ^^^^^^",
        "  = note: the tool starts here (specs/Tools.md:1:1)",
        "  = help: string",
        "          or integer",
        "  = fix: Write `string` (unsafe)",
    ]


def test_concise_is_one_line():
    expected = "specs/Tools.md:2:9: error SPEC204 unknown-type: `strnig` is no type; write `string`.\n"
    assert render(REPORT, "concise") == expected


def test_json_carries_everything():
    document = json.loads(render(REPORT, "json"))
    assert document["summary"] == {"errors": 1, "warnings": 0, "infos": 0, "files": 3}
    (found,) = document["diagnostics"]
    assert (found["code"], found["name"], found["severity"]) == ("SPEC204", "unknown-type", "error")
    assert (found["line"], found["column"], found["end_line"], found["end_column"]) == (2, 9, 2, 15)
    assert found["related"][0]["line"] == 1
    assert found["fix"]["applicability"] == "unsafe"
    assert found["fix"]["edits"][0]["text"] == "string"


@pytest.mark.parametrize("format_name", ["text", "concise"])
def test_no_findings_is_no_text(format_name):
    assert render(Report(()), format_name) == ""


def test_colour_only_where_asked():
    assert "\x1b[" in render(REPORT, "text", colour=True)
    assert "\x1b[" in render(REPORT, "concise", colour=True)
    assert "\x1b[" not in render(REPORT, "json", colour=True)
    assert "\x1b[" not in render(REPORT, "text")


def test_a_long_line_is_cut_around_the_place():
    source = "a" * 5000 + "BAD" + "b" * 5000
    found = Diagnostic("SPEC999", "x", Severity.WARNING, "m", Span("f", 1, 5001, 1, 5004))
    shown = render(Report((found,), {"f": source}), "text").splitlines()
    assert len(shown[3]) < 200
    assert shown[3][shown[4].index("^") :].startswith("BAD")


def test_a_message_without_end_is_cut_in_its_middle():
    found = Diagnostic("SPEC999", "x", Severity.WARNING, "start" + "x" * 5000 + "end", Span("f", 1, 1))
    for name in ("text", "concise"):
        shown = render(Report((found,)), name)
        assert len(shown) < 800
        assert "start" in shown
        assert "end" in shown
    assert "x" * 5000 in render(Report((found,)), "json")


def test_wide_characters_are_marked_in_their_cells():
    found = Diagnostic("SPEC999", "x", Severity.WARNING, "m", Span("f", 1, 3, 1, 4))
    shown = render(Report((found,), {"f": "日本x"}), "text").splitlines()
    assert shown[4] == "  |     ^"


def test_a_place_outside_of_the_source_is_shown_without_a_line():
    found = Diagnostic("SPEC999", "x", Severity.WARNING, "m", Span("f", 9, 1, 9, 2))
    assert len(render(Report((found,), {"f": "one line"}), "text").splitlines()) == 2


@given(reports())
def test_nothing_can_act_on_the_terminal(report):
    for name in formats():
        shown = render(report, name)
        shown.encode("utf-8")
        assert not any(ch < " " and ch != "\n" for ch in shown)
        assert "\x1b" not in shown
        assert "\u202e" not in shown
