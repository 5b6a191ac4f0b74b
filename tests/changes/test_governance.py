"""What a careless colleague might do to the rules, and that it is never filed as wording."""

import pytest

from lma_forge import spec
from lma_forge.change import Category
from lma_forge.rules.changes import compare, compare_all

TOOL = """
## Tool: NoteWriter
Description: Writes approved notes of the project.
Use When:
- The user asks for it.
Do Not Use When:
- The note is private.
Input:
- text (string): What to write.
Output:
- status (string): How it went.
Rules:
- Do not overwrite important notes without confirmation.
- Keep at most 10 notes open.
- Never guess what a note says.
Failure Behavior:
- Return: `Note not written.`
"""
RULES = """# Global Tool Rules
1. Do not invent data.
2. Do not run destructive operations without explicit approval.

"""
PROSE = "\n# Final Rule\nTools never decide. The user stays in control.\n\n# About\nThis page was written in spring.\n"


def changes(before: str, after: str):
    return compare(spec.parse(before).spec, spec.parse(after).spec)


def codes(before: str, after: str) -> list[str]:
    return [change.code for change in changes(before, after)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("- Do not overwrite important notes without confirmation.\n", "", ["CHG509"]),
        ("notes without confirmation", "notes", ["CHG509"]),
        (
            "Do not overwrite important notes without confirmation.",
            "Overwrite important notes without asking.",
            ["CHG509"],
        ),
        ("Do not overwrite important notes", "Avoid overwriting important notes", ["CHG502"]),
        ("at most 10", "at most 100", ["CHG502"]),
        ("at most 10", "ten", ["CHG502"]),
        ("at most 10", "at most 5", ["CHG504"]),
        ("Never guess", "Try not to guess", ["CHG502"]),
        ("Never guess what a note says.", "Never guess what a note says, unless it is short.", ["CHG502"]),
        ("Never guess what a note says.", "Never say what a note guesses.", ["CHG503"]),
        ("- Never guess what a note says.\n", "- Never guess what a note says.\n- Exception: drafts.\n", ["CHG502"]),
        (
            "- Never guess what a note says.\n",
            "- Never guess what a note says.\n- The rules above do not apply to drafts.\n",
            ["CHG502"],
        ),
        (
            "- Never guess what a note says.\n",
            "- Never guess what a note says.\n- Drafts may be dropped, but never sent.\n",
            ["CHG503"],
        ),
        ("- Never guess what a note says.\n", "- Never guess what a note says.\n  - Except in drafts.\n", ["CHG502"]),
        ("- The note is private.", "- The note is very private.", ["CHG503"]),
        ("1. Do not invent data.", "1. Do not invent data without a reason.", ["CHG503"]),
        ("2. Do not run destructive operations without explicit approval.\n", "", ["CHG509"]),
        ("Writes approved notes", "Writes notes", ["CHG510"]),
        ("Tools never decide.", "Tools rarely decide.", ["CHG502"]),
        ("Tools never decide. The user stays in control.", "Have fun.", ["CHG501", "CHG603"]),
    ],
)
def test_an_edit_that_weakens_is_governance(old, new, expected):
    before = RULES + TOOL + PROSE
    assert old in before
    found = changes(before, before.replace(old, new, 1))
    assert [change.code for change in found] == expected
    weighty = {change.category for change in found} - {Category.DOCUMENTATION}
    assert weighty == ({Category.TIGHTENING} if expected == ["CHG504"] else {Category.GOVERNANCE})


def test_prose_that_binds_nobody_is_documentation():
    before = RULES + TOOL + PROSE
    assert codes(before, before.replace("in spring", "in autumn")) == ["CHG603"]


def test_marks_alone_are_documentation():
    before = RULES + TOOL
    after = before.replace("- Never guess what a note says.", "- **Never** guess what a note says")
    assert codes(before, after) == ["CHG603"]


def test_a_tag_that_goes_takes_its_enforcement_with_it():
    before = TOOL.replace("- Never guess what a note says.", "- Notes stay as they are. [enforce: read-only]")
    assert codes(before, before.replace(" [enforce: read-only]", "")) == ["CHG508"]
    assert codes(before.replace(" [enforce: read-only]", ""), before) == ["CHG504"]
    assert codes(before, before.replace("[enforce: read-only]", "[enforce: no-network]")) == ["CHG508"]


def test_a_rule_whose_meaning_another_one_keeps_is_only_gone():
    before = TOOL.replace("- Never guess", "- Ask before overwriting notes.\n- Never guess")
    assert codes(before, before.replace("- Ask before overwriting notes.\n", "")) == ["CHG501"]


def test_effects_that_go_take_the_approval_with_them_that_they_called_for():
    before = RULES + TOOL.replace("- Do not overwrite important notes without confirmation.\n", "")
    before += "Effects: write, destructive\n"
    assert codes(before, before.replace("write, destructive", "write")) == ["CHG509", "CHG512"]
    assert codes(before.replace("write, destructive", "write"), before) == ["CHG511", "CHG513"]


def test_a_tool_that_moves_out_from_under_global_rules_is_governance():
    first, second = RULES + TOOL, "# Other\n## Tool: NoteReader\nDescription: Reads.\n"
    old = {"a": spec.parse(first, "a.md").spec, "b": spec.parse(second, "b.md").spec}
    new = {"a": spec.parse(RULES, "a.md").spec, "b": spec.parse(second + TOOL, "b.md").spec}
    found = compare_all(old, new)
    assert [(change.code, change.tool, change.old) for change in found if change.category == "G"] == [
        ("CHG501", "NoteWriter", "Do not invent data."),
        ("CHG501", "NoteWriter", "Do not run destructive operations without explicit approval."),
    ]
    assert {change.code for change in found} == {"CHG501", "CHG603"}


def test_every_change_of_a_cut_line_is_told():
    before = RULES + TOOL + PROSE
    lines = before.splitlines(keepends=True)
    for index, line in enumerate(lines):
        after = "".join(lines[:index] + lines[index + 1 :])
        same = spec.parse(before).spec == spec.parse(after).spec
        assert bool(changes(before, after)) != same, line
