"""Faults that people met with generators like this one, each from its document to its right outcome."""

import ast
import json
import os
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lma_forge import emit, lcp, spec
from lma_forge.diagnostics import Severity
from lma_forge.model import Spec
from lma_forge.rules import check_spec
from tests.emit.conftest import load
from tests.emit.samples import TEMPLATES, with_body

FRAME = """\
## Tool: NoteReader
Description:
{description}
Use When:
- Notes are asked for.
Do Not Use When:
- Nothing is asked for.
Input:
{inputs}
Output:
{outputs}
Rules:
{rules}
Failure Behavior:
- Return: `Note not found.`
{more}"""


def document(**parts: str) -> str:
    usual = {
        "description": "Reads one note.",
        "inputs": "- key (string): The key.",
        "outputs": "- note (string): The note.",
        "rules": "- Read only.",
        "more": "",
    }
    return FRAME.format(**usual | parts)


def read(**parts: str) -> Spec:
    return spec.parse(document(**parts), "Tools.md").spec


def findings(**parts: str) -> list[tuple[str, Severity, str, int]]:
    found = check_spec(spec.parse(document(**parts), "Tools.md"))
    return [(one.code, one.severity, one.message, one.span.line) for one in found]


def module_text(found: Spec) -> str:
    (library,) = emit.libraries(found)
    text = emit.render(library, TEMPLATES)
    assert emit.verify(text, library) == ()
    return text


def docstring_of(text: str) -> str:
    tree = ast.parse(text)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("tool_")]
    return ast.get_docstring(functions[0]) or ""


def schema_of(text: str) -> dict[str, Any]:
    (view,) = lcp.read(text).tools
    schema: dict[str, Any] = lcp.schema(view, "lollms")["input_schema"]  # type: ignore[assignment]
    return schema


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    workspace = tmp_path / "srv" / "ws"
    workspace.mkdir(parents=True)
    monkeypatch.chdir(workspace)

    def made(text: str, body: str) -> ModuleType:
        path = tmp_path / "written.py"
        path.write_text(with_body(text, body), encoding="utf-8")
        return load(path)

    return made


def test_r01_a_description_never_becomes_code(written: Any):
    crafted = 'Reads one note.""" \n    import os; os.mkdir("pwned")\n    x = """'
    text = module_text(read(description=crafted))
    assert " ".join(crafted.split()) in " ".join(docstring_of(text).split())
    function = next(node for node in ast.parse(text).body if getattr(node, "name", "") == "tool_note_reader")
    assert isinstance(function, ast.FunctionDef)
    strings = [node for node in function.body if isinstance(node, ast.Expr)]
    assert len(strings) == 1
    assert not any(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(function))
    assert "mkdir" not in {node.attr for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)}
    written(text, "")
    assert list(Path.cwd().iterdir()) == []


@pytest.mark.parametrize("none", ["- none", "- None.", "None", "None."])
def test_r10_a_tool_without_parameters_has_none(none: str):
    text = module_text(read(inputs=none, rules="- Note: read only.\n- limit (integer): at most 5."))
    assert schema_of(text) == {"type": "object", "properties": {}, "required": []}
    assert "Note: read only." in docstring_of(text)


def test_r11_a_list_of_integers_is_an_array():
    text = module_text(read(inputs="- scores (list of integers): Values."))
    assert schema_of(text)["properties"]["scores"]["type"] == "array"
    assert "scores: list)" in text
    assert emit.input_schema(read(inputs="- scores (list of integers): Values.").tools[0])["properties"] == {
        "scores": {"type": "array", "items": {"type": "integer"}, "description": "Values. Items are of type integer."}
    }


def test_r21_illegal_and_colliding_names():
    inputs = "- from (string): a.\n- X-Foo (string): b.\n- X_Foo (string): c.\n- 2fa (boolean): d."
    found = findings(inputs=inputs)
    errors = [message for _, severity, message, _ in found if severity is Severity.ERROR]
    warned = [message for _, severity, message, _ in found if severity is Severity.WARNING]
    assert any("X-Foo" in message and "X_Foo" in message for message in errors)
    assert any("2fa" in message and "n2fa" in message for message in errors)
    assert any("from_" in message for message in warned)
    text = module_text(read(inputs="- from (string): a."))
    assert schema_of(text)["properties"] == {
        "from_": {"type": "string", "description": "a. Called `from` in the spec."}
    }


def test_r22_triple_quotes_stay_text():
    rule = 'Quote code with """ only.'
    assert rule in docstring_of(module_text(read(rules=f"- {rule}")))


def test_r24_backslashes_stay_text():
    description = r"Path such as C:\users\new or \N{x}"
    text = module_text(read(description=description))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile(text, "<generated>", "exec")
    assert description in docstring_of(text)


def test_r33_the_first_paragraph_holds_all_that_is_meant_for_the_model():
    text = module_text(read(description="Searches notes.\n\nUse short queries."))
    (view,) = lcp.read(text).tools
    shown = lcp.schema(view, "lollms")["description"]
    assert shown == (
        "Searches notes. Use short queries.\n"
        "Use when: Notes are asked for.\n"
        "Do not use when: Nothing is asked for."
    )  # fmt: skip


def test_r40_backslash_traversal_is_refused(written: Any, tmp_path: Path):
    text = module_text(read(inputs="- file_path (string): The file."))
    module = written(text, 'open(file_path, "w").close()\nreturn {"note": file_path}')
    for path in ("..\\..\\outside.md", "C:\\Windows\\x"):
        result = module.tool_note_reader(path)
        assert result["error"].startswith(f"Note not found. The argument file_path is {path!r}, but it must be a path")
    assert list(Path.cwd().iterdir()) == []
    assert not any("outside" in found.name or "Windows" in found.name for found in tmp_path.rglob("*"))


def test_r41_paths_are_normalised(written: Any):
    text = module_text(read(inputs="- file_path (string): The file."))
    module = written(text, 'return {"note": file_path}')
    for path in ("/etc/passwd", "a\0b", "~/.ssh/id", "", "."):
        result = module.tool_note_reader(path)
        assert result["success"] is False
        assert "Traceback" not in result["error"]
    assert module.tool_note_reader("ws/../ws/ok.txt")["success"]
    assert module.tool_note_reader("../ws/ok.txt")["success"]


@pytest.mark.skipif(os.name == "nt", reason="links want a POSIX system")
def test_r42_a_workspace_behind_a_link_is_the_workspace(written: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    text = module_text(read(inputs="- file_path (string): The file."))
    module = written(text, 'return {"note": file_path}')
    (tmp_path / "lnk").symlink_to(tmp_path / "srv" / "ws")
    monkeypatch.chdir(tmp_path / "lnk")
    assert module.tool_note_reader("sub/ok.txt")["success"]
    assert module.tool_note_reader(str(tmp_path / "lnk" / "sub" / "ok.txt"))["success"]


def test_r43_template_markers_stay_text():
    description = "Fills {{ name }} in the letter."
    rule = "keep {% raw %} blocks and {# remarks #}"
    said = docstring_of(module_text(read(description=description, rules=f"- {rule}")))
    assert description in said
    assert rule in said


def test_r48_keywords_and_reserved_names():
    text = module_text(read(inputs="- from (string): Start.\n- class (string): Kind."))
    assert list(schema_of(text)["properties"]) == ["from_", "class_"]
    for name in ("None", "args", "tool_context", "self"):
        found = findings(inputs=f"- {name} (string): x.")
        assert any(severity is Severity.ERROR and name in message for _, severity, message, _ in found)


def test_r49_nullable_is_not_optional(written: Any):
    found = read(inputs="- note (string or null): May be null, must be given.", outputs="- note (any): It.")
    text = module_text(found)
    assert schema_of(text)["required"] == ["note"]
    assert emit.input_schema(found.tools[0])["required"] == ["note"]
    assert written(text, 'return {"note": note}').tool_note_reader(None)["output"] == {"note": None}


def test_r50_required_is_always_there_and_arrays_have_items():
    found = read(inputs="- a (string, optional): A.\n- b (list, optional): B.")
    for schema in (
        json.loads(emit.export(found, "mcp"))["tools"][0]["inputSchema"],
        json.loads(emit.export(found, "json-schema"))["$defs"]["NoteReaderInput"],
        json.loads(emit.export(found, "openai"))[0]["function"]["parameters"],
        json.loads(emit.export(found, "anthropic"))[0]["input_schema"],
    ):
        assert schema["required"] == []
        assert schema["properties"]["b"]["items"] == {}


def test_r51_an_optional_field_has_a_plain_type():
    found = read(inputs="- country (string, optional): Land.")
    schema = json.loads(emit.export(found, "mcp"))["tools"][0]["inputSchema"]
    assert schema["properties"]["country"] == {"type": "string", "description": "Land."}
    assert "country" not in schema["required"]


def test_r54_always_for_one_payload_is_not_always_for_another(written: Any):
    text = module_text(read(inputs="- code (string): Code.", more="Effects: external\nApproval: yes\n"))
    module = written(text, 'return {"note": code}')
    asked: list[str] = []

    def handler(source: str, label: str, argv: list[str]) -> tuple[str, str]:
        asked.append(source)
        return "always", ""

    module.set_confirm_handler(handler)
    first, second = "print(1)", "import shutil; shutil.rmtree('.')"
    for code in (first, first, second):
        assert module.tool_note_reader(code)["success"]
    assert len(asked) == 2
    assert second in asked[1]


def test_r55_the_question_names_the_tool_every_argument_and_the_resolved_path(written: Any):
    text = module_text(
        read(
            inputs="- file_path (string): The file.\n- content (string): Text.\n- mode (string): `create` or `append`.",
            more="Effects: write\nApproval: yes\n",
        )
    )
    module = written(text, 'return {"note": content}')
    asked: list[tuple[str, str, list[str]]] = []

    def handler(source: str, label: str, argv: list[str]) -> tuple[str, str]:
        asked.append((source, label, argv))
        return "allow", ""

    module.set_confirm_handler(handler)
    assert module.tool_note_reader("sub/../a.md", "x" * 5_000, "create")["success"]
    ((source, label, argv),) = asked
    assert label == "tool_note_reader"
    assert argv == ['file_path="a.md"', f'content="{"x" * 5_000}"', 'mode="create"']
    assert source.startswith("NoteReader: ")
    assert all(argument in source for argument in argv)
    assert str(Path.cwd().resolve() / "a.md") in source
