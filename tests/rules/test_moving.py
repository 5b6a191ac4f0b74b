# ruff: noqa: E501 - rows of tables are as long as they are
"""Imports that move into functions, values that move into the output, statements that move into a try."""

import pytest

from tests.rules.examples import findings
from tests.test_fixing import fix

TOOL = "def tool_a(n: str) -> dict:\n    '''Does.'''\n    return {'success': True, 'output': f'{bs4.x} {n}'}\n"


def mended(code: str, source: str) -> str:
    def again(data: bytes):
        return [one for one in findings(data) if one.code == code]

    return fix(source.encode(), again(source.encode()), again, unsafe=True).data.decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"import bs4\n{TOOL}", TOOL.replace("    return", "    import bs4\n    return")),
        (f"import x.y as bs4\n{TOOL}", TOOL.replace("    return", "    import x.y as bs4\n    return")),
        (f"from x import (\n    bs4\n)\n{TOOL}", TOOL.replace("    return", "    from x import bs4\n    return")),
        (f"import bs4  # why\n{TOOL}", None),
        (f"import bs4, x\n{TOOL}", None),
        (f"import bs4; y = 1\n{TOOL}", None),
        (f"import bs4\ny = bs4.z\n{TOOL}", None),
        (f"import bs4\n{TOOL.replace('n: str', 'n: bs4.T')}", None),
        (f"if True:\n    import bs4\n{TOOL}", None),
        (f"import bs4\n{TOOL.replace('bs4.x', 'n')}", None),
        (f"import bs4\nclass A(bs4.B): pass\n{TOOL}", None),
        (f"import bs4\ndef f():\n    global bs4\n    bs4 = 1\n{TOOL}", None),
        (f"import bs4\ndef f(bs4): return bs4\n{TOOL}", f"def f(bs4): return bs4\n{TOOL}".replace("    return {", "    import bs4\n    return {")),
    ],
)  # fmt: skip
def test_imports(before: str, after: str | None):
    assert mended("LCP903", before) == (before if after is None else after)


def test_an_import_goes_into_each_function_that_needs_it():
    source = f"import bs4\n\n\nclass A:\n    def b(self):\n        def c():\n            return bs4\n        return c\n\n\n{TOOL}"
    # A function that begins with another has no place for it.
    assert mended("LCP903", source) == source
    source = source.replace("    def c", "    x = 1\n        def c")
    new = mended("LCP903", source)
    assert new.count("import bs4") == 2
    assert "    def b(self):\n        import bs4\n        x = 1\n" in new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "    r = [n]\n    return {'success': True, 'output': 'x', 'r': r}\n",
            "    r = [n]\n    return {'success': True, \"output\": {\"summary\": 'x', 'r': r}}\n",
        ),
        (
            "    r = [n]\n    return {\n        'success': True,\n        'r': r,\n        'output': 'x',\n    }\n",
            "    r = [n]\n    return {\n        'success': True,\n        \"output\": {\"summary\": 'x', 'r': r},\n    }\n",
        ),
        ("    r = [n]\n    return {\n        'success': True,  # yes\n        'output': 'x', 'r': r}\n", None),
        ("    r = [n]\n    return dict(success=True, output='x', r=r)\n", None),
    ],
)
def test_values_that_nobody_reads(before: str, after: str | None):
    head = "def tool_a(n: str) -> dict:\n    '''Does.'''\n"
    assert mended("LCP409", head + before) == head + (before if after is None else after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "    x = open(n).read()\n",
            ('    try:\n        x = open(n).read()\n    except Exception as error:\n'
            '        return {"success": False, "error": f"a failed: {error}"}\n'),
        ),
        (
            "    x = open(\n        n\n    ).read()\n",
            ('    try:\n        x = open(\n            n\n        ).read()\n    except Exception as error:\n'
            '        return {"success": False, "error": f"a failed: {error}"}\n'),
        ),
        ("    if n: x = open(n).read()\n", None),
        ("    x = 1; y = open(n).read()\n", None),
        ("    x = open('''a\n  b''').read()\n", None),
        ("    with open(n) as f:\n        x = f.read()\n", None),
    ],
)  # fmt: skip
def test_calls_that_fail(before: str, after: str | None):
    head = "def tool_a(n: str) -> dict:\n    '''Does.'''\n"
    end = "    return {'success': True, 'output': n}\n"
    assert mended("LCP414", head + before + end) == head + (before if after is None else after) + end
