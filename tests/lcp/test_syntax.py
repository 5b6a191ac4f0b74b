"""Reading source from many threads at once."""

import ast
import threading

import pytest

from lma_forge.lcp import syntax
from lma_forge.lcp.syntax import expression_of, tree_of

SOURCE = "\n".join(f"def f{n}(a, b=[1, (2, 3)]):\n    return {{'k': [a, b, {n}]}}\n" for n in range(300))


def test_threads_that_read_at_once_all_get_their_trees():
    found: list[object] = []

    def read():
        for _ in range(5):
            try:
                found.append(len(tree_of(SOURCE).body))
            except BaseException as error:  # noqa: BLE001 - whatever it is, it is no tree
                found.append(error)

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [300] * 40


def test_what_python_fails_at_because_of_other_threads_is_read_again(monkeypatch):
    faults = iter([SystemError("AST constructor recursion depth mismatch (before=78, after=76)")] * 3)

    def failing(*args, **kwargs):
        for fault in faults:
            raise fault
        return compile(*args, **kwargs)

    monkeypatch.setattr(syntax, "compile", failing, raising=False)
    assert isinstance(tree_of("x = 1"), ast.Module)
    assert ast.unparse(expression_of("a + b")) == "a + b"


@pytest.mark.parametrize(("source", "kind"), [("x = (", SyntaxError), ("\0", (SyntaxError, ValueError))])
def test_what_is_no_python_is_said_as_python_says_it(source, kind):
    with pytest.raises(kind):
        tree_of(source)
