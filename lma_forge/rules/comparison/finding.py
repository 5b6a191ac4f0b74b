"""The decorator of the rules about changes: a generator over a comparison, with its category and its mirror."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lma_forge.change import Category, Change
from lma_forge.diagnostics import Rule, Severity, Span
from lma_forge.rules.comparison.pairing import Comparison
from lma_forge.rules.engine import sections

Finder = Callable[[Comparison], Iterator[Change]]

BECOMES = "\n=>\n"
"""What stands between the two versions in the examples of a rule about changes."""

_SOURCE = "changes, the table of codes"


@dataclass(frozen=True, slots=True)
class ChangeCheck:
    """A rule about changes together with the generator that finds them.

    Args:
        rule: Code, name, severity and documentation.
        category: Whom its changes concern, unless one says otherwise.
        mirror: The codes of which one is found when old and new change places.
        unmirrored: Why there is none; empty when there is.
        find: Yields the changes in a comparison.
    """

    rule: Rule
    category: Category
    mirror: tuple[str, ...]
    unmirrored: str
    find: Finder

    def at(  # noqa: PLR0913 - mirrors the fields of a change
        self,
        spans: tuple[Span, Span],
        message: str,
        *,
        tool: str = "",
        part: str = "",
        field: str = "",
        texts: tuple[str, str] = ("", ""),
        help: str = "",  # noqa: A002 - the field is called help
        category: Category | None = None,
        level: Severity | None = None,
        kin: str = "",
    ) -> Change:
        """Make a change of this rule.

        Args:
            spans: The old and the new place.
            message: What changed, and what follows for whom.
            tool: The tool; empty for the document.
            part: The field of the model.
            field: What part of the tool or document it is.
            texts: What stood there and what stands there.
            help: What could be done.
            category: Another category than the rule's.
            level: Another severity than the rule's.
            kin: The code whose kind of change this is, for a field inside another.
        """
        return Change(
            self.rule.code,
            self.rule.name,
            category or self.category,
            level or self.rule.severity,
            message,
            tool,
            part,
            field or part,
            *texts,
            *spans,
            help,
            kin,
        )

    def __call__(self, comparison: Comparison) -> Iterator[Change]:
        """Find the changes of this rule."""
        return self.find(comparison)


def change_rule(
    code: str,
    category: Category,
    *,
    mirror: tuple[str, ...] = (),
    unmirrored: str = "",
    level: Severity | None = None,
) -> Callable[[Finder], ChangeCheck]:
    """Turn a generator function into a rule about changes.

    Args:
        code: The rule's stable code.
        category: Whom its changes concern.
        mirror: The codes that the same edit has when it is undone.
        unmirrored: Why it has none.
        level: Another severity than the category's.

    Returns:
        A decorator. Name and documentation come from the function, as with every rule.
    """

    def decorate(find: Finder) -> ChangeCheck:
        parts = sections(inspect.getdoc(find) or "")
        parts["source"] = parts["source"] or _SOURCE
        undone = f"Undone, it is {' or '.join(mirror)}." if mirror else f"It has no mirror: {unmirrored}."
        parts["why"] = f"{parts['why']}\n\nCategory {category}: {category.effect}. {undone}".strip()
        name = getattr(find, "__name__", "").replace("_", "-")
        return ChangeCheck(Rule(code, name, level or category.level, **parts), category, mirror, unmirrored, find)

    return decorate
