"""The whole way of one tool: rendered, verified, imported, called."""

from tests.emit.conftest import Build
from tests.emit.samples import MEMORY_READER


def test_an_unwritten_tool_says_so(build: Build):
    module = build(MEMORY_READER)
    error = "MemoryReader is not implemented yet."
    assert module.tool_memory_reader(key="a") == {"success": False, "error": error, "output": error}


def test_a_written_tool_answers(build: Build):
    module = build(MEMORY_READER, 'return {"value": key.upper(), "found": True}')
    assert module.tool_memory_reader(key="a") == {"success": True, "output": {"value": "A", "found": True}}


def test_a_failure_is_the_message_exactly(build: Build):
    module = build(MEMORY_READER, "raise ToolFailure")
    assert module.tool_memory_reader(key="a") == {
        "success": False,
        "error": "Memory key not found.",
        "output": "Memory key not found.",
    }


def test_what_a_host_reads(build: Build):
    module = build(MEMORY_READER)
    assert (module.TOOL_LIBRARY_NAME, module.TOOL_LIBRARY_ICON) == ("Memory Reader", "🧠")
    assert module.TOOL_CONTRACT == {
        "tool_memory_reader": {
            "tool": "MemoryReader",
            "effects": ["read"],
            "approval": False,
            "idempotent": None,
            "output": {"value": "string", "found": "boolean"},
        }
    }
