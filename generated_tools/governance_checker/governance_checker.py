"""Governance Checker: Judges whether an action, an output or the use of a tool agrees with LM Studioss governance.

The contract in this module is generated from specs/Tools.md (tool GovernanceChecker).
Write the implementation in `_governance_checker`; `lma-forge generate` keeps it.
"""

from collections.abc import Coroutine
from typing import Any, TypedDict

TOOL_LIBRARY_NAME = "Governance Checker"
TOOL_LIBRARY_DESC = "Judges whether an action, an output or the use of a tool agrees with LM Studioss governance."
TOOL_LIBRARY_ICON = "⚖️"

FAILURE = "Governance check failed. Action should pause for review."

TOOL_CONTRACT = {
    "tool_governance_checker": {
        "tool": "GovernanceChecker",
        "effects": ["none"],
        "approval": False,
        "idempotent": True,
        "output": {"status": {"type": "string", "values": ["approved", "needs review", "blocked"]}, "reason": "string"},
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


class GovernanceCheckerOutput(TypedDict):
    """Output of tool_governance_checker.

    Attributes:
        status: One of `approved`, `needs review`, or `blocked`.
        reason: What governance says to it.
    """

    status: str
    reason: str


def tool_governance_checker(action: str, context: str) -> dict[str, Any]:
    """Judges whether an action, an output or the use of a tool agrees with LM Studioss governance.
    Use when: An action of high impact is about to be taken. Memory, files, external tools, live data or text for clients are part of the work.
    Do not use when: It is plain conversation or carries little risk.

    Rule 1: Control stays with the user.
    Rule 2: Writes, deletions and assumptions that nobody authorised are prevented.
    Rule 3: Output meant for clients stays clean.
    Rule 4: The operating boundaries of LM Studioss are respected.

    Args:
        action (str): What is about to be done.
        context (str): What matters about the user or the system.

    Returns:
        A dict. On success its output holds status (string) and reason (string); on failure its error is "Governance check failed. Action should pause for review."
    """
    try:
        action = _text("action", action)
        context = _text("context", context)
        return _succeeded(
            _governance_checker(action=action, context=context), TOOL_CONTRACT["tool_governance_checker"]["output"]
        )
    except (Exception, SystemExit) as error:
        return _failed(error, "GovernanceChecker", FAILURE)


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


def _governance_checker(action: str, context: str) -> GovernanceCheckerOutput:
    try:
        from lma_forge.toolkit.document import document
        from lma_forge.toolkit.judging import judge
        from lma_forge.toolkit.refusal import Refusal
    except ImportError:
        raise ToolFailure("It needs lma-forge, which is not installed: pip install 'lma-forge[text]'") from None
    try:
        verdict = judge(action, context, document(_HOST_CONFIG))
    except Refusal as refusal:
        raise ToolFailure(refusal.message) from refusal
    return {"status": verdict.status, "reason": verdict.reason}
