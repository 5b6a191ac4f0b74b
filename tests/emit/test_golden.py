"""What is generated for a few specs, as files: `pytest --update-golden` rewrites them."""

import ast
from pathlib import Path

import pytest

from lma_forge import emit, spec
from lma_forge.diagnostics import Severity
from lma_forge.emit.module import OWN_NAMES
from lma_forge.project.style import style
from tests.emit.samples import TEMPLATES

GOLDEN = Path(__file__).parents[1] / "golden"
CASES = {"plain": "tool", "kinds": "tool", "guarded": "tool", "shared": "category", "hostile": "tool"}
ENDINGS = {"prompt": "md"}


def made(case: str) -> dict[str, str]:
    """Everything that is generated for a case, by path below its folder."""
    text = (GOLDEN / case / "spec.md").read_text(encoding="utf-8")
    parsed = spec.parse(text, "spec.md")
    errors = [found.message for found in parsed.diagnostics if found.severity is Severity.ERROR]
    assert errors == []
    libraries = emit.libraries(parsed.spec, CASES[case])
    texts = [emit.render(library, TEMPLATES, source="spec.md") for library in libraries]
    files = {}
    for library, styled in zip(libraries, style(texts), strict=True):
        assert styled.problems == ()
        assert emit.verify(styled.text, library) == ()
        files[f"out/{library.stem}/{library.stem}.py"] = styled.text
    for name in emit.formats():
        files[f"out/{name}.{ENDINGS.get(name, 'json')}"] = emit.export(parsed.spec, name)
    return files


@pytest.mark.parametrize("case", CASES)
def test_golden(case: str, pytestconfig: pytest.Config):
    files = made(case)
    folder = GOLDEN / case
    if pytestconfig.getoption("--update-golden"):
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8", newline="\n")
    kept = {path.relative_to(folder).as_posix() for path in (folder / "out").rglob("*") if path.is_file()}
    assert kept == set(files)
    for path, text in files.items():
        assert (folder / path).read_text(encoding="utf-8") == text, path


def test_each_case_has_a_folder():
    assert sorted(path.name for path in GOLDEN.iterdir()) == sorted(CASES)


def _top_names(text: str) -> set[str]:
    names = set()
    for node in ast.parse(text).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case ast.Import() | ast.ImportFrom():
                names.update(alias.asname or alias.name for alias in node.names)
    return names


def test_no_tool_can_take_the_name_of_a_part_of_a_module():
    found: set[str] = set()
    for path in GOLDEN.rglob("*.py"):
        names = _top_names(path.read_text(encoding="utf-8"))
        stems = {name.removeprefix("tool_") for name in names if name.startswith("tool_")}
        own = {f"{prefix}{stem}" for stem in stems for prefix in ("_", "tool_")}
        found |= {name for name in names - own if not name.endswith("Output") and not name.startswith("FAILURE_")}
    assert found | {"_configure"} == OWN_NAMES
