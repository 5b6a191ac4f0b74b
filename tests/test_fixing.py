"""Mending: what fixes do to a file, that they come to an end, and what they never touch."""

import ast
import difflib
from random import Random

import pytest

from lma_forge import lcp
from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity, Span
from lma_forge.project import comments, ignoring
from lma_forge.project.catalogue import catalogue
from lma_forge.project.config import Lint
from lma_forge.project.fixing import edited, fix
from lma_forge.project.results import RuleLine
from lma_forge.project.selection import Chosen, Selection, selected
from lma_forge.rules import check_tool_module
from lma_forge.rules.toolmodule import ToolModule
from tests.careless import careless_module

RULES = tuple(RuleLine(rule.code, rule.name, rule.default) for rule in catalogue())
EVERYTHING = Selection(Lint(), RULES, Chosen(select=("ALL",)))
MODULES = 150
MANY = 2_000


def find(data: bytes, path: str = "x.py") -> tuple[Diagnostic, ...]:
    text = data.decode("utf-8-sig")
    module = ToolModule(path, text, data, lcp.read(data, path))
    found = selected(check_tool_module(module), EVERYTHING)
    ignored = {path: comments.ignores(text)} if comments.has_ignores(data) else {}
    return ignoring.apply(found, ignored, EVERYTHING, RULES)[0]


def mend(source: str | bytes, *, unsafe: bool = False) -> str:
    data = source.encode() if isinstance(source, str) else source
    return fix(data, find(data), find, unsafe=unsafe).data.decode()


def schemas(text: str):
    return [lcp.schema(tool, "lollms") for tool in lcp.read(text).tools]


def one(code: str, edits: tuple[Edit, ...], applicability: Applicability = Applicability.SAFE) -> Diagnostic:
    return Diagnostic(code, "x", Severity.WARNING, "m", edits[0].span, fix=Fix("do", edits, applicability))


def edit(line: int, column: int, end_line: int, end_column: int, text: str) -> Edit:
    return Edit(Span("x.py", line, column, end_line, end_column), text)


def nothing(data: bytes) -> tuple[Diagnostic, ...]:
    return ()


# --- the machinery ---


@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"])
def test_edits_count_code_points_and_keep_line_ends(newline: bytes):
    data = "é = 'ü𝄞x'\nb = 2\n".encode().replace(b"\n", newline)
    fixed = fix(data, [one("A", (edit(1, 8, 1, 9, "y\nz"),))], nothing)
    # The text would no longer parse with a line end in it, so it stays.
    assert fixed.data == data
    fixed = fix(data, [one("A", (edit(1, 8, 1, 9, "y"), edit(2, 1, 2, 1, "a = 1\n")))], nothing)
    assert fixed.data == "é = 'ü𝄞y'\na = 1\nb = 2\n".encode().replace(b"\n", newline)
    assert fixed.codes == ("A",)


def test_overlapping_fixes_go_one_after_the_other():
    data = b"abc = 1\n"
    first, second = one("A", (edit(1, 1, 1, 3, "x"),)), one("B", (edit(1, 2, 1, 4, "y"),))
    assert fix(data, [second, first], nothing).data == b"xc = 1\n"
    assert fix(data, [first, second], lambda new: (second,) if new == b"xc = 1\n" else ()).codes == ("A", "B")


def test_two_insertions_at_one_place_go_one_after_the_other():
    first, second = one("A", (edit(1, 1, 1, 1, "x"),)), one("B", (edit(1, 1, 1, 1, "y"),))
    assert fix(b"a = 1\n", [first, second], nothing).codes == ("A",)


def test_the_same_edit_of_two_findings_is_made_once_and_counts_twice():
    data = b"abc = 1\n"
    change = (edit(1, 1, 1, 1, "x"),)
    fixed = fix(data, [one("A", change), one("A", change)], nothing)
    assert (fixed.data, fixed.count) == (b"xabc = 1\n", 2)


def test_a_fix_that_breaks_a_module_is_left_out_and_the_others_are_made():
    data = b"a = 1\nb = 2\n"
    bad, good = one("A", (edit(1, 5, 1, 6, "("),)), one("B", (edit(2, 5, 2, 6, "3"),))
    fixed = fix(data, [bad, good], lambda new: (bad,))
    assert (fixed.data, fixed.codes) == (b"a = 1\nb = 3\n", ("B",))


def test_a_fix_that_swallows_another_statement_is_left_out():
    data = b"a = 1\nb = 2\n"
    swallow = one("A", (edit(1, 5, 1, 6, '"""'),))
    assert fix(data + b'# """\n', [swallow], nothing).codes == ()
    assert fix(data[:6] + b'# """\n', [swallow], nothing).codes == ("A",)
    assert fix(b"x = 1\ny = 2\n", [one("A", (edit(1, 1, 1, 1, "if x: "), edit(1, 6, 1, 6, "; ")))], nothing).data == (
        b"if x: x = 1; \ny = 2\n"
    )


def test_fixes_that_never_settle_come_to_an_end():
    data = b"a = 1\n"
    rounds = []

    def again(new: bytes) -> tuple[Diagnostic, ...]:
        rounds.append(new)
        return (one("A", (edit(1, 5, 1, 5, "1"),)),)

    fixed = fix(data, again(data), again)
    assert fixed.count == 10
    assert len(rounds) == 11


def test_only_the_fixes_that_are_asked_for_are_made():
    data = b"a = 1\n"
    findings = [
        one("A", (edit(1, 1, 1, 2, "b"),), Applicability.DISPLAY_ONLY),
        one("B", (edit(1, 5, 1, 6, "2"),), Applicability.UNSAFE),
    ]
    assert fix(data, findings, nothing).data == data
    assert fix(data, findings, nothing, unsafe=True).data == b"a = 2\n"


def test_a_byte_order_mark_stays_unless_it_is_what_is_mended():
    data = b"\xef\xbb\xbfdef tool_a(b: list[int]):\n    '''Does.'''\n"
    assert mend(data) == "def tool_a(b: list[int]):\n    '''Does.'''\n"
    fixed = fix(data, [one("A", (edit(1, 5, 1, 11, "tool_b"),))], nothing)
    assert fixed.data == data.replace(b"tool_a", b"tool_b")


def test_latin_1_is_written_back_as_it_was_and_undecodable_bytes_are_left_alone():
    data = "# -*- coding: latin-1 -*-\na = 'é'\n".encode("latin-1")
    fixed = fix(data, [one("A", (edit(2, 1, 2, 2, "b"),))], nothing)
    assert fixed.data == data.replace(b"a = ", b"b = ")
    broken = b"a = 1 # \xff\n"
    assert fix(broken, [one("A", (edit(1, 1, 1, 2, "b"),))], nothing).data == broken


def test_edited_refuses_what_would_mean_something_else():
    assert edited(b"a = 1\n", (edit(1, 6, 1, 6, "  # c"),)) == b"a = 1  # c\n"
    assert edited(b"a = '''\nb'''\n", (edit(1, 8, 1, 8, "  # c"),)) is None
    assert edited(b"\xff", ()) is None


def test_a_round_after_which_a_spec_has_more_errors_is_taken_back():
    where = Span("x.md", 1, 1, 1, 2)
    mended = Diagnostic("A", "x", Severity.WARNING, "m", where, fix=Fix("do", (Edit(where, "b"),)))
    error = Diagnostic("B", "y", Severity.ERROR, "m", where)
    assert fix(b"a\n", [mended], lambda new: (error,)).data == b"a\n"
    fixed = fix(b"a\n", [mended], nothing)
    assert (fixed.data, fixed.codes) == (b"b\n", ("A",))


def test_the_good_fixes_of_a_spec_are_made_though_one_of_them_is_not():
    def at(code: str, column: int, text: str) -> Diagnostic:
        where = Span("x.md", 1, column, 1, column + 1)
        return Diagnostic(code, "x", Severity.WARNING, "m", where, fix=Fix("do", (Edit(where, text),)))

    error = Diagnostic("E", "y", Severity.ERROR, "m", Span("x.md"))

    def again(new: bytes) -> tuple[Diagnostic, ...]:
        left = [at("A", 1, "!")] if new[:1] == b"a" else [error]
        return (*left, *([at("B", 3, "c")] if new[2:3] == b"b" else []))

    fixed = fix(b"a b\n", again(b"a b\n"), again)
    assert (fixed.data, fixed.codes) == (b"a c\n", ("B",))


def test_fixes_that_undo_each_other_mend_nothing():
    def again(new: bytes) -> tuple[Diagnostic, ...]:
        return (one("A", (edit(1, 1, 1, 2, "b" if new == b"a\n" else "a"),)),)

    fixed = fix(b"a\n", again(b"a\n"), again)
    assert (fixed.data, fixed.count) == (b"a\n", 0)
    assert fix(b"a\n", [one("A", (edit(1, 1, 1, 2, "a"),))], nothing).count == 0


# --- the fixes of rules ---

FIXABLE = [rule for rule in catalogue() if rule.fix and rule.bad and rule.code.startswith(("LCP", "GOV"))]


@pytest.mark.parametrize("rule", FIXABLE, ids=lambda rule: rule.code)
def test_the_fix_of_a_rule_mends_its_own_bad_example(rule):
    if "# --- file:" in rule.bad or "# --- spec:" in rule.bad:
        pytest.skip("speaks of several files")
    data = rule.bad.encode()
    before = [found for found in find(data) if found.code == rule.code]
    fixable = [found for found in before if found.fix]
    if not fixable:
        pytest.skip("its example is one that only a person can mend")
    applicability = {found.fix.applicability for found in fixable if found.fix}
    data = fix(data, before, find, unsafe=True).data
    assert [found for found in find(data) if found.code == rule.code] == []
    assert lcp.read(data).error is None
    promised = "unsafe" if applicability == {Applicability.UNSAFE} else ""
    assert promised in rule.fix


SAFE = [
    ("def tool_a(b: str, *, c: str):\n    '''Does.'''\n", "def tool_a(b: str, c: str):\n    '''Does.'''\n"),
    ("def tool_a(b: str = '', *, c: str):\n    '''Does.'''\n", None),
    ("def tool_a(b: str, *c, d: str):\n    '''Does.'''\n", None),
    ("def tool_a(b: str, /, c: str):\n    '''Does.'''\n", "def tool_a(b: str, c: str):\n    '''Does.'''\n"),
    ("def tool_a(\n    b: str,\n    /,\n):\n    '''Does.'''\n", None),
    ("TOOL_LIBRARY_NAME: str = 'Desk'\n", 'TOOL_LIBRARY_NAME = "Desk"\n'),
    ("TOOL_LIBRARY_NAME = (\n  'De'\n  'sk')\n", 'TOOL_LIBRARY_NAME = "Desk"\n'),
    ("def init_tool_library(config=None):\n    pass\n\n\ndef tool_a():\n    '''Does.'''\n",
     "def init_tools_library(config=None):\n    pass\n\n\ndef tool_a():\n    '''Does.'''\n"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), SAFE)
def test_safe_fixes(before: str, after: str | None):
    assert mend(before) == (before if after is None else after)


DOCS = [
    ("Does.\n    Args:\n        b (str): B.", "Does.\n\n    Args:\n        b (str): B."),
    ("Does.\n        \n    Args:\n        b (str): B.", "Does.\n\n    Args:\n        b (str): B."),
    ("Does.\n\n    Args:\n        b (int): B.", "Does.\n\n    Args:\n        b (str): B."),
    ("Does.\n\n    Args:\n        b (str): B,\n            and more.\n        gone (int): G.",
     "Does.\n\n    Args:\n        b (str): B, and more."),
    ("Does.\n\n    Args:\n        b: One of:\n            - x: quick\n            - y: slow",
     "Does.\n\n    Args:\n        b: One of: x: quick; y: slow;"),
    ("Does.\n\n    :param b: B.", "Does.\n\n    b (str): B."),
    ("Does.\n\n    :param str b: B.\n    :return: nothing", "Does.\n\n    b (str): B.\n    :return: nothing"),
    ("Does.\n\n    Parameters\n    ----------\n    b : str\n        The b.\n        More.",
     "Does.\n\n    Parameters\n    ----------\n    b (str): The b. More."),
    ("Does.\n\n    - `b`: B.", "Does.\n\n    b (str): B."),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), DOCS)
def test_fixes_of_docstrings(before: str, after: str):
    module = 'def tool_a(b: str) -> dict:\n    """{}\n    """\n    raise NotImplementedError\n'
    assert mend(module.format(before)) == module.format(after)


def test_a_docstring_with_escapes_is_not_edited():
    source = "def tool_a(b: str):\n    'Does.\\n    Args:\\n        b (int): B.\\n'\n"
    assert "LCP218" in {found.code for found in find(source.encode())}
    assert mend(source) == source


def test_an_unused_comment_goes_and_a_needed_name_stays():
    source = "def tool_a(b):  # lma: ignore[missing-docstring, LCP219] plain\n    raise NotImplementedError\n"
    after = "def tool_a(b):  # lma: ignore[missing-docstring] plain\n    raise NotImplementedError\n"
    assert mend(source) == after
    assert mend(after.replace("raise", "'''Does it.'''\n    raise")) == (
        "def tool_a(b):\n    '''Does it.'''\n    raise NotImplementedError\n"
    )


# --- laws ---


def laws(source: str) -> None:
    data = source.encode()
    before = find(data)
    fixed = fix(data, before, find)
    after = find(fixed.data)
    new = lcp.read(fixed.data)
    assert new.error is None
    assert [found.code for found in after if found.fix and found.fix.applicability is Applicability.SAFE] == []
    assert fix(fixed.data, after, find).data == fixed.data
    errors = [{found.code for found in one if found.severity is Severity.ERROR} for one in (before, after)]
    # A parameter or a hook that hosts see only now may have faults that did not matter before.
    assert errors[1] - errors[0] <= {
        *("LCP205", "LCP210", "LCP211", "LCP202", "LCP203", "LCP310", "LCP222"),
        # A result of which it is known only now that it is a success or a failure, likewise.
        *("LCP404", "LCP405", "LCP406", "LCP118"),
    }
    unsafe = fix(data, before, find, unsafe=True)
    assert lcp.read(unsafe.data).error is None
    touched(source, fixed.data.decode(), before)


def touched(before: str, after: str, found: tuple[Diagnostic, ...]) -> None:
    """Functions without a finding that has a fix are byte for byte the same."""
    tree = ast.parse(before)
    lines = before.splitlines(keepends=True)
    for node in tree.body:
        last = node.end_lineno or node.lineno
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        edits = [edit for one in found if one.fix for edit in one.fix.edits]
        if not any(edit.span.line <= last and first <= edit.span.end_line for edit in edits):
            text = "".join(lines[first - 1 : last]).rstrip()
            assert text in after, "".join(difflib.ndiff([text], [after]))


@pytest.mark.parametrize("seed", range(MODULES))
def test_fixes_of_random_modules_obey_the_laws(seed: int):
    laws(careless_module(Random(seed)))


@pytest.mark.long
def test_fixes_of_many_random_modules_obey_the_laws():
    for seed in range(MODULES, MODULES + MANY):
        laws(careless_module(Random(seed)))


def test_the_random_modules_have_many_kinds_of_faults():
    codes = {found.code for seed in range(MODULES) for found in find(careless_module(Random(seed)).encode())}
    assert len([code for code in codes if code.startswith(("LCP1", "LCP2", "LCP3"))]) > 30
