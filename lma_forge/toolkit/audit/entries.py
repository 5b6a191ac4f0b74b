"""Makes an entry of the log out of what a caller says: concise, one form of time, no secrets, no reasoning."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from lma_forge.toolkit.redaction import redact
from lma_forge.toolkit.refusal import Refusal

MOST_DETAILS = 2_000
"""The most characters of details that are kept."""

_MOST_EVENT = 100
_REASONING = re.compile(r"<(think|thinking|reasoning|scratchpad)>.*?(?:</\1>|\Z)", re.IGNORECASE | re.DOTALL)
_SECONDS = re.compile(r"[0-9]{9,11}(?:\.[0-9]{1,9})?")
_AHEAD = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Entry:
    """An event that can be logged.

    Args:
        event: Its type.
        details: What happened.
        at: When, as `utc` writes it.
        remarks: What was left out of the details, in words.
    """

    event: str
    details: str
    at: str
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """A time that was understood.

    Args:
        text: The time, as `utc` writes it.
        remark: What was assumed to understand it; empty for nothing.
    """

    text: str
    remark: str = ""


def utc(time: datetime) -> str:
    """Write a time in the log's one form: UTC, milliseconds, `Z`.

    Args:
        time: A time with its offset.
    """
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment(given: str, now: datetime) -> Moment:
    """Read a time in any of its exact forms.

    Args:
        given: ISO 8601, seconds since 1970, "now" or nothing.
        now: The clock.

    Raises:
        Refusal: It is none of these, or lies more than a day ahead.
    """
    text = given.strip()
    if text.lower() in ("", "now"):
        return Moment(utc(now), "the clock's time")
    remark = ""
    try:
        if _SECONDS.fullmatch(text):
            time, remark = datetime.fromtimestamp(float(text), UTC), "read as seconds since 1970"
        else:
            time = datetime.fromisoformat(text)
            if time.tzinfo is None:
                time, remark = time.replace(tzinfo=UTC), "read as UTC"
        written = utc(time)
    except (ValueError, OverflowError, OSError) as error:
        raise Refusal(f"The timestamp {text[:60]!r} is no time; write it as 2026-01-31T09:30:00Z, or now.") from error
    if time - now > _AHEAD:
        raise Refusal(f"The timestamp {written} lies in the future.")
    return Moment(written, remark)


def entry(event_type: str, details: str, at: str) -> Entry:
    """Make an entry.

    Args:
        event_type: What kind of event it is.
        details: What happened.
        at: When, as `utc` writes it.

    Raises:
        Refusal: Either is empty, or only reasoning is left of the details.
    """
    event = _one_line(event_type)
    if not event or len(event) > _MOST_EVENT:
        raise Refusal(f"The event type must have 1 to {_MOST_EVENT} characters.")
    remarks = []
    shorter, cut = _REASONING.subn(" ", details)
    if cut:
        remarks.append("reasoning left out")
    redacted = redact(shorter)
    if redacted.kinds:
        remarks.append(f"{len(redacted.kinds)} secret{'s' * (len(redacted.kinds) > 1)} hidden")
    text = "\n".join(filter(None, map(_one_line, redacted.text.splitlines())))
    if not text:
        raise Refusal("The details say nothing that happened.")
    if len(text) > MOST_DETAILS:
        remarks.append(f"{len(text) - MOST_DETAILS:,} characters cut")
        text = f"{text[: MOST_DETAILS - 1]}…"
    return Entry(redact(event).text, text, at, tuple(remarks))


def _one_line(text: str) -> str:
    """Text as one line of what can be seen, so that no entry looks like several, or like another."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())
