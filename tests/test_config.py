"""The configuration: found upward, checked key by key, every fault shown at its place."""

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given

from lma_forge.diagnostics import Severity
from lma_forge.errors import UsageError
from lma_forge.project.config import Config, load
from lma_forge.project.places import places
from lma_forge.project.settings import known_keys
from tests.strategies import toml_documents


def configure(folder: Path, text: str) -> Config:
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")
    return load(folder)


def faults_of(config: Config) -> list[tuple[str, int, int]]:
    return [(found.code, found.span.line, found.span.column) for found in config.diagnostics]


def test_without_a_file_the_defaults_hold(tmp_path):
    config = load(tmp_path)
    assert config == Config(root=tmp_path)
    assert config.specs is None
    assert config.out_folder == tmp_path / "generated_tools"
    assert config.cache_folder == tmp_path / ".lma_forge_cache"


def test_every_key_is_read(tmp_path):
    config = configure(
        tmp_path,
        """
[tool.lma-forge]
specs = ["one.md", "more/*.md"]
out = "tools"
tools = ["mine"]
templates = "looks"
layout = "category"
guidance = "docstring"
allowed-labels = ["Cost"]
cache-dir = ".cache"
[tool.lma-forge.aliases]
Eingabe = "input"
[tool.lma-forge.lint]
select = ["SPEC"]
ignore = ["SPEC203"]
extend-select = ["LCP"]
per-file-ignores = { "old/*.py" = ["LCP216"] }
""",
    )
    assert config.diagnostics == ()
    assert config.root == tmp_path
    assert config.specs == ("one.md", "more/*.md")
    assert (config.out, config.tools, config.templates) == ("tools", ("mine",), "looks")
    assert (config.layout, config.guidance, config.cache_dir) == ("category", "docstring", ".cache")
    assert dict(config.aliases) == {"Eingabe": "Input"}
    assert config.allowed_labels == ("Cost",)
    assert (config.lint.select, config.lint.ignore, config.lint.extend_select) == (("SPEC",), ("SPEC203",), ("LCP",))
    assert config.lint.per_file_ignores == (("old/*.py", ("LCP216",)),)


def test_the_nearest_file_with_the_table_holds(tmp_path):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.lma-forge]\nout = "outer"\n', encoding="utf-8")
    (tmp_path / "a" / "pyproject.toml").write_text('[project]\nname = "lma-forge-user"\n', encoding="utf-8")
    config = load(inner)
    assert config.out == "outer"
    assert config.root == tmp_path
    (tmp_path / "a" / "pyproject.toml").write_text('[tool.lma-forge]\nout = "inner"\n', encoding="utf-8")
    assert load(inner).out == "inner"


def test_a_named_file_holds_and_must_have_the_table(tmp_path):
    named = tmp_path / "settings.toml"
    named.write_text('[tool.lma-forge]\nout = "there"\n', encoding="utf-8")
    assert load(Path("/"), named).out == "there"
    named.write_text('out = "there"\n', encoding="utf-8")
    with pytest.raises(UsageError, match=r"no \[tool.lma-forge\] table"):
        load(tmp_path, named)
    with pytest.raises(UsageError, match="cannot read"):
        load(tmp_path, tmp_path / "absent.toml")
    with pytest.raises(UsageError, match="cannot read"):
        load(tmp_path, tmp_path)


def test_an_unknown_key_is_shown_with_the_nearest_known_one(tmp_path):
    config = configure(tmp_path, '[tool.lma-forge]\nout = "x"\n\n[tool.lma-forge.lint]\n  ignroe = ["X"]\n')
    (found,) = config.diagnostics
    assert (found.code, found.span.line, found.span.column, found.span.end_column) == ("CFG102", 5, 3, 9)
    assert "did you mean `ignore`?" in found.message
    assert config.out == "x"


def test_a_key_like_no_other_is_answered_with_all_keys(tmp_path):
    (found,) = configure(tmp_path, "[tool.lma-forge]\nzzz = 1\n").diagnostics
    assert "the keys are `specs`, `out`" in found.message


@pytest.mark.parametrize(
    ("line", "code", "column", "says"),
    [
        ('specs = "a.md"', "CFG103", 9, 'write ["a.md"]'),
        ('specs = ["a.md", 3]', "CFG103", 18, "this item is a number"),
        ("out = 5", "CFG103", 7, "not a number"),
        ('out = ""', "CFG104", 7, "names nothing"),
        ('layout = "folder"', "CFG104", 10, '"tool" or "category"'),
        ("layout = true", "CFG103", 10, "not a boolean"),
        ('aliases = { Eingabe = "Imput" }', "CFG104", 23, "did you mean `Input`?"),
        ('aliases = "x"', "CFG103", 11, "takes a table"),
        ("lint = 3", "CFG103", 8, "write a table, [tool.lma-forge.lint]"),
        ('lint.per-file-ignores = { "a" = "LCP" }', "CFG103", 33, 'write ["LCP"]'),
        ('lint = { select = ["A"], ignore = 7 }', "CFG103", 35, "not a number"),
        ('lint.sinks = { proces = ["shop.run"] }', "CFG102", 16, "did you mean `process`?"),
        ('lint.sinks = { read = ["shop.load", "shop load"] }', "CFG104", 37, "write a dotted name"),
    ],
)
def test_a_wrong_value_is_shown_at_its_place(tmp_path, line, code, column, says):
    (found,) = configure(tmp_path, f"# comment\n[tool.lma-forge]\n{line}\n").diagnostics
    assert (found.code, found.span.line, found.span.column) == (code, 3, column)
    assert found.severity is Severity.ERROR
    assert says in found.message


def test_all_faults_are_reported_at_once(tmp_path):
    config = configure(tmp_path, '[tool.lma-forge]\nspecs = 1\nsepcs = []\nlayout = "x"\n')
    assert faults_of(config) == [("CFG103", 2, 9), ("CFG102", 3, 1), ("CFG104", 4, 10)]


def test_broken_toml_is_shown_where_it_breaks(tmp_path):
    (found,) = configure(tmp_path, '[tool.lma-forge]\nout = "x\n').diagnostics
    assert (found.code, found.span.line) == ("CFG101", 2)
    assert "no TOML" in found.message


def test_a_broken_file_that_does_not_speak_of_us_is_passed_over(tmp_path):
    assert configure(tmp_path, '[project\nname = "x"\n').source is None


@pytest.mark.parametrize(
    "table", ["[tool]\nlma-forge = 3\n", 'tool = "x" # lma-forge\n', '[[tool.lma-forge]]\nout = "x"\n']
)
def test_odd_tables_are_no_traceback(tmp_path, table):
    configure(tmp_path, table)


def test_bytes_that_are_no_text_are_shown_where_they_stand(tmp_path):
    (tmp_path / "pyproject.toml").write_bytes(b'[tool.lma-forge]\nout = "\xff\xfe"\n')
    config = load(tmp_path)
    assert faults_of(config) == [("CFG101", 2, 8)]
    assert "0xff" in config.diagnostics[0].message
    (tmp_path / "pyproject.toml").write_bytes(b'[tool.other]\nout = "\xff\xfe"\n')
    assert load(tmp_path).source is None


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_file_in_another_encoding_is_no_silence(tmp_path, encoding):
    (tmp_path / "pyproject.toml").write_bytes('[tool.lma-forge]\nout = "x"\n'.encode(encoding))
    config = load(tmp_path)
    assert faults_of(config) == [("CFG101", 1, 1)]
    assert "save it as UTF-8" in config.diagnostics[0].message
    (tmp_path / "pyproject.toml").write_bytes('[tool.other]\nout = "x"\n'.encode(encoding))
    assert load(tmp_path).source is None


@pytest.mark.parametrize(
    ("header", "column"),
    [("tool.lma_forge", 7), ("tool.lmaforge", 7), ("tool.LMA-Forge", 7), ('tool."lma forge"', 7), ("lma-forge", 2)],
)
def test_a_table_of_nearly_our_name_is_no_silence(tmp_path, header, column):
    config = configure(tmp_path, f'[project]\nname = "x"\n\n[{header}]\nout = "x"\n')
    assert faults_of(config) == [("CFG102", 4, column)]
    assert "did you mean `[tool.lma-forge]`?" in config.diagnostics[0].message
    config = configure(tmp_path, f'[tool.lma-forge]\nout = "y"\n\n[{header}.lint]\nignore = []\n')
    assert faults_of(config) == [("CFG102", 4, column)]
    assert config.out == "y"


def test_a_project_that_only_depends_on_us_has_no_configuration(tmp_path):
    assert configure(tmp_path, '[project]\nname = "x"\ndependencies = ["lma_forge"]\n').source is None


@pytest.mark.skipif(os.name == "nt", reason="POSIX names")
def test_a_folder_called_pyproject_is_passed_over(tmp_path):
    (tmp_path / "pyproject.toml").mkdir()
    assert load(tmp_path).source is None


def test_keys_are_those_of_the_product():
    assert set(known_keys()) == {
        *("specs", "out", "tools", "templates", "layout", "guidance", "aliases", "allowed-labels", "cache-dir"),
        "exclude",
        *("target", "known-packages", "lint.select", "lint.ignore", "lint.extend-select", "lint.per-file-ignores"),
        *("lint.baseline", "lint.sinks", "changes.fail-on", "changes.levels", "changes.accept"),
    }


def test_places_of_every_form_of_key():
    text = (
        'a = 1\n"b c" = """two\nlines"""\n[t.\'u\']\nx.y = { z = [1, [2, 3]], w = "#]" } # end\n'
        "[[many]]\nk = 2024-01-01 # day\n[[many]]\nk = 'v'\n"
    )
    tomllib.loads(text)
    found = places(text, "f")
    assert found.keys["b c",].start == (2, 1)
    assert found.values["b c",].start == (2, 9)
    assert (found.values["b c",].end_line, found.values["b c",].end_column) == (3, 9)
    assert found.keys["t", "u"].start == (4, 4)
    assert found.values["t", "u", "x", "y", "z", "1", "1"].start == (5, 21)
    assert found.values["t", "u", "x", "y", "w"].start == (5, 30)
    assert (found.values["many", "0", "k"].column, found.values["many", "0", "k"].end_column) == (5, 15)
    assert found.values["many", "1", "k"].line == 9


@given(toml_documents())
def test_places_point_at_what_tomllib_reads(case):
    text, values = case
    found = places(text, "f")
    lines = text.split("\n")
    for path, value in values.items():
        span = found.values[path]
        if span.line == span.end_line:
            written = lines[span.line - 1][span.column - 1 : span.end_column - 1]
            assert tomllib.loads(f"v = {written}")["v"] == value
