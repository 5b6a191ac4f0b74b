"""Governance rules: the text of a rule and the tag that names its policy."""

import re
from collections.abc import Iterable

from lma_forge.model import GovernanceRule
from lma_forge.spec.outline import Entry, bullet
from lma_forge.spec.source import Source

_TAG = re.compile(r"\[\s*+enforce\s*+:\s*+(?P<policy>[A-Za-z0-9][A-Za-z0-9_-]*+)\s*+\]\s*+\.?\Z", re.IGNORECASE)


def read_rules(source: Source, entries: Iterable[Entry], first: int = 1) -> tuple[GovernanceRule, ...]:
    """Read the items of a list of rules.

    Args:
        source: The document.
        entries: The items.
        first: The number of the first one.

    Returns:
        The rules, numbered by their place in the list, whatever numbers are written.
    """
    return tuple(_rule(source, entry, number) for number, entry in enumerate(entries, first))


def _rule(source: Source, entry: Entry, number: int) -> GovernanceRule:
    item = bullet(source, entry)
    text, policy = item.text, ""
    bracket = text.rfind("[")
    if bracket >= 0:
        tag = _TAG.match(text, bracket)
        if tag is not None:
            text, policy = text[:bracket].rstrip(), tag["policy"].lower()
    return GovernanceRule(text, number, item.details, policy, item.span)
