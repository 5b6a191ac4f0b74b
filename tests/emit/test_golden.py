"""What is generated for a few specs, as files: `pytest --update-golden` rewrites them."""

from pathlib import Path

import pytest

from lma_forge import emit, spec
from lma_forge.diagnostics import Severity
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
