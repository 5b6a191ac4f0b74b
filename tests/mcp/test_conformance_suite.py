"""The public conformance suite of MCP against `lma-forge serve`, with fixture tools under the suite's names.

Every scenario that a revision of the protocol requires of a server is either passed here, with no
check that warns or was left out beyond those listed, or is of something that a server of tools does
not have.
"""

import json
import re

import pytest

pytest.importorskip("mcp", reason="the extra `mcp` is not installed: nothing of MCP is tested")

from tests.mcp.test_serve import over_http

PASSED = {
    "2025-11-25": {
        "server-initialize",
        "server-session-lifecycle",
        "ping",
        "tools-list",
        "tools-call-simple-text",
        "tools-call-image",
        "tools-call-audio",
        "tools-call-embedded-resource",
        "tools-call-mixed-content",
        "tools-call-error",
        "tools-call-with-progress",
        "tools-call-sampling",
        "tools-call-elicitation",
        "elicitation-sep1034-defaults",
        "elicitation-sep1330-enums",
        "server-sse-multiple-streams",
        "dns-rebinding-protection",
    },
    "2026-07-28": {
        "server-stateless",
        "tools-list",
        "tools-call-simple-text",
        "tools-call-image",
        "tools-call-audio",
        "tools-call-embedded-resource",
        "tools-call-mixed-content",
        "tools-call-error",
        "tools-call-with-progress",
        "server-sse-multiple-streams",
        "dns-rebinding-protection",
        "http-header-validation",
        "input-required-result-basic-elicitation",
        "input-required-result-basic-sampling",
        "input-required-result-basic-list-roots",
        "input-required-result-request-state",
        "input-required-result-multiple-input-requests",
        "input-required-result-multi-round",
        "input-required-result-missing-input-response",
        "input-required-result-result-type",
        "input-required-result-unsupported-methods",
        "input-required-result-tampered-state",
        "input-required-result-capability-check",
        "input-required-result-ignore-extra-params",
        "input-required-result-validate-input",
    },
}

NOT_OURS = {
    "prompts-": "there are no prompts",
    "resources-": "there are no resources",
    "sep-2164-resource-not-found": "there are no resources",
    "caching": "four of its seven checks are of prompts and resources; that of tools/list is looked at below",
    "completion-complete": "prompts and resources are completed, tools are not",
    "input-required-result-non-tool-request": "it is a prompt",
    "logging-set-level": "logs go to stderr and not to clients",
    "tools-call-with-logging": "logs go to stderr and not to clients",
    "tasks-": "an extension of the protocol that is not offered",
    "json-schema-2020-12": "schemas come from signatures and specs, which have no conditions",
    "http-custom-header-server-validation": "no schema of ours asks for a header",
    "server-sse-polling": "streams are not resumed; the suite itself keeps it pending",
}

LEFT_OUT = {
    "server-stateless": {
        # The list of tools is fixed while the server runs, so it tells of no changes.
        "sep-2575-server-sends-subscription-ack",
        "sep-2575-server-tags-subscription-id",
        "sep-2575-server-honors-notification-filter",
        "sep-2575-server-sends-prompts-list-changed-on-subscription",
        "sep-2575-server-sends-tools-list-changed-on-subscription",
    },
    # Answers come as plain JSON where nothing has to be streamed.
    "server-sse-multiple-streams": {"server-sse-streams-functional"},
}


def results(folder):
    """The checks of a run by scenario."""
    found = {}
    for file in folder.glob("*/checks.json"):
        name = re.split(r"-\d{4}-\d\d-\d\dT", file.parent.name.removeprefix("server-"))[0]
        found[name] = json.loads(file.read_text(encoding="utf-8"))
    return found


CALLED_BY_ONE = {
    "2025-11-25": {
        "tool_test_sampling",
        "tool_test_elicitation",
        "tool_test_elicitation_sep1034_defaults",
        "tool_test_elicitation_sep1330_enums",
    },
    "2026-07-28": {
        "tool_test_missing_capability",
        "tool_test_streaming_elicitation",
        "tool_test_logging_tool",
        "tool_test_input_required_result_elicitation",
        "tool_test_input_required_result_sampling",
        "tool_test_input_required_result_list_roots",
        "tool_test_input_required_result_request_state",
        "tool_test_input_required_result_tampered_state",
        "tool_test_input_required_result_multiple_inputs",
        "tool_test_input_required_result_multi_round",
        "tool_test_input_required_result_capabilities",
    },
}


@pytest.mark.parametrize("revision", PASSED)
def test_every_scenario_that_applies_is_passed(node, scenarios, tmp_path, revision):
    calls = tmp_path / "calls"
    with over_http(scenarios, "--bare-names", SCENARIO_CALLS=str(calls)) as address:
        done = node.run(
            "conformance", "server", "--url", address, "--requirements", revision, "-o", str(tmp_path / "out"),
            cwd=tmp_path,
        )  # fmt: skip
    found = results(tmp_path / "out")
    assert found, done.stdout + done.stderr
    wrong = {name: problems(name, found.get(name, ())) for name in PASSED[revision]}
    assert {name: said for name, said in wrong.items() if said} == {}
    assert [name for name in found if name not in PASSED[revision] and not name.startswith(tuple(NOT_OURS))] == []
    # Nothing passed because a tool was missing: every fixture of the revision was called.
    (other,) = CALLED_BY_ONE.keys() - {revision}
    assert set(calls.read_text(encoding="utf-8").split()) == tools(scenarios) - CALLED_BY_ONE[other]
    if revision == "2026-07-28":
        statuses = {check["id"]: check["status"] for check in found["caching"]}
        assert statuses["sep-2549-tools-list-caching-hints"] == "SUCCESS"


def problems(name, checks):
    """What keeps a scenario from having been passed."""
    expected = LEFT_OUT.get(name, ())
    found = [
        (check["id"], check["status"], check.get("errorMessage"))
        for check in checks
        if check["status"] != "SUCCESS" and check["id"] not in expected
    ]
    if not {check["id"] for check in checks if check["status"] == "SUCCESS"} - {"wire-schema-valid"}:
        found.append(("", "nothing was checked", None))
    return found


def tools(folder):
    """The names of the fixtures."""
    from lma_forge.runtime import LCPBinding

    return {record["name"] for record in LCPBinding(tools_folders=folder).discover_tools()}
