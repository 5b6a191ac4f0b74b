"""Briefing Generator: Puts together a structured briefing out of live data, saved memory or subjects that the user names.

The contract in this module is generated from specs/Tools.md (tool BriefingGenerator).
Write the implementation in `_briefing_generator`; `lma-forge generate` keeps it.
"""

import json
from collections.abc import Callable, Coroutine
from hashlib import sha256
from pathlib import Path
from typing import Any, TypedDict

TOOL_LIBRARY_NAME = "Briefing Generator"
TOOL_LIBRARY_DESC = (
    "Puts together a structured briefing out of live data, saved memory or subjects that the user names."
)
TOOL_LIBRARY_ICON = "📰"

FAILURE = "Briefing could not be generated because required data was unavailable."

TOOL_CONTRACT = {
    "tool_briefing_generator": {
        "tool": "BriefingGenerator",
        "effects": ["read", "external"],
        "approval": False,
        "idempotent": None,
        "output": {"briefing": "string"},
    },
}

_HOST_CONFIG: dict[str, Any] = {}
AUTONOMY_LEVEL = "safe"
_CONFIRM_HANDLER: Callable[..., Any] | None = None
_ALWAYS: set[str] = set()


def init_tools_library(config: dict[str, Any] | None = None) -> None:
    """Keep the host's settings; a function `_configure(config)` in this module is given them."""
    global AUTONOMY_LEVEL
    settings = dict(config) if isinstance(config, dict) else {}
    _HOST_CONFIG.clear()
    _HOST_CONFIG.update(settings)
    level = settings.get("autonomy_level")
    AUTONOMY_LEVEL = level if level in ("strict", "safe", "full_access") else "safe"
    if "confirm_handler" in settings:
        set_confirm_handler(settings["confirm_handler"])
    configure = globals().get("_configure")
    if configure is not None:
        configure(settings)


def set_confirm_handler(handler: Callable[..., Any] | None) -> None:
    """Take the function that asks the operator; what one operator always allows, the next one does not."""
    global _CONFIRM_HANDLER
    if handler != _CONFIRM_HANDLER:
        _ALWAYS.clear()
    _CONFIRM_HANDLER = handler


class ToolFailure(Exception):
    """Raise it in an implementation to fail with the spec's message; its text is added as detail."""


class BriefingGeneratorOutput(TypedDict):
    """Output of tool_briefing_generator.

    Attributes:
        briefing: The finished briefing.
    """

    briefing: str


def tool_briefing_generator(topic: str, sources: list, format: str) -> dict[str, Any]:
    """Puts together a structured briefing out of live data, saved memory or subjects that the user names.
    Use when: The user wants a briefing of the day, of a project, on AI or on sport, or another structured summary.
    Do not use when: One plain question is being asked.

    Rule 1: Verified live data and context from memory are kept apart.
    Rule 2: Data that is missing is marked as missing.
    Rule 3: Sections are in good order.
    Rule 4: Needless detail is left out.

    Args:
        topic (str): What the briefing is about.
        sources (list): Data or memory sources that are approved for it.
        format (str): How the briefing should be laid out.

    Returns:
        A dict. On success its output holds briefing (string); on failure its error is "Briefing could not be generated because required data was unavailable."
    """
    try:
        topic = _text("topic", topic)
        sources = _list("sources", sources)
        format = _text("format", format)
        _approve(
            "tool_briefing_generator",
            "BriefingGenerator: Puts together a structured briefing out of live data, saved memory or subjects that the user names. Effects: read, external.",
            {"topic": topic, "sources": sources, "format": format},
            (),
            always=False,
        )
        return _succeeded(
            _briefing_generator(topic=topic, sources=sources, format=format),
            TOOL_CONTRACT["tool_briefing_generator"]["output"],
        )
    except (Exception, SystemExit) as error:
        return _failed(error, "BriefingGenerator", FAILURE)


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


def _parsed(value: object) -> object:
    """Read text as JSON where something else than text is declared; other values stay as they are."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _list(name: str, value: object) -> list[Any]:
    """Take a list, also as JSON text; the caller's list is never shared."""
    found = _parsed(value)
    if not isinstance(found, list | tuple):
        raise _refused(name, value, "a list")
    return list(found)


def _approve(label: str, action: str, arguments: dict[str, Any], paths: tuple[str, ...], *, always: bool) -> None:
    """Ask the operator before a call, unless the autonomy level lets it pass; raise on all but a clear yes."""
    if AUTONOMY_LEVEL == "full_access" or not (always or AUTONOMY_LEVEL == "strict"):
        return
    argv = [f"{name}={_shown(value)}" for name, value in arguments.items()]
    root = Path.cwd().resolve()
    resolved = [
        f"{name} is {_shown(str(root / path))}"
        for name in paths
        for path in ([arguments[name]] if isinstance(arguments[name], str) else arguments[name] or ())
    ]
    source = "\n".join([action, *argv, *resolved])
    scope = _HOST_CONFIG.get("approval_scope")
    grant = {"tool": label, "session": ""}.get(str(scope), sha256(f"{label}\n{source}".encode()).hexdigest())
    if _CONFIRM_HANDLER is None:
        raise ToolFailure("An operator must approve this call, and there is none to ask.")
    if grant in _ALWAYS:
        return
    try:
        answer = _CONFIRM_HANDLER(source, label, argv)
    except Exception as error:
        raise ToolFailure(f"The operator could not be asked: {_reason(error)}") from error
    decision, reason = (*answer, "", "")[:2] if isinstance(answer, tuple) else ("", "")
    if not isinstance(decision, str) or decision not in ("allow", "always"):
        raise ToolFailure(str(reason or "").strip() or "The operator did not approve this call.")
    if decision == "always":
        _ALWAYS.add(grant)


def _shown(value: object) -> str:
    """Write a value as JSON in which nothing is hidden from the operator's eyes."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


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


def _briefing_generator(topic: str, sources: list[Any], format: str) -> BriefingGeneratorOutput:
    try:
        from lma_forge.toolkit.briefing import LENGTH, Access, brief
        from lma_forge.toolkit.document import document
        from lma_forge.toolkit.settings import number
        from lma_forge.toolkit.refusal import Refusal
    except ImportError:
        raise ToolFailure(
            "It needs lma-forge, which is not installed: pip install 'lma-forge[live,store,text]'"
        ) from None
    try:
        access = Access(
            document(_HOST_CONFIG),
            _remembered,
            _fetched,
            int(number(_HOST_CONFIG, "max_chars", LENGTH, least=500)),
        )
        briefing = brief(topic, sources, format, access)
    except Refusal as refusal:
        raise ToolFailure(refusal.message) from refusal
    return {"briefing": briefing}


def _remembered(key: str) -> str | None:
    from lma_forge.toolkit import store

    return store.read(_HOST_CONFIG, key)


def _fetched(query: str, category: str) -> tuple[str, str, str, bool]:
    from lma_forge.toolkit.live import fetch

    answer = fetch(query, category, _HOST_CONFIG)
    return answer.data, answer.source, answer.timestamp, answer.verified
