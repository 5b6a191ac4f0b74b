"""The three forms of the source document, where they stand beside the checkout, mean the same."""

from pathlib import Path

import pytest

from lma_forge.diagnostics import Severity
from lma_forge.model import Spec
from lma_forge.spec import parse
from lma_forge.spec.decoding import decode

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"
FORMS = ("Tools.md", "Tools.compact.md", "Tools.page.txt")

pytestmark = pytest.mark.skipif(not SEEDS.is_dir(), reason="the source documents do not stand beside the checkout")

ALLOWED = {
    ("MemoryWriter", "mode"): ("create", "update", "append"),
    ("LiveDataFetcher", "category"): ("news", "weather", "sports", "finance", "software", "general", "other"),
    ("SearchFallback", "confidence"): ("high", "medium", "low"),
    ("SourceVerifier", "verification_status"): ("verified", "partially verified", "not verified"),
    ("FileWriter", "mode"): ("create", "overwrite", "append"),
    ("ValidationEngine", "validation_type"): ("accuracy", "format", "safety", "governance", "code"),
    ("ValidationEngine", "status"): ("pass", "warning", "fail"),
    ("PromptRefiner", "mode"): ("standard", "client_safe", "motion_cycle", "technical"),
    ("GovernanceChecker", "status"): ("approved", "needs review", "blocked"),
}
MESSAGES = {
    "TaskRouter": "No valid tool route found. Responding directly.",
    "MemoryReader": "Memory key not found.",
    "MemoryWriter": "Memory write failed. No memory was changed.",
    "LiveDataFetcher": "No verified live data available.",
    "SearchFallback": "Fallback search failed. No verified result found.",
    "SourceVerifier": "Verification failed. Claim should not be treated as confirmed.",
    "CodeExecutor": "Code execution failed.",
    "FileReader": "File could not be read.",
    "FileWriter": "File write failed. No changes were made.",
    "ValidationEngine": "Validation could not be completed.",
    "BriefingGenerator": "Briefing could not be generated because required data was unavailable.",
    "PromptRefiner": "Prompt refinement failed. Original prompt preserved.",
    "GovernanceChecker": "Governance check failed. Action should pause for review.",
    "ErrorHandler": "Error could not be interpreted. Show raw error message.",
    "AuditLogger": "Audit logging failed. Continue only if logging is not required.",
}
RESERVED = ("TelegramConnector", "WhatsAppConnector", "CalendarReader", "EmailDraftHelper", "ReportBuilder")
FLOW = (
    (),
    ("TaskRouter",),
    ("MemoryReader",),
    ("LiveDataFetcher",),
    ("SourceVerifier",),
    ("CodeExecutor",),
    ("ValidationEngine",),
    ("AuditLogger",),
    (),
)


def seed(name: str):
    text, diagnostics = decode((SEEDS / name).read_bytes(), name)
    assert diagnostics == ()
    return parse(text, name)


@pytest.fixture(params=FORMS)
def spec(request) -> Spec:
    return seed(request.param).spec


def test_the_three_forms_give_equal_models():
    first, second, third = (seed(name).spec for name in FORMS)
    assert first == second == third


@pytest.mark.parametrize("name", FORMS)
def test_no_errors_and_one_warning_about_the_page(name: str):
    found = [(item.code, item.severity) for item in seed(name).diagnostics]
    assert found == ([("SPEC001", Severity.WARNING)] if name == "Tools.page.txt" else [])


def test_counts(spec: Spec):
    assert len(spec.tools) == 15
    assert sum(len(tool.inputs) for tool in spec.tools) == 31
    assert sum(len(tool.outputs) for tool in spec.tools) == 30
    assert sum(len(tool.rules) for tool in spec.tools) == 57
    assert len(spec.global_rules) == 10
    assert len(spec.flow) == 9
    assert len(spec.source_labels) == 4
    assert (len(spec.failure_standard.correct), len(spec.failure_standard.incorrect)) == (3, 3)


def test_names(spec: Spec):
    assert tuple(tool.name for tool in spec.tools) == tuple(MESSAGES)
    assert tuple(tool.name for tool in spec.reserved) == RESERVED
    assert {tool.status for tool in spec.reserved} == {"Reserved."}
    assert {tool.group for tool in spec.tools} == {"4. Core LMA Tools"}
    assert {tool.group for tool in spec.reserved} == {"8. Tools Reserved for Future Versions"}
    assert spec.title == "LM Studioss — Tools.md"
    assert [key for key, _ in spec.metadata] == ["File Name", "System", "Layer", "Version", "Purpose"]


def test_allowed_values(spec: Spec):
    found = {
        (tool.name, field.name): tuple(value.value for value in field.allowed)
        for tool in spec.tools
        for field in (*tool.inputs, *tool.outputs)
        if field.allowed
    }
    assert found == ALLOWED
    assert all(
        field.description == "" for tool in spec.tools for field in (*tool.inputs, *tool.outputs) if field.allowed
    )


def test_failures(spec: Spec):
    assert {tool.name: tool.failure.message for tool in spec.tools} == MESSAGES
    assert [tool.name for tool in spec.tools if tool.failure.detail] == ["CodeExecutor"]
    assert all(len(tool.failures) == 1 and tool.failure.literal for tool in spec.tools)


def test_flow_links_its_steps_to_tools(spec: Spec):
    assert tuple(step.tools for step in spec.flow) == FLOW
    assert spec.flow[0].text == "Read the user request."


def test_standards(spec: Spec):
    assert spec.source_labels[0] == "Source Layer: Verified live data retrieved."
    assert spec.failure_standard.correct[-1] == "No verified live data available."
    assert spec.failure_standard.incorrect[0] == "Here is what probably happened..."
    assert spec.failure_standard.lead.sentences == ("If any tool fails, LMA must avoid pretending the tool succeeded.",)


def test_prose_is_kept(spec: Spec):
    titles = [section.title for section in spec.sections]
    assert titles[0] == "1. Purpose of Tools.md"
    assert titles[-1] == "9. Final Rule"
    assert spec.sections[-1].body.sentences[-1] == "**End of Tools.md v1.0**"


@pytest.mark.parametrize("name", FORMS)
def test_every_span_points_at_its_text(name: str):
    lines = (SEEDS / name).read_text(encoding="utf-8").split("\n")

    def at(span) -> str:
        assert span.line == span.end_line
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]

    spec = seed(name).spec
    for tool in spec.tools:
        assert at(tool.name_span) == tool.name
        for field in (*tool.inputs, *tool.outputs):
            assert at(field.name_span) == field.name
            assert at(field.type_span) == str(field.type.kind)
            assert [at(value.span) for value in field.allowed] == [value.value for value in field.allowed]
        assert [at(rule.span) for rule in tool.rules] == [rule.text for rule in tool.rules]
        assert at(tool.failure.message_span) == tool.failure.message
    assert [at(rule.span) for rule in spec.global_rules] == [rule.text for rule in spec.global_rules]
