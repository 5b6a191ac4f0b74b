"""What counts as a success with a status and what as the failure that the spec words, tool by tool.

One row, one condition, one test. A failure is written as what stands behind the spec's message:
nothing where the message is the whole answer.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from lma_forge import spec
from lma_forge.resources import bundled_spec
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.sandbox import tiers
from lma_forge.toolkit.sandbox.limits import Limits
from tests.toolkit.conftest import Bench

SPEC = spec.parse(bundled_spec().read_text(encoding="utf-8"), "Tools.md").spec
MESSAGES = {tool.name: tool.failure.message for tool in SPEC.tools}
NEEDS_STORE = frozenset({"MemoryReader", "MemoryWriter", "AuditLogger"})


@dataclass(frozen=True)
class Row:
    """A condition and its outcome.

    Args:
        tool: The tool.
        condition: When.
        arguments: What it is called with.
        outcome: For a success, the outputs, each as a text that it contains or a value that it is;
            for a failure, what is said behind the spec's message.
        before: What is done first.
    """

    tool: str
    condition: str
    arguments: dict[str, Any]
    outcome: dict[str, Any] | str
    before: Callable[[Bench], object] = lambda _: None


def stored(key: str, value: str) -> Callable[[Bench], object]:
    return lambda bench: bench.output("MemoryWriter", key=key, value=value, mode="create")


def configured(**keys: Any) -> Callable[[Bench], object]:
    return lambda bench: bench.config.update(keys)


def no_store(bench: Bench) -> None:
    bench.data.write_text("a file where the folder should be", encoding="utf-8")


def private(bench: Bench) -> None:
    stored("private/pin", "four digits")(bench)


def memory(key: str = "project/name", value: str = "LMA", mode: str = "create") -> dict[str, Any]:
    return {"key": key, "value": value, "mode": mode}


def event(details: str = "did it", timestamp: str = "2026-01-31T10:30:00+01:00", kind: str = "file") -> dict[str, Any]:
    return {"event_type": kind, "details": details, "timestamp": timestamp}


MEMORY_ROWS = (
    Row(
        "MemoryReader",
        "the key is stored",
        {"key": "project/name"},
        {"value": "LMA", "found": True},
        stored("project/name", "LMA"),
    ),
    Row(
        "MemoryReader",
        "the key is a category with entries",
        {"key": "project"},
        {"value": "project/name: LMA", "found": True},
        stored("project/name", "LMA"),
    ),
    Row("MemoryReader", "the key is missing", {"key": "project/other"}, "", stored("project/name", "LMA")),
    Row("MemoryReader", "nothing was ever stored", {"key": "project"}, ""),
    Row("MemoryReader", "no key can look like this", {"key": " "}, ""),
    Row("MemoryReader", "the entry is private", {"key": "private/pin"}, "", private),
    Row("MemoryReader", "the category is private", {"key": "private"}, "", private),
    Row(
        "MemoryReader",
        "the host opens what is private",
        {"key": "private/pin"},
        {"value": "four digits", "found": True},
        lambda bench: (private(bench), bench.config.update(allow_private=True)),
    ),
    Row(
        "MemoryReader",
        "the store cannot be read",
        {"key": "a"},
        "The store could not be read:",
        lambda bench: (stored("a", "b")(bench), (bench.data / "lma.db").write_bytes(b"no database" * 1000)),
    ),
    Row("MemoryWriter", "create, and the key is new", memory(), {"status": "Memory created: project/name"}),
    Row(
        "MemoryWriter", "create, and the key exists", memory(), "Something is stored under", stored("project/name", "x")
    ),
    Row(
        "MemoryWriter",
        "update, and the key exists",
        memory(mode="update"),
        {"status": "Memory updated: project/name (category project, revision 2, revision 1 kept; audit seq=2 head="},
        stored("project/name", "x"),
    ),
    Row(
        "MemoryWriter",
        "update, and the key is missing",
        memory(mode="update"),
        "Nothing is stored under 'project/name'",
    ),
    Row(
        "MemoryWriter",
        "append, and the key exists",
        memory(mode="append"),
        {"status": "Memory appended to: project/name"},
        stored("project/name", "x"),
    ),
    Row(
        "MemoryWriter", "append, and the key is new", memory(mode="append"), {"status": "Memory created: project/name"}
    ),
    Row(
        "MemoryWriter",
        "update with what is stored already",
        memory(mode="update"),
        {"status": "Memory unchanged: project/name holds exactly this already (revision 1)."},
        stored("project/name", "LMA"),
    ),
    Row("MemoryWriter", "the value is empty", memory(value="  "), "The value is empty"),
    Row("MemoryWriter", "the value is long", memory(value="x" * 4_001), "The value has 4,001 characters"),
    Row("MemoryWriter", "the value holds a secret", memory(value="api_key = abcdef123456"), "The value looks like"),
    Row("MemoryWriter", "the value is no text", memory(value="a\0b"), "The value holds the character '\\x00'"),
    Row("MemoryWriter", "the key is too long", memory(key="k" * 201), "A key has 1 to 200 visible characters"),
    Row(
        "MemoryWriter",
        "the entry would grow too long",
        memory(value="x" * 60, mode="append"),
        "The entry would have 101 characters",
        lambda bench: (stored("project/name", "y" * 40)(bench), bench.config.update(max_entry_chars=100)),
    ),
    Row("MemoryWriter", "there is no place for the store", memory(), "The data folder", no_store),
    Row(
        "MemoryWriter",
        "the host's configuration is wrong",
        memory(),
        "The host's configuration has 'many' as max_value_chars",
        configured(max_value_chars="many"),
    ),
    Row(
        "AuditLogger",
        "the event is logged, its time in UTC",
        event(),
        {"status": "Logged file at 2026-01-31T09:30:00.000Z: seq=1 head="},
    ),
    Row(
        "AuditLogger",
        "the time has no offset",
        event(timestamp="2026-01-31 09:30"),
        {"status": "Logged file at 2026-01-31T09:30:00.000Z (read as UTC): seq=1"},
    ),
    Row("AuditLogger", "the time is now", event(timestamp="now"), {"status": "(the clock's time): seq=1"}),
    Row(
        "AuditLogger",
        "the details hold a secret",
        event("set password=hunter2hunter2"),
        {"status": "; 1 secret hidden."},
    ),
    Row("AuditLogger", "the details are long", event("x " * 1_500), {"status": "characters cut."}),
    Row(
        "AuditLogger",
        "the details hold reasoning",
        event("<think>why?</think>wrote a.txt"),
        {"status": "; reasoning left out."},
    ),
    Row("AuditLogger", "only reasoning is left", event("<think>why?</think>"), "The details say nothing"),
    Row("AuditLogger", "the time is none", event(timestamp="yesterday"), "The timestamp 'yesterday' is no time"),
    Row("AuditLogger", "the time lies ahead", event(timestamp="2999-01-01T00:00:00Z"), "The timestamp 2999-01-01"),
    Row("AuditLogger", "the event has no type", event(kind=" "), "The event type must have 1 to 100 characters."),
    Row("AuditLogger", "there is no place for the log", event(), "The data folder", no_store),
)


def holding(name: str, data: bytes = b"one\n") -> Callable[[Bench], object]:
    def before(bench: Bench) -> None:
        path = bench.workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    return before


def content(mode: str = "create", path: str = "a.txt", text: str = "two\n") -> dict[str, Any]:
    return {"file_path": path, "content": text, "mode": mode}


FILE_ROWS = (
    Row(
        "FileReader",
        "the file is text",
        {"file_path": "a.txt"},
        {"content": "one\n", "status": "Read a.txt: 1 line, 4 characters, UTF-8."},
        holding("a.txt"),
    ),
    Row(
        "FileReader",
        "the file is empty",
        {"file_path": "a.txt"},
        {"content": "", "status": "0 lines"},
        holding("a.txt", b""),
    ),
    Row(
        "FileReader",
        "the file holds a secret",
        {"file_path": "a.py"},
        {"content": "[secret hidden: credential]", "status": "1 secret hidden"},
        holding("a.py", b"password = 'hunter2hunter2'"),
    ),
    Row(
        "FileReader",
        "the file is there for secrets, and nobody can be asked",
        {"file_path": ".env"},
        ".env may hold secrets: an operator must approve that, and there is none to ask.",
        lambda bench: (holding(".env")(bench), bench.config.update(autonomy_level="safe")),
    ),
    Row("FileReader", "the file is missing", {"file_path": "a.txt"}, "a.txt: no such file or directory."),
    Row("FileReader", "the path leads to a folder", {"file_path": "sub"}, "sub is a folder", holding("sub/a.txt")),
    Row(
        "FileReader", "the path leaves the workspace", {"file_path": "../a.txt"}, "The argument file_path is '../a.txt'"
    ),
    Row("FileReader", "the file is no text", {"file_path": "a.bin"}, "It is no text:", holding("a.bin", b"\x89PNG")),
    Row(
        "FileReader",
        "the file is too large",
        {"file_path": "a.txt"},
        "a.txt has 4 bytes, and 3 are the most.",
        lambda bench: (holding("a.txt")(bench), bench.config.update(max_file_bytes=3)),
    ),
    Row(
        "FileWriter",
        "create, and the file is new",
        content(),
        {"status": "Created a.txt (4 bytes, UTF-8). 1 line added.", "file_path": "a.txt"},
    ),
    Row("FileWriter", "create, and the file exists", content(), "a.txt exists already;", holding("a.txt")),
    Row(
        "FileWriter",
        "overwrite, and the file exists",
        content("overwrite"),
        {"status": "@@ -1 +1 @@\n-one\n+two", "file_path": "a.txt"},
        holding("a.txt"),
    ),
    Row("FileWriter", "overwrite, and the file is missing", content("overwrite"), "There is no a.txt to overwrite;"),
    Row(
        "FileWriter",
        "append, and the file exists",
        content("append"),
        {"status": "Appended to a.txt (8 bytes, UTF-8; backup a.txt."},
        holding("a.txt"),
    ),
    Row("FileWriter", "append, and the file is new", content("append"), {"status": "Created a.txt"}),
    Row(
        "FileWriter",
        "overwrite with what is there already",
        content("overwrite", text="one\n"),
        {"status": "Unchanged: a.txt holds exactly this already."},
        holding("a.txt"),
    ),
    Row("FileWriter", "the path is protected", content(path=".git/config"), ".git/config is protected;"),
    Row("FileWriter", "the path leaves the workspace", content(path="/tmp/x"), "The argument file_path is '/tmp/x'"),
    Row("FileWriter", "a folder has the name", content("overwrite", "sub"), "sub is a folder;", holding("sub/a.txt")),
    Row("FileWriter", "a file is where a folder should be", content(path="a/b"), "a/b: not a directory.", holding("a")),
    Row("FileWriter", "the content is too long", content(), "a.txt would have 4 bytes", configured(max_file_bytes=3)),
    Row("FileWriter", "the content is no text", content(text="\ud800"), "The content holds '\\ud800'"),
)


def code(text: str = "print(6 * 7)", language: str = "python", purpose: str = "to know") -> dict[str, Any]:
    return {"code": text, "language": language, "purpose": purpose}


CODE_ROWS = (
    Row("CodeExecutor", "the code succeeds", code(), {"result": "42\n", "errors": ""}),
    Row("CodeExecutor", "the code writes nothing", code("x = 1"), {"result": "", "errors": ""}),
    Row(
        "CodeExecutor",
        "the code warns and succeeds",
        code("import sys; print('careful', file=sys.stderr)"),
        {"result": "", "errors": "careful\n"},
    ),
    Row("CodeExecutor", "the code leaves with 0", code("import sys; sys.exit(0)"), {"result": "", "errors": ""}),
    Row("CodeExecutor", "the code raises", code("1 / 0"), "ZeroDivisionError: division by zero\n"),
    Row("CodeExecutor", "the code cannot be read", code("x = ("), "SyntaxError: '(' was never closed\n"),
    Row("CodeExecutor", "the code leaves with 3", code("import sys; sys.exit(3)"), "exit code 3\n"),
    Row(
        "CodeExecutor",
        "the code takes too long",
        code("while True: pass"),
        "TimeoutError: stopped after 0.3 seconds",
        configured(timeout_seconds=0.3),
    ),
    Row("CodeExecutor", "the code reaches out", code("import socket; socket.socket()"), "OSError: "),
    Row("CodeExecutor", "the language is another", code(language="bash"), "The language 'bash' is not available;"),
    Row("CodeExecutor", "the purpose is empty", code(purpose=" "), "The purpose is empty;"),
    Row("CodeExecutor", "the code is too long", code("#" * 300_000), "The code has null characters, or more than"),
    Row("CodeExecutor", "the code is no text", code("'\ud800'"), "The code holds '\\ud800'"),
    Row(
        "CodeExecutor",
        "nobody can be asked",
        code(),
        "An operator must approve this call, and there is none to ask.",
        configured(autonomy_level="safe"),
    ),
)

ROWS = (*MEMORY_ROWS, *FILE_ROWS, *CODE_ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.tool}-{row.condition.replace(' ', '-')}")
def test_outcome(row: Row, bench: Bench):
    if row.tool in NEEDS_STORE:
        pytest.importorskip("sqlalchemy", reason="the extra `store` is not installed")
    row.before(bench)
    if row.tool == "CodeExecutor":
        need_a_sandbox()
    if isinstance(row.outcome, str):
        said = bench.error(row.tool, **row.arguments)
        message = MESSAGES[row.tool]
        if row.outcome:
            assert said.startswith(f"{message} {row.outcome}")
        else:
            assert said == message
        return
    output = bench.output(row.tool, **row.arguments)
    assert output.keys() == {one.name for one in SPEC.tool(row.tool).outputs}
    for name, expected in row.outcome.items():
        if isinstance(expected, str):
            assert expected in output[name]
        else:
            assert output[name] is expected


def need_a_sandbox() -> None:
    try:
        tiers.chosen({}, Limits())
    except Refusal as refusal:
        pytest.skip(refusal.message)


def test_the_table_has_both_outcomes_of_each_tool():
    for tool in {row.tool for row in ROWS}:
        kinds = {isinstance(row.outcome, str) for row in ROWS if row.tool == tool}
        assert kinds == {True, False}, tool
