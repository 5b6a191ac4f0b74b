"""File Reader: Opens approved project files, so that existing code, configuration, documents or data can be understood.

The contract in this module is generated from specs/Tools.md (tool FileReader).
Write the implementation in `_file_reader`; `lma-forge generate` keeps it.
"""

import re
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypedDict

TOOL_LIBRARY_NAME = "File Reader"
TOOL_LIBRARY_DESC = (
    "Opens approved project files, so that existing code, configuration, documents or data can be understood."
)
TOOL_LIBRARY_ICON = "📄"

FAILURE = "File could not be read."

TOOL_CONTRACT = {
    "tool_file_reader": {
        "tool": "FileReader",
        "effects": ["read"],
        "approval": False,
        "idempotent": True,
        "output": {"content": "string", "status": "string"},
    },
}

_HOST_CONFIG: dict[str, Any] = {}


def init_tools_library(config: dict[str, Any] | None = None) -> None:
    """Keep the host's settings; a function `_configure(config)` in this module is given them."""
    settings = dict(config) if isinstance(config, dict) else {}
    _HOST_CONFIG.clear()
    _HOST_CONFIG.update(settings)
    configure = globals().get("_configure")
    if configure is not None:
        configure(settings)


class ToolFailure(Exception):
    """Raise it in an implementation to fail with the spec's message; its text is added as detail."""


class FileReaderOutput(TypedDict):
    """Output of tool_file_reader.

    Attributes:
        content: What the file holds.
        status: How the reading went.
    """

    content: str
    status: str


def tool_file_reader(file_path: str) -> dict[str, Any]:
    """Opens approved project files, so that existing code, configuration, documents or data can be understood.
    Use when: The user wants a file inspected. The present structure of the project has to be understood. A change to code or documentation depends on what a file holds.
    Do not use when: The user has neither supplied the file nor approved access to it. The file may hold secrets that the task does not need.

    Rule 1: Files are read, never changed, unless the user has approved pairing with FileWriter.
    Rule 2: Secrets are not shown without need.
    Rule 3: A long file is summarised before anything in it is changed.

    Args:
        file_path (str): Which file to read.

    Returns:
        A dict. On success its output holds content (string) and status (string); on failure its error is "File could not be read."
    """
    try:
        file_path = _path("file_path", file_path)
        return _succeeded(_file_reader(file_path=file_path), TOOL_CONTRACT["tool_file_reader"]["output"])
    except (Exception, SystemExit) as error:
        return _failed(error, "FileReader", FAILURE)


def _refused(name: str, value: object, accepted: str) -> ToolFailure:
    """Say which argument is wrong, what came, and what is accepted."""
    return ToolFailure(f"The argument {name} is {_brief(value)}, but it must be {accepted}.")


def _brief(value: object) -> str:
    """Write a value in a few words; what cannot be written is called by its type."""
    try:
        text = repr(value)
    except Exception:
        return f"of type {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:80]}…"


def _text(name: str, value: object, accepted: str = "a string") -> str:
    """Take a string as it is; no text is read as anything else."""
    if not isinstance(value, str):
        raise _refused(name, value, accepted)
    return value


def _path(name: str, value: object, *, is_folder: bool = False) -> str:
    """Hold a path inside the workspace, which is the current folder; give it back relative to it."""
    text = _text(name, value, "a path")
    root = Path.cwd().resolve()
    if "\0" in text or "\\" in text or text.startswith("~") or re.match("[A-Za-z]:", text):
        raise _refused(name, value, "a path with / between its folders, without drive letter, ~ or backslash")
    try:
        found = root.joinpath(text).resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise _refused(name, value, f"a path that can be resolved ({error})") from error
    if not found.is_relative_to(root):
        raise _refused(name, value, "a path inside the workspace")
    if found == root and not (is_folder and text.strip()):
        raise _refused(name, value, "the path of a file" if not is_folder else "a path")
    inside = found.relative_to(root).as_posix()
    if inside.startswith("~") or re.match("[A-Za-z]:", inside):
        raise _refused(name, value, "a path that means the same to every program")
    return inside


_PASSED_ON = {"image_filename", "image_b64", "images", "image_media_types", "prompt_injection", "context_files"}


class _Passthrough(dict[str, Any]):
    """The outputs, with what a host takes beside them."""

    beside: dict[str, Any]


def _passthrough(output: dict[str, Any], **keys: Any) -> Any:
    """Return this from an implementation to hand images, files or a prompt to the host beside the output."""
    if unknown := keys.keys() - _PASSED_ON:
        raise TypeError(f"hosts pass on {', '.join(sorted(_PASSED_ON))}, but not {', '.join(sorted(unknown))}")
    passed = _Passthrough(output)
    passed.beside = keys
    return passed


def _succeeded(result: Any, declared: Any) -> dict[str, Any]:
    """Give the result in the canonical form, once it is what the spec declares; wait for an `async def` first."""
    if isinstance(result, Coroutine):
        result = _awaited(result)
    if not isinstance(result, dict):
        raise ToolFailure(f"The implementation returned {type(result).__name__}, not a dict of the outputs.")
    output = dict(result)
    for name, kind in declared.items():
        if name not in output:
            raise ToolFailure(f"The implementation did not return {name} ({kind}).")
        if not _is(output[name], kind):
            raise ToolFailure(f"The implementation returned {_came(output[name], kind)} as {name} ({kind}).")
    if undeclared := output.keys() - declared.keys():
        raise ToolFailure(f"The implementation returned what is not declared: {', '.join(sorted(undeclared))}.")
    return {"success": True, "output": output, **getattr(result, "beside", {})}


def _awaited(result: Coroutine[Any, Any, Any]) -> Any:
    """Run an implementation that is `async def` to its end, on a thread of its own beside a loop that runs."""
    import asyncio  # noqa: PLC0415 - takes long to load, and few implementations need it
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - as above
    from contextvars import copy_context  # noqa: PLC0415 - as above

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(result)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(copy_context().run, asyncio.run, result).result()


def _is(value: object, kind: str) -> bool:
    """Tell whether a value is of a declared type."""
    return isinstance(value, str)


def _came(value: object, kind: str) -> str:
    """Say what came in the place of a type: its own type, or what is wrong with it where that is the right one."""
    came = type(value).__name__
    if kind in ("number", "url", "date", "datetime", "timestamp") and isinstance(value, float | str):
        return repr(value)[:80]
    right = {"list": list, "object": dict, "integer": int, "number": int, "any": object}.get(kind, ())
    return f"{came} that JSON cannot hold" if isinstance(value, right) and (came != "bool" or kind == "any") else came


def _failed(error: BaseException, tool: str, *failures: str) -> dict[str, Any]:
    """Give a failure in the canonical form; the first message is the tool's default."""
    message, detail = failures[0], _reason(error)
    if isinstance(error, NotImplementedError):
        message = f"{tool} is not implemented yet."
    elif not isinstance(error, ToolFailure):
        detail = f"{type(error).__name__}: {detail}"
    text = f"{message} {detail}" if detail else message
    return {"success": False, "error": text, "output": text}


def _reason(error: BaseException | None) -> str:
    """Take the text of an error, if there is one and its own code can make it."""
    try:
        return str(error) if error is not None else ""
    except Exception:
        return "its text cannot be made"


def _file_reader(file_path: str) -> FileReaderOutput:
    try:
        from lma_forge.toolkit import files
        from lma_forge.toolkit.refusal import Refusal
    except ImportError:
        raise ToolFailure("It needs lma-forge, which is not installed: pip install 'lma-forge'") from None
    try:
        content, status = files.read(_HOST_CONFIG, file_path)
    except Refusal as refusal:
        raise ToolFailure(refusal.message) from refusal
    return {"content": content, "status": status}


def set_confirm_handler(handler: Any) -> None:
    """Take the function that asks the operator before a file that may hold secrets is read."""
    _HOST_CONFIG["confirm_handler"] = handler
