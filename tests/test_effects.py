"""What a tool does and whether it needs approval, as declared or as its rules leave no doubt."""

import pytest
from hypothesis import given

from lma_forge.model import Approval, Block, BlockKind, Effect, Field, FieldType, GovernanceRule, Kind, Prose, Tool
from lma_forge.spec.effects import approval_of, effects_of, is_write_like
from tests.strategies import tools

READ_ONLY = GovernanceRule("Read only.", 1)
CONFIRM = GovernanceRule("Do not overwrite important memory without confirmation.", 2)


def tool(name: str = "NoteKeeper", says: str = "Keeps notes.", *rules: GovernanceRule, **more: object) -> Tool:
    return Tool(name, description=Prose((Block(BlockKind.PARAGRAPH, says),)), rules=rules, **more)


def test_declared_effects_are_taken_as_they_are():
    assert effects_of(tool("X", "Y.", READ_ONLY, effects=(Effect.WRITE,))) == (Effect.WRITE,)


def test_read_only_means_read():
    assert effects_of(tool("NoteReader", "Reads notes.", READ_ONLY)) == (Effect.READ,)


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        (CONFIRM.text, (Effect.WRITE, Effect.DESTRUCTIVE)),
        ("Prefer creating backups before overwriting.", (Effect.WRITE, Effect.DESTRUCTIVE)),
        ("Ask before deleting notes.", (Effect.WRITE, Effect.DESTRUCTIVE)),
        ("Ask before writing.", (Effect.WRITE,)),
        ("Never overwrite existing files.", (Effect.WRITE,)),
    ],
)
def test_a_rule_about_writing_means_that_the_tool_writes(text: str, effects: tuple[Effect, ...]):
    assert effects_of(tool("NoteKeeper", "Keeps notes.", GovernanceRule(text))) == effects


@pytest.mark.parametrize(
    "text", ["Be kind.", "Do not expose secrets.", "No network access.", "Do not execute destructive commands."]
)
def test_other_rules_say_nothing_of_effects(text: str):
    assert effects_of(tool("NoteKeeper", "Keeps notes.", GovernanceRule(text))) is None


def test_no_rule_means_unknown_and_not_harmless():
    assert effects_of(tool()) is None


def test_rules_that_contradict_each_other_derive_nothing():
    assert effects_of(tool("NoteKeeper", "Keeps notes.", READ_ONLY, CONFIRM)) is None


@pytest.mark.parametrize(
    ("name", "says"),
    [("WebReader", "Reads pages."), ("NoteReader", "Fetches notes from a server."), ("HTTPReader", "Reads notes.")],
)
def test_a_tool_that_speaks_of_the_outside_must_declare_its_effects(name: str, says: str):
    assert effects_of(tool(name, says, READ_ONLY)) is None


def test_a_url_field_speaks_of_the_outside():
    assert effects_of(tool("NoteReader", "Reads notes.", READ_ONLY, inputs=(Field("at", FieldType(Kind.URL)),))) is None


def test_declared_approval_is_taken_as_it_is():
    declared = Approval(required=False)
    assert approval_of(tool("X", "Y.", CONFIRM, approval=declared)) == declared


def test_a_confirming_rule_asks_for_approval_in_its_own_words():
    assert approval_of(tool("X", "Y.", READ_ONLY, CONFIRM)) == Approval(required=True, condition=CONFIRM.text)


def test_without_a_word_no_approval_is_asked_for():
    assert approval_of(tool()) == Approval(required=False)


def test_a_global_rule_binds_the_tools_that_do_what_it_speaks_of():
    rules = (GovernanceRule("Do not delete files without approval."),)
    destroys = tool(effects=(Effect.WRITE, Effect.DESTRUCTIVE))
    assert approval_of(destroys, rules) == Approval(required=True, condition=rules[0].text)
    assert approval_of(destroys) == Approval(required=False)
    assert approval_of(tool(effects=(Effect.WRITE,)), rules) == Approval(required=False)
    assert approval_of(tool(effects=(Effect.WRITE, Effect.DESTRUCTIVE), approval=Approval(required=False)), rules) == (
        Approval(required=False)
    )


@pytest.mark.parametrize(
    ("name", "says", "expected"),
    [
        ("FileWriter", "Puts text in a file.", True),
        ("AuditLogger", "Keeps a log.", True),
        ("CodeExecutor", "Tries code.", True),
        ("delete_note", "Gets rid of it.", True),
        ("Notes", "**Creates** a note.", True),
        ("NoteReader", "Reads notes that were written.", False),
        ("GovernanceChecker", "Checks whether an action aligns.", False),
        ("Notes", "", False),
    ],
)
def test_write_like_tools(name: str, says: str, expected: bool):
    assert is_write_like(tool(name, says)) is expected


@given(tools(hostile=True))
def test_any_tool_has_an_answer(made: Tool):
    effects = effects_of(made)
    assert effects is None or effects == made.effects or set(effects) <= set(Effect)
    assert isinstance(approval_of(made).required, bool)


@pytest.mark.parametrize(
    "rule",
    [
        "Needs approval by the operator.",
        "Requires explicit user approval.",
        "Never run without approval.",
        "Ask for confirmation first.",
        "Always ask the user before sending.",
    ],
)
def test_a_rule_that_asks_for_approval_in_plain_words_is_kept(rule: str):
    tool = Tool("Payer", effects=(Effect.EXTERNAL,), rules=(GovernanceRule(rule, 1),))
    assert approval_of(tool) == Approval(required=True, condition=rule)


def test_a_rule_of_the_document_that_names_no_effects_binds_what_does_more_than_read():
    rule = (GovernanceRule("Always ask first.", 1),)
    assert approval_of(Tool("Sender", effects=(Effect.EXTERNAL,)), rule).required
    assert not approval_of(Tool("Reader", effects=(Effect.READ,)), rule).required


@pytest.mark.parametrize(
    ("rule", "effects", "asks"),
    [
        ("Do not delete files without confirmation.", (Effect.DESTRUCTIVE,), True),
        ("Do not delete files without confirmation.", (Effect.WRITE, Effect.DESTRUCTIVE), True),
        ("Do not delete files without confirmation.", (Effect.WRITE,), False),
        ("Ask before writing.", (Effect.WRITE,), True),
        ("Ask before writing.", (Effect.DESTRUCTIVE,), True),
        ("Ask before writing.", (Effect.EXTERNAL,), False),
    ],
)
def test_a_rule_of_the_document_binds_the_tools_that_do_what_it_speaks_of(rule, effects, asks):
    assert approval_of(Tool("Keeper", effects=effects), (GovernanceRule(rule, 1),)).required is asks
