"""What became of the inputs or the outputs of a tool, field by field and as deep as they go."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from lma_forge.diagnostics import Span
from lma_forge.model import NOWHERE, AllowedValue, Field, Kind
from lma_forge.names import HOST_PARAMETERS, folded
from lma_forge.rules.comparison.fieldtypes import Relation, limits_relation, loses_workspace, type_relation
from lma_forge.rules.comparison.plain import default_text, exact, limits_text, listed, type_text, value_text
from lma_forge.spec.likeness import ALIKE, Paired, likeness, pair


class FieldEdit(StrEnum):
    """What happened to a field."""

    REMOVED = "removed"
    RENAMED = "renamed"
    HIDDEN = "hidden"
    ADDED_REQUIRED = "added, required"
    ADDED_OPTIONAL = "added, optional"
    BECAME_REQUIRED = "became required"
    BECAME_OPTIONAL = "became optional"
    DEFAULT = "default changed"
    TYPE_CHANGED = "type changed"
    TYPE_NARROWED = "type narrowed"
    TYPE_WIDENED = "type widened"
    WORKSPACE_LOST = "no longer held in the workspace"
    LIMIT_TIGHTENED = "limits tightened"
    LIMIT_LOOSENED = "limits loosened"
    VALUE_REMOVED = "allowed value removed"
    VALUE_ADDED = "allowed value added"
    BECAME_ENUM = "became an enumeration"
    ENUM_DROPPED = "enumeration dropped"
    ORDER = "order changed"
    DESCRIBED = "described otherwise"
    RESPELT = "written otherwise"


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """One thing that happened to one field.

    Args:
        edit: What happened.
        path: The field, with the fields around it: `opts.port`; by its new name where it has one.
        before: What stood there, as text.
        after: What stands there now.
        old_span: Where it stood; of what is new, where it would have been.
        new_span: Where it stands; of what is gone, where it would be.
        depth: 0 for a field of the tool itself.
    """

    edit: FieldEdit
    path: str
    before: str
    after: str
    old_span: Span
    new_span: Span
    depth: int = 0


def field_differences(
    old: tuple[Field, ...], new: tuple[Field, ...], old_at: Span, new_at: Span
) -> tuple[FieldDifference, ...]:
    """Compare the inputs or the outputs of a tool.

    Args:
        old: The fields as they were.
        new: The fields as they are.
        old_at: Where a field would have stood that was not there.
        new_at: Where a field would stand that is gone.

    Returns:
        Every difference: fields that are equal give none, fields that differ at least one.
    """
    return () if old == new else tuple(_fields(old, new, _Where(old_at, new_at)))


@dataclass(frozen=True, slots=True)
class _Where:
    old: Span
    new: Span
    prefix: str = ""
    depth: int = 0

    def path(self, field: Field) -> str:
        return self.prefix + field.name

    def found(self, edit: FieldEdit, path: str, texts: tuple[str, str], spans: tuple[Span, Span]) -> FieldDifference:
        old_span, new_span = _known(spans[0], self.old), _known(spans[1], self.new)
        return FieldDifference(edit, path, *texts, old_span, new_span, self.depth)


def _known(span: Span, otherwise: Span) -> Span:
    return otherwise if span == NOWHERE else span


def _fields(old: tuple[Field, ...], new: tuple[Field, ...], where: _Where) -> Iterator[FieldDifference]:
    paired = _paired(old, new)
    for field in paired.removed:
        yield where.found(FieldEdit.REMOVED, where.path(field), (_text(field), ""), (field.span, where.new))
    for before, after in paired.pairs:
        yield from _field(before, after, where)
    for field in paired.added:
        edit = FieldEdit.ADDED_REQUIRED if field.required else FieldEdit.ADDED_OPTIONAL
        yield where.found(edit, where.path(field), ("", _text(field)), (where.old, field.span))
    yield from _order(old, paired, where)


def _paired(old: tuple[Field, ...], new: tuple[Field, ...]) -> Paired[Field]:
    known = pair(old, new, (lambda field: field.name, lambda field: folded(field.name) or None))
    renames = _renames(known, old, new)
    if not renames:
        return known
    left, come = {id(before) for before, _ in renames}, {id(after) for _, after in renames}
    place = {id(field): index for index, field in enumerate(new)}
    return Paired(
        tuple(sorted((*known.pairs, *renames), key=lambda both: place[id(both[1])])),
        tuple(field for field in known.removed if id(field) not in left),
        tuple(field for field in known.added if id(field) not in come),
    )


def _renames(known: Paired[Field], old: tuple[Field, ...], new: tuple[Field, ...]) -> list[tuple[Field, Field]]:
    """Find fields that differ in nothing but the name and, perhaps, some words, and have no rival."""
    old_place = {id(field): index for index, field in enumerate(old)}
    new_place = {id(field): index for index, field in enumerate(new)}
    rivals = [
        (before, after)
        for before in known.removed
        for after in known.added
        if _bare(before) == _bare(after)
        and (old_place[id(before)] == new_place[id(after)] or likeness(before.description, after.description) >= ALIKE)
    ]
    olds = [id(before) for before, _ in rivals]
    news = [id(after) for _, after in rivals]
    return [both for both in rivals if olds.count(id(both[0])) == 1 == news.count(id(both[1]))]


def _bare(field: Field) -> Field:
    return replace(field, name="", description="")


def _field(old: Field, new: Field, where: _Where) -> Iterator[FieldDifference]:
    path = where.path(new)
    whole = (_known(old.span, where.old), _known(new.span, where.new))
    if old.name != new.name:
        hidden = where.depth == 0 and new.name in HOST_PARAMETERS and old.name not in HOST_PARAMETERS
        edit = FieldEdit.HIDDEN if hidden else FieldEdit.RENAMED
        yield where.found(edit, path, (old.name, new.name), (old.name_span, new.name_span))
    types = (old.type_span, new.type_span) if NOWHERE not in {old.type_span, new.type_span} else whole
    for edit, *texts in (*_presence(old, new), *_type(old, new)):
        yield where.found(edit, path, (texts[0], texts[1]), types)
    yield from _allowed(old, new, where, whole)
    yield from _wording(old, new, where, whole)
    if old.type.kind is new.type.kind and (old.type.members or new.type.members):
        inner = _Where(*whole, f"{path}.", where.depth + 1)
        yield from _fields(old.type.members, new.type.members, inner)


def _presence(old: Field, new: Field) -> Iterator[tuple[FieldEdit, str, str]]:
    texts = default_text(old), default_text(new)
    if old.required != new.required:
        yield FieldEdit.BECAME_REQUIRED if new.required else FieldEdit.BECAME_OPTIONAL, *texts
    elif old.default != new.default:
        yield FieldEdit.DEFAULT, *texts


def _type(old: Field, new: Field) -> Iterator[tuple[FieldEdit, str, str]]:
    relation = type_relation(old.type, new.type)
    texts = type_text(old.type), type_text(new.type)
    renamed_away = (
        old.type.kind is Kind.STRING is new.type.kind and _is_path_name(old.name) and not _is_path_name(new.name)
    )
    if renamed_away:
        yield FieldEdit.WORKSPACE_LOST, old.name, new.name
    if loses_workspace(old.type, new.type, still_held=_is_path_name(new.name)):
        yield FieldEdit.WORKSPACE_LOST, *texts
    elif relation is not Relation.SAME:
        yield _TYPE_EDITS[relation], *texts
    elif texts[0] != texts[1]:
        yield FieldEdit.RESPELT, *texts
    limits = limits_relation(old.limits, new.limits)
    bounds = limits_text(old.limits), limits_text(new.limits)
    if limits in {Relation.NARROWER, Relation.OTHER}:
        yield FieldEdit.LIMIT_TIGHTENED, *bounds
    if limits in {Relation.WIDER, Relation.OTHER}:
        yield FieldEdit.LIMIT_LOOSENED, *bounds


_TYPE_EDITS = {
    Relation.WIDER: FieldEdit.TYPE_WIDENED,
    Relation.NARROWER: FieldEdit.TYPE_NARROWED,
    Relation.OTHER: FieldEdit.TYPE_CHANGED,
}


def _is_path_name(name: str) -> bool:
    return name == "path" or name.endswith("_path")


def _allowed(old: Field, new: Field, where: _Where, spans: tuple[Span, Span]) -> Iterator[FieldDifference]:
    path = where.path(new)
    olds, news = ({(type(one.value), one.value): one for one in field.allowed} for field in (old, new))
    if not olds or not news:
        if olds or news:
            edit = FieldEdit.ENUM_DROPPED if olds else FieldEdit.BECAME_ENUM
            yield where.found(edit, path, (_values(old), _values(new)), spans)
        return
    for key, value in olds.items():
        if key not in news:
            places = (_known(value.span, spans[0]), spans[1])
            yield where.found(FieldEdit.VALUE_REMOVED, path, (value_text(value), ""), places)
    for key, value in news.items():
        if key not in olds:
            places = (spans[0], _known(value.span, spans[1]))
            yield where.found(FieldEdit.VALUE_ADDED, path, ("", value_text(value)), places)


def _values(field: Field) -> str:
    return listed(value_text(value) for value in field.allowed)


def _wording(old: Field, new: Field, where: _Where, spans: tuple[Span, Span]) -> Iterator[FieldDifference]:
    path = where.path(new)
    before, after = _described(old, new), _described(new, old)
    if before != after:
        same = "".join(before.split()) == "".join(after.split())
        yield where.found(FieldEdit.RESPELT if same else FieldEdit.DESCRIBED, path, (before, after), spans)
    if old.allowed != new.allowed and _allowed_set(old) == _allowed_set(new):
        yield where.found(FieldEdit.RESPELT, path, (exact(old.allowed), exact(new.allowed)), spans)


def _allowed_set(field: Field) -> set[AllowedValue]:
    return set(field.allowed)


def _described(field: Field, other: Field) -> str:
    """The description, with those of the allowed values that the other version has as well."""
    shared = {(type(value.value), value.value) for value in other.allowed}
    texts = [
        f"{value_text(value)}: {value.description}"
        for value in field.allowed
        if value.description and (type(value.value), value.value) in shared
    ]
    return "\n".join((field.description, *sorted(texts))) if texts else field.description


def _order(old: tuple[Field, ...], paired: Paired[Field], where: _Where) -> Iterator[FieldDifference]:
    place = {id(field): index for index, field in enumerate(old)}
    places = [place[id(before)] for before, _ in paired.pairs]
    if places == sorted(places):
        return
    was = sorted(paired.pairs, key=lambda both: place[id(both[0])])
    texts = listed(after.name for _, after in was), listed(after.name for _, after in paired.pairs)
    moved = next(index for index, (one, other) in enumerate(zip(was, paired.pairs, strict=True)) if one != other)
    spans = was[moved][0].span, paired.pairs[moved][1].span
    yield where.found(FieldEdit.ORDER, where.prefix.rstrip("."), texts, spans)


def _text(field: Field) -> str:
    """A field as an author writes it, short; its members by their names."""
    members = f" with {listed(member.name for member in field.type.members)}" if field.type.members else ""
    return f"{field.name} ({type_text(field.type)}{members}, {default_text(field)})"
