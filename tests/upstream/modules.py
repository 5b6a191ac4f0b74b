"""Random tool modules: signatures, docstrings and returns of any kind, the same for the same seed.

Each tool says which of its features two hosts may see differently, so that a difference is only
excused where there is a reason for it.
"""

import random
from dataclasses import dataclass, field

ANNOTATIONS = (
    *("int", "str", "float", "bool", "list", "dict", "object", "bytes", "Any", "None", "tuple", "set"),
    *("list[int]", "list[str]", "dict[str, int]", "Optional[int]", "Optional[str]", "int | None", "str | int"),
    *("Union[int, str]", "Literal['a', 'b']", "Literal[1, 2]", "Path", "'Point'", "'list[Printer]'", "Sequence[float]"),
    *(
        "List[Dict[str, bool]]",
        "Annotated[int, 'how many']",
        "typing.Any",
        "'not a type at all'",
        "Callable[[int], str]",
    ),
    *("float | int | None", "Iterable", "Number", "Interval", "Objective", "Blacklist", "Boolean", "dict | list"),
)
DEFAULTS = (
    *("0", "1", "-5", "2.5", "1e9", "True", "False", "None", "''", "'text'", '"it\'s"', "'line\\n'", "[]", "[1, 2]"),
    *("{}", "{'a': [1]}", "(1, 2)", "b'x'", "...", "1 + 2j", "{1}", "-0.0", "'é'", "10 ** 3", "_DEFAULT", "Path('.')"),
    *("str('x')", "_DEFAULT + 'y'", "lambda: 1", "f'{1}'", "'a' 'b'", "1_000", "0x10"),
)
NO_LITERALS = frozenset({"10 ** 3", "_DEFAULT", "Path('.')", "str('x')", "_DEFAULT + 'y'", "lambda: 1", "f'{1}'"})
NAMES = (
    *("a", "b", "name", "query", "count", "path", "value", "items", "flag", "data", "x1", "_private", "Caps", "args"),
    *("kwargs", "self", "cls", "tool_context", "lollms_client_instance", "discussion_instance", "output", "params"),
    *("user_interaction_handler", "naïve", "type", "id", "text"),
)
HIDDEN = ("tool_context", "lollms_client_instance", "discussion_instance", "user_interaction_handler")
SENTENCES = (
    *("Does something useful.", "Reads a thing: carefully.", "Note: this is important.", "Warning - it may fail."),
    *("Returns: a dict with all of it.", "1. first do this", "* bullet: with a colon", "- name: a dash before", "…"),
    *("Args", "Args:", "Parameters:", "Example: tool(x)", "See https://example.org/a:b", "count: mentioned in prose"),
    *(
        "key (optional): shown - twice",
        "  indented: deeper",
        "\ttabbed (int): yes",
        "no punctuation here",
        "Ünïcödé: ja",
    ),
    *(
        "a (int): of docs",
        "query - with a dash",
        "value(str): tight",
        "x1 (list of int, optional): many",
        ":param a: rest",
    ),
    *("flag (bool, default True):  spaces ", "items: [1, 2]", "`code`: quoted", "path (str) : loose", "data", "-", ":"),
)
KEYS = (
    *("success", "output", "error", "status", "message", "return_code", "stderr", "result", "data", "response"),
    *("papers", "content", "text", "prompt_injection", "images", "image_b64", "image_filename", "image_media_types"),
    *("context_files", "extra", "status_code", "traceback"),
)
VALUES = (
    *("True", "False", "None", "0", "1", "2", "''", "'ok'", "'error'", "'Failed'", "'FAILURE'", "'success'", "'false'"),
    *(
        "'true'",
        "[]",
        "[0]",
        "{}",
        "{'a': 1}",
        "0.0",
        "1.5",
        "'some text'",
        "()",
        "(1, 'b')",
        "b''",
        "{'success': False}",
    ),
    *("{'error': 'inner'}", "-1", "'0'", "'no'", "'é\\n'", "float('nan')", "{1}"),
)
BODIES = (
    *("raise ValueError('bad')", "raise ValueError", "raise SystemExit(3)", "raise KeyError('k')", "1 / 0", "pass"),
    *(
        "return a_name_that_is_not_there",
        "raise Exception('é\\nline')",
        "raise BaseException('base')",
        "return locals()",
    ),
    *("return len", "return print", "return 'text'", "return None", "return 0", "return [1, 2]", "return (1, 2)"),
    *("return {1, 2}", "return b'bytes'", "return 1.5", "return Ellipsis", "return {'a': {'b': []}}", "return {}"),
    *("return dict()", "return OrderedDict(success=True, output='o')", "return {1: 2}", "return {'output': locals()}"),
)
HEAD = """
import typing
from collections import OrderedDict
from pathlib import Path
from typing import *

Interval = Number = Objective = Blacklist = Boolean = Any
_DEFAULT = "from the module"
"""


@dataclass
class Made:
    """A tool of a random module.

    Args:
        name: Its function.
        features: What may be seen differently: see `DIVERGENCES` of the test.
        calls: Arguments of the calls to make.
        others: Names of further functions that a host may take for tools.
    """

    name: str
    features: set[str] = field(default_factory=set)
    calls: list[dict[str, object]] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


def module(seed: int) -> tuple[str, list[Made]]:
    """Make a module.

    Args:
        seed: Which one; also part of the tools' names, so that no two modules share one.

    Returns:
        Its source, and its tools.
    """
    rng = random.Random(seed)
    parts, tools = [HEAD], []
    if rng.random() < 0.3:
        parts.insert(0, f'"""Library {seed}."""\n')
    if rng.random() < 0.15:
        parts.insert(-1, "from __future__ import annotations\n")
    for number in range(rng.randint(1, 3)):
        made = Made(f"tool_m{seed}_{'abc'[number]}")
        parts.append(_tool(rng, made))
        tools.append(made)
    source = "\n\n".join(parts)
    if rng.random() < 0.03:
        source += "\n\ndef broken(:\n"
        for made in tools:
            made.features.add("broken file")
    if rng.random() < 0.2:
        source = source.replace("\n", "\r\n")
    return source, tools


def _tool(rng: random.Random, made: Made) -> str:
    parameters = _signature(rng, made)
    returns = rng.choice(("", "", " -> dict", " -> Dict[str, Any]", " -> str", ' -> "dict: of"'))
    lines = [f"def {made.name}({parameters}){returns}:", *(f"    {line}" for line in _docstring(rng)), *_body(rng)]
    style = rng.random()
    if style < 0.03:
        lines[0] = f"async {lines[0]}"
        made.features.add("async")
    elif style < 0.06:
        lines = ["class Holder:", *(f"    {line}" for line in lines)]
        made.features.add("in a class")
    elif style < 0.09:
        lines = ["if True:", *(f"    {line}" for line in lines)]
    elif style < 0.12:
        lines = ["try:", *(f"    {line}" for line in lines), "except ImportError:", "    pass"]
    elif style < 0.15:
        lines = ["def outer():", *(f"    {line}" for line in lines)]
        made.features.add("in a function")
    elif style < 0.17:
        lines = [*lines, "", f"def {made.name}(again: int = 1):", "    'Is the second.'", "    return again"]
        made.features.add("defined twice")
    elif style < 0.19:
        lines += ["", f"def {made.name}_prompt(){rng.choice(('', ' -> str'))}:", "    return str('A prompt.')"]
        made.features.add("has a prompt")
        made.others.append(f"{made.name}_prompt")
    elif style < 0.22:
        lines = ["def passing(function):", "    return function", "", "@passing", *lines]
    elif style < 0.24:
        lines = ["if False:", *(f"    {line}" for line in lines)]
        made.features.add("never defined")
    return "\n".join(lines)


def _signature(rng: random.Random, made: Made) -> str:
    names = rng.sample(NAMES, rng.choice((0, 0, 1, 1, 2, 2, 3, 4)))
    sent: dict[str, object] = {}
    texts = _parameters(rng, names, made, sent)
    _add_kinds(rng, names, texts, made)
    made.calls.append(sent)
    if sent and rng.random() < 0.3:
        made.calls.append({name: value for name, value in sent.items() if rng.random() < 0.5})
    if rng.random() < 0.2:
        made.calls.append({**sent, "unknown": 1})
    return ", ".join(texts)


def _parameters(rng: random.Random, names: list[str], made: Made, sent: dict[str, object]) -> list[str]:
    texts, defaults_begin = [], False
    for name in names:
        text = name
        if rng.random() < 0.7:
            text += f": {rng.choice(ANNOTATIONS)}"
        defaults_begin = defaults_begin or rng.random() < 0.3
        if defaults_begin:
            default = rng.choice(DEFAULTS)
            text += f" = {default}"
            if default in NO_LITERALS:
                made.features.add("default is no literal")
        if name not in HIDDEN and (rng.random() < 0.8 or not defaults_begin):
            sent[name] = rng.choice(VALUES_SENT)
        texts.append(text)
    return texts


def _add_kinds(rng: random.Random, names: list[str], texts: list[str], made: Made) -> None:
    """Add the marks and parameters of other kinds than the plain one."""
    style = rng.random()
    if style < 0.08 and texts:
        texts.insert(rng.randint(1, len(texts)), "/")
        made.features.add("positional-only")
    elif style < 0.16:
        texts.append("*rest" if rng.random() < 0.5 or "args" in names else "*args")
        if rng.random() < 0.5:
            texts.append(f"key: {rng.choice(ANNOTATIONS)} = 5")
    elif style < 0.24:
        texts += ["*", f"key: {rng.choice(ANNOTATIONS)} = 5", "other=None"]
    if rng.random() < 0.12:
        texts.append("**kwargs" if "kwargs" not in names else "**more")


VALUES_SENT = (0, 1, -3, 2.5, True, False, None, "", "text", "5", "true", [], [1, "a"], {}, {"k": [None]}, "é")


def _docstring(rng: random.Random) -> list[str]:
    kind = rng.random()
    if kind < 0.15:
        return []
    count = rng.choice((1, 1, 2, 4, 8))
    lines = [rng.choice(SENTENCES) if rng.random() < 0.8 else "" for _ in range(count)]
    if kind < 0.6:
        names = rng.sample(NAMES, rng.randint(1, 4))
        types = ("", " (int)", " (str, optional)", " (list[int])", " (a (nested) one)")
        lines += ["", "Args:", *(f"    {name}{rng.choice(types)}: About {name}." for name in names)]
    if kind < 0.3:
        lines += ["", "Returns:", "    dict: All of it.", "", "Example:", "    >>> call(1): 2"]
    quotes = rng.choice(('"""', '"""', "'''"))
    first = "\n" if rng.random() < 0.5 else ""
    text = f"{quotes}{first}" + "\n".join(lines).replace("\\", "") + f"\n{quotes}"
    indented = text.split("\n")
    return [indented[0], *(line if rng.random() < 0.95 else line.lstrip() for line in indented[1:])]


def _body(rng: random.Random) -> list[str]:
    if rng.random() < 0.25:
        return [f"    {rng.choice(BODIES)}"]
    keys = rng.sample(KEYS, rng.randint(0, 5))
    if rng.random() < 0.6 and "success" not in keys:
        keys.append("success")
    items = ", ".join(f"{key!r}: {_value(rng, key)}" for key in keys)
    return [f"    return {{{items}}}"]


def _value(rng: random.Random, key: str) -> str:
    if key == "success" and rng.random() < 0.7:
        return rng.choice(("True", "False"))
    return rng.choice(VALUES)
