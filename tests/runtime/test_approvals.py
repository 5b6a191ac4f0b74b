"""How often an operator is asked in a session of ten ordinary requests, at each autonomy level."""

import re
from pathlib import Path

import pytest

from lma_forge.runtime import LCPBinding

TOOLS = Path(__file__).resolve().parents[2] / "generated_tools"
SESSION = {
    "What did we decide about the logo?": ["memory_reader"],
    "Remember that the launch is in May.": ["memory_writer"],
    "What does the new phone cost today?": ["live_data_fetcher", "source_verifier"],
    "What stands in the settings file?": ["file_reader"],
    "Put the new address into the settings file.": ["file_reader", "file_writer"],
    "Run the tests.": ["code_executor"],
    "Prepare me for the meeting.": ["memory_reader", "live_data_fetcher", "briefing_generator"],
    "Make this prompt better.": ["prompt_refiner"],
    "May we publish this?": ["governance_checker", "audit_logger"],
    "Is this answer right?": ["validation_engine", "search_fallback", "error_handler"],
}
"""Each request with the tools that a model calls for it, after the router."""

ASKED = {"full_access": 0, "safe": 3, "strict": 8}
"""Approvals in the whole session, of 27 calls."""


def value(entry):
    # Strings with allowed values say them in their description: hosts know no enum there.
    words = re.search("One of `([^`]+)`", entry.get("description", ""))
    if words:
        return words[1]
    return {"array": [], "object": {}, "integer": 1, "number": 1.0, "boolean": False}.get(entry.get("type"), "notes.md")


@pytest.mark.parametrize("level", ASKED)
def test_approvals_of_a_session(level, tmp_path, record_property):
    asked = []

    def confirm(_source, label, _argv=None):
        asked.append(label)
        return "allow", ""

    stems = [path.name for path in TOOLS.iterdir() if path.is_dir()]
    configs = {stem: {"autonomy_level": level} for stem in stems}
    binding = LCPBinding(tools_folders=TOOLS, host_tool_configs=configs, confirm_handler=confirm, workspace=tmp_path)
    schemas = {tool["name"]: tool["input_schema"]["properties"] for tool in binding.discover_tools()}
    calls = 0
    for used in SESSION.values():
        for stem in ("task_router", *used):
            name = f"tool_{stem}"
            record = binding.execute_tool(name, {key: value(entry) for key, entry in schemas[name].items()})
            assert "The argument" not in record.get("error", ""), record
            calls += 1
    print(  # noqa: T201 - the figures are what this is for
        f"{level}: {len(asked)} approvals in {calls} calls for {len(SESSION)} requests: {sorted(set(asked))}"
    )
    record_property("approvals", len(asked))
    assert (calls, len(asked)) == (27, ASKED[level])
    if level == "safe":
        assert set(asked) == {"tool_memory_writer", "tool_file_writer", "tool_code_executor"}
