"""Type Keeper: Keeps one value of every type.

The contract in this module is generated from spec.md (tool TypeKeeper).
Write the implementation in `_type_keeper`; `lma-forge generate` keeps it.
"""

import json
import math
import re
from collections.abc import Callable, Coroutine
from datetime import date, datetime
from pathlib import Path
from typing import Any, NotRequired, TypedDict
from urllib.parse import urlsplit

TOOL_LIBRARY_NAME = "Type Keeper"
TOOL_LIBRARY_DESC = "Keeps one value of every type."
TOOL_LIBRARY_ICON = "🔧"

FAILURE = "Types could not be kept."
FAILURE_TOO_MANY = "Too many."

TOOL_CONTRACT = {
    "tool_type_keeper": {
        "tool": "TypeKeeper",
        "effects": ["none"],
        "approval": False,
        "idempotent": None,
        "output": {
            "total": {"type": "integer", "minimum": 0},
            "level": {"type": "string", "values": ["low", "mid", "high"]},
            "found": {"type": "list", "items": "string"},
            "extra": {"type": "object", "optional": True},
            "parent": {"type": "string", "nullable": True},
            "when": "timestamp",
        },
    },
}

_HOST_CONFIG: dict[str, Any] = {}
_INTERACTION_HANDLER: Callable[..., Any] | None = None


def init_tools_library(config: dict[str, Any] | None = None) -> None:
    """Keep the host's settings; a function `_configure(config)` in this module is given them."""
    settings = dict(config) if isinstance(config, dict) else {}
    _HOST_CONFIG.clear()
    _HOST_CONFIG.update(settings)
    if "user_interaction_handler" in settings:
        set_user_interaction_handler(settings["user_interaction_handler"])
    configure = globals().get("_configure")
    if configure is not None:
        configure(settings)


def set_user_interaction_handler(handler: Callable[..., Any] | None) -> None:
    """Take the function that asks the user."""
    global _INTERACTION_HANDLER
    _INTERACTION_HANDLER = handler


def _interaction(handler: object) -> object:
    """Take the host's way to ask the user; what could come from the model instead is dropped."""
    return handler if callable(handler) else _INTERACTION_HANDLER


class ToolFailure(Exception):
    """Raise it in an implementation to fail with the spec's message.

    Args:
        detail: What is added to the message; without it the message stands alone.
        failure: One of the tool's FAILURE constants; without it the tool's default applies.
    """

    def __init__(self, detail: object = "", failure: str = "") -> None:
        """Keep which failure it is."""
        super().__init__(detail)
        self.failure = failure


class TypeKeeperOutput(TypedDict):
    """Output of tool_type_keeper.

    Attributes:
        total: The total. At least 0.
        level: One of `low`, `mid`, or `high`.
        found: What was found.
        extra: More.
        parent: The parent. May be null.
        when: When. An ISO 8601 date with a time and an offset from UTC.
    """

    total: int
    level: str
    found: list[str]
    extra: NotRequired[dict[str, Any]]
    parent: str | None
    when: str


def tool_type_keeper(
    name: str,
    count: int,
    share: float,
    open: bool,
    tags: list,
    place: str,
    page: str,
    day: str,
    moment: str,
    stamp: str,
    anything: Any,
    from_: str,
    level: str,
    server: dict[str, Any],
    parent: str | None,
    note: str | None = None,
    limit: int = 10,
    words: list | None = None,
    lollms_client_instance: Any = None,
    tool_context: Any = None,
    user_interaction_handler: Any = None,
) -> dict[str, Any]:
    """Keeps one value of every type.
    Use when: Types are of interest.
    Do not use when: They are not.

    Rule 1: Nothing is kept for longer than a call.

    Args:
        name (str): A name. 1 to 20 characters.
        count (int): How many. 1 to 100.
        share (float): Which share. At least 0.
        open (bool): Whether it is open.
        tags (list): Tags. At most 5 items.
        place (str): Where it is kept.
        page (str): Where it is described. An absolute URL.
        day (str): The day. An ISO 8601 date.
        moment (str): The moment. An ISO 8601 date with a time.
        stamp (str): The moment, with its offset. An ISO 8601 date with a time and an offset from UTC.
        anything (Any): Anything.
        from_ (str): The start. Called `from` in the spec.
        level (str): One of `low`, `mid`, or `high`.
        server (dict[str, Any]): The server. Has `host` (string) and `port` (integer, optional).
        note (str | None): A note.
        parent (str | None): A parent, or null. May be null.
        limit (int): The most. 1 to 50.
        words (list | None): Words. Default: ["a"].
        lollms_client_instance (Any): Injected by the host.
        tool_context (Any): Injected by the host.
        user_interaction_handler (Any): Injected by the host.

    Returns:
        A dict. On success its output holds total (integer), level (string), found (list of string), extra (object), parent (string or null), and when (timestamp); on failure its error is "Too many." or "Types could not be kept."
    """
    try:
        name = _limited("name", _text("name", name), 1, 20, "1 to 20 characters")
        count = _limited("count", _integer("count", count), 1, 100, "1 to 100")
        share = _limited("share", _number("share", share), 0, None, "at least 0")
        open = _boolean("open", open)
        tags = _limited("tags", _items("tags", _list("tags", tags), _text), None, 5, "at most 5 items")
        place = _path("place", place)
        page = _such_text("page", page, _is_url, "a URL such as https://example.org/page")
        day = _such_text("day", day, _is_date, "an ISO 8601 date such as 2024-01-31")
        moment = _such_text("moment", moment, _is_datetime, "an ISO 8601 date and time such as 2024-01-31T09:30:00")
        stamp = _such_text(
            "stamp", stamp, _is_timestamp, "an ISO 8601 date and time with an offset such as 2024-01-31T09:30:00Z"
        )
        from_ = _text("from_", from_)
        level = _allowed("level", _text("level", level), ("low", "mid", "high"))
        server = _members(
            "server", _object("server", server), {"host": _text, "port": _integer}, ("host",), {"port": 80}
        )
        parent = None if parent is None else _text("parent", parent)
        note = None if note is None else _text("note", note)
        limit = _limited("limit", _integer("limit", limit), 1, 50, "1 to 50")
        words = ["a"] if words is None else _items("words", _list("words", words), _text)
        lollms_client_instance = _hosted(lollms_client_instance)
        user_interaction_handler = _interaction(user_interaction_handler)
        return _succeeded(
            _type_keeper(
                name=name,
                count=count,
                share=share,
                open=open,
                tags=tags,
                place=place,
                page=page,
                day=day,
                moment=moment,
                stamp=stamp,
                anything=anything,
                from_=from_,
                level=level,
                server=server,
                parent=parent,
                note=note,
                limit=limit,
                words=words,
                lollms_client_instance=lollms_client_instance,
                tool_context=tool_context,
                user_interaction_handler=user_interaction_handler,
            ),
            TOOL_CONTRACT["tool_type_keeper"]["output"],
        )
    except (Exception, SystemExit) as error:
        return _failed(error, "TypeKeeper", FAILURE, FAILURE_TOO_MANY)


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


def _such_text(name: str, value: object, is_such: Callable[[str], bool], accepted: str) -> str:
    """Take a string of a certain form."""
    text = _text(name, value, accepted)
    if not is_such(text):
        raise _refused(name, value, accepted)
    return text


def _integer(name: str, value: object) -> int:
    """Take a whole number, also one in text or with zeros after the point."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,4000}(\.0+)?\s*", value):
        return int(value.partition(".")[0])
    raise _refused(name, value, "an integer")


def _number(name: str, value: object) -> float:
    """Take a finite number, also one in text."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    number = value
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?\s*", value):
        number = float(value)
    if isinstance(number, float) and math.isfinite(number):
        return number
    raise _refused(name, value, "a number")


def _boolean(name: str, value: object) -> bool:
    """Take true or false, also in the words that stand for them."""
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower() if isinstance(value, str) or value in (0, 1) else ""
    if word in ("true", "yes", "on", "1"):
        return True
    if word in ("false", "no", "off", "0"):
        return False
    raise _refused(name, value, "true or false")


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


def _object(name: str, value: object) -> dict[str, Any]:
    """Take an object, also as JSON text; the caller's is never shared."""
    found = _parsed(value)
    if not isinstance(found, dict):
        raise _refused(name, value, "an object")
    return dict(found)


def _items(name: str, values: list[Any], check: Callable[[str, Any], Any]) -> list[Any]:
    """Check each item of a list."""
    return [check(f"{name}[{index}]", value) for index, value in enumerate(values)]


def _members(
    name: str,
    values: dict[str, Any],
    checks: dict[str, Callable[[str, Any], Any]],
    required: tuple[str, ...],
    defaults: dict[str, Any],
) -> dict[str, Any]:
    """Check the members of an object: none missing, none unknown, each of its type."""
    for key in required:
        if key not in values:
            raise _refused(name, values, f"an object with {key}")
    for key, value in values.items():
        if key not in checks:
            raise _refused(f"{name}.{key}", value, f"left out; {name} has {', '.join(checks)}")
    return {key: checks[key](f"{name}.{key}", value) for key, value in {**defaults, **values}.items()}


def _allowed(name: str, value: Any, values: tuple[Any, ...]) -> Any:
    """Take one of the allowed values only."""
    if value not in values:
        raise _refused(name, value, f"one of {', '.join(map(repr, values))}")
    return value


def _limited(name: str, value: Any, low: float | None, high: float | None, accepted: str) -> Any:
    """Hold a number, or the length of anything else, inside its limits."""
    size = value if isinstance(value, int | float) else len(value)
    if (low is not None and size < low) or (high is not None and size > high):
        raise _refused(name, value, accepted)
    return value


def _hosted(value: object) -> object:
    """Take an object of the host; what could come from the model instead is dropped."""
    return None if isinstance(value, str | int | float | list | dict) else value


def _is_url(text: str) -> bool:
    """Tell whether `text` is an absolute URL with a host."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return bool(parts.scheme and parts.hostname) and text.isprintable() and " " not in text


def _is_date(text: str) -> bool:
    """Tell whether `text` is a calendar date as ISO 8601 extends it: 2024-01-31."""
    try:
        return bool(re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) and date.fromisoformat(text))
    except ValueError:
        return False


def _is_datetime(text: str) -> bool:
    """Tell whether `text` is a date with a time as ISO 8601 extends them: 2024-01-31T09:30:00, with an offset or none."""
    form = r"[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})?"
    try:
        return bool(re.fullmatch(form, text) and datetime.fromisoformat(text))
    except ValueError:
        return False


def _is_timestamp(text: str) -> bool:
    """Tell whether `text` is a date with a time and an offset from UTC as ISO 8601 extends them."""
    return _is_datetime(text) and datetime.fromisoformat(text).tzinfo is not None


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
    if kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool) and value.bit_length() <= 14_000
    if kind == "list":
        return isinstance(value, list) and _is_json(value)
    if kind == "object":
        return isinstance(value, dict) and _is_json(value)
    if kind == "timestamp":
        return isinstance(value, str) and _is_timestamp(value)
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
    elif error.failure in failures:
        message = error.failure
    text = f"{message} {detail}" if detail else message
    return {"success": False, "error": text, "output": text}


def _reason(error: BaseException | None) -> str:
    """Take the text of an error, if there is one and its own code can make it."""
    try:
        return str(error) if error is not None else ""
    except Exception:
        return "its text cannot be made"


def _type_keeper(
    name: str,
    count: int,
    share: float,
    open: bool,
    tags: list[str],
    place: str,
    page: str,
    day: str,
    moment: str,
    stamp: str,
    anything: Any,
    from_: str,
    level: str,
    server: dict[str, Any],
    parent: str | None,
    note: str | None,
    limit: int,
    words: list[str],
    lollms_client_instance: Any,
    tool_context: Any,
    user_interaction_handler: Any,
) -> TypeKeeperOutput:
    raise NotImplementedError
