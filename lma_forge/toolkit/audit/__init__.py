"""The audit log: an append-only chain of records under a key, in the database of the memory store.

What it shows, and what not: a record that was edited, deleted, inserted or moved, a tail that was cut
off and a chain that was written anew are found, because each record's hash takes in the one before
and is made with a key, and the head is sealed with it. Somebody who has the key can write what he
likes; somebody who restores an old database together with the witness file beside the key puts the
log back to that day unseen. Against the latter stands the head that each call returns: it is in
transcripts that he does not have. Keep the key where those who may change the database cannot read it
(`audit_key_file`).
"""

from datetime import UTC, datetime

from lma_forge.toolkit.audit.entries import entry, moment
from lma_forge.toolkit.settings import Config


def record(config: Config, event_type: str, details: str, timestamp: str) -> str:
    """Append an event to the log.

    Args:
        config: The host's configuration of the tool.
        event_type: What kind of event it is, in a few words.
        details: What happened; secrets and written-out reasoning are taken out, long text is cut.
        timestamp: When it happened: ISO 8601, seconds since 1970, or "now".

    Returns:
        The status: the record's number, both times in UTC, what was left out, and the new head.

    Raises:
        Refusal: Nothing was logged.
    """
    from lma_forge.toolkit.store.database import database  # noqa: PLC0415 - loads SQLAlchemy

    happened = moment(timestamp, datetime.now(UTC))
    made = entry(event_type, details, happened.text)
    with database(config).writing() as work:
        head = work.log(made)
    left_out = f"; {', '.join(made.remarks)}" if made.remarks else ""
    assumed = f" ({happened.remark})" if happened.remark else ""
    return f"Logged {made.event} at {happened.text}{assumed}: seq={head.seq} head={head.digest}{left_out}."
