"""Brings whatever a tool returned into the one shape that hosts understand (doctrine 7.7)."""

from collections.abc import Callable
from typing import Any

Record = dict[str, Any]

NO_OUTPUT = "Tool executed successfully (no output)."
"""Shown to the model for an output of None; other empty outputs are kept as they are."""

DONE = "Tool executed successfully."
"""Shown to the model when a success says nothing at all."""

_META = frozenset({"success", "status", "error", "message", "return_code", "stderr"})
_RESERVED = _META | {"output", "status_code"}
_PAYLOADS = ("result", "data", "response", "papers", "content", "text")
_BESIDE = ("image_filename", "image_b64", "images", "image_media_types", "prompt_injection", "context_files")
_FAILED = frozenset({"error", "failure", "failed"})
_MISSING = object()
_CANONICAL = 2
"""How many keys the recommended form of a success has: `success` and `output` (doctrine 7)."""


def normalize(result: object, resolve_files: Callable[[object], list[str]] | None = None) -> Record:
    """Bring a result into `{"output", "success", "status_code"}`, and `"error"` for a failure.

    Where it differs from the host, the host loses what the tool said: empty outputs are kept, the
    output of a failure is its error text, further keys beside an explicit output are passed on,
    and a `success` that is not a truth value is a failure.

    Args:
        result: What the tool returned; never changed.
        resolve_files: Turns the value of `context_files` into absolute paths of existing files.

    Returns:
        A fresh record.
    """
    if not isinstance(result, dict):
        return {"output": NO_OUTPUT if result is None else result, "status_code": 200, "success": True}
    if len(result) == _CANONICAL and result.get("success") is True and result.get("output") is not None:
        return {"output": result["output"], "status_code": 200, "success": True}
    error = _failure(result)
    if error is not None:
        output = _payload(result)
        return {
            "output": output if _truthy(output) else error,
            "error": error,
            "success": False,
            "status_code": 500,
        }
    output = _payload(result)
    said = result.get("output")
    if output is None:
        message = result.get("message")
        output = NO_OUTPUT if "output" in result else DONE if message is None else message
    record: Record = {"output": output, "status_code": 200, "success": True}
    if said is not None:
        record.update((key, value) for key, value in result.items() if key not in _RESERVED)
    for key in _BESIDE:
        value = result.get(key)
        if value is not None:
            record[key] = value
        else:
            record.pop(key, None)
    if resolve_files is not None and "context_files" in record:
        record["context_files"] = resolve_files(record["context_files"])
    return record


def _failure(result: Record) -> Any:  # noqa: ANN401, PLR0911 - anything may be under "error"; one text per sign
    """Why the result is a failure, or None for a success."""
    success = result.get("success", _MISSING)
    claimed = success is _MISSING or _claims_success(success)
    status = str(result.get("status", "")).lower()
    code = result.get("return_code")
    failed_code = code is not None and _truthy(code != 0)
    error = result.get("error")
    has_error = error is not None and _truthy(error)
    if claimed and status not in _FAILED and not failed_code and not (has_error and success is _MISSING):
        return None
    if has_error:
        return error
    if failed_code and _truthy(result.get("stderr")):
        return result["stderr"]
    if _truthy(result.get("message")):
        return result["message"]
    if failed_code:
        return f"Non-zero return code: {code}"
    if status in _FAILED:
        return f"Tool status was '{status}'."
    if success is False:
        return "Tool reported failure."
    return f"Tool reported success={success!r}, which is not True."


def _claims_success(success: object) -> bool:
    """Whether a value under "success" means yes: True, what equals it, and its text."""
    if success is True or success is False:
        return success
    if isinstance(success, str):
        return success.strip().lower() == "true"
    try:
        return bool(success == 1)
    except Exception:  # noqa: BLE001 - an object that cannot be compared is no yes
        return False


def _payload(result: Record) -> Any:  # noqa: ANN401
    """What the model reads: the output, else a payload key, else the whole dict without meta keys.

    None for a dict that holds none of these.
    """
    if "output" in result:
        return result["output"]
    for key in _PAYLOADS:
        if key in result:
            if result[key] is not None:
                return result[key]
            break
    rest = {key: value for key, value in result.items() if key not in _META and key not in _BESIDE}
    return rest or None


def _truthy(value: object) -> bool:
    """The truth of a value; of one that refuses to tell (an array), that it is there."""
    try:
        return bool(value)
    except Exception:  # noqa: BLE001 - any object may come out of a tool
        return value is not None
