"""Reads a Python file as a host does: which tools it offers, and what a model is told about them."""

import ast
import re
import threading
import warnings
from functools import lru_cache

from lma_forge.lcp.decode import decode, without_mark
from lma_forge.lcp.functions import Place, docstring_of, tool_view
from lma_forge.lcp.library import library_of, literal_of
from lma_forge.lcp.module import Module, survey
from lma_forge.lcp.parts import Known
from lma_forge.lcp.prompts import is_provider, prompt_view
from lma_forge.lcp.strays import strays
from lma_forge.lcp.syntax import tree_of
from lma_forge.lcp.view import PromptView, ReadError, ToolFile

_DEF = re.compile(r"def[ \t]+tool_")
_DEF_BYTES = re.compile(rb"def[ \t]+tool_")
_FAULTS = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError)
_quiet = threading.Lock()


def read(source: str | bytes, path: str = "<string>", *, positions: bool = True, alike: bool = False) -> ToolFile:
    """Read a module without running it. Never raises, whatever the input.

    Tools are the `tool_…` functions, `async` ones too, that the module's namespace really holds
    once it has run: at module level, or under `if`, `try`, `with`, `for`, `while` or `match`.
    Where a name is defined twice, the last definition is the tool. (The doctrine's 1.4 wants
    nested functions as well; a host cannot call them, so they are in `unreachable`.)

    Args:
        source: The bytes of a file, decoded as Python decodes them, or text.
        path: Where it comes from; used in spans and never opened.
        positions: Whether spans are exact; a host that never shows them saves the time, and gets
            spans that tell the line.
        alike: Whether the source is one of many that have most definitions in common, which are
            then parsed once; columns inside such definitions are not to be relied on.

    Returns:
        What a host sees. A file that does not parse has `error`, and tools that are guesses.
    """
    # A host reads thousands of files and needs no tree twice: kept, it would be in the way of the next.
    tree, error = _parse(source, alike=alike) if positions or alike else _parsed(source, alike=alike)
    if tree is None:
        from lma_forge.lcp.fallback import guess  # noqa: PLC0415 - most files parse

        text = without_mark(source) if isinstance(source, str) else decode(source)[0]
        return ToolFile(path, tools=guess(text, path), error=error)
    module = survey(tree)
    written = len(_DEF_BYTES.findall(source) if isinstance(source, bytes) else _DEF.findall(source))
    place = Place(path, source if positions else None)
    prompts = _take_prompts(module, place)
    return ToolFile(
        path,
        tools=tuple(
            tool_view(found.node, module.names, place, rebound=found.rebound) for found in module.tools.values()
        ),
        unreachable=strays(tree, module, place, deep=written > module.defined),
        prompts=prompts,
        library=library_of(module),
        contract=_contract(module),
        hooks=tuple(sorted(module.hooks)),
        docstring=docstring_of(tree),
    )


def _contract(module: Module) -> dict[str, object] | None:
    node = module.constants.get("TOOL_CONTRACT")
    value = None if node is None else literal_of(node, module)
    return value if isinstance(value, dict) else None


def _take_prompts(module: Module, place: Place) -> tuple[PromptView, ...]:
    """Move the prompt providers out of the module's tools."""
    providers = [definition.node for definition in module.tools.values() if is_provider(definition.node)]
    for node in providers:
        del module.tools[node.name]
    return tuple(prompt_view(node, module.tools, place) for node in providers)


def syntax(source: str | bytes, *, alike: bool = False) -> ast.Module | None:
    """The syntax tree that `read` works on; None where the source does not parse.

    The tree of the last source is kept, so that whoever needs it beside the view of a module does
    not pay for a second parse. It is shared: nobody may change it.
    """
    return _parse(source, alike=alike)[0]


_known = Known()


def _parsed(source: str | bytes, *, alike: bool = False) -> tuple[ast.Module | None, ReadError | None]:
    if isinstance(source, str):
        source = without_mark(source)
    elif not _is_utf8(source):
        # Some versions of Python overlook such bytes in comments, and others do not.
        undecodable = decode(source)[1]
        if undecodable:
            return None, undecodable
    try:
        # A doubtful escape in a string is the linter's business. Where warnings are errors it
        # would make the file unreadable, and otherwise the host's log would repeat it.
        with _quiet, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree: ast.AST | None = _known.parse(source) if alike and isinstance(source, str) else None
            tree = tree or tree_of(source)
    except _FAULTS as fault:
        return None, _read_error(fault, source)
    return (tree if isinstance(tree, ast.Module) else None), None


_parse = lru_cache(maxsize=1)(_parsed)


def _is_utf8(source: bytes) -> bool:
    try:
        source.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _read_error(fault: Exception, source: str | bytes) -> ReadError:
    if isinstance(source, bytes):
        source, undecodable = decode(source)
        if undecodable:
            return undecodable
    before, nul, _ = source.partition("\0")
    if nul:
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        return ReadError("the file holds a NUL character; remove it", line, column)
    if isinstance(fault, SyntaxError):
        return ReadError(fault.msg or "invalid syntax", max(fault.lineno or 1, 1), max(fault.offset or 1, 1))
    if isinstance(fault, RecursionError | MemoryError):
        return ReadError("the code is nested too deeply to be parsed", 1, 1)
    return ReadError(str(fault) or type(fault).__name__, 1, 1)
