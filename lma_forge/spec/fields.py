"""Fields: `- name (type, modifiers): description`, with values or members nested below."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from lma_forge.diagnostics import Related, Severity, Span
from lma_forge.grammar import KIND_ALIASES
from lma_forge.model import Field, FieldType, Kind
from lma_forge.names import folded, is_identifier, propose_identifier
from lma_forge.spec import faults_field as faults
from lma_forge.spec.fieldtables import columns, rows, says_nothing, says_yes, unread
from lma_forge.spec.fieldvalues import Values, finish
from lma_forge.spec.lines import Line, Piece
from lma_forge.spec.outline import Entry, texts_below
from lma_forge.spec.parentheses import Typing, closing, read_typing
from lma_forge.spec.reading import Reading
from lma_forge.spec.secondfields import report_outside, report_prose, report_second, second_field, second_name
from lma_forge.spec.source import Text, join
from lma_forge.spec.values import Literal, code_span, enumeration, is_lead

_BOX = re.compile(r"\[[ xX]\]\s+")
_PLAIN_NAME = re.compile(r"[^\s(:`*—–|,;]+(?:[ \t]+[^\s(:`*—–|,;-][^\s(:`*—–|,;]*)*")  # noqa: RUF001
_SEPARATOR = re.compile(r"\s*+(?::|：|—|–|-{1,2}(?=\s|\Z))\s*+")  # noqa: RUF001
_MOST_NAME_WORDS = 3
"""Words that an unusable name may have; more of them are a sentence, and the item no field."""
_VALUE_SEPARATOR = re.compile(r"\s*+(?::|—|–|-{1,2}(?=\s))\s*+")  # noqa: RUF001


@dataclass(slots=True)
class _Head:
    """The part of a field before its description, as offsets."""

    name: str
    start: int
    end: int
    typing: tuple[int, int] | None
    described: int
    separated: bool


def read_fields(reading: Reading, entries: Iterable[Entry]) -> tuple[Field, ...]:
    """Read list items as fields.

    Args:
        reading: The document.
        entries: The items.

    Returns:
        The fields; an item that is none is reported and left out.
    """
    fields: list[Field] = []
    for entry in entries:
        field = read_field(reading, entry.text, entry.children)
        if field is not None:
            fields.append(field)
    return tuple(fields)


def report_duplicates(reading: Reading, fields: Iterable[Field]) -> None:
    """Report fields whose names are equal but for case and underscores."""
    seen: dict[str, Field] = {}
    for field in fields:
        first = seen.setdefault(folded(field.name) or field.name, field)
        if first is field:
            continue
        same = first.name == field.name
        reading.report(
            faults.DUPLICATE_FIELD,
            field.name_span,
            f"`{field.name}` is declared twice: rename one of the two, or merge them."
            if same
            else f"`{field.name}` and `{first.name}` differ only by case or underscores: rename one of them.",
            related=(Related(f"`{first.name}` is declared here", first.name_span),),
        )


def read_field(reading: Reading, text: Text, children: list[Entry]) -> Field | None:
    """Read one field.

    Args:
        reading: The document.
        text: The text of the list item, paragraph or first line.
        children: What is nested below.

    Returns:
        The field; None when the text is none, which is reported.
    """
    value = text.value
    start = 0
    box = _BOX.match(value)
    if box is not None:
        start = box.end()
        reading.report(
            faults.FIELD_AS_TASK,
            reading.source.text_span(text, 0, start),
            "A task-list box means nothing here: remove it.",
        )
    head = _head(value, start)
    if head is None:
        _report_no_field(reading, text)
    if head is None or not _is_field(reading, text, head):
        return None
    return _field(reading, text, head, children)


def starts_field(text: str) -> bool:
    """Tell whether a line reads like a field: a usable name with a type or a description."""
    head = _head(text, 0)
    return head is not None and is_identifier(head.name) and (head.typing is not None or head.separated)


def read_table(reading: Reading, piece: Piece) -> list[Field]:
    """Read a table whose header names its columns.

    Args:
        reading: The document.
        piece: The table.

    Returns:
        A field for each row below the header.
    """
    names = columns(reading.source, piece)
    span = reading.source.line_span(piece.start)
    if not names:
        reading.report(
            faults.NOT_A_FIELD,
            span,
            "This table has no column of names: write list items, or a header `| Name | Type | Description |`.",
        )
        return []
    reading.report(faults.FIELDS_AS_TABLE, span, "Fields are read from a table; list items are the usual form.")
    for cell, problem in unread(reading.source, piece, names):
        reading.report(faults.UNREAD_CELL, reading.source.text_span(_cell(cell)), problem)
    fields = [_row(reading, row) for row in rows(reading.source, piece, names)]
    return [field for field in fields if field is not None]


def _row(reading: Reading, row: dict[str, Line]) -> Field | None:
    """Read a row as the list item that would say the same, so that both forms have one grammar."""
    name, kind = row["name"], row.get("type")
    if not name.text:
        return None
    texts = [_cell(name), _added(name, "(")]
    if kind is not None and kind.text:
        texts.append(_cell(kind))
    required = _says_yes(reading, row["required"], "required") if "required" in row else None
    if "optional" in row:
        optional = _says_yes(reading, row["optional"], "optional")
        required = None if optional is None else not optional
    default = row.get("default")
    has_default = default is not None and not says_nothing(default.text)
    if required is False and not has_default:
        texts.append(_added(row.get("required") or row["optional"], ", optional"))
    if default is not None and has_default:
        texts += [_added(default, ", default: "), _cell(default)]
    texts.append(_added(name, "):"))
    texts += [_cell(row[column]) for column in ("description", "values") if column in row]
    return read_field(reading, join(texts), [])


def _says_yes(reading: Reading, cell: Line, column: str) -> bool | None:
    """Read a cell that says whether a field is required, or optional; report one that says neither."""
    said = says_yes(cell.text)
    if said is None:
        reading.report(
            faults.UNREAD_CELL,
            reading.source.text_span(_cell(cell)),
            f"`{cell.text[:40]}` does not say whether the field is {column}: write `yes` or `no`, and a condition in"
            " the description.",
            severity=Severity.ERROR,
        )
    return said


def _cell(line: Line) -> Text:
    """Give a cell's text; the backslash before a bar is the table's, not the author's."""
    parts: list[tuple[int, int, int]] = []
    values: list[str] = []
    length, column = 0, line.column
    for value in line.text.split("\\|"):
        if values:
            values.append("|")
            parts.append((length, line.number, column - 1))
            length += 1
        values.append(value)
        parts.append((length, line.number, column))
        length += len(value)
        column += len(value) + 2
    return Text("".join(values), tuple(parts))


def _added(line: Line, value: str) -> Text:
    """Give text that a list item would have and the cell has not: all of it stands where the cell begins."""
    return Text(value, tuple((offset, line.number, line.column) for offset in range(len(value))))


def _head(value: str, start: int) -> _Head | None:
    """Split off name and parentheses; None when the text begins with no name."""
    first = value[start : start + 1]
    if first == "`":
        return _marked_head(value, code_span(value, start))
    if value.startswith(("**", "__"), start):
        close = value.find(value[start : start + 2], start + 2)
        if close < 0:
            return None
        inner = Literal(value[start + 2 : close], start, close + 2, start + 2)
        if inner.value.startswith("`"):
            code = code_span(value, start + 2)
            if code is not None and code.end <= close:
                return _marked_head(value, Literal(code.value, start, close + 2, code.inner))
        return _marked_head(value, inner)
    name = _PLAIN_NAME.match(value, start)
    if name is None:
        return None
    return _rest(value, start, name.end(), name.end())


def _marked_head(value: str, marked: Literal | None) -> _Head | None:
    """Read a name that is set as code or bold, perhaps with its type inside of the marks."""
    if marked is None:
        return None
    name = marked.value.rstrip(": ")
    inner = marked.inner
    bracket = name.find("(")
    if bracket > 0:
        close = closing(name, bracket)
        if close == len(name) - 1:
            end = inner + len(name[:bracket].rstrip())
            head = _rest(value, inner, end, marked.end)
            head.typing = (inner + bracket + 1, inner + close)
            head.separated = head.separated or marked.value.endswith(":")
            return head
    head = _rest(value, inner, inner + len(name), marked.end)
    if marked.value.rstrip().endswith(":"):
        head.separated = True
    return head


def _rest(value: str, start: int, end: int, after: int) -> _Head:
    """Read parentheses and separator that follow a name."""
    name = value[start:end]
    typing = None
    position = after
    while position < len(value) and value[position] in " \t":
        position += 1
    if value[position : position + 1] == "(":
        close = closing(value, position)
        typing = (position + 1, close)
        position = close + 1 if close >= 0 else len(value)
    elif value[position : position + 2] in {"**", "__"}:
        position += 2
    separator = _SEPARATOR.match(value, position)
    if separator is not None:
        position = separator.end()
    while position < len(value) and value[position].isspace():
        position += 1
    return _Head(name, start, end, typing, position, separator is not None)


def _is_field(reading: Reading, text: Text, head: _Head) -> bool:
    """Check that the text is a field at all and its name usable; report what is not."""
    name = head.name
    if is_identifier(name):
        if head.typing is None and not head.separated and head.described < len(text.value):
            second = second_name(text.value, head.end)
            if second is not None:
                report_second(reading, text, second)
            else:
                _report_no_field(reading, text)
            return False
        return True
    if len(name.split()) > (_MOST_NAME_WORDS if head.typing is not None or head.separated else 1) or not name:
        _report_no_field(reading, text)
        return False
    reading.report(
        faults.BAD_FIELD_NAME,
        reading.source.text_span(text, head.start, head.end),
        f"`{name}` is no usable field name: write `{propose_identifier(name)}`.",
    )
    return True


def _report_no_field(reading: Reading, text: Text) -> None:
    reading.report(
        faults.NOT_A_FIELD,
        reading.source.text_span(text),
        "This item is no field: write `name (type): description`, or `None` alone where there are no fields.",
    )


def _field(reading: Reading, text: Text, head: _Head, children: list[Entry]) -> Field:
    source = reading.source
    value = text.value
    name_span = source.text_span(text, head.start, head.end)
    typing = Typing()
    type_span = name_span
    if head.typing is None:
        _report_untyped(reading, text, head)
    elif head.typing[1] < 0:
        reading.report(
            faults.UNKNOWN_TYPE,
            source.text_span(text, head.typing[0] - 1, len(value)),
            "The parenthesis after the name is never closed: write `name (type): description`.",
        )
    else:
        type_span = _type_span(reading, text, *head.typing)
        typing = read_typing(reading, text, *head.typing)
        if not typing.stated:
            _report_untyped(reading, text, head)
    second = second_field(value, head.described) if head.typing is not None and head.typing[1] >= 0 else None
    if second is not None:
        report_second(reading, text, second)
    report_outside(reading, text, (head.name, head.described), typing)
    values = Values(description=value[head.described :].strip())
    values.allowed = [(literal, text, "") for literal in typing.allowed]
    if not values.allowed:
        listed = enumeration(value, head.described)
        if listed is not None:
            values.allowed = [(literal, text, "") for literal in listed]
            values.description = ""
    members = _nested(reading, typing, values, children)
    if not values.allowed and not members and typing.kind.is_text:
        report_prose(reading, text, (head.name, head.described), values.description)
    default, allowed, limits = finish(reading, text, head.name, typing, values)
    item = typing.item
    if members and typing.kind is Kind.LIST:
        item = Kind.OBJECT
    return Field(
        head.name,
        FieldType(typing.kind, item, typing.nullable, members),
        values.description,
        required=typing.required is not False and default is None,
        default=default,
        allowed=allowed,
        limits=limits,
        span=source.text_span(text),
        name_span=name_span,
        type_span=type_span,
    )


def _type_span(reading: Reading, text: Text, start: int, end: int) -> Span:
    """Make the span of the parentheses' content without the blanks around it."""
    written = text.value[start:end]
    bare = written.strip()
    start += len(written) - len(written.lstrip()) if bare else 0
    return reading.source.text_span(text, start, start + len(bare))


def _report_untyped(reading: Reading, text: Text, head: _Head) -> None:
    word = text.value[head.described : head.described + 20].split(" ")[0].strip(".,;:").lower()
    kind = KIND_ALIASES.get(word, "string")
    reading.report(
        faults.MISSING_TYPE,
        reading.source.text_span(text, head.start, head.end),
        f"`{head.name}` states no type and is read as a string: write `{head.name} ({kind})`.",
    )


def _nested(reading: Reading, typing: Typing, values: Values, children: list[Entry]) -> tuple[Field, ...]:
    """Read what is nested below a field: members of an object, or values with their meaning."""
    items = [child for child in children if child.is_item]
    more = [child.text.value for child in children if child.lines and not child.is_item]
    values.description = " ".join([values.description, *more]).strip()
    if not items:
        return ()
    listed = [_described_value(child) for child in items]
    if not any(item is None for item in listed) and typing.kind is not Kind.OBJECT and not values.allowed:
        values.allowed = [item for item in listed if item is not None]
        if is_lead(values.description):
            values.description = ""
        return ()
    if typing.kind is Kind.OBJECT or (typing.kind is Kind.LIST and typing.item in {None, Kind.OBJECT}):
        members = read_fields(reading, items)
        report_duplicates(reading, members)
        return members
    reading.report(
        faults.LOST_NESTING,
        reading.source.text_span(items[0].text),
        "Bullets below a field are its members when it is an object or a list, or its allowed values in backticks:"
        " these are read as part of the description.",
    )
    below = [text.value for child in items for text in (child.text, *texts_below(child))]
    values.description = " ".join([values.description, *below]).strip()
    return ()


def _described_value(entry: Entry) -> tuple[Literal, Text, str] | None:
    """Read `` `value`: what it means ``."""
    text = entry.text
    literal = code_span(text.value, 0) if text.value.startswith("`") else None
    if literal is None:
        return None
    rest = text.value[literal.end :]
    if not rest.strip():
        return literal, text, ""
    separator = _VALUE_SEPARATOR.match(rest)
    if separator is None:
        return None
    meaning = " ".join([rest[separator.end() :].strip(), *(below.value for below in texts_below(entry))])
    return literal, text, meaning.strip()
