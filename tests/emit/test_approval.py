"""Nothing that needs an operator's word happens without it."""

import json
from pathlib import Path
from typing import Any

import pytest

from lma_forge.model import Approval, Effect, Tool
from tests.emit.conftest import Build
from tests.emit.samples import FILE_WRITER, MEMORY_READER, field

BODY = 'DONE.append(content)\nreturn {"status": "written", "file_path": file_path}'
MORE = "\n\nDONE = []\n"
FAILURE = "File write failed. No changes were made."
CALL = {"file_path": "notes.md", "content": "x", "mode": "create"}


class Operator:
    """A confirm handler that answers the same each time and keeps what it was asked."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.asked: list[tuple[str, str, list[str]]] = []

    def __call__(self, source: str, script_label: str, argv: list[str] | None = None) -> object:
        self.asked.append((source, script_label, argv or []))
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


def writer(build: Build, operator: object, tool: Tool = FILE_WRITER, **config: object) -> Any:
    module = build(tool, BODY, MORE)
    if operator is not None:
        module.set_confirm_handler(operator)
    module.init_tools_library(config)
    return module


@pytest.mark.parametrize("decision", ["allow", "always"])
def test_a_clear_yes_lets_the_call_pass(build: Build, decision: str):
    module = writer(build, Operator((decision, "")))
    assert module.tool_file_writer(**CALL)["output"] == {"status": "written", "file_path": "notes.md"}
    assert module.DONE == ["x"]


class Agreeable:
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


ANSWERS = (
    ("reject", "Not today."),
    ("reject", ""),
    ("reject",),
    ("Allow", ""),
    ("ALWAYS", ""),
    ("allow ", ""),
    ("yes", ""),
    (True, ""),
    (1, ""),
    (None, None),
    (Agreeable(), ""),
    (["allow"], ""),
    (),
    "allow",
    ["allow", ""],
    {"decision": "allow"},
    True,
    None,
    RuntimeError("the window was closed"),
    TimeoutError(),
)


@pytest.mark.parametrize("answer", ANSWERS, ids=range(len(ANSWERS)))
def test_anything_else_is_a_refusal(build: Build, answer: object):
    module = writer(build, Operator(answer))
    result = module.tool_file_writer(**CALL)
    assert result["success"] is False
    assert result["error"].startswith(FAILURE + " ")
    assert result["output"] == result["error"]
    assert module.DONE == []


def test_the_operators_reason_is_the_detail(build: Build):
    module = writer(build, Operator(("reject", "Not today.")))
    assert module.tool_file_writer(**CALL)["error"] == f"{FAILURE} Not today."


def test_without_a_handler_nothing_passes(build: Build):
    module = writer(build, None)
    assert module.tool_file_writer(**CALL)["success"] is False
    assert module.DONE == []


def test_an_interrupt_of_the_operator_ends_the_host_not_the_question(build: Build):
    module = writer(build, Operator(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        module.tool_file_writer(**CALL)
    assert module.DONE == []


def test_a_handler_that_exits_is_a_refusal(build: Build):
    module = writer(build, Operator(SystemExit("closed")))
    assert "SystemExit: closed" in module.tool_file_writer(**CALL)["error"]
    assert module.DONE == []


def test_the_question_shows_everything(build: Build, tmp_path: Path):
    operator = Operator(("allow", ""))
    content = 'line "one"\nline two \u202e \x1b[2J' + "x" * 10_000
    writer(build, operator).tool_file_writer("sub/../notes.md", content, "create")
    ((source, label, argv),) = operator.asked
    assert label == "tool_file_writer"
    assert argv[0] == 'file_path="notes.md"'
    assert argv[2] == 'mode="create"'
    assert json.loads(argv[1].removeprefix("content=")) == content
    assert argv[1].isprintable()
    assert source.splitlines() == [
        (
            "FileWriter: Creates or updates approved project files. Effects: write. "
            "Approval is asked for: Before anything is overwritten."
        ),
        *argv,
        f"file_path is {json.dumps(str(tmp_path.resolve() / 'ws' / 'notes.md'))}",
    ]


def test_a_bad_argument_is_refused_before_anybody_is_asked(build: Build):
    operator = Operator(("allow", ""))
    assert writer(build, operator).tool_file_writer("../x", "x", "create")["success"] is False
    assert operator.asked == []


def test_always_holds_for_these_arguments_only(build: Build):
    operator = Operator(("always", ""))
    module = writer(build, operator)
    for content in ("x", "x", "y", "x"):
        assert module.tool_file_writer("notes.md", content, "create")["success"]
    assert len(operator.asked) == 2
    operator.answer = ("reject", "")
    assert module.tool_file_writer("notes.md", "z", "create")["success"] is False
    assert module.tool_file_writer("notes.md", "x", "create")["success"]


def test_always_holds_for_this_workspace_only(build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    operator = Operator(("always", ""))
    module = writer(build, operator)
    module.tool_file_writer(**CALL)
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    module.tool_file_writer(**CALL)
    assert len(operator.asked) == 2


@pytest.mark.parametrize("scope", ["tool", "session"])
def test_a_host_may_widen_always(build: Build, scope: str):
    operator = Operator(("always", ""))
    module = writer(build, operator, approval_scope=scope)
    for content in ("x", "y"):
        module.tool_file_writer("notes.md", content, "create")
    assert len(operator.asked) == 1


@pytest.mark.parametrize("scope", ["Tool", "all", "", None, 1, ["tool"]])
def test_an_unknown_scope_widens_nothing(build: Build, scope: object):
    operator = Operator(("always", ""))
    module = writer(build, operator, approval_scope=scope)
    for content in ("x", "y"):
        module.tool_file_writer("notes.md", content, "create")
    assert len(operator.asked) == 2


def test_another_operator_is_asked_anew_and_none_refuses(build: Build):
    first, second = Operator(("always", "")), Operator(("reject", "No."))
    module = writer(build, first)
    assert module.tool_file_writer(**CALL)["success"]
    module.set_confirm_handler(first)
    assert module.tool_file_writer(**CALL)["success"]
    module.set_confirm_handler(second)
    assert module.tool_file_writer(**CALL)["success"] is False
    module.set_confirm_handler(None)
    assert module.tool_file_writer(**CALL)["success"] is False
    assert (len(first.asked), len(second.asked)) == (1, 1)


MARKED = Approval(required=True)
UNMARKED = Approval(required=False)
WRITE, READ, NONE = (Effect.READ, Effect.WRITE), (Effect.READ,), (Effect.NONE,)

LEVELS = (
    ("strict", WRITE, UNMARKED, True),
    ("strict", (Effect.EXTERNAL,), UNMARKED, True),
    ("strict", None, UNMARKED, True),
    ("strict", READ, UNMARKED, False),
    ("strict", NONE, UNMARKED, False),
    ("strict", READ, MARKED, True),
    ("safe", WRITE, UNMARKED, False),
    ("safe", None, UNMARKED, False),
    ("safe", READ, MARKED, True),
    ("full_access", WRITE, MARKED, False),
    ("full_access", READ, MARKED, False),
    ("nonsense", WRITE, MARKED, True),
    ("nonsense", WRITE, UNMARKED, False),
    ("STRICT", WRITE, UNMARKED, False),
    (None, WRITE, MARKED, True),
    (["full_access"], WRITE, MARKED, True),
)


@pytest.mark.parametrize(("level", "effects", "approval", "asks"), LEVELS)
def test_autonomy_levels(build: Build, level: object, effects: object, approval: Approval, asks: bool):
    operator = Operator(("allow", ""))
    tool = Tool(
        "FileWriter",
        description=FILE_WRITER.description,
        inputs=FILE_WRITER.inputs,
        outputs=FILE_WRITER.outputs,
        failures=FILE_WRITER.failures,
        effects=effects,  # type: ignore[arg-type]
        approval=approval,
    )
    module = build(tool, BODY, MORE)
    module.init_tools_library({"autonomy_level": level, "confirm_handler": operator})
    assert module.tool_file_writer(**CALL)["success"]
    assert bool(operator.asked) is asks


def test_the_level_of_the_last_init_counts(build: Build):
    module = writer(build, None, autonomy_level="full_access")
    assert module.tool_file_writer(**CALL)["success"]
    module.init_tools_library({})
    assert module.tool_file_writer(**CALL)["success"] is False


@pytest.mark.parametrize("config", [None, "full_access", ["autonomy_level"], 5])
def test_a_config_that_is_none_is_safe(build: Build, config: object):
    module = build(FILE_WRITER, BODY, MORE)
    module.init_tools_library(config)
    assert module.tool_file_writer(**CALL)["success"] is False


def test_paths_of_a_list_are_shown_resolved(build: Build, tmp_path: Path):
    operator = Operator(("allow", ""))
    tool = Tool(
        "FileMover",
        description=FILE_WRITER.description,
        inputs=(field("sources_path", required=False), field("folders")),
        failures=FILE_WRITER.failures,
        effects=(Effect.WRITE,),
        approval=MARKED,
    )
    module = build(tool, "return None")
    module.set_confirm_handler(operator)
    assert module.tool_file_mover(folders="f") == {"success": True, "output": {}}
    ((source, _, argv),) = operator.asked
    assert argv == ["sources_path=null", 'folders="f"']
    assert str(tmp_path) not in source


def test_a_tool_that_can_never_ask_carries_no_such_code(build: Build):
    module = build(MEMORY_READER)
    assert not hasattr(module, "set_confirm_handler")
    assert not hasattr(module, "_approve")
