"""Comments that accept findings: where they hold, what is wrong with them, and writing them."""

from textwrap import dedent

import pytest

from lma_forge import lcp
from lma_forge.diagnostics import Diagnostic
from lma_forge.project import comments, ignoring
from lma_forge.project.catalogue import catalogue
from lma_forge.project.comments import Ignore, has_ignores, ignores
from lma_forge.project.config import Lint
from lma_forge.project.fixing import edited
from lma_forge.project.results import RuleLine
from lma_forge.project.selection import Chosen, Selection, selected
from lma_forge.rules import check_tool_module
from lma_forge.rules.toolmodule import ToolModule

RULES = tuple(RuleLine(rule.code, rule.name, rule.default) for rule in catalogue())


def found(source: str, *select: str) -> tuple[tuple[Diagnostic, ...], int]:
    selection = Selection(Lint(), RULES, Chosen(select=select))
    data = source.encode()
    module = ToolModule("x.py", source, data, lcp.read(data, "x.py"))
    shown = selected(check_tool_module(module), selection)
    return ignoring.apply(shown, {"x.py": ignores(source)}, selection, RULES)


def codes(source: str, *select: str) -> list[str]:
    return [one.code for one in found(dedent(source), *select)[0]]


def reach(source: str) -> list[tuple[int, int]]:
    return [(one.first, one.last) for one in ignores(dedent(source))]


def test_a_comment_behind_code_holds_for_the_logical_line():
    assert reach("def f(\n    a,  # lma: ignore[x] y\n    b,\n):\n    pass\n") == [(1, 4)]
    assert reach('x = """\na\n"""  # lma: ignore[x] y\n') == [(1, 3)]
    assert reach("a = 1; b = \\\n  2  # lma: ignore[x] y\n") == [(1, 2)]


def test_a_comment_on_its_own_line_holds_for_the_next_logical_line():
    assert reach("# lma: ignore[x] y\n\n# other\nf(\n  1)\ng()\n") == [(1, 5)]
    assert reach("# lma: ignore[x] y\n@a\n@b(\n  1)\ndef f(\n  x):\n    pass\n") == [(1, 6)]
    assert reach("f()\n# lma: ignore[x] y\n") == [(2, 2)]


@pytest.mark.parametrize(
    ("text", "words", "reason"),
    [
        ("# lma: ignore[a-b] why", ("a-b",), "why"),
        ("#lma:ignore[LCP201,x] why not", ("LCP201", "x"), "why not"),
        ("# noqa: X  # lma: ignore[x]  - because", ("x",), "because"),
        ("# lma: ignore[x]", ("x",), ""),
        ("# lma: ignore because", (), "because"),
        ("# lma: ignore[] because", (), "because"),
    ],
)
def test_what_a_comment_says(text: str, words: tuple[str, ...], reason: str):
    (one,) = ignores(f"a = 1  {text}\n")
    assert (one.words, one.reason, one.alone) == (words, reason, False)
    assert Ignore.unpack(one.pack()) == one
    assert has_ignores(text.encode())


def test_text_and_other_comments_are_no_such_comments():
    assert ignores("a = '# lma: ignore[x] y'\n# lma: ignored\n# lma ignore[x]\n") == ()
    assert ignores("def f(:\n") == ()


def test_findings_are_accepted_by_code_or_name_and_with_a_reason_alone():
    tool = "def tool_a(b: str) -> dict:{}\n    raise NotImplementedError\n"
    assert codes(tool.format(""), "LCP2") == ["LCP216"]
    for word in ("LCP216", "missing-docstring"):
        assert found(tool.format(f"  # lma: ignore[{word}] internal"), "LCP2") == ((), 1)
    assert codes(tool.format("  # lma: ignore[missing-docstring]"), "LCP2", "LCP0") == ["LCP216", "LCP092"]
    assert codes(tool.format("  # lma: ignore all of it"), "LCP2", "LCP0") == ["LCP216", "LCP092"]


def test_unused_comments_are_reported_unless_their_rule_is_off():
    tool = "def tool_a(b: str) -> dict:  # lma: ignore[{}] why\n    '''Does it.'''\n    raise NotImplementedError\n"
    (one,) = found(tool.format("missing-docstring"))[0]
    assert (one.code, one.span.column, one.span.end_column) == ("LCP091", 30, 66)
    assert "remove it" in one.message
    assert found(tool.format("weak-description"))[0] == ()
    assert "did you mean missing-docstring?" in found(tool.format("mising-docstring"))[0][0].message
    assert codes(tool.format("missing-docstring"), "LCP3") == ["LCP301"]


def test_findings_in_docstrings_are_accepted_behind_them_or_above():
    body = "{}    '''Does it.\n    Args:\n        b (str): B.\n    '''{}\n    raise NotImplementedError\n"
    tool = f"def tool_a(b: str) -> dict:\n{body}"
    assert codes(tool.format("", ""), "LCP2") == ["LCP218"]
    assert codes(tool.format("", "  # lma: ignore[LCP218] old"), "LCP2") == []
    assert codes(tool.format("    # lma: ignore[LCP218] old\n", ""), "LCP2") == []


def test_a_finding_about_the_whole_file_is_accepted_on_its_first_line():
    tool = "def tool_a(b: str) -> dict:\n    '''Does it.'''\n    raise NotImplementedError\n"
    assert codes(tool, "LCP301") == ["LCP301"]
    assert codes(f"# lma: ignore[LCP301] a part of another\nimport os\n\n\n{tool}", "LCP301") == []


def accept(source: str, reason: str = "old code", *select: str) -> str:
    findings = [one for one in found(source, *select)[0] if not one.code.startswith("LCP09")]
    new = edited(source.encode(), ignoring.additions(findings, source, reason))
    assert new is not None
    return new.decode()


def test_comments_are_added_so_that_nothing_is_left():
    source = dedent('''\
        def tool_a(
            b,
            c: bytes,
        ) -> dict:
            raise NotImplementedError


        @deco
        def tool_b(d: str, *e):  # noqa: X
            """Does it.
            Args:
                d (int): D.
            """
            raise NotImplementedError
        ''')
    accepted = accept(source)
    assert codes(accepted) == []
    lines = accepted.splitlines()
    assert lines[3].endswith(
        "  # lma: ignore[missing-annotation, missing-docstring, non-primitive-annotation] old code"
    )
    assert lines[8].endswith("# noqa: X  # lma: ignore[variadic-tool] old code")
    assert accept(accepted) == accepted


def test_a_comment_with_the_same_reason_gets_one_name_more():
    source = "def tool_a(b) -> dict:  # lma: ignore[missing-docstring] old code\n    raise NotImplementedError\n"
    assert accept(source) == source.replace("[missing-docstring]", "[missing-docstring, missing-annotation]")
    assert accept(source, "new code").count("lma: ignore") == 2


def test_a_file_that_is_no_python_has_what_comes_before_the_fault():
    assert len(ignores("# lma: ignore[x] y\na = 1\nb = '''\n")) == 1
    assert comments.logical_lines("a = (\n") == []
