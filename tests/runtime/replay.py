"""Runs conformance cases against a binding, in this process.

A case is data: files, actions and the value each action gives (`expected`: what lollms_client
1.21.1 does; `doc_expected`: what the doctrine says where that host differs; `better_expected`: what
a better runtime does). Values hold matchers such as `{"$subset": …}`; wording of errors is free.
"""

import base64
import json
import math
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import EllipsisType
from typing import Any

from lma_forge.runtime.loading import MODULE_NAME


class HostObject:
    def __init__(self, label: str) -> None:
        self.label = label


class Case:
    """One case with the state that its actions share."""

    def __init__(self, data: dict[str, Any], root: Path, binding: type) -> None:
        self.data = data
        self.root = root
        self.cls = binding
        self.bindings: dict[str, Any] = {}
        self.config: dict[str, Any] = {}
        self.objects: dict[str, HostObject] = {}
        self.calls: list[list[Any]] = []
        self.handlers = {
            name: self._handler(name, answer)
            for name, answer in (
                ("confirm_allow", ("allow", "")),
                ("confirm_always", ("always", "")),
                ("confirm_reject", ("reject", "no thanks")),
                ("ui_answer", "42"),
                ("ui_other", "other"),
                ("ui_cancel", None),
            )
        }

    def _handler(self, name, answer):
        def handler(*args, **kwargs):
            self.calls.append([name, list(args), kwargs])
            return answer

        handler.__name__ = name
        handler.label = name
        return handler

    def run(self) -> list[Any]:
        self._write(self.data["files"])
        (self.root / "ws").mkdir(exist_ok=True)
        with _in(self.root / "ws"), _listing(self.data.get("listing", "sorted")):
            return [self._shown(self._try(action)) for action in self.data["actions"]]

    def _try(self, action):
        try:
            return self._act(action["op"], self._meant(action.get("args", {})), action)
        except Exception as fault:  # noqa: BLE001 - what an action raises is its outcome
            return {"$raises": type(fault).__name__, "message": str(fault)}

    def _act(self, op, args, action):  # noqa: C901, PLR0911, PLR0912 - one branch per word of the cases
        binding = self.bindings.get(action.get("on", "b"))
        match op:
            case "construct":
                self.config = args
                self.bindings[action.get("as", "b")] = self.cls(**args)
                return "ok"
            case "discover":
                more = args.pop("with", [])
                return [_public(tool, more) for tool in binding.discover_tools(**args)]
            case "names":
                return [tool["name"] for tool in binding.discover_tools(**args)]
            case "list_tools":
                return [tool["name"] for tool in binding.list_tools(**args)]
            case "schema" | "types" | "descs" | "description":
                return self._about(op, next((t for t in binding.discover_tools() if t["name"] == args["tool"]), None))
            case "json_safe":
                json.dumps([_public(tool) for tool in binding.discover_tools()], allow_nan=False)
                return True
            case "json_safe_raw":
                json.dumps(binding.discover_tools())
                return True
            case "execute":
                params = args.get("params", {})
                record = binding.execute_tool(args["tool"], params, **args.get("kwargs", {}))
                return {"result": record, "params_after": params} if args.get("show_params") else record
            case "output":
                return binding.execute_tool(args["tool"], args.get("params", {}), **args.get("kwargs", {})).get(
                    "output"
                )
            case "register":
                return binding.register_tool_from_code(args["prefix"], args["code"])
            case "unregister":
                return binding.unregister_tools_by_prefix(args["prefix"])
            case "mount":
                return binding.mount_tool_library(args["name"])
            case "mount_if_absent":
                return binding.mount_tool_library_if_absent(args["name"])
            case "is_mounted":
                return binding.is_library_mounted(args["name"])
            case "is_available":
                return binding.is_tool_available(args["name"])
            case "find_library":
                return binding.find_library_for_tool(args["name"])
            case "load_by_name":
                found = binding.load_tool_by_name(args["name"])
                return found and found["name"]
            case "chat_specs":
                keys = ("name", "description", "parameters", "output")
                return {n: {key: spec.get(key) for key in keys} for n, spec in binding.to_chat_tool_specs().items()}
            case "chat_call":
                return binding.to_chat_tool_specs()[args["tool"]]["callable"](**args.get("kwargs", {}))
            case "set_confirm_handler":
                return binding.set_confirm_handler(args["fn"])
            case "set_user_interaction_handler":
                return binding.set_user_interaction_handler(args["fn"])
            case "set_session_flags":
                return binding.set_session_flags(args["flags"])
            case "clear_returned_list":
                binding.discover_tools().clear()
                return len(binding.discovered_tools)
            case "host_configs":
                return self.config.get("host_tool_configs")
            case "handler_log":
                return list(self.calls)
            case "write":
                self._write({args["path"]: args["text"]})
                return "ok"
            case "remove":
                (self.root / args["path"]).unlink()
                return "ok"
            case "read":
                path = self.root / args["path"]
                return path.read_text(encoding="utf-8") if path.exists() else None
            case "chdir":
                os.chdir(args["path"])
                return "ok"
            case "cwd":
                return str(Path.cwd())
        raise AssertionError(f"no such action: {op}")

    @staticmethod
    def _about(op, tool):
        if tool is None:
            return None
        if op == "description":
            return tool["description"]
        if op == "schema":
            return tool["input_schema"]
        key = "type" if op == "types" else "description"
        return {name: entry.get(key) for name, entry in tool["input_schema"]["properties"].items()}

    def _write(self, files):
        for name, source in files.items():
            path = self.root / name
            if name.endswith("/"):
                path.mkdir(parents=True, exist_ok=True)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(source, str):
                path.write_bytes(source.encode())
            elif "$b64" in source:
                path.write_bytes(base64.b64decode(source["$b64"]))
            else:
                path.write_bytes(source["$text"].encode(source["encoding"]))

    def _meant(self, value):  # noqa: PLR0911 - one form per placeholder
        """Turn the placeholders of an argument into what they stand for."""
        if isinstance(value, str):
            return value.replace("$ROOT", str(self.root))
        if isinstance(value, list):
            return [self._meant(item) for item in value]
        if not isinstance(value, dict):
            return value
        match value:
            case {"$fn": name}:
                return self.handlers[name]
            case {"$obj": label}:
                return self.objects.setdefault(label, HostObject(label))
            case {"$path": text}:
                return Path(self._meant(text))
            case {"$tuple": items}:
                return tuple(self._meant(items))
            case {"$set": items}:
                return set(self._meant(items))
            case {"$bytes": text}:
                return text.encode("latin-1")
        return {key: self._meant(item) for key, item in value.items()}

    def _shown(self, value):  # noqa: C901, PLR0911, PLR0912 - one form per type
        """Turn an outcome into JSON, as the expectations have it."""
        match value:
            case None | bool() | int():
                return value
            case float():
                return value if math.isfinite(value) else {"$float": str(value)}
            case str():
                if "Traceback (most recent call last)" in value:
                    return "<TRACEBACK>"
                return re.sub(r"0x[0-9a-fA-F]{6,}", "0xADDR", value.replace(str(self.root), "$ROOT"))
            case HostObject():
                return {"$obj": value.label}
            case list():
                return [self._shown(item) for item in value]
            case tuple():
                return {"$tuple": [self._shown(item) for item in value]}
            case set() | frozenset():
                return {"$set": sorted((self._shown(item) for item in value), key=repr)}
            case dict():
                return {str(key): self._shown(item) for key, item in value.items()}
            case bytes():
                return {"$bytes": value.decode("latin-1")}
            case Path():
                return {"$path": self._shown(str(value))}
            case complex() | EllipsisType():
                return {"$repr": repr(value)}
        if hasattr(value, "label"):
            return {"$fn": value.label}
        return {"$type": type(value).__name__}


def verdict(data: dict[str, Any], outcome: list[Any]) -> str:
    """PASS, DOC, BETTER or FAIL."""
    doc, better = data.get("doc_expected") or {}, data.get("better_expected") or {}
    for word, override in (("PASS", {}), ("DOC", doc), ("BETTER", {**doc, **better}), ("BETTER", better)):
        wanted = [override.get(str(index), value) for index, value in enumerate(data["expected"])]
        if (override or word == "PASS") and len(wanted) == len(outcome) and all(map(matches, wanted, outcome)):
            return word
    return "FAIL"


def matches(wanted: Any, actual: Any, key: str = "") -> bool:  # noqa: C901, PLR0911 - one return per matcher
    """Whether a value is as a case wants it; the wording of errors is free."""
    match wanted:
        case {"$any": _}:
            return True
        case {"$truthy": _}:
            return bool(actual)
        case {"$falsy": _}:
            return not actual
        case {"$not": other}:
            return not matches(other, actual)
        case {"$contains": item}:
            return isinstance(actual, str | list) and item in actual
        case {"$excludes": item}:
            return item not in actual
        case {"$oneof": choices}:
            return any(matches(choice, actual) for choice in choices)
        case {"$subset": part}:
            return isinstance(actual, dict) and all(k in actual and matches(v, actual[k], k) for k, v in part.items())
    if key in ("error", "message") and isinstance(wanted, str) and isinstance(actual, str):
        return bool(wanted) == bool(actual)
    if type(wanted) is not type(actual):
        return False
    if isinstance(wanted, dict):
        return wanted.keys() == actual.keys() and all(matches(wanted[k], actual[k], k) for k in wanted)
    if isinstance(wanted, list):
        return len(wanted) == len(actual) and all(map(matches, wanted, actual))
    return wanted == actual


def _public(tool, more=()):
    return {key: tool[key] for key in ("name", "description", "input_schema", *more) if key in tool}


@contextmanager
def _in(folder: Path) -> Iterator[None]:
    before, modules = Path.cwd(), set(sys.modules)
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
        for name in set(sys.modules) - modules:
            if name.startswith(MODULE_NAME):
                del sys.modules[name]


@contextmanager
def _listing(order: str) -> Iterator[None]:
    """List folders in a given order, so that a case does not depend on the file system."""
    real = os.scandir

    class Listed:
        def __init__(self, *args):
            with real(*args) as entries:
                self.entries = sorted(entries, key=lambda entry: entry.name, reverse=order == "reversed")

        def __enter__(self):
            return iter(self.entries)

        def __exit__(self, *exc):
            return None

        def __iter__(self):
            return iter(self.entries)

    os.scandir = Listed
    try:
        yield
    finally:
        os.scandir = real
