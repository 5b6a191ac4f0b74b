"""What a new version of a spec means: all changes between two versions, found by one rule a kind."""

from collections.abc import Mapping
from dataclasses import replace

from lma_forge.change import Category, Change
from lma_forge.diagnostics import Rule
from lma_forge.model import Spec
from lma_forge.rules import change as change_rules
from lma_forge.rules.comparison.finding import ChangeCheck
from lma_forge.rules.comparison.pairing import lay_side_by_side
from lma_forge.rules.engine import members
from lma_forge.spec.matching import Matching

CHECKS: tuple[ChangeCheck, ...] = tuple(sorted(members(change_rules, ChangeCheck), key=lambda check: check.rule.code))
"""The rules about changes, by code."""

RULES: tuple[Rule, ...] = tuple(check.rule for check in CHECKS)
"""Their catalogue entries."""

_ABOUT_THE_VERSION = "CHG7"
_ORDER = {category: index for index, category in enumerate(Category)}


def compare(
    old: Spec, new: Spec, *, layout: str = "tool", renamed: Mapping[str, str] | None = None
) -> tuple[Change, ...]:
    """Find what changed in meaning between two versions of a document.

    Args:
        old: The document as it was.
        new: The document as it is.
        layout: How tools become modules: `tool`, or `category` for one module a category.
        renamed: Renames that a person asks for, new name by old name.

    Returns:
        The changes, those first that concern most; none for documents that mean the same.
    """
    return compare_all({new.path: old}, {new.path: new}, layout=layout, renamed=renamed)


def compare_all(
    old: Mapping[str, Spec], new: Mapping[str, Spec], *, layout: str = "tool", renamed: Mapping[str, str] | None = None
) -> tuple[Change, ...]:
    """Find what changed between two versions of all documents of a project.

    A tool that went from one document to another is the same tool.

    Args:
        old: The documents as they were, by what tells which belongs to which.
        new: The documents as they are, by the same.
        layout: As for `compare`.
        renamed: As for `compare`.

    Returns:
        As for `compare`.
    """
    comparison = lay_side_by_side(old, new, layout, renamed)
    found = [one for check in CHECKS if not check.rule.code.startswith(_ABOUT_THE_VERSION) for one in check(comparison)]
    seen = replace(comparison, found=tuple(found))
    found += (one for check in CHECKS if check.rule.code.startswith(_ABOUT_THE_VERSION) for one in check(seen))
    return tuple(sorted(dict.fromkeys(found), key=_reading_order))


def match(old: Mapping[str, Spec], new: Mapping[str, Spec], renamed: Mapping[str, str] | None = None) -> Matching:
    """Find which tool is which in all documents of a project; see `match_tools`."""
    return lay_side_by_side(old, new, renamed=renamed).matching


def _reading_order(one: Change) -> tuple[int, int, object, str]:
    return _ORDER[one.category], one.level.rank, one.new_span, one.code


def mirrors() -> dict[str, tuple[str, ...]]:
    """The codes that undoing a change gives, by its code; none for those that say why they have none."""
    return {check.rule.code: check.mirror for check in CHECKS}
