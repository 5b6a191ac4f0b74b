"""The table of requirements is whole: nothing of the document is left out, and every test has its place."""

import ast
import functools
import json
import re
import tomllib
from pathlib import Path

import pytest

from tests import doctrine
from tests.runtime.test_document_examples import raw_examples

HERE = Path(__file__).parent
TABLE = tomllib.loads((HERE / "requirements.toml").read_text(encoding="utf-8"))
REQUIREMENTS, DECISIONS, EXPLAINING = TABLE["requirement"], TABLE["decision"], TABLE["explaining"]
SECTIONS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13)
BEYOND = {
    "runtime/conformance": "every case, so that rows name cases",
    "lcp/parts": "how quickly a file that changed in one place is read again",
    "lcp/syntax": "reading source from many threads at once",
    "runtime/security": "attacks and accidents",
    "runtime/sendable": "results for hosts that send them on as they come",
    "runtime/soak": "many threads for a long time",
}
"""Files of tests that no demand and no decision names, and what they show."""


@functools.cache
def test_names(path: Path) -> set[str]:
    """The test functions of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }


test_names.__test__ = False  # type: ignore[attr-defined] # it only begins like one

CASES = {
    json.loads(line)["id"]
    for line in (HERE / "corpus" / "conformance" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
}
NAMED = {name for row in (*REQUIREMENTS, *DECISIONS) for name in row["tests"]}


def exists(name: str) -> bool:
    if name.startswith("case:"):
        return name.removeprefix("case:") in CASES
    file, _, function = name.partition("::")
    folder, _, stem = file.rpartition("/")
    path = HERE / folder / f"test_{stem}.py"
    return path.is_file() and function in test_names(path)


def test_every_demand_has_tests_that_exist():
    assert [row for row in (*REQUIREMENTS, *DECISIONS) if not row["tests"]] == []
    assert sorted(name for name in NAMED if not exists(name)) == []


def test_ids_are_unique_and_name_their_section():
    ids = [row["id"] for row in REQUIREMENTS]
    assert len(set(ids)) == len(ids)
    assert {section_of(row["id"]) for row in REQUIREMENTS} == set(SECTIONS)


def test_every_file_of_tests_has_its_place():
    found = {
        f"{folder}/{path.stem.removeprefix('test_')}"
        for folder in ("lcp", "runtime")
        for path in (HERE / folder).glob("test_*.py")
    }
    assert found - {name.partition("::")[0] for name in NAMED} == BEYOND.keys()


def test_what_the_code_cites_stands_in_the_table():
    known = {row["id"] for row in REQUIREMENTS}
    cited = set()
    for path in (HERE.parent / "lma_forge").glob("**/*.py"):
        for text in re.findall(
            r"[Dd]octrine (?:sections? )?((?:\d+(?:\.\d+)?(?:,| and| to|\)|\b)\s*)+)", path.read_text("utf-8")
        ):
            cited |= set(re.findall(r"\d+(?:\.\d+)?", text))
    cited -= {"11"}
    assert len(cited) > 15
    for number in sorted(cited):
        # Sections without numbered paragraphs are cited as a whole.
        assert any(name == number or re.fullmatch(rf"{re.escape(number)}([.a-z].*)?", name) for name in known), number


@pytest.mark.skipif(not doctrine.DOCUMENT.exists(), reason="the source document is not beside the checkout")
@pytest.mark.parametrize("number", SECTIONS)
def test_no_sentence_of_the_document_is_left_out(number):
    section = doctrine.sections()[number]
    anchors = [anchor for row in REQUIREMENTS if section_of(row["id"]) == number for anchor in row["anchor"]]
    assert [anchor for anchor in anchors if anchor not in section] == []
    left = [
        sentence
        for sentence in doctrine.sentences(section, raw_examples())
        if not any(anchor in sentence for anchor in (*anchors, *EXPLAINING))
    ]
    assert left == []


@pytest.mark.skipif(not doctrine.DOCUMENT.exists(), reason="the source document is not beside the checkout")
def test_nothing_is_copied_from_the_document():
    text = " ".join(doctrine.DOCUMENT.read_text(encoding="utf-8").split())
    for row in REQUIREMENTS:
        assert row["says"].rstrip(".") not in text, row["id"]


REPORTS = HERE.parents[1] / "shared" / "cases" / "reports.jsonl"


@pytest.mark.skipif(not REPORTS.exists(), reason="the reports are not beside the checkout")
def test_every_report_about_the_runtime_has_a_test_of_its_number():
    rows = [json.loads(line) for line in REPORTS.read_text(encoding="utf-8").splitlines()]
    numbers = {row["id"].lower() for row in rows if row["area"] == "runtime"}
    named = {name for path in (HERE / "runtime").glob("test_*.py") for name in test_names(path)}
    assert {number for number in numbers if not any(name.startswith(f"test_{number}_") for name in named)} == set()


def section_of(identifier: str) -> int:
    found = re.match(r"\d+", identifier)
    assert found is not None
    return int(found[0])
