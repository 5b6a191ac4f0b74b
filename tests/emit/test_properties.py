"""Laws of generated modules, over any accepted spec and any hostile text."""

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lma_forge import emit
from lma_forge.emit.checks import holds_path
from lma_forge.emit.wording import running_text
from lma_forge.model import Field, Kind, Spec, Tool
from lma_forge.project.style import style
from tests.emit.samples import TEMPLATES
from tests.strategies import objects_of, specs

LAYOUTS = ("tool", "category")
GUIDANCE = ("description", "docstring")


def rendered(spec: Spec, layout: str) -> Iterator[tuple[emit.Library, str]]:
    for library in emit.libraries(spec, layout):
        yield library, emit.render(library, TEMPLATES)


def run(text: str) -> ModuleType:
    """Import a module from its text alone."""
    module = ModuleType("generated")
    exec(compile(text, "<generated>", "exec", dont_inherit=True), module.__dict__)
    return module


@pytest.mark.parametrize("hostile", [False, True])
def test_modules_are_verified_styled_and_verified_again(hostile: bool):
    found: list[tuple[emit.Library, str]] = []

    @given(specs(hostile=hostile, minimum=1), st.sampled_from(LAYOUTS))
    def collect(spec: Spec, layout: str) -> None:
        for library, text in rendered(spec, layout):
            assert emit.verify(text, library) == ()
            found.append((library, text))

    collect()
    for (library, _), styled in zip(found, style([text for _, text in found]), strict=True):
        assert styled.problems == ()
        assert emit.verify(styled.text, library) == ()


@given(specs(hostile=True, minimum=1), st.sampled_from(LAYOUTS), st.sampled_from(GUIDANCE))
def test_rendering_is_a_function(spec: Spec, layout: str, guidance: str):
    for library in emit.libraries(spec, layout):
        text = emit.render(library, TEMPLATES, guidance)
        assert text == emit.render(library, dict(reversed(TEMPLATES.items())), guidance)
        assert emit.verify(text, library, guidance) == ()


def _strings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _skeleton(text: str) -> str:
    """The code of a module with all its texts, and the names of its fields, taken out."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)


def _tame(tool: Tool) -> Tool:
    """The same tool with other words in its descriptions, rules and guidance."""
    plain = replace(tool.description.blocks[0], text="Does something.")
    return replace(
        tool,
        description=replace(tool.description, blocks=(plain,)),
        use_when=tuple(replace(bullet, text="So.", details=()) for bullet in tool.use_when),
        do_not_use_when=tuple(replace(bullet, text="So.", details=()) for bullet in tool.do_not_use_when),
        rules=tuple(replace(rule, text="So.", details=()) for rule in tool.rules),
        failures=tuple(replace(failure, message=f"No {n}.") for n, failure in enumerate(tool.failures)),
        inputs=tuple(replace(field, description="It.") for field in tool.inputs),
        outputs=tuple(replace(field, description="It.") for field in tool.outputs),
    )


@given(specs(hostile=True, minimum=1))
def test_text_never_becomes_code_and_comes_back_equal(spec: Spec):
    for library, text in rendered(spec, "tool"):
        (tool,) = library.tools
        (tame,) = emit.libraries(Spec(tools=(_tame(tool),)))
        assert _skeleton(text) == _skeleton(emit.render(tame, TEMPLATES))
        found = set(_strings(ast.parse(text)))
        assert {failure.message for failure in tool.failures} <= found
        function = next(node for node in ast.parse(text).body if getattr(node, "name", "") == tool.function)
        assert isinstance(function, ast.FunctionDef)
        said = " ".join((ast.get_docstring(function) or "").split())
        for part in (
            running_text(tool.description.blocks),
            *(bullet.full_text for bullet in tool.use_when + tool.do_not_use_when),
            *(rule.text for rule in tool.rules),
            *(field.description for field in tool.inputs),
        ):
            assert " ".join(part.split()) in said


def _settled(field: Field, value: Any) -> Any:
    """A value that fits `field` also where it has to be a path, which a plain text need not be."""
    if value is None or not isinstance(value, str | list | dict):
        return value
    if holds_path(field) and isinstance(value, str):
        low, high = field.limits.minimum or 1, field.limits.maximum
        return "a" * int(max(1, low) if high is None else min(max(1, low), high))
    by_name = {member.name: member for member in field.type.members}
    if isinstance(value, dict):
        return {key: _settled(by_name[key], item) if key in by_name else item for key, item in value.items()}
    if isinstance(value, list) and by_name:
        inner = replace(field, type=replace(field.type, kind=Kind.OBJECT))
        return [_settled(inner, item) for item in value]
    return value


WRONG: dict[Kind, Any] = {Kind.INTEGER: "x", Kind.NUMBER: "x", Kind.BOOLEAN: "x", Kind.LIST: 5, Kind.OBJECT: 5}


@given(st.data(), specs(minimum=1, maximum=1))
def test_a_fresh_module_says_that_it_is_not_written_or_what_is_wrong(data: st.DataObject, spec: Spec):
    ((library, text),) = rendered(spec, "tool")
    (tool,) = library.tools
    module = run(text)
    module.init_tools_library({"autonomy_level": "full_access"})
    call = getattr(module, tool.function)
    drawn = data.draw(objects_of(tool.inputs))
    good = {field.parameter: _settled(field, drawn[field.name]) for field in tool.inputs if field.name in drawn}
    for field in tool.inputs:
        # A default that is no path is the author's fault, and is told when it is used.
        if holds_path(field) and field.type.kind is not Kind.LIST and not field.required:
            good.setdefault(field.parameter, _settled(field, "a"))
    assert call(**good) == {
        "success": False,
        "error": f"{tool.name} is not implemented yet.",
        "output": f"{tool.name} is not implemented yet.",
    }
    for field in tool.inputs:
        if field.type.kind is not Kind.ANY:
            result = call(**good | {field.parameter: WRONG.get(field.type.kind, 5)})
            assert result["success"] is False
            assert result["error"] == result["output"]
            assert result["error"].startswith(f"{tool.failure.message} The argument {field.parameter} is ")


@given(st.data(), specs(minimum=1, maximum=1))
def test_declared_outputs_pass_and_others_do_not(data: st.DataObject, spec: Spec):
    ((library, text),) = rendered(spec, "tool")
    (tool,) = library.tools
    module = run(text)
    declared = module.TOOL_CONTRACT[tool.function]["output"]
    outputs = data.draw(objects_of(tool.outputs))
    assert module._succeeded(outputs, declared) == {"success": True, "output": outputs}
    with pytest.raises(module.ToolFailure):
        module._succeeded(outputs | {"no such output": 1}, declared)
    for field in tool.outputs:
        if field.type.kind is not Kind.ANY:
            with pytest.raises(module.ToolFailure):
                module._succeeded(outputs | {field.name: WRONG.get(field.type.kind, 5)}, declared)


_QUIET_EVENTS = {"exec", "compile", "import", "object.__getattr__", "object.__setattr__", "sys._getframe"}
_watchers: list[list[str]] = []
_hooks: list[object] = []


def _listen(event: str, arguments: object) -> None:
    if _watchers and event not in _QUIET_EVENTS:
        _watchers[-1].append(event)


@contextmanager
def _events() -> Iterator[list[str]]:
    """What a stretch of code does to the world, as Python's audit events tell it."""
    if not _hooks:  # a hook can never be taken away again, so there is one for all tests
        sys.addaudithook(_listen)
        _hooks.append(_listen)
    _watchers.append([])
    try:
        yield _watchers[-1]
    finally:
        _watchers.pop()


@given(specs(hostile=True, minimum=1))
def test_importing_a_module_does_nothing(spec: Spec):
    texts = [text for _, text in rendered(spec, "tool")]
    codes = [compile(text, "<generated>", "exec", dont_inherit=True) for text in texts]
    for code in codes:
        exec(code, {"__name__": "warm"})  # so that the standard library is loaded
    with _events() as seen:
        for code in codes:
            exec(code, {"__name__": "generated"})
    assert seen == []


def test_the_judge_of_events_sees_what_happens(tmp_path: Path):
    with _events() as seen:
        (tmp_path / "x").mkdir()
    assert "os.mkdir" in seen
