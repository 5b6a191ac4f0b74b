"""Logs what a tool is about to do before it does it, and how it ended after.

For what the database cannot undo: files and code. If the intent cannot be logged, nothing is done.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

from lma_forge.toolkit.audit import record
from lma_forge.toolkit.own import own_business
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.settings import Config, flag

_MOST_REASON = 200


class Recording:
    """What became of the records of one act.

    Args:
        note: What has to be said beside the act's own outcome; "" for nothing.
    """

    __slots__ = ("note",)

    def __init__(self, note: str = "") -> None:
        self.note = note


@contextmanager
def recorded(config: Config, event: str, details: str) -> Iterator[Recording]:
    """Log an act around its doing, where the host asks for that with the key `audit`.

    Args:
        config: The host's configuration of the tool.
        event: What kind of act it is; `.begun`, `.done` or `.failed` is added.
        details: What is done, to what.

    Yields:
        The recording; its note is there once the act is over.

    Raises:
        Refusal: The intent could not be logged, so nothing was done; or what the act itself raises.
    """
    recording = Recording()
    if not flag(config, "audit"):
        yield recording
        return
    with own_business():
        record(config, f"{event}.begun", details, "now")
    try:
        yield recording
    except Exception as error:
        _outcome(config, f"{event}.failed", f"{details}: {str(error)[:_MOST_REASON]}")
        raise
    recording.note = _outcome(config, f"{event}.done", details)


def _outcome(config: Config, event: str, details: str) -> str:
    """Log how an act ended; that it could not be logged undoes nothing, so it is only said."""
    try:
        with own_business():
            record(config, event, details, "now")
    except Refusal as refusal:
        return f" Its outcome could not be logged: {refusal.message}"
    return ""


def digest(text: str) -> str:
    """Name a text by its length and its hash, for records that do not hold it.

    Args:
        text: The text.
    """
    data = text.encode("utf-8", "surrogatepass")
    return f"{len(text):,} characters, sha256 {hashlib.sha256(data).hexdigest()}"
