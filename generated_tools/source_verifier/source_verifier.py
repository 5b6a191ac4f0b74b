"""Source Verifier: Compares a statement with the source it came from and says whether the source supports it.

The contract in this module is generated from specs/Tools.md (tool SourceVerifier).
Write the implementation in `_source_verifier`; `lma-forge generate` keeps it.
"""

from collections.abc import Coroutine
from typing import Any, TypedDict

TOOL_LIBRARY_NAME = "Source Verifier"
TOOL_LIBRARY_DESC = "Compares a statement with the source it came from and says whether the source supports it."
TOOL_LIBRARY_ICON = "✅"

FAILURE = "Verification failed. Claim should not be treated as confirmed."

TOOL_CONTRACT = {
    "tool_source_verifier": {
        "tool": "SourceVerifier",
        "effects": ["none"],
        "approval": False,
        "idempotent": True,
        "output": {
            "verification_status": {"type": "string", "values": ["verified", "partially verified", "not verified"]},
            "notes": "string",
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


class SourceVerifierOutput(TypedDict):
    """Output of tool_source_verifier.

    Attributes:
        verification_status: One of `verified`, `partially verified`, or `not verified`.
        notes: What led to that result.
    """

    verification_status: str
    notes: str


def tool_source_verifier(claim: str, source_data: str) -> dict[str, Any]:
    """Compares a statement with the source it came from and says whether the source supports it.
    Use when: Information was brought in from outside. The subject is current, sensitive, technical, legal, medical, financial or otherwise of high impact.
    Do not use when: The task is creative writing, personal reflection or a general explanation without external facts.

    Rule 1: A claim without support is never marked as verified.
    Rule 2: Official and primary sources are preferred wherever there are any.
    Rule 3: Uncertainty is flagged where everyone sees it.

    Args:
        claim (str): The statement to check.
        source_data (str): Text of the source, or its citation data.

    Returns:
        A dict. On success its output holds verification_status (string) and notes (string); on failure its error is "Verification failed. Claim should not be treated as confirmed."
    """
    try:
        claim = _text("claim", claim)
        source_data = _text("source_data", source_data)
        return _succeeded(
            _source_verifier(claim=claim, source_data=source_data), TOOL_CONTRACT["tool_source_verifier"]["output"]
        )
    except (Exception, SystemExit) as error:
        return _failed(error, "SourceVerifier", FAILURE)


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


def _source_verifier(claim: str, source_data: str) -> SourceVerifierOutput:
    try:
        from lma_forge.toolkit.verifying import verify
        from lma_forge.toolkit.settings import function
        from lma_forge.toolkit.refusal import Refusal
    except ImportError:
        raise ToolFailure("It needs lma-forge, which is not installed: pip install 'lma-forge[text]'") from None
    try:
        verdict = verify(claim, source_data, second_opinion=function(_HOST_CONFIG, "second_opinion"))
    except Refusal as refusal:
        raise ToolFailure(refusal.message) from refusal
    return {"verification_status": verdict.status, "notes": verdict.notes}
