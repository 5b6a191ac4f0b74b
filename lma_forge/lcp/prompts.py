"""Tells prompt providers from tools, and reads the text of those that return a literal."""

import ast
from collections.abc import Collection

from lma_forge.lcp.annotations import source_of
from lma_forge.lcp.functions import Place
from lma_forge.lcp.module import Function
from lma_forge.lcp.view import PREFIX, PromptView

SUFFIX = "_prompt"
"""What the name of a prompt provider ends with (doctrine 3)."""

_TEXT = frozenset({"str", "Optional[str]", "typing.Optional[str]", "str | None", "None | str"})


def is_provider(node: Function) -> bool:
    """Whether a `tool_…` function provides a prompt and is not a tool (doctrine 3).

    Its name ends in `_prompt`, a call needs no argument, and it says that it returns text: by
    the annotation `str`, or by a docstring where the return is not annotated. A bare function of
    such a name stays a tool, as does one that returns something else, because a tool that
    nobody can call would be the worse mistake.

    Args:
        node: The function.
    """
    if not node.name.endswith(SUFFIX) or node.name == PREFIX + SUFFIX.removeprefix("_"):
        return False
    arguments = node.args
    if len(arguments.posonlyargs) + len(arguments.args) > len(arguments.defaults):
        return False
    if any(default is None for default in arguments.kw_defaults):
        return False
    if node.returns is None:
        return bool(ast.get_docstring(node, clean=False))
    return source_of(node.returns).strip("'\"") in _TEXT


def prompt_view(node: Function, tools: Collection[str], place: Place) -> PromptView:
    """View a function that `is_provider` accepts.

    Args:
        node: The function.
        tools: Names of the tools of the file.
        place: Where the file is.

    Returns:
        The view, with the text where the body is one `return` of a text literal.
    """
    tool = node.name.removesuffix(SUFFIX)
    body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
    text = None
    match body:
        case [ast.Return(value=ast.Constant(value=str(literal)))]:
            text = literal
    return PromptView(node.name, tool if tool in tools else "", text, place.where(node))
