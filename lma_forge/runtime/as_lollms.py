"""Brings results into the shape that lollms_client 1.21.1 gives them, for those who want to see it.

`compat="lollms"` shows a developer what that host shows. Where it loses what a tool said, so does
this; `lma_forge.runtime.normalize` is what calls get otherwise.
"""

from collections.abc import Callable
from typing import Any

Record = dict[str, Any]

_PAYLOADS = ("result", "data", "response", "papers", "content", "text")
_META = frozenset({"success", "status", "error", "message", "return_code", "stderr"})
_BESIDE = ("image_filename", "image_b64", "images", "image_media_types", "prompt_injection")


def normalize(result: object, resolve_files: Callable[[object], list[str]] | None = None) -> Record:
    """Bring a result into the record that the lollms host makes of it.

    Args:
        result: What the tool returned; never changed.
        resolve_files: Turns the value of `context_files` into absolute paths of existing files.

    Returns:
        A fresh record.
    """
    found: Record = result if isinstance(result, dict) else {"output": result}
    failed, error = _failure(found)
    output = found["output"] if "output" in found else _payload(found)
    if failed:
        shown = output or found.get("error", "Tool failed.")
        return {"output": shown, "error": error, "success": False, "status_code": 500}
    record: Record = {
        "output": output or "Tool executed successfully (no output).",
        "status_code": 200,
        "success": True,
    }
    record.update({key: found[key] for key in _BESIDE if found.get(key) is not None})
    if found.get("context_files") is not None and resolve_files is not None:
        record["context_files"] = resolve_files(found["context_files"])
    return record


def _failure(result: Record) -> tuple[bool, Any]:
    """Whether the result is a failure, and why: the last sign that is found has the word."""
    failed, error = False, None
    said = result.get("error")
    message = said or result.get("message")
    if result.get("success") is False:
        failed, error = True, message or "Tool reported failure."
    status = str(result.get("status", "")).lower()
    if status in {"error", "failure", "failed"}:
        failed, error = True, message or f"Tool status was '{status}'."
    code = result.get("return_code")
    if code is not None and code != 0:
        failed, error = True, said or result.get("stderr") or f"Non-zero return code: {code}"
    if said and not failed and result.get("success") is not True:
        failed, error = True, said
    return failed, error


def _payload(result: Record) -> Any:  # noqa: ANN401 - anything may be under these keys
    present = (result[key] for key in _PAYLOADS if key in result)
    payload = next(present, None)
    if payload is not None:
        return payload
    return {key: value for key, value in result.items() if key not in _META} or "Tool executed successfully."
