"""Generated modules in the real host: lollms_client 1.21.1 discovers, shows and runs them unmodified.

Set LMA_FORGE_UPSTREAM to a Python that has the package. The host runs in a process of its own,
once for each folder, since it keeps modules by their stem for as long as it lives.
"""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from lma_forge import emit, spec
from lma_forge.model import Approval, Effect, Failure, Field, HostObject, Kind, Spec, Tool
from lma_forge.project.style import style
from lma_forge.resources import bundled_spec
from tests.emit.samples import FILE_WRITER, MEMORY_READER, TEMPLATES, field, prose, with_body

PYTHON = os.environ.get("LMA_FORGE_UPSTREAM", "")

pytestmark = [
    pytest.mark.upstream,
    pytest.mark.skipif(not PYTHON, reason="LMA_FORGE_UPSTREAM names no Python that has lollms_client 1.21.1"),
]

HOST = """
import json, sys
from lollms_client.tools_bindings.lcp import LCPBinding

job = json.loads(sys.stdin.read())
answer = job["answer"]
asked = []

def confirm(source, script_label, argv=None):
    asked.append([source, script_label, argv])
    return tuple(answer)

options = {"confirm_handler": confirm} if answer else {}
if job["interaction"]:
    options["user_interaction_handler"] = lambda request: "from the user"
binding = LCPBinding(tools_folders=[job["folder"]], host_tool_configs=job["configs"], **options)
tools = [{key: tool[key] for key in ("name", "description", "input_schema")} for tool in binding.list_tools()]
results = [binding.execute_tool(name, params, lollms_client_instance=job["client"]) for name, params in job["calls"]]
with open(job["out"], "w", encoding="utf-8") as out:
    json.dump({"tools": tools, "results": results, "asked": asked}, out)
"""


class Host:
    """What the host says of a folder of generated modules."""

    def __init__(self, folder: Path, workspace: Path) -> None:
        self.folder, self.workspace = folder, workspace

    def generate(self, found: Spec, layout: str = "tool", **bodies: str) -> None:
        """Write the formatted modules of a spec; `bodies` are implementations by module stem."""
        libraries = emit.libraries(found, layout)
        texts = style([emit.render(library, TEMPLATES) for library in libraries])
        for library, styled in zip(libraries, texts, strict=True):
            assert styled.problems == ()
            path = self.folder / library.stem / f"{library.stem}.py"
            path.parent.mkdir(parents=True)
            path.write_text(with_body(styled.text, bodies.get(library.stem, "")), encoding="utf-8")

    def run(self, *calls: tuple[str, dict[str, Any]], answer: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
        """Start the host on the folder, let it list the tools and make the calls."""
        out = self.workspace.parent / "answer.json"
        job = {
            "folder": str(self.folder),
            "calls": calls,
            "answer": answer,
            "out": str(out),
            "configs": {},
            "client": None,
            "interaction": False,
        }
        done = subprocess.run(
            [PYTHON, "-c", HOST],
            cwd=self.workspace,
            input=json.dumps(job | more).encode(),
            capture_output=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr.decode()[-2000:]
        answered: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        return answered


@pytest.fixture
def host(tmp_path: Path) -> Host:
    workspace = tmp_path / "ws"
    workspace.mkdir()
    return Host(tmp_path / "generated_tools", workspace)


def failure(text: str) -> dict[str, Any]:
    return {"output": text, "error": text, "success": False, "status_code": 500}


def sample(given: Field) -> object:
    """A good argument for an input of the project's own spec."""
    if given.allowed:
        return given.allowed[0].value
    return {Kind.LIST: ["a"], Kind.BOOLEAN: True, Kind.INTEGER: 1}.get(given.type.kind, "a")


@pytest.mark.parametrize("layout", ["tool", "category"])
def test_the_projects_own_tools(host: Host, layout: str):
    own = spec.parse(bundled_spec().read_text(encoding="utf-8"), "specs/Tools.md").spec
    host.generate(own, layout)
    good = [(tool.function, {given.parameter: sample(given) for given in tool.inputs}) for tool in own.tools]
    bad = [(tool.function, {given.parameter: 5 for given in tool.inputs}) for tool in own.tools]
    seen = host.run(*good, *bad, answer=("allow", ""))
    by_name = {shown["name"]: shown for shown in seen["tools"]}
    assert sorted(by_name) == sorted(tool.function for tool in own.tools)
    assert len(by_name) == 15
    for tool in own.tools:
        shown = by_name[tool.function]
        for text in (*tool.description.sentences, *(bullet.text for bullet in tool.use_when + tool.do_not_use_when)):
            assert text in shown["description"]
        schema = shown["input_schema"]
        assert schema["required"] == [given.parameter for given in tool.inputs if given.required]
        assert {name: entry["type"] for name, entry in schema["properties"].items()} == {
            given.parameter: given.type.kind.json_type for given in tool.inputs
        }
        for given in tool.inputs:
            said = schema["properties"][given.parameter]["description"]
            assert given.description in said
            assert all(f"`{allowed.value}`" in said for allowed in given.allowed)
    count = len(own.tools)
    assert seen["results"][:count] == [failure(f"{tool.name} is not implemented yet.") for tool in own.tools]
    for tool, result in zip(own.tools, seen["results"][count:], strict=True):
        assert result["success"] is False
        assert result["error"] == result["output"]
        assert result["error"].startswith(f"{tool.failure.message} The argument {tool.inputs[0].name} is 5")


def test_what_the_model_is_shown_to_the_letter(host: Host):
    host.generate(Spec(tools=(MEMORY_READER,)))
    assert host.run()["tools"] == [
        {
            "name": "tool_memory_reader",
            "description": "Reads stored memory from the LMA memory layer.\n"
            "Use when: The user asks about previously saved information. LMA needs known user preferences, project "
            "details, or system context.\n"
            "Do not use when: The information is not stored in memory.",
            "input_schema": {
                "type": "object",
                "properties": {"key": {"type": "string", "description": "The memory key or topic to retrieve."}},
                "required": ["key"],
            },
        }
    ]


def test_success_and_exact_failure(host: Host):
    host.generate(
        Spec(tools=(MEMORY_READER,)),
        memory_reader='if key != "a":\n    raise ToolFailure\nreturn _passthrough({"value": "A", "found": False}, '
        'prompt_injection="Say it.")',
    )
    seen = host.run(("tool_memory_reader", {"key": "a"}), ("tool_memory_reader", {"key": "b"}))
    assert seen["results"] == [
        {"output": {"value": "A", "found": False}, "status_code": 200, "success": True, "prompt_injection": "Say it."},
        failure("Memory key not found."),
    ]


NO_INPUTS = Tool(
    "KeyLister",
    description=prose("note: lists keys - all of them."),
    use_when=MEMORY_READER.use_when,
    outputs=(field("keys", Kind.LIST, "key (string): the keys."),),
    rules=MEMORY_READER.rules,
    failures=(Failure("Keys - none."), Failure("note (string): no.", condition="x", code="X")),
    effects=(Effect.READ,),
    host=(HostObject.CLIENT, HostObject.INTERACTION),
)


def test_no_phantom_parameter_without_inputs(host: Host):
    host.generate(Spec(tools=(NO_INPUTS,)), key_lister='return {"keys": ["a", user_interaction_handler({})]}')
    seen = host.run(("tool_key_lister", {}), interaction=True)
    (shown,) = seen["tools"]
    assert shown["input_schema"] == {"type": "object", "properties": {}, "required": []}
    assert seen["results"] == [{"output": {"keys": ["a", "from the user"]}, "status_code": 200, "success": True}]


TYPES = Tool(
    "TypeKeeper",
    description=prose("Keeps types."),
    inputs=tuple(field(str(kind), kind) for kind in Kind if kind is not Kind.ANY)
    + tuple(field(f"maybe_{kind}", kind, required=False, nullable=True) for kind in Kind if kind is not Kind.ANY)
    + (
        field("numbers", Kind.LIST, item=Kind.INTEGER),
        field("count", Kind.INTEGER, default=5),
        field("words", Kind.LIST, item=Kind.STRING, default=["a"]),
        field("from", default="x"),
    ),
    outputs=(field("count", Kind.INTEGER), field("words", Kind.LIST), field("start")),
    failures=(Failure("No types."),),
    effects=(Effect.NONE,),
)


def test_types_and_defaults(host: Host):
    host.generate(Spec(tools=(TYPES,)), type_keeper='return {"count": count, "words": words, "start": from_}')
    given = {
        "string": "a",
        "integer": "1",
        "number": "1.5",
        "boolean": "false",
        "list": "[1]",
        "object": "{}",
        "path": "a.txt",
        "url": "https://example.org",
        "date": "2024-01-31",
        "datetime": "2024-01-31T10:00:00",
        "timestamp": "2024-01-31T10:00:00Z",
        "numbers": [1],
    }
    seen = host.run(("tool_type_keeper", given), ("tool_type_keeper", given | {"words": ["b"], "count": "7"}))
    (shown,) = seen["tools"]
    properties = shown["input_schema"]["properties"]
    for kind in Kind:
        if kind is not Kind.ANY:
            assert properties[str(kind)]["type"] == kind.json_type
            assert properties[f"maybe_{kind}"]["type"] == kind.json_type
            assert properties[f"maybe_{kind}"]["default"] is None
    assert properties["numbers"]["type"] == "array"
    assert properties["count"]["default"] == 5
    assert properties["words"] == {"type": "array", "description": 'Some text. Default: ["a"].', "default": None}
    assert properties["from_"]["description"] == "Some text. Called `from` in the spec."
    assert shown["input_schema"]["required"] == list(given)
    assert [result["output"] for result in seen["results"]] == [
        {"count": 5, "words": ["a"], "start": "x"},
        {"count": 7, "words": ["b"], "start": "x"},
    ]


CALL = {"file_path": "a.md", "content": "x", "mode": "create"}
BODY = 'with open(file_path, "w") as f:\n    f.write(content)\nreturn {"status": "written", "file_path": file_path}'


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (("allow", ""), ""),
        (("always", ""), ""),
        (("reject", "Not now."), "Not now."),
        (("maybe", ""), "The operator did not approve this call."),
        ((), "An operator must approve this call, and there is none to ask."),
    ],
)
def test_approval(host: Host, answer: tuple[str, ...], error: str):
    host.generate(Spec(tools=(FILE_WRITER,)), file_writer=BODY)
    seen = host.run(("tool_file_writer", CALL), ("tool_file_writer", CALL), answer=answer)
    assert (host.workspace / "a.md").exists() is not bool(error)
    if error:
        assert seen["results"] == [failure(f"File write failed. No changes were made. {error}")] * 2
    else:
        assert [result["output"]["status"] for result in seen["results"]] == ["written"] * 2
    assert len(seen["asked"]) == {"allow": 2, "always": 1, "reject": 2, "maybe": 2, "": 0}[answer[0] if answer else ""]
    for source, label, argv in seen["asked"]:
        assert label == "tool_file_writer"
        assert argv == ['file_path="a.md"', 'content="x"', 'mode="create"']
        assert str(host.workspace.resolve() / "a.md") in source


@pytest.mark.parametrize(("level", "asked"), [("strict", 1), ("safe", 0), ("full_access", 0)])
def test_the_autonomy_level_of_the_host_counts(host: Host, level: str, asked: int):
    unmarked = Tool(
        "FileWriter",
        description=FILE_WRITER.description,
        inputs=FILE_WRITER.inputs,
        outputs=FILE_WRITER.outputs,
        failures=FILE_WRITER.failures,
        effects=(Effect.WRITE,),
        approval=Approval(required=False),
    )
    host.generate(Spec(tools=(unmarked,)), file_writer=BODY)
    seen = host.run(
        ("tool_file_writer", CALL), answer=("allow", ""), configs={"file_writer": {"autonomy_level": level}}
    )
    assert len(seen["asked"]) == asked
    assert seen["results"][0]["success"]
