"""Fixtures that turn a tool into an imported module."""

import importlib.util
import itertools
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from lma_forge import emit
from lma_forge.model import Spec, Tool
from tests.emit.samples import TEMPLATES, with_body

_numbers = itertools.count()

Build = Callable[..., ModuleType]


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """Import the module of one tool, its implementation written as `body`, from a workspace that is the current folder.

    The module lies outside of the workspace, which is `tmp_path / "ws"`.
    """
    workspace = tmp_path / "ws"
    workspace.mkdir()
    monkeypatch.chdir(workspace)

    def made(tool: Tool, body: str = "", more: str = "") -> ModuleType:
        (library,) = emit.libraries(Spec(tools=(tool,)))
        text = emit.render(library, TEMPLATES)
        assert emit.verify(text, library) == ()
        path = tmp_path / "tools" / library.stem / f"{library.stem}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(with_body(text, body) + more, encoding="utf-8")
        return load(path)

    return made


def load(path: Path) -> ModuleType:
    """Import a file under a name of its own."""
    spec = importlib.util.spec_from_file_location(f"generated_{next(_numbers)}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
