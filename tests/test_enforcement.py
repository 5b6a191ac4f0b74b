"""What holds a rule: for each mechanism of the table, the rule is broken and seen to be held."""

import json
from pathlib import Path

import pytest

from lma_forge import spec
from lma_forge.cli import main
from lma_forge.project.check import check
from lma_forge.project.config import Config
from lma_forge.project.run import generate
from lma_forge.project.sources import find
from lma_forge.runtime import LCPBinding
from lma_forge.spec import enforcement
from lma_forge.spec.enforcement import Holder, standings
from lma_forge.toolkit.holding import CLAIMS, claim

TOOL = """# Notes

## Global Tool Rules

1. Stay kind.

## Tool: Keeper

Description: Keeps things.
Use When: Something is to be kept.
Do Not Use When: Nothing is.
Input:
- file_path (string): Where.
Output:
- kept (boolean): Whether it was.
Rules:
- {rule}
Failure Behavior:
- Return: `Not kept.`

Effects: {effects}

Approval: {approval}
"""

WRITES = '    import pathlib\n    pathlib.Path("kept.txt").write_text("x")\n    return {"kept": True}\n'
CONNECTS = '    import socket\n    socket.create_connection(("127.0.0.1", 9))\n    return {"kept": True}\n'
FAILS = '    raise ValueError("disk is full")\n'

BREACHES = {
    "confirm-overwrite": ("Ask before overwriting.", "write, destructive", "yes", WRITES, "Not kept."),
    "confirm-destructive": ("Ask before deleting.", "destructive", "yes", WRITES, "Not kept."),
    "confirm-write": ("Ask before writing.", "write", "yes", WRITES, "Not kept."),
    "confirm": ("Needs approval by the operator.", "external", "yes", WRITES, "Not kept."),
    "sandboxed-paths": ("Stay inside the workspace.", "read", "no", WRITES, "Not kept. The argument file_path"),
    "exact-errors": ("Do not hide errors.", "read", "no", FAILS, "Not kept. ValueError: disk is full"),
    "report-failure": ("Report failures clearly.", "read", "no", FAILS, "Not kept."),
    "structured-output": ("Return structured output.", "read", "no", '    return {"kept": "maybe"}\n', "Not kept."),
    "read-only": ("Read only.", "read", "no", WRITES, "Not kept. PermissionError"),
    "no-network": ("No network access.", "read", "no", CONNECTS, "Not kept. PermissionError"),
}


def test_each_mechanism_of_the_table_has_its_breach():
    assert set(BREACHES) == set(enforcement._MECHANISMS)


@pytest.mark.parametrize("policy", BREACHES)
def test_a_rule_that_is_broken_is_held(policy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    rule, effects, approval, body, answer = BREACHES[policy]
    document = TOOL.format(rule=rule, effects=effects, approval=approval)
    (found,) = [one for one in standings(spec.parse(document).spec) if one.where == "Keeper"]
    assert (found.policy, found.holder.enforces) == (policy, True)
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs/Tools.md").write_text(document, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    config = Config(tmp_path)
    generate(config, find(config))
    module = tmp_path / "generated_tools/keeper/keeper.py"
    module.write_text(
        module.read_text(encoding="utf-8").replace("    raise NotImplementedError\n", body), encoding="utf-8"
    )
    path = "../outside.txt" if policy == "sandboxed-paths" else "inside.txt"
    binding = LCPBinding(
        tools_folders=[tmp_path / "generated_tools"],
        guard="enforce" if found.holder is Holder.GUARD else "off",
        confirm_handler=lambda *_: ("reject", ""),
    )
    result = binding.execute_tool("tool_keeper", {"file_path": path})
    assert result["success"] is False
    assert result["error"].startswith(answer)
    assert not (tmp_path / "kept.txt").exists()


def test_the_same_body_without_the_rule_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "specs").mkdir()
    document = TOOL.format(rule="Stay calm.", effects="write", approval="no")
    (tmp_path / "specs/Tools.md").write_text(document, encoding="utf-8")
    config = Config(tmp_path)
    generate(config, find(config))
    module = tmp_path / "generated_tools/keeper/keeper.py"
    module.write_text(
        module.read_text(encoding="utf-8").replace("    raise NotImplementedError\n", WRITES), encoding="utf-8"
    )
    binding = LCPBinding(tools_folders=[tmp_path / "generated_tools"], guard="enforce")
    assert binding.execute_tool("tool_keeper", {"file_path": "inside.txt"})["success"] is True


@pytest.mark.parametrize(
    ("rule", "effects", "approval"),
    [
        ("Read only.", "write", "no"),
        ("No network access.", "external", "no"),
        ("Do not access secrets.", "read", "no"),
        ("Stay calm.", "read", "no"),
    ],
)
def test_what_nothing_holds_is_advisory(rule: str, effects: str, approval: str):
    document = TOOL.format(rule=rule, effects=effects, approval=approval)
    (found,) = [one for one in standings(spec.parse(document).spec) if one.where == "Keeper"]
    assert found.holder is Holder.NONE


def test_effects_that_are_not_settled_are_not_called_declared():
    document = TOOL.format(rule="Read only.", effects="", approval="no").replace("Effects: \n", "")
    for text, how in (
        (document, "with guard="),
        (
            document.replace("Keeps things.", "Searches things."),
            "the effects of the tool are not settled (SPEC501), so",
        ),
        (TOOL.format(rule="Read only.", effects="write", approval="no"), "the effects that the tool declares say"),
    ):
        (found,) = [one for one in standings(spec.parse(text).spec) if one.where == "Keeper"]
        assert how in found.how


SOURCED = TOOL.replace("- kept (boolean): Whether it was.", "- kept (string): What.\n- source (string): Where from.")
LINTED = {
    "label-source": (SOURCED, "Label the source.", '    return {"kept": "x"}\n', "GOV112"),
    "no-secrets": (
        SOURCED,
        "Do not expose secrets.",
        '    import os\n    return {"kept": os.environ["API_KEY"], "source": "x"}\n',
        "LCP701",
    ),
    "failure standard": (
        TOOL + "\n## Tool Failure Standard\n\nIncorrect response style:\n\n- Here is what probably happened...\n",
        "Stay kind.",
        '    return {"success": False, "error": "It is probably kept."}\n',
        "GOV101",
    ),
}


@pytest.mark.parametrize("name", LINTED)
def test_what_lint_holds_is_found_by_lint(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    document, rule, body, code = LINTED[name]
    text = document.format(rule=rule, effects="read", approval="no")
    held = [one for one in standings(spec.parse(text).spec) if one.holder is Holder.LINT]
    assert [one.policy or one.where for one in held] == [name]
    assert code in held[0].how
    monkeypatch.chdir(tmp_path)
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs/Tools.md").write_text(text, encoding="utf-8")
    config = Config(tmp_path)
    generate(config, find(config))
    module = tmp_path / "generated_tools/keeper/keeper.py"
    fresh = module.read_text(encoding="utf-8")
    assert code not in {one.code for one in check(config).diagnostics}
    if code == "GOV101":
        fresh += f"\n\ndef tool_by_hand():\n{body}"
    module.write_text(fresh.replace("    raise NotImplementedError\n", body), encoding="utf-8")
    assert code in {one.code for one in check(config).diagnostics}


def test_a_rule_of_the_document_is_linted_where_it_is_for_every_tool():
    text = TOOL.replace("1. Stay kind.", "1. Do not expose secrets.").format(
        rule="Stay kind.", effects="read", approval="no"
    )
    (found,) = [one for one in standings(spec.parse(text).spec) if one.where == "document"]
    assert (found.holder, found.holder.enforces) == (Holder.LINT, False)


def test_what_is_read_is_not_what_is_shown():
    text = TOOL.format(rule="Do not access secrets.", effects="read", approval="no")
    (found,) = [one for one in standings(spec.parse(text).spec) if one.where == "Keeper"]
    assert found.holder is Holder.NONE


def test_a_tool_without_a_source_is_not_linted_for_it():
    text = TOOL.format(rule="Label the source.", effects="read", approval="no")
    assert [one.holder for one in standings(spec.parse(text).spec) if one.where == "Keeper"] == [Holder.NONE]


def test_the_figures_of_the_projects_own_spec():
    own = Path(__file__).resolve().parents[1] / "specs/Tools.md"
    found = list(standings(spec.parse(own.read_text(encoding="utf-8")).spec))
    rules = [one for one in found if one.where not in {"flow", "failure standard", "final rule"}]
    assert (len(rules), sum(one.holder.enforces for one in rules)) == (67, 10)
    assert json.dumps([one.text for one in found])


# --- bodies that call the toolkit ----------------------------------------------------------------

ROOT = Path(__file__).resolve().parents[1]


def shown(capsys: pytest.CaptureFixture[str]) -> dict[tuple[str, int], dict[str, object]]:
    assert main.run(["enforcement", "--output-format", "json"]) == 0
    rules = json.loads(capsys.readouterr().out)["rules"]
    return {(one["where"], one["number"]): one for one in rules}


def test_the_projects_own_bodies_hold_more(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(ROOT)
    found = shown(capsys)
    held = found["CodeExecutor", 1]
    assert (held["holder"], held["enforced"]) == ("toolkit", True)
    not_held = found["MemoryWriter", 4]
    assert (not_held["holder"], not_held["enforced"]) == ("advisory", False)
    assert "a matter of judgement" in str(not_held["how"])
    rules = [one for (where, _), one in found.items() if where not in {"flow", "failure standard", "final rule"}]
    claimed = sum(bool(one.test) for one in CLAIMS)
    assert (len(rules), sum(bool(one["enforced"]) for one in rules)) == (67, 10 + claimed)


def test_a_body_of_ones_own_holds_nothing_by_the_toolkit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs/Tools.md").write_bytes((ROOT / "specs/Tools.md").read_bytes())
    generate(Config(tmp_path), find(Config(tmp_path)))
    assert not any(one["holder"] == "toolkit" for one in shown(capsys).values())


def test_each_claim_is_of_a_rule_and_has_its_test():
    own = spec.parse((ROOT / "specs/Tools.md").read_text(encoding="utf-8")).spec
    for one in CLAIMS:
        assert one.rule in [rule.text for rule in own.tool(one.tool).rules], one
        assert claim(one.tool, one.rule) is one, one
        if one.test:
            path, _, name = one.test.partition("::")
            assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), one
