"""The keys of [tool.lma-forge]: what each may hold, and what is said when it holds something else."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from lma_forge.diagnostics import Diagnostic, Rule, Span, sort
from lma_forge.grammar import SECTIONS
from lma_forge.names import nearest
from lma_forge.project import changesettings, faults
from lma_forge.project.places import Path, Places, places

Fault = tuple[Path, Rule, str]
"""Where below the key something is wrong, as which rule, and what to write instead."""

_LABELS = tuple(key.label for key in SECTIONS)


@dataclass(frozen=True, slots=True)
class Key:
    """A key that the table may have.

    Args:
        read: Turns the TOML value into ours and yields nothing, or yields what is wrong.
    """

    read: Callable[[Any], "tuple[Any, list[Fault]]"]


def read_table(
    table: Any,  # noqa: ANN401 - whatever stands in the file
    text: str,
    shown: str,
    prefix: Path,
) -> tuple[dict[str, Any], tuple[Diagnostic, ...]]:
    """Check a [tool.lma-forge] table.

    Args:
        table: The table as tomllib read it.
        text: The document, for the places of what is wrong.
        shown: The path of the document in diagnostics.
        prefix: The way to the table in the document.

    Returns:
        The values that are right, by field name (`lint.` in front of those of the lint table,
        `changes.` in front of those of the changes table), and what is wrong.
    """
    values: dict[str, Any] = {}
    found: list[Fault] = []
    _read(table, KEYS, (), values, found)
    if not found:
        return values, ()
    where = places(text, shown)
    return values, sort(rule.at(_span(where, prefix, path, rule, shown), message) for path, rule, message in found)


def _read(
    table: Any,  # noqa: ANN401 - whatever stands in the file
    keys: "Mapping[str, Key | dict[str, Key]]",
    path: Path,
    values: dict[str, Any],
    found: list[Fault],
) -> None:
    name = ".".join(("tool.lma-forge", *path))
    if not isinstance(table, dict):
        found.append((path, faults.WRONG_TYPE, f"`{name}` is {_kind(table)}; write a table, [{name}]."))
        return
    for word, value in table.items():
        key = keys.get(word)
        here = (*path, word)
        if key is None:
            found.append((here, faults.UNKNOWN_KEY, _unknown(word, name, keys)))
        elif isinstance(key, dict):
            _read(value, key, here, values, found)
        else:
            result, wrong = key.read(value)
            found += [((*here, *below), rule, f"`{word}` {message}") for below, rule, message in wrong]
            if not wrong:
                values[".".join((*path, word.replace("-", "_")))] = result


def _unknown(word: str, name: str, keys: "Mapping[str, Key | dict[str, Key]]") -> str:
    close = nearest(word, keys)
    advice = f"did you mean `{close}`?" if close else f"the keys are {', '.join(f'`{key}`' for key in keys)}."
    return f"[{name}] has no key `{word}`; {advice}"


def _span(where: Places, prefix: Path, path: Path, rule: Rule, shown: str) -> Span:
    full = (*prefix, *path)
    first, second = (where.keys, where.values)
    if rule in {faults.WRONG_TYPE, faults.WRONG_VALUE}:
        first, second = second, first
    while full:
        if place := first.get(full) or second.get(full):
            return place
        full = full[:-1]
    return Span(shown)


def _kind(value: Any) -> str:  # noqa: ANN401 - whatever stands in the file
    names = {bool: "a boolean", str: "a string", int: "a number", float: "a number", list: "a list", dict: "a table"}
    return names.get(type(value), "a date or time")


def _text(value: Any) -> tuple[str, list[Fault]]:  # noqa: ANN401 - whatever stands in the file
    if not isinstance(value, str):
        return "", [((), faults.WRONG_TYPE, f'takes a string such as "folder", not {_kind(value)}.')]
    if not value or "\0" in value:
        return "", [((), faults.WRONG_VALUE, "names nothing; write a name, or leave the key out.")]
    return value, []


def _texts(value: Any) -> tuple[tuple[str, ...], list[Fault]]:  # noqa: ANN401 - whatever stands in the file
    if isinstance(value, str):
        return (), [((), faults.WRONG_TYPE, f'takes a list of strings; write ["{value}"].')]
    if not isinstance(value, list):
        return (), [((), faults.WRONG_TYPE, f'takes a list of strings such as ["one", "two"], not {_kind(value)}.')]
    wrong: list[Fault] = []
    for index, item in enumerate(value):
        for _, rule, _ in _text(item)[1]:
            what = f"is {_kind(item)}" if not isinstance(item, str) else "names nothing"
            wrong.append(((str(index),), rule, f"takes a list of names, and this item {what}; mend or remove it."))
    return tuple(item for item in value if isinstance(item, str)), wrong


def _pairs(value: Any, read: Callable[[Any], tuple[Any, list[Fault]]]) -> tuple[dict[str, Any], list[Fault]]:  # noqa: ANN401
    if not isinstance(value, dict):
        return {}, [((), faults.WRONG_TYPE, f"takes a table, not {_kind(value)}.")]
    results: dict[str, Any] = {}
    wrong: list[Fault] = []
    for word, item in value.items():
        results[word], faulty = read(item)
        wrong += [((word, *below), rule, message) for below, rule, message in faulty]
    return results, wrong


def _aliases(value: Any) -> tuple[Any, list[Fault]]:  # noqa: ANN401 - whatever stands in the file
    results, wrong = _pairs(value, _label)
    return MappingProxyType(results), wrong


def _label(value: Any) -> tuple[str, list[Fault]]:  # noqa: ANN401 - whatever stands in the file
    text, wrong = _text(value)
    if wrong:
        return text, wrong
    label = next((label for label in _LABELS if label.lower() == text.lower()), None)
    if label is None:
        close = nearest(text, _LABELS)
        advice = f"did you mean `{close}`?" if close else f"the labels are {', '.join(_LABELS)}."
        return text, [((), faults.WRONG_VALUE, f"gives a label that does not exist, `{text}`; {advice}")]
    return label, []


def _ignores(value: Any) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], list[Fault]]:  # noqa: ANN401
    results, wrong = _pairs(value, _texts)
    return tuple(results.items()), wrong


def _sinks(value: Any) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], list[Fault]]:  # noqa: ANN401
    from lma_forge.rules.calls import SINK, SINK_KINDS  # noqa: PLC0415 - few projects have sinks of their own

    results, wrong = _ignores(value)
    for kind, names in results:
        if kind not in SINK_KINDS:
            close = nearest(kind, SINK_KINDS)
            advice = f"did you mean `{close}`?" if close else f"the kinds are {', '.join(SINK_KINDS)}."
            wrong.append(((kind,), faults.UNKNOWN_KEY, f"has no kind `{kind}`; {advice}"))
        for index, name in enumerate(names):
            if name and not SINK.fullmatch(name):
                advice = "write a dotted name such as `shop.load`, `shop.copy:1` or `shop.save:target`."
                wrong.append(((kind, str(index)), faults.WRONG_VALUE, f"names no function with `{name}`; {advice}"))
    return results, wrong


def _choice(*words: str) -> Callable[[Any], tuple[str, list[Fault]]]:
    def read(value: Any) -> tuple[str, list[Fault]]:  # noqa: ANN401 - whatever stands in the file
        text, wrong = _text(value)
        if not wrong and text not in words:
            choices = " or ".join(f'"{word}"' for word in words)
            wrong = [((), faults.WRONG_VALUE, f'cannot be "{text}"; write {choices}.')]
        return text, wrong

    return read


KEYS: dict[str, Key | dict[str, Key]] = {
    "specs": Key(_texts),
    "out": Key(_text),
    "tools": Key(_texts),
    "templates": Key(_text),
    "layout": Key(_choice("tool", "category")),
    "guidance": Key(_choice("description", "docstring")),
    "aliases": Key(_aliases),
    "allowed-labels": Key(_texts),
    "cache-dir": Key(_text),
    "exclude": Key(_texts),
    "target": Key(_choice("lollms", "lma-forge")),
    "known-packages": Key(_texts),
    "lint": {
        "select": Key(_texts),
        "ignore": Key(_texts),
        "extend-select": Key(_texts),
        "per-file-ignores": Key(_ignores),
        "baseline": Key(_text),
        "sinks": Key(_sinks),
    },
    "changes": {
        "fail-on": Key(changesettings.fail_on),
        "levels": Key(changesettings.levels),
        "accept": Key(changesettings.accepts),
    },
}
"""Every key of the table, and of the two tables in it."""


def known_keys() -> Iterator[str]:
    """Name every key, with those of the inner tables written `lint.select`."""
    for word, key in KEYS.items():
        if isinstance(key, dict):
            yield from (f"{word}.{inner}" for inner in key)
        else:
            yield word
