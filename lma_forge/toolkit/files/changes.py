"""Says what a write changed, as a diff that is short and shows no secrets."""

import difflib

from lma_forge.toolkit.redaction import redact

_MOST_LINES = 120
_MOST_CHARACTERS = 8_000
_LONGEST_LINE = 200
_TOO_MANY = 5_000


def described(before: str, after: str, *, is_new: bool) -> str:
    """Describe a change.

    Args:
        before: The text of the file before.
        after: Its text now.
        is_new: Whether there was no file before.

    Returns:
        A line break and a unified diff, cut where it grows long; for a new file, only how long it is.
    """
    old, new = before.splitlines(), after.splitlines()
    if is_new:
        return f" {_counted(len(new))} added."
    if len(old) + len(new) > _TOO_MANY:
        return f" {_counted(len(old))} before, {len(new):,} now; too long for a diff."
    diff = list(difflib.unified_diff(old, new, "before", "after", n=2, lineterm=""))
    added = sum(line.startswith("+") for line in diff[2:])
    removed = sum(line.startswith("-") for line in diff[2:])
    if not diff:
        return " Only line ends changed."
    shown: list[str] = []
    size = 0
    for line in diff[:_MOST_LINES]:
        short = line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…"
        size += len(short) + 1
        if size > _MOST_CHARACTERS:
            break
        shown.append(short)
    left = len(diff) - len(shown)
    if left:
        shown.append(f"… {_counted(left)} of the diff left out")
    return f" {_counted(added)} added, {removed:,} removed.\n{redact(chr(10).join(shown)).text}"


def _counted(count: int) -> str:
    return f"{count:,} line{'' if count == 1 else 's'}"
