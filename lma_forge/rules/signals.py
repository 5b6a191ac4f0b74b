"""Ways of reporting a failure that no host knows."""

from lma_forge.rules.results import Results, Shape

_BAD = frozenset({
    "aborted", "bad_request", "blocked", "cancelled", "canceled", "crashed", "denied", "exception", "fail", "forbidden",
    "invalid", "ko", "missing", "not_found", "not found", "refused", "rejected", "timeout", "timed_out", "timed out",
    "unauthorized", "unavailable", "unsupported",
})  # fmt: skip


def unknown_signal(found: Results, shape: Shape) -> str:
    """The key by which a dict reports a failure that hosts take for a success; "" for any other dict.

    Args:
        found: What the functions of the module return.
        shape: The dict.
    """
    if not shape.lacks("success") or found.truth(shape, "error") is not False:
        return ""
    if found.verdict(shape) is not True:
        return ""
    status = found.constant(shape, "status")
    if isinstance(status, str) and status.lower() in _BAD:
        return "status"
    for key, bad in (("ok", False), ("successful", False), ("succeeded", False), ("failed", True), ("failure", True)):
        if found.constant(shape, key) is bad:
            return key
    return ""
