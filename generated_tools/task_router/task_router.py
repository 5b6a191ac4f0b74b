"""Task Router: Classifies what the user is asking for and picks the tool, process or way of answering that fits it.

The contract in this module is generated from specs/Tools.md (tool TaskRouter).
Write the implementation in `_task_router`; `lma-forge generate` keeps it.
"""

from collections.abc import Coroutine
from typing import Any, TypedDict

TOOL_LIBRARY_NAME = "Task Router"
TOOL_LIBRARY_DESC = (
    "Classifies what the user is asking for and picks the tool, process or way of answering that fits it."
)
TOOL_LIBRARY_ICON = "🧭"

FAILURE = "No valid tool route found. Responding directly."

TOOL_CONTRACT = {
    "tool_task_router": {
        "tool": "TaskRouter",
        "effects": ["none"],
        "approval": False,
        "idempotent": None,
        "output": {"route": "string", "reason": "string"},
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


class TaskRouterOutput(TypedDict):
    """Output of tool_task_router.

    Attributes:
        route: The tool, process or answer mode that was chosen.
        reason: Why that route fits, in a few words.
    """

    route: str
    reason: str


def tool_task_router(request: str) -> dict[str, Any]:
    """Classifies what the user is asking for and picks the tool, process or way of answering that fits it.
    Use when: The request might need memory, live data, validation, code, files or structured reasoning. It has to be settled whether any tool is needed at all.
    Do not use when: The user is only chatting. A direct answer needs no tool.

    Rule 1: The user's intent is identified before any tool is chosen.
    Rule 2: A tool is chosen only where one is needed.
    Rule 3: Routes never lead back to themselves.
    Rule 4: With no fitting tool, the answer is given directly.

    Args:
        request (str): What the user is asking for now.

    Returns:
        A dict. On success its output holds route (string) and reason (string); on failure its error is "No valid tool route found. Responding directly."
    """
    try:
        request = _text("request", request)
        return _succeeded(_task_router(request=request), TOOL_CONTRACT["tool_task_router"]["output"])
    except (Exception, SystemExit) as error:
        return _failed(error, "TaskRouter", FAILURE)


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


def _task_router(request: str) -> TaskRouterOutput:
    try:
        from lma_forge.toolkit.document import document
        from lma_forge.toolkit.routing import route
        from lma_forge.toolkit.settings import function
        from lma_forge.toolkit.refusal import Refusal
    except ImportError:
        raise ToolFailure("It needs lma-forge, which is not installed: pip install 'lma-forge[text]'") from None
    try:
        found = route(request, document(_HOST_CONFIG), without="TaskRouter", choose=function(_HOST_CONFIG, "choose"))
    except Refusal as refusal:
        raise ToolFailure(refusal.message) from refusal
    return {"route": found.route, "reason": found.reason}
