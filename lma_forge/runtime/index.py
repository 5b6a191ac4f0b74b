"""The warm discovery index: what was read of files, kept on disk by their content.

It holds data only, as JSON with a checksum: an index that somebody planted can show wrong
descriptions, but runs no code. Whoever can write into its folder can write the tools as well, or
should not be able to.
"""

import ast
import functools
import gc
import json
import os
import sys
import tempfile
from contextlib import suppress
from hashlib import sha256
from typing import Any

import lma_forge.lcp
from lma_forge import __version__
from lma_forge.lcp import Library, ParameterView, PromptView, ReadError, Shape, ToolFile, ToolView, Unreachable

_FORMAT = 2
_PLAIN = (bool, int, float, str)


class Index:
    """What is known of files by the hash of their bytes.

    Several processes may use one folder: an index is replaced as a whole, so the last one wins and
    none sees a half. An index that is not as it was written counts as none.

    Args:
        folder: Where it is kept; made when it is not there.
        scope: What tells this binding's index from others in the folder: its folders and files.
    """

    def __init__(self, folder: str, scope: str) -> None:
        self._folder = folder
        name = sha256(f"{_version()}\0{scope}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
        self._path = os.path.join(folder, f"lcp-index-{name}.json")  # noqa: PTH118 - text in, text out
        self._stored: dict[str, Any] = self._load()
        self._used: dict[str, Any] = {}

    def get(self, source: bytes, path: str) -> ToolFile | None:
        """What is known of these bytes, as if they had been read from `path`; None when nothing is."""
        digest = _digest(source)
        kept = self._stored.get(digest)
        if kept is None:
            return None
        try:
            found = _file_from(kept, path)
        except Exception:  # noqa: BLE001 - an entry of any other form counts as none
            return None
        self._used[digest] = kept
        return found

    def put(self, source: bytes, view: ToolFile) -> None:
        """Take what was read. What JSON cannot hold exactly is read anew each time."""
        with suppress(ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            self._used[_digest(source)] = _file_to(view)

    def save(self) -> None:
        """Write the index, if it is not what is there: the entries of the files that were seen."""
        if self._used.keys() == self._stored.keys():
            return
        with suppress(OSError, ValueError, RecursionError):
            body = json.dumps(self._used, separators=(",", ":"), allow_nan=False).encode("ascii")
            os.makedirs(self._folder, mode=0o700, exist_ok=True)  # noqa: PTH103 - text in, text out
            descriptor, part = tempfile.mkstemp(prefix=".lcp-index-", dir=self._folder)
            try:
                with os.fdopen(descriptor, "wb") as stream:
                    stream.write(sha256(body).hexdigest().encode() + b"\n" + body)
                os.replace(part, self._path)  # noqa: PTH105 - as above
            except BaseException:
                with suppress(OSError):
                    os.unlink(part)  # noqa: PTH108 - as above
                raise
            self._stored = dict(self._used)

    def _load(self) -> dict[str, Any]:
        # Plain data holds no cycles to look for.
        was_on = gc.isenabled()
        gc.disable()
        try:
            with open(self._path, "rb") as stream:  # noqa: PTH123 - as above
                check, _, body = stream.read().partition(b"\n")
            if sha256(body).hexdigest().encode() != check:
                return {}
            found = json.loads(body)
        except (OSError, ValueError, RecursionError):
            return {}
        finally:
            if was_on:
                gc.enable()
        return found if isinstance(found, dict) else {}


def _version() -> str:
    """What the same bytes give another view by: the reader, its Python, and this format."""
    folder = os.path.dirname(str(lma_forge.lcp.__file__))  # noqa: PTH120 - as above
    with os.scandir(folder) as entries:
        marks = sorted((e.name, e.stat().st_size, e.stat().st_mtime_ns) for e in entries if e.name.endswith(".py"))
    return f"{_FORMAT} {__version__} {sys.version_info[:3]} {marks}"


def _digest(source: bytes) -> str:
    return sha256(source).hexdigest()


# To JSON and back. Places are kept without their path, which is the caller's.


def _value_to(value: object) -> list[Any] | None:
    if value is None:
        return None
    if isinstance(value, _PLAIN):
        return [value]
    text = repr(value)
    again = ast.literal_eval(text)
    if type(again) is not type(value) or again != value:
        raise ValueError(text)
    return [text, 1]


def _value_from(kept: list[Any] | None) -> Any:  # noqa: ANN401 - any literal
    if kept is None:
        return None
    return kept[0] if len(kept) == 1 else ast.literal_eval(kept[0])


def _shape_to(shape: Shape) -> str:
    """A shape as text: there are few different ones, and text is quickly looked up."""
    items = None if shape.items is None else _shape_to(shape.items)
    parts = [shape.type, items, list(shape.enum), shape.nullable, [_shape_to(s) for s in shape.also], shape.exact]
    return json.dumps(parts, separators=(",", ":"))


@functools.lru_cache(maxsize=1024)
def _shape_from(kept: str) -> Shape:
    kind, items, enum, nullable, also, exact = json.loads(kept)
    inner = None if items is None else _shape_from(items)
    return Shape(kind, inner, tuple(enum), nullable, tuple(map(_shape_from, also)), exact)


def _parameter_to(view: ParameterView) -> list[Any]:
    return [
        view.name,
        view.kind,
        view.annotation,
        _shape_to(view.shape),
        view.has_default,
        view.literal,
        _value_to(view.default),
        view.default_text,
        view.hidden,
        view.doc,
        view.where[1:],
    ]


def _parameter_from(kept: list[Any], path: str) -> ParameterView:
    name, kind, annotation, shape, has, literal, default, text, hidden, doc, where = kept
    return ParameterView(
        name,
        kind,
        annotation,
        _shape_from(shape),
        has,
        literal,
        _value_from(default),
        text,
        hidden,
        doc,
        (path, *where),
    )


def _tool_to(view: ToolView) -> list[Any]:
    return [
        view.name,
        view.description,
        view.docstring,
        [_parameter_to(parameter) for parameter in view.parameters],
        view.is_async,
        list(view.decorators),
        view.returns,
        view.where[1:],
        view.rebound,
        view.broken,
    ]


def _tool_from(kept: list[Any], path: str) -> ToolView:
    name, description, docstring, parameters, is_async, decorators, returns, where, rebound, broken = kept
    return ToolView(
        name,
        description,
        docstring,
        tuple([_parameter_from(parameter, path) for parameter in parameters]),
        is_async,
        tuple(decorators),
        returns,
        (path, *where),
        rebound,
        broken,
    )


def _file_to(view: ToolFile) -> list[Any]:
    library = view.library
    return [
        [_tool_to(tool) for tool in view.tools],
        [[stray.name, stray.reason, stray.where[1:]] for stray in view.unreachable],
        [[prompt.name, prompt.tool, prompt.text, prompt.where[1:]] for prompt in view.prompts],
        [library.name, library.desc, library.icon, list(library.aliases), library.load_flag, list(library.unreadable)],
        _value_to(view.contract),
        list(view.hooks),
        view.docstring,
        None if view.error is None else [view.error.message, view.error.line, view.error.column],
    ]


def _file_from(kept: list[Any], path: str) -> ToolFile:
    tools, strays, prompts, (name, desc, icon, aliases, flag, unreadable), contract, hooks, docstring, error = kept
    return ToolFile(
        path,
        tuple([_tool_from(tool, path) for tool in tools]),
        tuple([Unreachable(stray, reason, (path, *where)) for stray, reason, where in strays]),
        tuple([PromptView(prompt, tool, text, (path, *where)) for prompt, tool, text, where in prompts]),
        Library(name, desc, icon, tuple(aliases), flag, tuple(unreadable)),
        _value_from(contract),
        tuple(hooks),
        docstring,
        None if error is None else ReadError(*error),
    )
