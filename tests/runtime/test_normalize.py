"""Results of every shape that tools return."""

from types import MappingProxyType

import pytest
from hypothesis import given

from lma_forge.runtime import normalize
from tests.strategies import tool_results


def success(output, **more):
    return {"output": output, "status_code": 200, "success": True, **more}


def failure(error, output=None):
    return {"output": error if output is None else output, "error": error, "success": False, "status_code": 500}


@pytest.mark.parametrize("output", [0, 0.0, False, [], "", {}, ()])
def test_r02_empty_outputs_are_kept(output):
    for result in ({"success": True, "output": output}, {"success": True, "data": output}):
        assert normalize(result) == success(output)
    if not isinstance(output, dict):
        assert normalize(output) == success(output)


@pytest.mark.parametrize("claim", ["false", "False", " FALSE ", 0, None, "", "no", [], 2, object(), "done"])
def test_r16_a_success_that_is_no_truth_value_is_a_failure(claim):
    record = normalize({"success": claim, "output": "channel missing"})
    assert record["success"] is False
    assert record["status_code"] == 500
    assert record["output"] == "channel missing"
    assert record["error"]


@pytest.mark.parametrize("claim", [True, 1, 1.0, "true", "True"])
def test_what_equals_true_is_a_success(claim):
    assert normalize({"success": claim, "output": "x", "error": "a warning"}) == success("x")


def test_r52_a_success_whose_payload_speaks_of_errors_is_a_success():
    assert normalize({"success": True, "output": {"error": None, "failed": 0}}) == success({"error": None, "failed": 0})
    assert normalize({"success": True, "error": None, "output": 1}) == success(1)


@pytest.mark.parametrize(
    ("result", "record"),
    [
        ({"success": False, "error": "E"}, failure("E")),
        ({"success": False, "message": "M"}, failure("M")),
        ({"success": False, "error": "E", "output": ""}, failure("E")),
        ({"success": False, "error": "E", "output": "partial"}, failure("E", "partial")),
        ({"success": False, "error": "E", "data": [1]}, failure("E", [1])),
        ({"status": "FAILED", "output": "x"}, failure("Tool status was 'failed'.", "x")),
        ({"status": "error", "success": True, "output": "x"}, failure("Tool status was 'error'.", "x")),
        ({"return_code": 2, "stderr": "no disk", "stdout": "…"}, failure("no disk", {"stdout": "…"})),
        ({"return_code": "0", "output": "x"}, failure("Non-zero return code: 0", "x")),
        ({"error": "E", "output": "data"}, failure("E", "data")),
        ({"error": {"code": 3}}, failure({"code": 3})),
        ({"success": False}, failure("Tool reported failure.")),
        ({"success": False, "error": "E", "output": "o", "prompt_injection": "P"}, failure("E", "o")),
    ],
)
def test_failures(result, record):
    assert normalize(result) == record


@pytest.mark.parametrize(
    ("result", "record"),
    [
        ("text", success("text")),
        (None, success("Tool executed successfully (no output).")),
        ({"success": True, "output": None}, success("Tool executed successfully (no output).")),
        ({"success": True}, success("Tool executed successfully.")),
        ({"success": True, "message": "Saved 3 rows"}, success("Saved 3 rows")),
        ({"text": "t", "content": "c", "data": "d"}, success("d")),
        ({"success": True, "result": None, "text": "T"}, success({"result": None, "text": "T"})),
        ({"success": True, "status": "ok", "message": "M", "a": 1}, success({"a": 1})),
        ({"return_code": 0, "stdout": "out", "stderr": "warn"}, success({"stdout": "out"})),
        ({"success": True, "output": "o", "plot": "p.png", "images": None}, success("o", plot="p.png")),
        ({"success": True, "prompt_injection": "P"}, success("Tool executed successfully.", prompt_injection="P")),
        ({"output": "x", "status_code": 404}, success("x")),
        (MappingProxyType({"success": False}), success(MappingProxyType({"success": False}))),
    ],
)
def test_successes(result, record):
    assert normalize(result) == record


class Array(list):
    """Refuses to be true or false, as arrays do."""

    def __bool__(self):
        raise ValueError("ambiguous")

    def __eq__(self, other):
        return self

    __hash__ = None


def test_values_without_a_truth_are_no_failure():
    rows = Array([1, 2])
    assert normalize(rows)["output"] is rows
    assert normalize({"success": True, "output": rows})["output"] is rows
    assert normalize({"success": False, "error": "E", "output": rows})["output"] is rows
    assert normalize({"return_code": rows})["success"] is False


def test_context_files_are_resolved():
    record = normalize({"output": 1, "context_files": ["a"]}, lambda files: [f"/x/{name}" for name in files])
    assert record["context_files"] == ["/x/a"]


@given(tool_results())
def test_every_dict_becomes_one_record_and_stays_as_it_was(result):
    before = dict(result)
    record = normalize(result)
    assert result == before
    assert record["success"] is (record["status_code"] == 200)
    assert ("error" in record) is not record["success"]
    assert record["output"] is not None
    assert normalize(record)["success"] is record["success"]
