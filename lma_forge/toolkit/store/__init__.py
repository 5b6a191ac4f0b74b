"""The memory store: entries under keys, sorted by category, each former value kept.

It lives in a database: a file of SQLite in the host's data folder, or PostgreSQL by its address. Each
change is one transaction together with its audit record, so that neither exists without the other.
"""

from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.settings import Config
from lma_forge.toolkit.store.terms import Terms

__all__ = ["read", "write"]

_MOST_LISTED = 500
"""How many characters of a value stand in the list of a topic."""


def read(config: Config, key: str) -> str | None:
    """Look up what is stored under a key, or about a topic.

    Args:
        config: The host's configuration of the tool.
        key: A key; where none is stored under it, the category or the beginning of keys up to a
            separator.

    Returns:
        The value; for a topic, its entries as lines `key: value`, long ones cut; None where there is nothing, or
        where it is private.

    Raises:
        Refusal: The store cannot be read.
    """
    from lma_forge.toolkit.store.database import database  # noqa: PLC0415 - loads SQLAlchemy

    terms = Terms.of(config)
    try:
        wanted = terms.key(key)
    except Refusal:
        # Nothing can be stored under such a key, so nothing is.
        return None
    with database(config).reading() as work:
        if work is None:
            return None
        entry = work.entry(wanted)
        if entry is not None:
            return None if terms.hides(entry.category) else entry.value
        entries = [one for one in work.topic(wanted) if not terms.hides(one.category)]
    return "\n".join(f"{one.key}: {_short(one.value)}" for one in entries) if entries else None


def _short(value: str) -> str:
    """A value as one item of a list; whoever wants all of a long one reads it by its key."""
    cut = value if len(value) <= _MOST_LISTED else f"{value[:_MOST_LISTED]}… ({len(value):,} characters)"
    return cut.replace("\n", "\n  ")


def write(config: Config, key: str, value: str, mode: str) -> str:
    """Store a value.

    Args:
        config: The host's configuration of the tool.
        key: Where; the part before its first `/`, `:` or `.` is its category.
        value: What.
        mode: `create` for a key that has nothing, `update` for one that has, `append` to add a line
            to what is there, if anything.

    Returns:
        The status: what was done, and the number and head of its audit record.

    Raises:
        Refusal: Nothing was changed.
    """
    from lma_forge.toolkit.store.database import database  # noqa: PLC0415 - loads SQLAlchemy

    terms = Terms.of(config)
    wanted, content = terms.key(key), terms.value(value)
    with database(config).writing() as work:
        return work.write(wanted, content, mode, terms)
