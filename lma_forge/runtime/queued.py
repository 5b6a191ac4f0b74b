"""Approval and questions by a queue, for hosts with an event loop of their own (doctrine 5.B and 13)."""

import queue
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lma_forge.runtime.grants import ALLOW, DECISIONS, Answer, Grants

Events = Any
"""Anything with the `put(event)` of `queue.Queue`."""

TIMEOUT = 300.0
"""Seconds that an operator has (doctrine 5.B)."""

TIMED_OUT = "Approval request timed out."
MALFORMED = "The reply to the approval request was malformed."
UNDELIVERED = "The approval request could not be delivered."


def queue_confirm_handler(events: Events, timeout: float = TIMEOUT) -> Callable[..., Answer]:
    """Make a confirmation handler that puts each request on a queue and waits for the reply.

    The event is the doctrine's: `type` "approval_request", `source`, `script_label`, `argv`, and
    `response_queue`, on which the host puts `(decision, reason)`. It must be served by another
    thread than the one that calls the tool.

    Args:
        events: The host's queue.
        timeout: Seconds to wait for the reply.

    Returns:
        The handler. It answers `("allow", "")` for exactly `allow` and `always`, which holds for
        exactly this request (see `Grants`), and `("reject", reason)` for everything else.
    """
    grants = Grants()

    def confirm(source: str, script_label: str, argv: Sequence[str] | None = None) -> Answer:
        if grants.holds(source, script_label, argv):
            return ALLOW
        event = {"type": "approval_request", "source": source, "script_label": script_label, "argv": argv}
        try:
            reply = _reply(events, event, timeout)
        except queue.Empty:
            return "reject", TIMED_OUT
        except Exception as fault:  # noqa: BLE001 - the host's queue; whatever fails, nothing is allowed
            return "reject", f"{UNDELIVERED[:-1]}: {type(fault).__name__}."
        return grants.settle(_checked(reply), source, script_label, argv)

    return confirm


def queue_interaction_handler(events: Events, timeout: float = TIMEOUT) -> Callable[[Any], str | None]:
    """Make a user interaction handler that puts each request on a queue and waits for the answer.

    The event holds `type` "interaction_request", the `request` as the tool made it (a copy), and
    `response_queue`, on which the host puts text, or None when the person cancels.

    Args:
        events: The host's queue.
        timeout: Seconds to wait for the answer.

    Returns:
        The handler. It gives the text, and None for everything else: no answer in time, no text, a
        choice that was not offered.
    """

    def interact(request: object) -> str | None:
        if not isinstance(request, Mapping):
            return None
        try:
            answer = _reply(events, {"type": "interaction_request", "request": dict(request)}, timeout)
        except Exception:  # noqa: BLE001 - no answer, whatever the reason
            return None
        if not isinstance(answer, str):
            return None
        if request.get("type") == "select" and answer not in map(str, request.get("options") or ()):
            return None
        return answer

    return interact


def _reply(events: Events, event: dict[str, Any], timeout: float) -> object:
    replies: queue.Queue[object] = queue.Queue(maxsize=1)
    event["response_queue"] = replies
    events.put(event)
    return replies.get(timeout=timeout)


def _checked(reply: object) -> Answer:
    if not isinstance(reply, tuple | list) or len(reply) != 2:  # noqa: PLR2004 - decision and reason
        return "reject", MALFORMED
    decision, reason = reply
    if not isinstance(decision, str) or decision not in DECISIONS:
        return "reject", MALFORMED
    return decision, reason if isinstance(reason, str) else ""
