"""Is a text well formed? Its form is the one that it declares, or the one that it plainly has."""

import csv
import io
import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from xml.parsers import expat

from lma_forge.toolkit.refusal import missing
from lma_forge.toolkit.settings import Config
from lma_forge.toolkit.validating.issue import Issue

_FENCE = re.compile(r"\A\s*(?:```|~~~)[ \t]*(\w+)[^\n]*\n(.*?)\n?(?:```|~~~)\s*\Z", re.DOTALL)
_DECLARED = re.compile(r"\A(?:format|type)\s*:\s*(json|ya?ml|toml|xml|csv|markdown|md)\s*\n", re.IGNORECASE)
_ROWS, _DOTS = 100_000, 100


def examine(content: str, config: Config) -> tuple[Issue, ...]:
    """Look at the form of a text.

    Args:
        content: The text; a first line such as `format: json`, or a fence around it, declares what
            it is.
        config: The host's configuration; none of it counts here.

    Raises:
        Refusal: What reads its form is not installed.
    """
    del config
    fence, declared = _FENCE.match(content), _DECLARED.match(content)
    name, text = (
        (fence[1], fence[2])
        if fence and not re.search(r"^(?:```|~~~)", fence[2], re.MULTILINE)
        else (declared[1], content[declared.end() :])
        if declared
        else ("", content)
    )
    name = {"yml": "yaml", "md": "markdown"}.get(name.lower(), name.lower())
    return _READERS.get(name or _detected(text), _markdown)(text)


def _detected(text: str) -> str:
    start = text.lstrip()
    if (
        start.startswith(("{", "["))
        and re.match(r"[\[{]\s*(?:[\"'\d\[{}\]tfn-]|$)", start)
        and not re.match(r"\[[^\]\n]+\]\s*\(", start)
    ):
        return "toml" if re.match(r"\[\[?[\w.\"-]+\]\]?\s*(?:\n|$)", start) and "=" in start else "json"
    if start.startswith(("<?xml", "<!DOCTYPE")) or re.match(r"<(\w[\w:.-]*)[^>]*>.*</\1>\s*\Z", start, re.DOTALL):
        return "html" if re.match(r"<(?:!DOCTYPE html|html)", start, re.IGNORECASE) else "xml"
    lines = [line for line in text.splitlines() if line.strip()]
    if (
        lines
        and re.match(r"(?:\[\[?[\w.\"-]+\]\]?|[\w.\"-]+\s*=\s*\S)", lines[0])
        and sum("=" in line for line in lines) * 2 >= len(lines)
    ):
        return "toml"
    if start.startswith("---\n") or (
        len(lines) > 1
        and any(not line.lstrip().startswith("#") for line in lines)
        and all(re.match(r"\s*(?:#|- |[\w\"' .-]+:(?:\s|$)|\s+\S)", line) for line in lines)
    ):
        return "yaml"
    counts = {line.count(",") for line in lines[:20]}
    return (
        "csv"
        if len(lines) > 1 and len(counts) <= _COUNTS and min(counts) > 0 and not re.search(r"[.!?]\s", text)
        else "markdown"
    )


_COUNTS = 2


def _json(text: str) -> tuple[Issue, ...]:
    seen: list[str] = []

    def pairs(items: list[tuple[str, object]]) -> dict[str, object]:
        names = [name for name, _ in items]
        seen.extend(sorted(name for name, count in Counter(names).items() if count > 1))
        return dict(items)

    try:
        json.loads(text, object_pairs_hook=pairs, parse_constant=seen.append)
    except json.JSONDecodeError as error:
        return (
            Issue(f"This is no JSON: {error.msg}.", "Correct it at that place.", error.lineno, error.colno, grave=True),
        )
    except (ValueError, RecursionError) as error:
        return (
            Issue(f"This JSON cannot be read: {error}.", "Make it less deep, and its numbers shorter.", grave=True),
        )
    return tuple(
        Issue(f"{name} is no JSON number.", "Use a number, a text, or null.", grave=True)
        if name in {"NaN", "Infinity", "-Infinity"}
        else Issue(f"The name “{name}” stands twice in one object.", "Keep one of the two.")
        for name in seen
    )


def _toml(text: str) -> tuple[Issue, ...]:
    if deep := next((line for line in text.splitlines() if line.partition("=")[0].count(".") > _DOTS), ""):
        return (Issue(f"A name of this TOML has very many parts: {deep[:60]}…", "Make it less deep.", grave=True),)
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+), column (\d+)", str(error))
        line, column = (int(at[1]), int(at[2])) if at else (0, 0)
        message = re.sub(r"\s*\(at [^)]*\)", "", str(error))
        return (Issue(f"This is no TOML: {message}.", "Correct it at that place.", line, column, grave=True),)
    except RecursionError:
        return (Issue("This TOML is nested too deeply.", "Make it less deep.", grave=True),)
    return ()


def _yaml(text: str) -> tuple[Issue, ...]:
    try:
        import yaml  # noqa: PLC0415 - an extra
    except ImportError:
        raise missing("PyYAML", "text") from None
    if re.search(r"(?m)^(?:[^#\n]*:\s|\s*-\s+)?&\w+", text) and text.count("*") > _ALIASES:
        return (Issue("It refers to its own parts very often.", "Write the parts out.", grave=True),)
    found: list[Issue] = []
    try:
        for node in yaml.compose_all(text, Loader=yaml.SafeLoader):
            found += _twice(node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        message = f"This is no YAML: {error.problem or error.context}."
        return (Issue(message, "Correct it at that place.", line, column, grave=True),)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        return (Issue(f"This YAML cannot be read: {error}.", "Correct it at that place.", grave=True),)
    return tuple(found)


_ALIASES = 50


def _twice(node: object) -> list[Issue]:
    """Find keys that a mapping has twice: readers keep the last, and nobody is told."""
    found: list[Issue] = []
    todo, seen = [node], set()
    while todo:
        one = todo.pop()
        value = getattr(one, "value", None)
        if not isinstance(value, list) or id(one) in seen:
            continue
        seen.add(id(one))
        names: set[str] = set()
        for child in value:
            key, below = child if isinstance(child, tuple) else (None, child)
            name = getattr(key, "value", None)
            if isinstance(name, str):
                if name in names:
                    mark = key.start_mark
                    found.append(
                        Issue(f"The key “{name}” stands twice.", "Keep one of the two.", mark.line + 1, mark.column + 1)
                    )
                names.add(name)
            todo.append(below)
    return found


def _xml(text: str) -> tuple[Issue, ...]:
    parser = expat.ParserCreate()

    def entity(*_: object) -> None:
        raise _EntityError

    parser.EntityDeclHandler = entity
    try:
        parser.Parse(text, True)  # noqa: FBT003 - the last piece
    except expat.ExpatError as error:
        message = expat.errors.messages.get(error.code, str(error))
        return (
            Issue(
                f"This is no well-formed XML: {message}.",
                "Correct it at that place.",
                error.lineno,
                error.offset + 1,
                grave=True,
            ),
        )
    except _EntityError:
        return (
            Issue("It declares entities, which many readers refuse.", "Write out what they stand for.", grave=True),
        )
    return ()


class _EntityError(Exception):
    pass


def _csv(text: str) -> tuple[Issue, ...]:
    try:
        dialect: type[csv.Dialect] | csv.Dialect = csv.Sniffer().sniff(text[:4096], delimiters=",;\t|")
    except csv.Error:
        dialect = csv.excel
    found: list[Issue] = []
    reader = csv.reader(io.StringIO(text, newline=""), dialect, strict=True)
    try:
        header = next(reader, [])
        twice = sorted(name for name, count in Counter(header).items() if name and count > 1)
        found += [
            Issue(f"Two columns are called “{name}”.", "Give each column a name of its own.", 1) for name in twice
        ]
        for number, row in enumerate(reader):
            if row and len(row) != len(header):
                message = f"This row has {len(row)} fields, and the first row {len(header)}."
                found.append(
                    Issue(message, "Add what is missing, or quote what holds a separator.", reader.line_num, grave=True)
                )
            if number > _ROWS:
                break
    except csv.Error as error:
        found.append(
            Issue(f"This is no CSV: {error}.", "Correct the quotation marks there.", reader.line_num, grave=True)
        )
    return tuple(found)


def _markdown(text: str) -> tuple[Issue, ...]:
    lines, open_fence = _outside_code(text)
    found = [*_headings(lines), *_links(text, lines), *open_fence, *_tables(text), *_inside_code(text)]
    return tuple(sorted(found, key=lambda one: (one.line, one.column)))


def _outside_code(text: str) -> tuple[list[tuple[int, str]], list[Issue]]:
    """Give the lines outside fences with their numbers, and what is wrong with the fences."""
    lines, fence, opened = [], "", 0
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r" {0,3}(`{3,}|~{3,})(.*)", line)
        if mark and not fence:
            fence, opened = mark[1], number
        elif mark and mark[1][0] == fence[0] and len(mark[1]) >= len(fence) and not mark[2].strip():
            fence = ""
        elif not fence:
            lines.append((number, line))
    unclosed = Issue("A block of code is never closed.", f"Close it with {fence}.", opened, grave=True)
    return lines, [unclosed] if fence else []


def _inside_code(text: str) -> Iterator[Issue]:
    """Look at the blocks that declare one of the forms that can be read."""
    for block in re.finditer(
        r"^(```|~~~)(json|ya?ml|toml|xml|csv)[ \t]*\n(.*?)^\1[ \t]*$", text, re.MULTILINE | re.DOTALL
    ):
        before = text.count("\n", 0, block.start(3))
        for issue in _READERS[{"yml": "yaml"}.get(block[2], block[2])](block[3]):
            yield replace(issue, line=before + max(issue.line, 1))


def _headings(lines: list[tuple[int, str]]) -> Iterator[Issue]:
    level = 0
    for number, line in lines:
        if heading := re.match(r" {0,3}(#{1,6})(\s|$)", line):
            if level and len(heading[1]) > level + 1:
                message = f"A heading of level {len(heading[1])} follows one of level {level}."
                yield Issue(message, "Leave no level out.", number)
            level = len(heading[1])
        elif re.match(r" {0,3}#{1,6}[^#\s!]", line):
            yield Issue("A heading lacks the space after its signs.", "Write a space after the last #.", number)


def _links(text: str, lines: list[tuple[int, str]]) -> Iterator[Issue]:
    defined = {name.lower() for name in re.findall(r"(?m)^ {0,3}\[([^\]\n]+)\]:\s+\S", text)}
    for number, line in lines:
        for link in re.finditer(r"(?<!\\)\[([^\]\n]*)\]\(\s*\)", line):
            yield Issue(f"The link “{link[1]}” leads nowhere.", "Give it an address.", number, link.start() + 1)
        for link in re.finditer(r"(?<!\\)\[[^\]\n]+\]\[([^\]\n]+)\]", line):
            if link[1].lower() not in defined:
                message = f"The reference “{link[1]}” is not defined."
                yield Issue(message, "Define it, or give the address.", number, link.start() + 1)


def _tables(text: str) -> list[Issue]:
    found = []
    lines = text.splitlines()
    below = 0
    for number, line in enumerate(lines[:-1], 1):
        if (
            number >= below
            and "|" in line
            and re.fullmatch(r"\s*\|?(?:\s*:?-+:?\s*\|)+\s*:?-*:?\s*\|?\s*", lines[number])
        ):
            width = _cells(line)
            if _cells(lines[number]) != width:
                found.append(
                    Issue(
                        "Header and rule of this table have different numbers of columns.",
                        "Make them equal.",
                        number,
                        grave=True,
                    )
                )
            for below, row in enumerate(lines[number + 1 :], number + 2):
                if "|" not in row:
                    break
                if _cells(row) != width:
                    found.append(
                        Issue(f"This row has {_cells(row)} cells, and its table {width}.", "Make them equal.", below)
                    )
    return found


def _cells(row: str) -> int:
    return len(re.split(r"(?<!\\)\|", row.strip().strip("|")))


_READERS: dict[str, Callable[[str], tuple[Issue, ...]]] = {
    "json": _json,
    "toml": _toml,
    "yaml": _yaml,
    "xml": _xml,
    "csv": _csv,
    "markdown": _markdown,
}
