"""Changes as text, as JSON, as a comment on a pull request, and as findings."""

import json
import re
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from markdown_it import MarkdownIt

from lma_forge import spec
from lma_forge.change import Accept, ChangePolicy, ChangeReport
from lma_forge.errors import UsageError
from lma_forge.report import formats as report_formats
from lma_forge.report.changes import as_findings, formats, render
from lma_forge.rules.changes import RULES, compare
from lma_forge.rules.judging import judge
from tests.strategies import edits

TODAY = date(2030, 5, 1)
BEFORE = """# Tools
**Version:** v1.0
## Tool: NoteReader
Description: Reads notes.
Input:
- key (string): The key.
Rules:
- Read only.
- Missing notes must be reported.
Failure Behavior:
- Return: `Note not found.`
"""
AFTER = (
    BEFORE.replace("(string)", "(integer)")
    .replace("- Read only.\n", "")
    .replace("must be", "should be")
    .replace("Reads notes.", "Finds notes.")
    .replace("- Return", "- Never guess.\n\nFailure Behavior:\n\n- Return")
    .replace("Failure Behavior:\n- Never", "- Never")
)


def report(before: str = BEFORE, after: str = AFTER, policy: ChangePolicy | None = None) -> ChangeReport:
    changes = compare(spec.parse(before, "main:t.md").spec, spec.parse(after, "t.md").spec)
    judged = judge(changes, policy or ChangePolicy(), TODAY)
    return replace(judged, against="main", sources={"main:t.md": before, "t.md": after}, rules=RULES)


def test_the_formats_are_those_of_findings_and_one_for_pull_requests():
    assert set(formats()) == {*report_formats(), "markdown"}
    assert {"text", "json", "github", "sarif", "junit"} <= set(formats())
    with pytest.raises(UsageError, match="markdown"):
        render(report(), "yaml")


def test_text_stands_under_what_changes_do_the_gravest_first():
    text = render(report(), "text")
    headings = [line for line in text.splitlines() if line.endswith(tuple("123456789")) and " (" in line]
    assert headings == [
        "Breaks callers (B): 1",
        "Weakens governance (G): 2",
        "Changes what routes the model here (W): 1",
        "Tightens governance (T): 1",
        "Documentation only (D): 1",
    ]
    assert "6 | - key (integer): The key." in text
    assert "= note: before: string (main:t.md:6:8)" in text
    fingerprint = report().judged[0].change.fingerprint
    assert f"(input-type-changed, {fingerprint})" in text


def test_no_change_is_no_text():
    assert render(report(BEFORE, BEFORE), "text") == ""
    assert "Nothing changed in meaning" in render(report(BEFORE, BEFORE), "markdown")


def test_json_carries_every_change_with_both_places():
    document = json.loads(render(report(), "json"))
    first = document["changes"][0]
    assert (first["code"], first["category"], first["level"], first["fails"]) == ("CHG208", "B", "error", True)
    assert (first["tool"], first["field"], first["old"], first["new"]) == ("NoteReader", "key", "string", "integer")
    assert (first["old_span"]["path"], first["old_span"]["line"]) == ("main:t.md", 6)
    assert (first["new_span"]["path"], first["new_span"]["column"]) == ("t.md", 8)
    assert document["summary"]["by_category"] == {"B": 1, "R": 0, "G": 2, "W": 1, "T": 1, "A": 0, "D": 1}
    assert (document["summary"]["bump"], document["summary"]["fails"]) == ("major", True)
    assert document["against"] == "main"


def accepted() -> ChangeReport:
    fingerprint = report().judged[0].change.fingerprint
    accepts = (Accept(fingerprint, "agreed *here*", date(2031, 1, 1)), Accept("0" * 12, "old"))
    return report(policy=ChangePolicy(accepts=accepts))


def test_an_accepted_change_is_told_apart_in_every_format():
    found = accepted()
    assert "Accepted: 1" in render(found, "text")
    assert "until 2031-01-01" in render(found, "text")
    assert "there is no change with the fingerprint 000000000000" in render(found, "text")
    first = json.loads(render(found, "json"))["changes"][0]
    assert first["accepted"] == {"reason": "agreed *here*", "until": "2031-01-01"}
    assert json.loads(render(found, "json"))["remarks"][0]["code"] == "CFG106"
    assert "<summary>Accepted on purpose (1)</summary>" in render(found, "markdown")
    assert r"accepted: agreed \*here\*, until 2031-01-01" in render(found, "markdown")
    for name in ("github", "sarif", "junit", "concise"):
        assert "CHG208" not in render(found, name).replace(repr(RULES), "")
        assert "CFG106" in render(found, name)


def test_markdown_tells_what_breaks_what_weakens_and_what_is_new_in_that_order():
    text = render(report(), "markdown")
    places = [text.index(title) for title in ("#### What breaks", "#### What weakens governance", "#### What is new")]
    assert places == sorted(places)
    assert text.startswith("### Spec changes against `main`\n\n**1 breaks callers, 2 weaken governance, ")
    assert "They ask for a new major version." in text
    assert "  ```diff\n  - Missing notes must be reported.\n  + Missing notes should be reported.\n  ```" in text
    assert "<summary>What routes the model (1)</summary>" in text
    assert text.count("<details>") == text.count("</details>")


HOSTILE = "</details> <img src=x> @team #1 ``` [a](http://x) *b* | `c` ![d](e) www.example.org"


def test_text_of_a_spec_makes_no_markup_in_a_comment():
    after = AFTER.replace("Never guess.", f"Never guess. {HOSTILE}")
    text = render(report(after=after), "markdown")
    html = MarkdownIt("gfm-like", {"linkify": False}).render(text)
    for tag in ("<img", "<a ", "<em>", "href"):
        assert tag not in html
    prose = re.sub(r"<pre>.*?</pre>|<code>.*?</code>", "", html, flags=re.DOTALL)
    assert "team" in prose
    assert "@team" not in prose
    assert "#1" not in prose
    assert "http://x" not in prose
    assert html.count("<details>") == html.count("</details>") == 2


def test_a_comment_is_never_longer_than_a_comment_may_be():
    rules = "".join(f"- Rule {index} must hold for {'word ' * 40}.\n" for index in range(800))
    before = BEFORE.replace("- Read only.\n", rules)
    text = render(report(before, BEFORE), "markdown")
    assert len(text) < 65_536
    assert "more entries do not fit here" in text
    tools = "".join(f"## Tool: Tool{index}\nDescription: Reads {'page ' * 60}.\n" for index in range(300))
    text = render(report(tools, tools.replace("Reads", "Finds")), "markdown")
    assert len(text) < 65_536
    assert text.count("<details>") == text.count("</details>") == 1


def test_changes_are_findings_at_their_new_places():
    found = as_findings(report())
    assert [one.code for one in found.diagnostics][:2] == ["CHG208", "CHG508"]
    assert {one.span.path for one in found.diagnostics} == {"t.md"}
    sarif = json.loads(render(report(), "sarif"))["runs"][0]
    assert all(result["partialFingerprints"] for result in sarif["results"])
    assert {rule["id"] for rule in sarif["tool"]["driver"]["rules"]} >= {"CHG208", "CHG508"}
    assert render(report(), "concise").splitlines()[0].startswith("t.md:6:8: error CHG208 input-type-changed: ")


@given(edits())
def test_every_format_takes_every_change(edit):
    before, after, _ = edit
    found = judge(compare(before, after), ChangePolicy(), TODAY)
    for name in formats():
        shown = render(found, name)
        shown.encode("utf-8")
        assert not any(character < " " and character != "\n" for character in shown)
