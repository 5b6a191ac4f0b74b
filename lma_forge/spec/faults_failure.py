"""What can be wrong with a failure: SPEC303 to SPEC305. The examples are documents."""

from lma_forge.diagnostics import Rule, Severity

_SECTION = "spec language, section Failure Behavior"
_HEAD = "## Tool: NoteReader\n\nFailure Behavior:\n\n"

UNREACHABLE_FAILURE = Rule(
    "SPEC303",
    "unreachable-failure",
    Severity.WARNING,
    "A failure can never apply, because the one above applies in the same case.",
    why="Its message would never be seen.",
    source="spec language, section Diagnostics",
    bad=_HEAD + "- Return: `Note not found.`\n- Return: `Notes are closed.`\n",
    good=_HEAD + "- Return: `Note not found.`\n- If the notes are closed, return: `Notes are closed.`\n",
)
EMPTY_MESSAGE = Rule(
    "SPEC304",
    "empty-failure-message",
    Severity.ERROR,
    "A failure's message is empty.",
    why="The model would learn that something failed, and not what.",
    source=_SECTION,
    bad=_HEAD + '- Return: ""\n',
    good=_HEAD + "- Return: `Note not found.`\n",
)
UNREAD_TAIL = Rule(
    "SPEC305",
    "unread-failure-tail",
    Severity.INFO,
    "What follows a failure's message is not understood.",
    why="Only a condition, and the announcement of the error's own text, have an effect there.",
    source=_SECTION,
    bad=_HEAD + "- Return: `Note not found.` in a calm tone\n",
    good=_HEAD + "- Return: `Note not found.` followed by the error message\n",
)
RULES = (UNREACHABLE_FAILURE, EMPTY_MESSAGE, UNREAD_TAIL)
