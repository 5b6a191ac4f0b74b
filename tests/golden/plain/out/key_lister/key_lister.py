"""Key Lister: Lists the keys of the memory.

The contract in this module is generated from spec.md (tool KeyLister).
Write the implementation in `_key_lister`; `lma-forge generate` keeps it.
"""

import json
from collections.abc import Coroutine
from typing import Any, TypedDict

TOOL_LIBRARY_NAME = "Key Lister"
TOOL_LIBRARY_DESC = "Lists the keys of the memory."
TOOL_LIBRARY_ICON = "🔧"

FAILURE = "Keys could not be listed."

TOOL_CONTRACT = {
    "tool_key_lister": {
        "tool": "KeyLister",
        "effects": ["read"],
        "approval": False,
        "idempotent": None,
        "output": {"keys": {"type": "list", "items": "string"}},
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


class KeyListerOutput(TypedDict):
    """Output of tool_key_lister.

    Attributes:
        keys: The keys, sorted.
    """

    keys: list[str]


def tool_key_lister() -> dict[str, Any]:
    """Lists the keys of the memory.
    Use when: The user asks what is stored.
    Do not use when: A single key is asked for.

    Rule 1: Read only.

    Returns:
        A dict. On success its output holds keys (list of string); on failure its error is "Keys could not be listed." with the error's own text after it.
    """
    try:
        return _succeeded(_key_lister(), TOOL_CONTRACT["tool_key_lister"]["output"])
    except (Exception, SystemExit) as error:
        return _failed(error, "KeyLister", FAILURE)


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
    for name, rule in declared.items():
        if _is_optional(rule) and name in output and output[name] is None and _mismatch(name, None, rule):
            del output[name]
    if problem := _mismatch_in("the output", output, declared):
        raise ToolFailure(f"The implementation did not return what is declared: {problem}.")
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


def _mismatch(name: str, value: Any, declared: str | dict[str, Any]) -> str:
    """Say how a value differs from its declaration; empty when it does not."""
    rule: dict[str, Any] = {"type": declared} if isinstance(declared, str) else declared
    if value is None and rule.get("nullable"):
        return ""
    if not _is(value, rule["type"]):
        return f"{name} is {_came(value, rule['type'])}, not {rule['type']}"
    if "values" in rule and value not in rule["values"]:
        return f"{name} is {value!r}, not one of {', '.join(map(repr, rule['values']))}"
    if "minimum" in rule or "maximum" in rule:
        size = value if isinstance(value, int | float) else len(value)
        if size < rule.get("minimum", size) or size > rule.get("maximum", size):
            return f"{name} is outside its limits"
    if "items" in rule:
        found = (_mismatch(f"{name}[{index}]", item, rule["items"]) for index, item in enumerate(value))
        return next(filter(None, found), "")
    return _mismatch_in(name, value, rule["fields"]) if "fields" in rule else ""


def _mismatch_in(name: str, values: dict[str, Any], fields: dict[str, Any]) -> str:
    """Say how the members of an object differ from their declarations; empty when they do not."""
    for key, declared in fields.items():
        if key not in values:
            if not _is_optional(declared):
                return f"{name} has no {key}"
        elif problem := _mismatch(key, values[key], declared):
            return problem
    undeclared = ", ".join(str(key) for key in values if key not in fields)
    return f"{name} has {undeclared}, which is not declared" if undeclared else ""


def _is_optional(declared: Any) -> bool:
    """Tell whether an output may be left out."""
    return isinstance(declared, dict) and declared.get("optional", False)


def _is(value: object, kind: str) -> bool:
    """Tell whether a value is of a declared type."""
    if kind == "list":
        return isinstance(value, list) and _is_json(value)
    return isinstance(value, str)


def _came(value: object, kind: str) -> str:
    """Say what came in the place of a type: its own type, or what is wrong with it where that is the right one."""
    came = type(value).__name__
    if kind in ("number", "url", "date", "datetime", "timestamp") and isinstance(value, float | str):
        return repr(value)[:80]
    right = {"list": list, "object": dict, "integer": int, "number": int, "any": object}.get(kind, ())
    return f"{came} that JSON cannot hold" if isinstance(value, right) and (came != "bool" or kind == "any") else came


def _is_json(value: object) -> bool:
    """Tell whether a value can be sent as JSON."""
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def _failed(error: BaseException, tool: str, *failures: str) -> dict[str, Any]:
    """Give a failure in the canonical form; the first message is the tool's default."""
    message, detail = failures[0], _reason(error)
    if isinstance(error, NotImplementedError):
        message = f"{tool} is not implemented yet."
    elif not isinstance(error, ToolFailure):
        detail = f"{type(error).__name__}: {detail}"
    if not detail and message in (FAILURE,):
        detail = _reason(error.__cause__) or _reason(error.__context__) or "No error message was given."
    text = f"{message} {detail}" if detail else message
    return {"success": False, "error": text, "output": text}


def _reason(error: BaseException | None) -> str:
    """Take the text of an error, if there is one and its own code can make it."""
    try:
        return str(error) if error is not None else ""
    except Exception:
        return "its text cannot be made"


def _key_lister() -> KeyListerOutput:
    raise NotImplementedError
