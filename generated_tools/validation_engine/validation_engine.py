"""Validation Engine: Examines an output, code, a document or data: is it correct, well structured and in line with the rules?

The contract in this module is generated from specs/Tools.md (tool ValidationEngine).
Write the implementation in `_validation_engine`; `lma-forge generate` keeps it.
"""

import json
from collections.abc import Coroutine
from typing import Any, TypedDict

TOOL_LIBRARY_NAME = "Validation Engine"
TOOL_LIBRARY_DESC = (
    "Examines an output, code, a document or data: is it correct, well structured and in line with the rules?"
)
TOOL_LIBRARY_ICON = "🧪"

FAILURE = "Validation could not be completed."

TOOL_CONTRACT = {
    "tool_validation_engine": {
        "tool": "ValidationEngine",
        "effects": ["none"],
        "approval": False,
        "idempotent": True,
        "output": {
            "status": {"type": "string", "values": ["pass", "warning", "fail"]},
            "issues": "list",
            "recommendations": "list",
        },
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


class ValidationEngineOutput(TypedDict):
    """Output of tool_validation_engine.

    Attributes:
        status: One of `pass`, `warning`, or `fail`.
        issues: What was found wrong.
        recommendations: How each could be mended.
    """

    status: str
    issues: list[Any]
    recommendations: list[Any]


def tool_validation_engine(content: str, validation_type: str) -> dict[str, Any]:
    """Examines an output, code, a document or data: is it correct, well structured and in line with the rules?
    Use when: Something important has been produced. An answer must be checked for accuracy, format or governance. A change to code or configuration awaits review.
    Do not use when: The task is simple and little can go wrong.

    Rule 1: Missing steps are flagged.
    Rule 2: Assumptions that are not clear are pointed out.
    Rule 3: Claims that cannot be verified are not approved.
    Rule 4: Feedback is specific and can be acted on.

    Args:
        content (str): What to examine.
        validation_type (str): One of `accuracy`, `format`, `safety`, `governance`, or `code`.

    Returns:
        A dict. On success its output holds status (string), issues (list), and recommendations (list); on failure its error is "Validation could not be completed."
    """
    try:
        content = _text("content", content)
        validation_type = _allowed(
            "validation_type",
            _text("validation_type", validation_type),
            ("accuracy", "format", "safety", "governance", "code"),
        )
        return _succeeded(
            _validation_engine(content=content, validation_type=validation_type),
            TOOL_CONTRACT["tool_validation_engine"]["output"],
        )
    except (Exception, SystemExit) as error:
        return _failed(error, "ValidationEngine", FAILURE)


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


def _allowed(name: str, value: Any, values: tuple[Any, ...]) -> Any:
    """Take one of the allowed values only."""
    if value not in values:
        raise _refused(name, value, f"one of {', '.join(map(repr, values))}")
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
    text = f"{message} {detail}" if detail else message
    return {"success": False, "error": text, "output": text}


def _reason(error: BaseException | None) -> str:
    """Take the text of an error, if there is one and its own code can make it."""
    try:
        return str(error) if error is not None else ""
    except Exception:
        return "its text cannot be made"


def _validation_engine(content: str, validation_type: str) -> ValidationEngineOutput:
    try:
        from lma_forge.toolkit.validating import validate
        from lma_forge.toolkit.refusal import Refusal
    except ImportError:
        raise ToolFailure("It needs lma-forge, which is not installed: pip install 'lma-forge[text]'") from None
    try:
        result = validate(content, validation_type, _HOST_CONFIG)
    except Refusal as refusal:
        raise ToolFailure(refusal.message) from refusal
    return {"status": result.status, "issues": list(result.issues), "recommendations": list(result.recommendations)}
