"""The table of outcomes, as in test_outcomes, for the tools that judge, verify, refine and explain."""

import pytest

from tests.toolkit import test_outcomes as outcomes
from tests.toolkit.test_outcomes import Row, configured, stored


def claim(text: str, source: str) -> dict[str, str]:
    return {"claim": text, "source_data": source}


def act(action: str, context: str = "") -> dict[str, str]:
    return {"action": action, "context": context}


def prompt(text: str, mode: str = "standard") -> dict[str, str]:
    return {"raw_prompt": text, "mode": mode}


def examined(content: str, kind: str) -> dict[str, str]:
    return {"content": content, "validation_type": kind}


def error(message: str, context: str = "reading the data") -> dict[str, str]:
    return {"error_message": message, "context": context}


def briefing(*sources: object, topic: str = "The day", layout: str = "sections") -> dict[str, object]:
    return {"topic": topic, "sources": list(sources), "format": layout}


SALES = "The company said its sales rose by 10 percent in 2023."

ROWS = (
    Row(
        "TaskRouter",
        "a tool fits",
        {"request": "What is the weather in Lyon right now?"},
        {"route": "LiveDataFetcher", "reason": "It fits what LiveDataFetcher is for"},
    ),
    Row("TaskRouter", "it is conversation", {"request": "Thanks, that was nice!"}, {"route": "direct answer"}),
    Row("TaskRouter", "nothing calls for a tool", {"request": "Who wrote Faust?"}, {"route": "direct answer"}),
    Row("TaskRouter", "the request is empty", {"request": " "}, "The request is empty."),
    Row(
        "TaskRouter",
        "only a reserved tool could do it",
        {"request": "Send a Telegram message to Anna"},
        "It would need TelegramConnector, which is reserved",
    ),
    Row(
        "TaskRouter",
        "the document cannot be read",
        {"request": "Hello"},
        "The document /nowhere/Tools.md cannot be read",
        configured(spec_path="/nowhere/Tools.md"),
    ),
    Row(
        "SourceVerifier",
        "each part is in the source",
        claim("Sales rose 10% in 2023.", SALES),
        {"verification_status": "verified", "notes": f"by “{SALES}”"},
    ),
    Row(
        "SourceVerifier",
        "a part of it is",
        claim("Sales rose 10% in 2023; the staff doubled.", SALES),
        {"verification_status": "partially verified", "notes": "Uncertain"},
    ),
    Row(
        "SourceVerifier",
        "the number is another",
        claim("Sales rose 12% in 2023.", SALES),
        {"verification_status": "not verified", "notes": "another number than 12%"},
    ),
    Row(
        "SourceVerifier",
        "only a citation is given",
        claim("Sales rose.", "https://example.com/report"),
        {"verification_status": "not verified", "notes": "Only a citation"},
    ),
    Row(
        "SourceVerifier",
        "a second opinion is lower",
        claim("Sales rose 10% in 2023.", SALES),
        {"verification_status": "not verified", "notes": "A second opinion says: not verified."},
        configured(second_opinion=lambda claim, source: "Not verified."),
    ),
    Row(
        "SourceVerifier",
        "a second opinion is higher",
        claim("Sales rose 12% in 2023.", SALES),
        {"verification_status": "not verified"},
        configured(second_opinion=lambda claim, source: "verified"),
    ),
    Row("SourceVerifier", "the claim is empty", claim(" ", SALES), "The claim is empty."),
    Row("SourceVerifier", "the source is empty", claim("Sales rose.", ""), "The source is empty."),
    Row(
        "GovernanceChecker",
        "it changes nothing",
        act("Summarise the notes for the user"),
        {"status": "approved", "reason": "Global rule 8"},
    ),
    Row(
        "GovernanceChecker",
        "it deletes, and nobody has agreed",
        act("Delete the old backups"),
        {"status": "needs review", "reason": "Global rule 6"},
    ),
    Row(
        "GovernanceChecker",
        "it deletes, and the user has agreed",
        act("Delete the old backups", "The user has explicitly approved the deletion."),
        {"status": "approved"},
    ),
    Row(
        "GovernanceChecker",
        "it deletes, and the user has not agreed",
        act("Delete the old backups", "The user has not approved it."),
        {"status": "blocked"},
    ),
    Row(
        "GovernanceChecker",
        "it would use a reserved tool",
        act("Call tool_email_draft_helper for the letter", "The user has approved it."),
        {"status": "blocked", "reason": "EmailDraftHelper is reserved"},
    ),
    Row(
        "GovernanceChecker",
        "it makes something up, whoever agrees",
        act("Guess the current stock price", "The user has approved it."),
        {"status": "blocked", "reason": "rule"},
    ),
    Row(
        "GovernanceChecker",
        "it is not understood",
        act("Frobnicate the wobbulator", "The user has approved it."),
        {"status": "needs review", "reason": "not understood is never approved"},
    ),
    Row("GovernanceChecker", "no action is given", act(""), "No action was given."),
    Row(
        "ErrorHandler",
        "the error is known",
        error("FileNotFoundError: [Errno 2] No such file or directory: 'a.csv'"),
        {
            "explanation": "FileNotFoundError: [Errno 2] No such file or directory: 'a.csv'",
            "likely_cause": "The path is spelt differently",
            "next_step": "List the folder",
        },
    ),
    Row(
        "ErrorHandler",
        "the error is unknown",
        error("the wibble was frobbed"),
        "The message is: the wibble was frobbed",
    ),
    Row("ErrorHandler", "it is no error", error("Done."), "The message reports no error: Done."),
    Row("ErrorHandler", "no message is given", error(""), "No error message was given."),
    Row(
        "PromptRefiner",
        "it has several parts",
        prompt('Write a post about our bike X200. We are a shop in Ghent. Use under 400 words. Say "Ride on" twice.'),
        {"refined_prompt": "Context:\nWe are a shop in Ghent.", "notes": "each sentence keeps its words"},
    ),
    Row(
        "PromptRefiner",
        "it is simple",
        prompt("write  a blog about cats"),
        {"refined_prompt": "write a blog about cats", "notes": "A simple prompt stays simple"},
    ),
    Row(
        "PromptRefiner",
        "it holds the Gate Phrase",
        prompt("Open the gate.  Then write."),
        {"refined_prompt": "Open the gate.  Then write.", "notes": "Left exactly as written"},
        configured(gate_phrases=["open the gate"]),
    ),
    Row(
        "PromptRefiner",
        "a secret would reach a client",
        prompt("Use the password = hunter2hunter2 to log in.", "client_safe"),
        "It holds a secret (credential)",
    ),
    Row(
        "PromptRefiner",
        "an internal word would reach a client",
        prompt("Explain project Bluebird to them.", "client_safe"),
        "It holds the internal word “Bluebird”",
        configured(internal_words=["Bluebird"]),
    ),
    Row("PromptRefiner", "it is empty", prompt(""), "The prompt is empty."),
    Row("ValidationEngine", "there is nothing to find", examined('{"a": 1}', "format"), {"status": "pass"}),
    Row(
        "ValidationEngine",
        "something is doubtful",
        examined("Surely it is so. It has 300 parts.", "accuracy"),
        {"status": "warning"},
    ),
    Row("ValidationEngine", "something is wrong", examined('{"a": }', "format"), {"status": "fail"}),
    Row("ValidationEngine", "there is nothing to examine", examined(" ", "code"), "There is nothing to examine."),
    Row(
        "ValidationEngine", "the language is unknown", examined("```rust\nfn a() {}\n```", "code"), "Only Python can be"
    ),
    Row(
        "BriefingGenerator",
        "all sources have something",
        briefing({"text": "Rain is likely.", "title": "Note"}),
        {"briefing": "Source Layer: User-provided information only.\n\n## Note\nRain is likely."},
    ),
    Row(
        "BriefingGenerator",
        "one of them has nothing",
        briefing("memory: project/name", "memory: project/other"),
        {"briefing": "Missing:\n- memory: project/other: nothing is stored under it."},
        stored("project/name", "LMA"),
    ),
    Row(
        "BriefingGenerator",
        "none of them has anything",
        briefing("live: news: rain"),
        "live: news: rain: No source is approved",
    ),
    Row("BriefingGenerator", "no source is given", briefing(), "No source was approved for it."),
    Row("BriefingGenerator", "no topic is given", briefing("Some text", topic=""), "A topic of up to 300 characters"),
    Row(
        "LiveDataFetcher",
        "no source is approved",
        {"query": "rain", "category": "weather"},
        "No source is approved for the category weather.",
    ),
    Row(
        "LiveDataFetcher",
        "the configuration is wrong",
        {"query": "rain", "category": "weather"},
        "Source 1 of the host's configuration (A) needs a kind: feed, json, page.",
        configured(sources=[{"name": "A", "url": "https://a.example/"}]),
    ),
    Row("SearchFallback", "no source is approved", {"query": "rain"}, "No source is approved for a fallback."),
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.tool}-{row.condition.replace(' ', '-')}")
def test_outcome(row: Row, bench: outcomes.Bench):
    pytest.importorskip("snowballstemmer", reason="the extra `text` is not installed")
    if row.tool == "BriefingGenerator":
        pytest.importorskip("sqlalchemy", reason="the extra `store` is not installed")
    outcomes.test_outcome(row, bench)


def test_the_table_has_both_outcomes_of_each_tool_that_needs_no_network():
    for tool in {row.tool for row in ROWS} - {"LiveDataFetcher", "SearchFallback"}:
        kinds = {isinstance(row.outcome, str) for row in ROWS if row.tool == tool}
        assert kinds == {True, False}, tool
