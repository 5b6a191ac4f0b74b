"""The formats for machines: GitHub's annotations, SARIF and JUnit XML."""

import json
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from lma_forge import __version__
from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Related, Report, Rule, Severity, Span
from lma_forge.report import render
from tests.strategies import reports

PLACE = Span("specs/My Tools.md", 2, 9, 2, 15)
RULE = Rule("SPEC204", "unknown-type", Severity.ERROR, "A type is unknown.", "Nothing checks it.", bad="x", good="y")
FOUND = Diagnostic(
    "SPEC204",
    "unknown-type",
    Severity.ERROR,
    "`strnig` is no type: 100% of it, really.",
    PLACE,
    help="string\nor integer",
    related=(Related("the tool starts here", Span("main:specs/Tools.md", 1, 1)),),
    fix=Fix("Write `string`", (Edit(PLACE, "string"),), Applicability.UNSAFE),
    fingerprint="0123456789ab",
)
REMARK = Diagnostic("SPEC104", "out-of-order", Severity.INFO, "Order.", Span("/abs/b.md", 3, 1, 5, 2))
REPORT = Report((FOUND, REMARK), {}, (RULE,), 2)


# --- github -------------------------------------------------------------------------------------


def test_github_is_one_command_a_finding():
    first, second = render(REPORT, "github").splitlines()
    assert first == (
        "::error file=specs/My Tools.md,line=2,endLine=2,col=9,endColumn=14,title=SPEC204 unknown-type"
        "::`strnig` is no type: 100%25 of it, really.%0Astring%0Aor integer"
    )
    assert second == "::notice file=/abs/b.md,line=3,endLine=5,title=SPEC104 out-of-order::Order."


def test_github_commands_cannot_be_broken_out_of():
    hostile = "x\n::set-output name=a::b\r\n::error::c,d=e"
    found = Diagnostic("SPEC999", "n", Severity.WARNING, hostile, Span("a,b:c\nd.md"))
    (line,) = render(Report((found,)), "github").splitlines()
    assert line.startswith("::warning file=a%2Cb%3Ac\\nd.md,line=1,")
    assert line.count("::") == len(("head", "message", "set-output", "its value", "error", "its value"))
    assert "\n" not in line


# --- sarif --------------------------------------------------------------------------------------


def test_sarif_says_who_found_what_where():
    document = json.loads(render(REPORT, "sarif"))
    assert (document["version"], len(document["runs"])) == ("2.1.0", 1)
    (run,) = document["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["semanticVersion"]) == ("lma-forge", __version__)
    assert run["columnKind"] == "unicodeCodePoints"
    first, second = run["results"]
    assert driver["rules"][first["ruleIndex"]]["id"] == first["ruleId"] == "SPEC204"
    assert driver["rules"][second["ruleIndex"]] == {"id": "SPEC104", "name": "out-of-order"}
    assert driver["rules"][first["ruleIndex"]]["defaultConfiguration"] == {"level": "error"}
    assert (first["level"], second["level"]) == ("error", "note")
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "specs/My%20Tools.md"
    assert place["region"] == {"startLine": 2, "startColumn": 9, "endLine": 2, "endColumn": 15}
    assert second["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "file:///abs/b.md"
    assert first["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "main%3Aspecs/Tools.md"
    assert first["partialFingerprints"] == {"lmaForge/v1": "0123456789ab"}
    (change,) = first["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["insertedContent"] == {"text": "string"}


def test_sarif_without_findings_is_a_run_without_results():
    (run,) = json.loads(render(Report(()), "sarif"))["runs"]
    assert (run["results"], run["tool"]["driver"]["rules"]) == ([], [])


ALLOWED = {
    "run": {"tool", "columnKind", "results"},
    "result": {
        "ruleId",
        "ruleIndex",
        "level",
        "message",
        "locations",
        "relatedLocations",
        "partialFingerprints",
        "fixes",
    },
    "rule": {"id", "name", "shortDescription", "fullDescription", "defaultConfiguration", "help"},
}
"""Names that the SARIF schema has for these objects; it takes no others."""


@given(reports())
def test_sarif_keeps_to_its_schema_whatever_is_found(report: Report):
    text = render(report, "sarif")
    assert text.isascii()
    (run,) = json.loads(text)["runs"]
    assert set(run) <= ALLOWED["run"]
    assert all(set(rule) <= ALLOWED["rule"] for rule in run["tool"]["driver"]["rules"])
    (result,) = run["results"]
    assert set(result) <= ALLOWED["result"]
    assert result["message"]["text"]
    assert result["level"] in {"error", "warning", "note"}
    place = result["locations"][0]["physicalLocation"]
    uri = place["artifactLocation"]["uri"]
    assert uri
    assert uri.isascii()
    assert unquote(uri, errors="strict").isprintable() or "%" in uri
    region = place["region"]
    assert all(isinstance(value, int) and value >= 1 for value in region.values())
    assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])


# --- junit --------------------------------------------------------------------------------------


def test_junit_is_a_suite_a_file_and_a_case_a_finding():
    root = ET.fromstring(render(REPORT, "junit"))
    assert (root.tag, root.get("tests"), root.get("failures")) == ("testsuites", "2", "1")
    first, second = root.findall("testsuite")
    assert (first.get("name"), first.get("tests"), first.get("failures"), first.get("errors")) == (
        "specs/My Tools.md",
        "1",
        "1",
        "0",
    )
    case = first.find("testcase")
    assert (case.get("name"), case.get("classname"), case.get("line")) == (
        "SPEC204 unknown-type (2:9)",
        "specs/My Tools.md",
        "2",
    )
    assert case.find("failure").get("type") == "error"
    assert "or integer" in case.find("failure").text
    assert second.find("testcase").find("failure") is None
    assert "Order." in second.find("testcase").find("system-out").text


def test_junit_without_findings_is_one_passed_case():
    root = ET.fromstring(render(Report(()), "junit"))
    assert (root.get("tests"), root.get("failures")) == ("1", "0")
    assert [case.get("name") for case in root.iter("testcase")] == ["no findings"]


@given(reports())
def test_junit_is_xml_whatever_is_found(report: Report):
    root = ET.fromstring(render(report, "junit").encode("utf-8"))
    assert len(list(root.iter("testcase"))) == 1


@pytest.mark.parametrize("character", ["\ufffe", "\uffff", "\ufdd0", "\x1b", "\x00", "\ud800", "\x85"])
def test_junit_is_xml_with_what_xml_forbids(character: str):
    where = Span(f"a{character}.md")
    found = Diagnostic("A", "a", Severity.ERROR, f"No {character}.", where, related=(Related(character, where),))
    text = render(Report((found,)), "junit")
    assert character not in text
    assert len(list(ET.fromstring(text).iter("failure"))) == 1


@pytest.mark.parametrize("name", ["github", "sarif", "junit"])
def test_colour_makes_no_difference_to_machines(name):
    assert render(REPORT, name, colour=True) == render(REPORT, name)
