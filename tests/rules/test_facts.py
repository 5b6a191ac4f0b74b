"""The index of facts and the positions: what rules about code are told."""

import re
from pathlib import Path
from textwrap import dedent

import libcst
import pytest
from libcst.metadata import MetadataWrapper, PositionProvider

from lma_forge.rules import walk
from lma_forge.rules.facts import UNKNOWN, Facts, statements
from lma_forge.rules.toolmodule import ToolModule
from tests.rules.examples import modules


def module(text: str) -> ToolModule:
    return modules(dedent(text))["example.py"]


def facts(text: str) -> Facts:
    return module(text).facts


SAMPLE = '''
"""Doc."""
import os.path as p, numpy as np
from pathlib import Path
from .near import thing as other

LIMIT: int = 5
ROOT = Path("é")
_STATE = None


def helper(a, *rest, b=LIMIT, **more):
    global _STATE
    _STATE = a
    for x, (y, *z) in rest:
        with open(a) as stream, other(): pass
    return [i for i in more if (q := i)]


class Store:
    size = 3

    @property
    def load(self, key="k"):
        return self.save(key)

    def save(self, key):
        def inner(): return key
        return inner()


@decorated(1)
async def tool_é(name: str, n: "int" = 2) -> dict:
    """Tool.

    More.
    """
    try:
        if n > 1:
            data = np.load(p.join(name, "x")); n += 1
        elif name:
            return {"é": 1}
    except (OSError, ValueError) as error:
        raise RuntimeError(f"{error!r:>{n}}") from error
    finally:
        helper(name, b=3)
    match name:
        case {"k": v, **rest} if v: pass
        case [_, *others]: return lambda w: w
    del data
    return {"success": True}
'''


def test_positions_are_those_of_libcst_itself():
    subject = module(SAMPLE)
    wrapper = MetadataWrapper(subject.tree, unsafe_skip_copy=True)
    expected = wrapper.resolve(PositionProvider)
    compared = 0
    for kind in (libcst.Call, libcst.Name, libcst.FunctionDef, libcst.Return, libcst.Param, libcst.If, libcst.Try):
        for node in subject.facts.of(kind):
            place = expected[node]
            span = subject.span(node)
            assert (span.line, span.column, span.end_line, span.end_column) == (
                place.start.line,
                place.start.column + 1,
                place.end.line,
                place.end.column + 1,
            )
            compared += 1
    assert compared > 60


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_both_trees_give_the_same_places_whatever_the_line_ends(newline: str):
    subject = modules(SAMPLE.replace("\n", newline))["example.py"]
    tool = subject.file.tools[0]
    node = subject.definition(tool)
    assert node is not None
    concrete = subject.facts.tools[0].function
    assert subject.head(concrete).start == (tool.span.line, tool.span.column)
    assert subject.head(concrete).end_column == len("async def tool_é") + 1
    assert subject.span(node.args.args[0]).start == subject.span(concrete.params.params[0]).start


def test_the_source_of_a_span_is_the_text_of_its_node():
    subject = module(SAMPLE)
    for call in subject.facts.of(libcst.Call):
        span = subject.span(call)
        assert span.line == span.end_line
        assert subject.lines[span.line - 1][span.column - 1 : span.end_column - 1] == subject.text(call)


def test_nodes_are_filed_under_their_scope_and_in_order():
    found = facts(SAMPLE)
    assert [scope.qualified for scope in found.scopes] == [
        "", "helper", "Store", "Store.load", "Store.save", "Store.save.inner", "tool_é",
    ]  # fmt: skip
    helper = found.function("helper")
    assert helper is not None
    assert [found.dotted(call.func) for call in helper.of(libcst.Call)] == ["open", ".near.thing"]
    save = found.scopes[4]
    assert len(save.of(libcst.Return)) == 1
    assert len(list(save.every(libcst.Return))) == 2
    orders = [found.order(node) for node in found.of(libcst.Call)]
    assert orders == sorted(orders)
    for scope in found.scopes:
        for name in scope.of(libcst.Name):
            assert found.scope(name) is scope


def test_names_that_are_bound_and_read():
    found = facts(SAMPLE)
    helper = found.function("helper")
    assert helper is not None
    assert list(helper.parameters) == ["a", "rest", "b", "more"]
    assert set(helper.bound) == {"a", "rest", "b", "more", "_STATE", "x", "y", "z", "stream", "i", "q"}
    assert helper.shared == {"_STATE"}
    assert set(helper.reads) == {"a", "rest", "open", "other", "i", "more"}
    tool = found.tools[0]
    assert {"v", "rest", "others", "data", "error"} <= set(tool.bound)
    assert len(tool.reads["n"]) == 3
    assert "dict" not in tool.reads
    assert "LIMIT" in found.module.reads


def test_dotted_names_undo_imports():
    found = facts(SAMPLE)
    names = [found.dotted(call.func) for call in found.tools[0].of(libcst.Call)]
    assert names == ["numpy.load", "os.path.join", "RuntimeError", "helper"]
    body = "os.x(); Path('a').resolve()['b'].c()\n    ', '.join(a)"
    text = f"from pathlib import Path\nimport posix as os\ndef f(os):\n    {body}\n"
    found = facts(text)
    assert [found.dotted(call.func) for call in found.of(libcst.Call)][:2] == ["os.x", "pathlib.Path().resolve()[].c"]
    assert found.dotted(found.of(libcst.Call)[-1].func) == "?.join"


def test_calls_find_their_function():
    found = facts(SAMPLE)
    names = {found.dotted(call.func): found.callee(call) for call in found.of(libcst.Call)}
    assert names["helper"] is found.function("helper")
    assert names["self.save"] is found.scopes[4]
    assert names["inner"] is found.scopes[5]
    assert names["numpy.load"] is None


def test_what_is_around_a_node():
    found = facts(SAMPLE)
    calls = {found.dotted(call.func): call for call in found.of(libcst.Call)}
    assert found.is_guarded(calls["numpy.load"])
    assert not found.is_guarded(calls["helper"])
    assert not found.is_guarded(calls["RuntimeError"])
    assert found.handler(calls["RuntimeError"]) is not None
    assert found.handler(calls["numpy.load"]) is None
    tests = [(found.tree.code_for_node(test), outcome) for test, outcome in found.conditions(calls["numpy.load"])]
    assert tests == [("n > 1", True)]
    assert isinstance(found.statement(calls["os.path.join"]), libcst.Assign)
    first = found.of(libcst.Return)[-2]
    assert isinstance(found.statement(first), libcst.Return)


def test_constants():
    found = facts(
        """
        A = 5
        B = [A, -1, "x" "y", None, {"k": (True, {2})}]
        C = 1
        C = 2
        D, E = 1, 2
        F = f"{A}"
        def f(A):
            return A, B, C, D, F, not A, A + 1, "a" + "b"
        """
    )
    returned = found.of(libcst.Return)[0].value
    values = [found.constant(element.value) for element in returned.elements]
    assert values[0] is UNKNOWN
    assert values[1] == [5, -1, "xy", None, {"k": (True, {2})}]
    assert values[2:7] == [UNKNOWN] * 5
    assert values[7] == "ab"
    assert found.constant(None) is UNKNOWN
    assert set(found.constants) == {"A", "B", "F"}


def test_a_name_that_a_function_shares_is_no_constant():
    found = facts("A = 1\ndef f():\n    global A\n    A = 2\ndef g():\n    return A\n")
    assert found.constant(found.of(libcst.Return)[0].value) is UNKNOWN


def test_statements_of_a_block():
    found = facts("def f():\n    a = 1; b = 2\n    if a: return b\n")
    scope = found.function("f")
    assert scope is not None
    kinds = [type(one).__name__ for one in statements(scope.node)]
    assert kinds == ["Assign", "Assign", "If"]
    assert [type(one).__name__ for one in statements(statements(scope.node)[2].body)] == ["Return"]


def test_the_last_definition_is_the_tool():
    found = facts("def tool_a():\n    return 1\ndef tool_a(x):\n    return 2\n")
    assert [re.sub(r"\s", "", found.tree.code_for_node(scope.function.params)) for scope in found.tools] == ["x"]


def test_every_class_of_node_is_walked():
    leaves = {
        "Break", "Continue", "Ellipsis", "Float", "FormattedStringText", "Global", "Imaginary", "Import", "ImportFrom",
        "Integer", "LazyImport", "LazyImportFrom", "Name", "Nonlocal", "ParamSlash", "ParamStar", "ParamSpec", "Pass",
        "SimpleString", "TemplatedStringText", "TypeVarTuple",
        # visited by nobody: punctuation, white space, and what stands for a name that is no expression
        "AssignEqual", "Asynchronous", "Colon", "Comma", "Comment", "Dot", "EmptyLine", "ImportAlias", "ImportStar",
        "LeftCurlyBrace", "LeftParen", "LeftSquareBracket", "NameItem", "Newline", "ParenthesizedWhitespace",
        "RightCurlyBrace", "RightParen", "RightSquareBracket", "Semicolon", "SimpleWhitespace", "TrailingWhitespace",
    }  # fmt: skip
    operators = (
        libcst.BaseBinaryOp, libcst.BaseUnaryOp, libcst.BaseBooleanOp, libcst.BaseCompOp, libcst.BaseAugOp,
    )  # fmt: skip
    kinds = [
        kind
        for kind in vars(libcst).values()
        if isinstance(kind, type) and issubclass(kind, libcst.CSTNode) and not issubclass(kind, operators)
    ]
    names = {kind.__name__ for kind in kinds if "_codegen_impl" in vars(kind)}
    assert names - leaves - set(walk._FIELDS) == {"BaseSmallStatement", "CSTNode"}
    for kind in kinds:
        for field in walk._FIELDS.get(kind.__name__, ()):
            assert field in {one.name for one in kind.__dataclass_fields__.values()}


def pairs(text: str) -> int:
    """How many nodes of a module `ast` places; each where writing the module out again finds it."""
    read = modules(text)["example.py"]
    seen = 0
    for number, statement in enumerate(read.tree.body):
        for node in read.facts.inside(statement):
            twin = read._twin(node, number)
            if twin is not None:
                assert read._place.where(twin)[1:] == read._positions.of(node, number)
                seen += 1
    return seen


def test_places_from_both_trees_are_the_same():
    own = Path(__file__).parents[2]
    files = (*own.glob("tests/rules/*.py"), *own.glob("lma_forge/rules/*.py"))
    assert sum(pairs(path.read_text("utf-8")) for path in sorted(files)[:8]) > 3_000


ODD = [
    'def f(a):\n    x = f"{g(a)} {h(a)[1]}" f"{i(a)}" "t"\n    return g("é", (a)), "é", h(a)\n',
    "def f(a):\n    match a:\n        case {'k': g.h, **rest} | [g.h(), *rest]:\n            return rest\n",
    "with open(a) as b, c() as (d, e):\n    try:\n        pass\n    except E as b:\n        b()\n",
    "x = 1; y = g(x); z = (g)((y))\n",
    "@g(1)\n@h\nasync def f(a=g(2), *, b: g(3) = 4) -> g(5):\n    await g(a)[b](c)\n",
    "class A(g(1), metaclass=h(2)):\n\tx: g(3) = [i for i in g(4) if i(5)]\n\tdel x[g(6)], x.y\n",
    'x = ("a"\n     "b" r"c", b"d" b"e")\n',
]


@pytest.mark.parametrize("source", ODD)
def test_places_of_odd_code(source: str):
    assert pairs(source) > 3


def test_what_is_inside_a_node_is_told_in_order():
    found = facts("x = f(1, [a, b])\ny = c\n")
    (call,) = found.of(libcst.Call)
    assert [one.value for one in found.inside(call) if isinstance(one, libcst.Name)] == ["f", "a", "b"]
    assert [type(one).__name__ for one in found.children(call)] == ["Name", "Arg", "Arg"]


@pytest.mark.parametrize(
    "text",
    ["'a'", '"é"', "''", '""', "'''a\nb'''", '"""x"""', "''''''", r"'a\n'", r"r'a\n'", "b'a'", "'a' 'b'", "u'a'",
     "'\"'"],
)  # fmt: skip
def test_texts_have_the_value_that_python_gives_them(text: str):
    found = facts(f"x = {text}\n")
    assert found.constant(found.constants["x"]) == eval(text)
