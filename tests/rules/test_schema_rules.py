# ruff: noqa: E501 - rows of tables are as long as they are
"""LCP2xx beyond their examples: what is flagged where, and what only looks like it."""

import pytest

from tests.rules.examples import by_code, findings

HEAD = "from typing import *\nfrom pathlib import Path\nimport datetime, enum, typing as t\n"


def signature(params: str, head: str = "") -> str:
    return f'{HEAD}{head}def tool_a({params}) -> dict:\n    """Does it."""\n    return {{"success": True, "output": "x"}}\n'


def documented(doc: str, params: str = "b: str") -> str:
    return f'def tool_a({params}) -> dict:\n    """{doc}\n    """\n    return {{"success": True, "output": "x"}}\n'


def lines(code: str, source: str) -> list[int]:
    return by_code(findings(source)).get(code, [])


@pytest.mark.parametrize(
    ("annotation", "codes"),
    [
        # What the annotation means is what hosts read.
        ("str", set()), ("int", set()), ("float", set()), ("bool", set()), ("list", set()), ("dict", set()),
        ("Optional[str]", set()), ("str | None", set()), ("'int'", set()), ("List[str]", set()), ("list[dict]", set()),
        ("Dict[str, str]", set()), ("dict[str, Any]", set()), ("Dict", set()), ("t.Dict[str, t.Any]", set()),
        ("Literal['a', 'b']", set()), ("Literal['a', None]", set()), ("Annotated[str, 'the name']", set()),
        ("Optional[List[str]]", set()), ("object", set()), ("Union[str, None]", set()), ("Text", set()),
        # Not to be told from here, so let be.
        ("Json", set()), ("other.thing", set()), ("f()", set()),
        # No JSON.
        ("Any", {"LCP202"}), ("bytes", {"LCP202"}), ("Path", {"LCP202"}), ("tuple", {"LCP202"}),
        ("Tuple[int, int]", {"LCP202"}), ("set[str]", {"LCP202"}), ("Optional[Path]", {"LCP202"}),
        ("datetime.datetime", {"LCP202"}), ("Callable[[], int]", {"LCP202"}), ("Colour", {"LCP202"}),
        ("np.ndarray", {"LCP202"}), ("str | bytes", {"LCP202"}), ("'Path'", {"LCP202"}), ("list[int] | Any", {"LCP202"}),
        # Another type by the letters.
        ("List[int]", {"LCP203"}), ("list[float]", {"LCP203"}), ("Dict[str, bool]", {"LCP203"}),
        ("Dict[str, List[str]]", {"LCP203"}), ("Literal['paint']", {"LCP203"}), ("Literal[1, 2]", {"LCP203"}),
        ("Sequence[str]", {"LCP203"}), ("Mapping[str, str]", {"LCP203"}), ("Points", {"LCP203"}),
        ("Row", {"LCP203"}), ("UserId", {"LCP203"}), ("Annotated[str, 'a hint']", {"LCP203"}),
        ("Optional[list[int]]", {"LCP203"}), ("'List[int]'", {"LCP203"}),
        # Several types.
        ("int | str", {"LCP204"}), ("Union[str, list]", {"LCP204"}), ("int | float", {"LCP204"}),
        ("Optional[Union[dict, list]]", {"LCP204"}), ("Literal[1, 'a']", {"LCP204"}),
    ],
)  # fmt: skip
def test_annotations(annotation: str, codes: set[str]):
    head = "Points = List[str]\nUserId = NewType('UserId', int)\nclass Colour(enum.Enum): pass\nclass Row(TypedDict): pass\n"
    found = by_code(findings(signature(f"b: {annotation}", head)))
    assert {code for code in found if code in {"LCP202", "LCP203", "LCP204"}} == codes


@pytest.mark.parametrize(
    ("params", "codes"),
    [
        ("b: str = 'x'", set()), ("b: int = -1", set()), ("b: float = 1", set()), ("b: Optional[str] = None", set()),
        ("b: list | None = None", set()), ("b: 'str | None' = None", set()), ("b = None", set()), ("b: Any = None", set()),
        ("b: bool = False", set()), ("b: str = 'x' 'y'", set()), ("b: float = 1e3", set()), ("b: dict = None", {"LCP212"}),
        ("b: int = LIMIT", {"LCP205"}), ("b: int = 2 * 3", {"LCP205"}), ("b: str = str('q')", {"LCP205"}),
        ("b: float = float('inf')", {"LCP205"}), ("b: str = f'{LIMIT}'", {"LCP205"}), ("b: list = list()", {"LCP205"}),
        ("b: list = []", {"LCP210"}), ("b: dict = {'a': 1}", {"LCP210"}), ("b: list = [LIMIT]", {"LCP205"}),
        ("b: str = b'x'", {"LCP211"}), ("b: list = {1, 2}", {"LCP211"}), ("b: float = 1e999", {"LCP211"}),
        ("b: list = (1, 2)", {"LCP211"}), ("b: complex = 1j", {"LCP211"}), ("b: dict = {1: 'a'}", {"LCP210", "LCP211"}),
        ("b: str = None", {"LCP212"}), ("b: int = '5'", {"LCP212"}), ("b: bool = 1", {"LCP212"}),
        ("b: int = 1.5", {"LCP212"}), ("b: list = 'a'", {"LCP212"}), ("b: str = True", {"LCP212"}),
        # what only the host fills, and what nobody fills, have no default that matters
        ("b: str, tool_context: dict = make()", set()), ("*b: str", set()), ("lollms_client_instance=LIMIT", set()),
    ],
)  # fmt: skip
def test_defaults(params: str, codes: set[str]):
    found = by_code(findings(signature(params, "LIMIT = 5\n")))
    assert {code for code in found if code in {"LCP205", "LCP210", "LCP211", "LCP212"}} == codes


@pytest.mark.parametrize(
    ("params", "codes"),
    [
        ("args: list", {"LCP206"}), ("b: str, kwargs: dict = None", {"LCP206"}), ("*args", {"LCP209"}),
        ("**kwargs", {"LCP209"}), ("*args, **kwargs", {"LCP209"}), ("arguments: list", set()), ("argsx: str", set()),
        ("*, b: str", {"LCP207"}), ("b: str, *rest, c: str", {"LCP207", "LCP209"}), ("*, tool_context=None", set()),
        ("b: str, /", {"LCP208"}), ("b: str, /, c: str, *, d: str", {"LCP207", "LCP208"}), ("tool_context, /", set()),
    ],
)  # fmt: skip
def test_kinds_of_parameters(params: str, codes: set[str]):
    found = by_code(findings(signature(params)))
    assert {code for code in found if code in {"LCP206", "LCP207", "LCP208", "LCP209"}} == codes


@pytest.mark.parametrize(
    ("body", "flagged"),
    [
        ("return n[:k]", True), ("return n * k", True), ("return k > 3", True), ("return range(k)", True),
        ("k += 1; return k", False), ("return str(k)", False), ("k = int(k); return n[:k]", False),
        ("return n[:int(k)]", False), ("if isinstance(k, str): pass\n    return n[:k]", False),
        ("j = k; return n[:j]", False), ("return helper(k)", False), ("return {'k': k}", False),
        ("j = helper(k)\n    return n[:j]", False), ("return k == 3", False), ("return f'{k}'", False),
    ],
)  # fmt: skip
def test_numbers_that_may_be_texts(body: str, flagged: bool):
    source = f"def helper(k): return k\n\n\ndef tool_a(n: str, k: int = 3) -> dict:\n    'Does it.'\n    {body}\n"
    assert lines("LCP214", source) == ([4] if flagged else [])


@pytest.mark.parametrize(
    ("body", "flagged"),
    [
        ("return 1 if k else 2", True), ("if not k: return 1", True), ("return k and 1", True), ("return bool(k)", True),
        ("while k: pass", True), ("return helper(k)", False), ("return str(k)", False),
        ("if isinstance(k, str): k = k == 'true'\n    return 1 if k else 2", False), ("return k is True", False),
        ("k = str(k).lower() == 'true'\n    if k: return 1", False), ("return {'k': k}", False),
        ("if k in ('true', True): return 1", False),
    ],
)  # fmt: skip
def test_truths_that_may_be_texts(body: str, flagged: bool):
    source = f"def tool_a(n: str, k: bool = True) -> dict:\n    'Does it.'\n    {body}\n"
    assert lines("LCP215", source) == ([1] if flagged else [])


@pytest.mark.parametrize(
    ("first", "codes"),
    [
        ("'Does it.'", set()), ("'Does ' 'it.'", set()), ("r'''Does it.'''", set()), ("''", {"LCP216"}),
        ("'   '", {"LCP216"}), ("pass", {"LCP216"}), ("b'Does it.'", {"LCP216"}), ("f'Does it.'", {"LCP217"}),
        ("'Does ' + 'it.'", {"LCP217"}), ("'Does %s.' % X", {"LCP217"}), ("'Does {}.'.format(1)", {"LCP217"}),
        ("f'a' 'b'", {"LCP217"}), ("print('x')", {"LCP216"}), ("X + 'y'", {"LCP216"}), ("1 + 2", {"LCP216"}),
        ("x = 'Does it.'", {"LCP216"}), ("# c\n    'Does it.'", set()),
    ],
)  # fmt: skip
def test_docstrings(first: str, codes: set[str]):
    found = by_code(findings(f"X = 'it'\ndef tool_a(b: str) -> dict:\n    {first}\n    return {{}}\n"))
    assert {code for code in found if code in {"LCP216", "LCP217"}} == codes


DOCS = [
    # code, docstring, lines (the docstring begins on line 2)
    ("LCP218", "Does it.\n    Args:\n        b: B.", [3]),
    ("LCP218", "\n    Does it.\n    Returns:\n        x", [4]),
    ("LCP218", "Does it.\n      \n    Args:\n        b: B.", [4]),
    ("LCP218", "Args:\n        b: B.", [2]),
    ("LCP218", "Does it.\n    :param b: B.", [3]),
    ("LCP218", "Does it.\n\n    Args:\n        b: B.", []),
    ("LCP218", "Does it and more:\n    this and that.\n\n    Args:\n        b: B.", []),
    ("LCP218", "Does it. Example: none.\n    Note that it is so.", []),
    ("LCP218", "Does it.", []),
    ("LCP219", "Does it.", []),
    ("LCP219", "Does it.\n\n    More of it.", [1]),
    ("LCP219", "Does it.\n\n    Args:\n        b: B.", []),
    ("LCP219", "Does it.\n\n    Returns:\n        x", [1]),
    ("LCP219", "Does it.\n\n    - b (str): B.", []),
    ("LCP220", "Does it.\n\n    :param b: B.", [4]),
    ("LCP220", "Does it.\n\n    :param str b: B.", [4]),
    ("LCP220", "Does it.\n\n    `b`: B.", [4]),
    ("LCP220", "Does it.\n\n    * **b** - B.", [4]),
    ("LCP220", "Does it.\n\n    Parameters\n    ----------\n    b : str\n        B.", [6]),
    ("LCP220", "Does it.\n\n    Args:\n        b: B.", []),
    ("LCP220", "Does it.\n\n    :return: `b`: x\n\n    Args:\n        b: B.", []),
    ("LCP220", "Does it.\n\n    :param other: O.", []),
    ("LCP221", "Does it.\n\n    Args:\n        b: B.\n        c: C.", [6]),
    ("LCP221", "Does it.\n\n    Args:\n        B: B.", [5]),
    ("LCP221", "Does it.\n\n    Args:\n        b: B.\n            c: inner.", []),
    ("LCP221", "Does it.\n\n    Args:\n        b: B.\n\n    Returns:\n        c: C.", []),
    ("LCP221", "Does it.\n\n    Args:\n        b: B.\n        Note: mind it.", []),
    ("LCP221", "Does it.\n\n    Args:\n        b: B.\n        tool_context: C.", []),
    ("LCP223", "Does it.\n\n    Args:\n        b: B.\n\n    Returns:\n        b: other.", [8]),
    ("LCP223", "Does it.\n\n    Args:\n        b: B.\n\n    Example:\n        b - tree", [8]),
    ("LCP223", "Does it.\n\n    Args:\n        b: B.\n\n    Returns:\n        bb: other.", []),
    ("LCP223", "Does it.\n\n    Args:\n        b: B.\n\n    Returns:\n        b: B.", []),
    ("LCP224", "Does it.\n\n    Args:\n        b: One of:\n            - x: quick\n            - y: slow", [5]),
    ("LCP224", "Does it.\n\n    Args:\n        b:\n            B.", [5]),
    ("LCP224", "Does it.\n\n    Args:\n        b: B.\n\n        More of all.", []),
    ("LCP224", "Does it.\n\n    Args:\n        b: B.\n\n    Example:\n            c", []),
    ("LCP225", "Does it.\n\n    Args:\n        b (int): B.", [5]),
    ("LCP225", "Does it.\n\n    Args:\n        b (list of str): B.", [5]),
    ("LCP225", "Does it.\n\n    Args:\n        b (str, optional): B.", []),
    ("LCP225", "Does it.\n\n    Args:\n        b (Optional[str]): B.", []),
    ("LCP225", "Does it.\n\n    Args:\n        b (int or str): B.", []),
    ("LCP225", "Does it.\n\n    Args:\n        b (path): B.", []),
    ("LCP225", "Does it.\n\n    Args:\n        b (JSON list): B.", []),
    ("LCP226", "Does.", [1]),
    ("LCP226", "Internationalises abbreviations.", [1]),
    ("LCP226", "Does what it is told to.", []),
]  # fmt: skip


@pytest.mark.parametrize(("code", "doc", "expected"), DOCS)
def test_descriptions_of_parameters(code: str, doc: str, expected: list[int]):
    assert lines(code, documented(doc)) == expected


PHANTOMS = [
    ("Does it.\n\n    Note: cheap.", [4]),
    ("Does it.\n\n    Returns:\n        dict: all.", [5]),
    ("Reads - mostly.", [2]),
    ("Does it.\n\n    Args:\n        none", []),
    ("Does it.\n\n    Returns: all.", []),
    ("Does it. Note: cheap.", []),
    ("Does it at 12:30.", []),
    ("Does it.\n\n    'Note': cheap.", []),
]


@pytest.mark.parametrize(("doc", "expected"), PHANTOMS)
def test_parameters_that_are_none(doc: str, expected: list[int]):
    assert lines("LCP222", documented(doc, "")) == expected
    assert lines("LCP222", documented(doc, "tool_context=None")) == expected
    assert lines("LCP222", documented(doc, "b: str")) == []


def test_the_description_of_a_hidden_parameter_is_a_remark_that_is_off():
    source = documented("Does it.\n\n    Args:\n        b: B.\n        tool_context: C.", "b: str, tool_context=None")
    assert lines("LCP228", source) == [6]
    assert lines("LCP221", source) == []


def test_a_long_description_says_how_long():
    (found,) = [one for one in findings(documented("Does it. " * 200)) if one.code == "LCP227"]
    assert "1,799 characters" in found.message
    assert lines("LCP227", documented("Does it. " * 100)) == []


def test_tabs_and_odd_layouts_of_docstrings():
    assert lines("LCP224", 'def tool_a(b: str):\n\t"""Does it.\n\n\tArgs:\n\t\tb: B,\n\t\t\tmore.\n\t"""\n') == [5]
    assert lines("LCP224", "def tool_a(b: str):\n    'Does it.\\n\\nArgs:\\n    b: B,\\n        more.'\n") == [2]
    assert lines("LCP224", 'def tool_a(b: str): """Does it.\n\nArgs:\n    b: B,\n      more."""\n') == [4]
