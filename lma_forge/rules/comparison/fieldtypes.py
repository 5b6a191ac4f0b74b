"""Whether a type, its limits or its allowed values take in more than they did."""

from enum import StrEnum

from lma_forge.model import FieldType, Kind, Limits

_CHECKED_TEXT = frozenset({Kind.PATH, Kind.URL, Kind.DATE, Kind.DATETIME, Kind.TIMESTAMP})


class Relation(StrEnum):
    """How the values of a new type stand to those of the old one."""

    SAME = "same"
    WIDER = "wider"
    NARROWER = "narrower"
    OTHER = "other"


def type_relation(old: FieldType, new: FieldType) -> Relation:
    """Compare the values that two types take, members left out.

    Args:
        old: The type as it was.
        new: The type as it is.

    Returns:
        `WIDER` when every old value still fits, `NARROWER` when every new value would have fitted.
    """
    nullable = _flag(old.nullable, new.nullable)
    if old.kind is not new.kind:
        return _both(_kinds(old.kind, new.kind), nullable)
    return _both(_items(old.item, new.item), nullable)


def limits_relation(old: Limits, new: Limits) -> Relation:
    """Compare what two pairs of limits let through."""
    return _both(_bound(old.minimum, new.minimum, lower=True), _bound(old.maximum, new.maximum, lower=False))


def loses_workspace(old: FieldType, new: FieldType, *, still_held: bool) -> bool:
    """Tell whether a path stops being one, so that nothing holds it in the workspace.

    Args:
        old: The type as it was.
        new: The type as it is.
        still_held: Whether the field's name alone makes it a path (generated module, Coerce and validate).
    """
    was = Kind.PATH in {old.kind, old.item}
    still = Kind.PATH in {new.kind, new.item} or (new.kind is Kind.STRING and still_held)
    return was and not still and type_relation(old, new) is Relation.WIDER


def _kinds(old: Kind, new: Kind) -> Relation:
    if new is Kind.ANY or (old is Kind.INTEGER and new is Kind.NUMBER) or (old in _CHECKED_TEXT and new is Kind.STRING):
        return Relation.WIDER
    if old is Kind.ANY or (old is Kind.NUMBER and new is Kind.INTEGER) or (old is Kind.STRING and new in _CHECKED_TEXT):
        return Relation.NARROWER
    return Relation.OTHER


def _items(old: Kind | None, new: Kind | None) -> Relation:
    if old is new:
        return Relation.SAME
    return _kinds(old or Kind.ANY, new or Kind.ANY) if {old, new} != {None, Kind.ANY} else Relation.SAME


def _flag(old: bool, new: bool) -> Relation:  # noqa: FBT001 - two of a kind
    if old == new:
        return Relation.SAME
    return Relation.WIDER if new else Relation.NARROWER


def _bound(old: float | None, new: float | None, *, lower: bool) -> Relation:
    if old == new:
        return Relation.SAME
    if new is None:
        return Relation.WIDER
    if old is None:
        return Relation.NARROWER
    return Relation.WIDER if (new < old) is lower else Relation.NARROWER


def _both(one: Relation, other: Relation) -> Relation:
    if Relation.SAME in {one, other}:
        return other if one is Relation.SAME else one
    return one if one is other else Relation.OTHER
