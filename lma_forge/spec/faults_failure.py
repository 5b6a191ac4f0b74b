"""What can be wrong with a failure: SPEC303 to SPEC305."""

from lma_forge.diagnostics import Rule, Severity

UNREACHABLE_FAILURE = Rule("SPEC303", "unreachable-failure", Severity.WARNING, "A failure can never apply.")
EMPTY_MESSAGE = Rule("SPEC304", "empty-failure-message", Severity.ERROR, "A failure's message is empty.")
UNREAD_TAIL = Rule("SPEC305", "unread-failure-tail", Severity.INFO, "What follows a failure's message is not understood.")
RULES = (UNREACHABLE_FAILURE, EMPTY_MESSAGE, UNREAD_TAIL)
