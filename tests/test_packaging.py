"""Wheel, source archive and editable install all carry the templates and the spec."""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import lma_forge
from lma_forge import resources

ROOT = Path(lma_forge.__file__).parent.parent
TEMPLATES = {
    f"templates/{path.relative_to(ROOT / 'templates').as_posix()}" for path in (ROOT / "templates").rglob("*.j2")
}


def test_a_checkout_finds_its_templates_and_its_spec():
    assert (resources.templates_folder() / "lcp" / "module.py.j2").is_file()
    assert resources.bundled_spec().is_file()


def test_an_installed_package_finds_its_own(tmp_path, monkeypatch):
    package = tmp_path / "lma_forge"
    (package / "templates").mkdir(parents=True)
    monkeypatch.setattr(resources, "_PACKAGE", package)
    assert resources.templates_folder() == package / "templates"
    assert resources.specs_folder() == tmp_path / "specs"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build both archives from a copy of the checkout, without a network."""
    pytest.importorskip("build", reason="build is part of the dev extra")
    pytest.importorskip("hatchling", reason="the build backend is not installed here; .ci/run builds with it")
    if not (ROOT / "pyproject.toml").exists():
        pytest.skip("no checkout")
    source = tmp_path_factory.mktemp("source")
    for name in ("lma_forge", "templates", "specs"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    out = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(source)],
        check=True,
        capture_output=True,
    )
    return out


def test_the_wheel_carries_templates_spec_and_types(built):
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"lma_forge/{name}" for name in TEMPLATES} <= names
    assert {"lma_forge/specs/Tools.md", "lma_forge/py.typed", "lma_forge/cli/main.py"} <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any(name.startswith(("templates/", "specs/", "tests/")) for name in names)


def test_the_source_archive_carries_what_the_wheel_is_made_of(built):
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as content:
        names = {name.partition("/")[2] for name in content.getnames()}
    assert TEMPLATES | {"specs/Tools.md", "lma_forge/py.typed", "pyproject.toml", "LICENSE"} <= names


@pytest.mark.skipif(os.name == "nt", reason="the layout of environments differs; CI tries the wheel there")
def test_the_wheel_runs_away_from_the_checkout(built, tmp_path):
    (wheel,) = built.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=False)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = tmp_path / "venv" / "lib" / version / "site-packages"
    zipfile.ZipFile(wheel).extractall(packages)
    # The dependencies come from here, so that nothing is fetched.
    here = {str(Path(module.__file__).parent.parent) for module in _dependencies()}
    (packages / "here.pth").write_text("\n".join(sorted(here)), encoding="utf-8")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    python = tmp_path / "venv" / "bin" / "python"

    def run(*words):
        return subprocess.run(
            [str(python), "-P", "-m", "lma_forge.cli.main", *words],
            cwd=elsewhere,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            encoding="utf-8",
        )

    done = run("generate")
    assert done.returncode == 0, done.stderr
    assert "15 tools generated and verified" in done.stdout
    assert str(packages) in done.stderr
    assert run("check").returncode == 0
    assert run("tools").stdout.count("\ntool_") == 14


def _dependencies():
    import click  # noqa: PLC0415 - only this test asks where they are
    import jinja2  # noqa: PLC0415
    import libcst  # noqa: PLC0415
    import markdown_it  # noqa: PLC0415
    import ruff  # noqa: PLC0415

    return click, jinja2, libcst, markdown_it, ruff
