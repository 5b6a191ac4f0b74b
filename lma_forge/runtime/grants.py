"""What an operator has allowed for good: each grant holds for one tool with exactly these arguments."""

import os
import threading
from hashlib import sha256

from lma_forge.runtime.showing import arguments

Answer = tuple[str, str]

ALLOW: Answer = ("allow", "")
DECISIONS = frozenset({"allow", "always", "reject"})
REFUSED = "The operator did not approve this call."


class Grants:
    """The requests that were answered with `always`.

    They are kept here and the tool is told `allow`, because a tool that hears `always` may take it
    for every later call, whatever its arguments (doctrine 5: "auto-approve session").
    """

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._lock = threading.Lock()

    def holds(self, source: object, label: object, argv: object) -> bool:
        """Whether exactly this request was allowed for good, in this working directory."""
        key = _key(source, label, argv)
        with self._lock:
            return key in self._known

    def settle(self, answer: Answer, source: object, label: object, argv: object) -> Answer:
        """Turn an operator's decision into the answer for the tool.

        Args:
            answer: Decision and reason.
            source: The request's text.
            label: The request's tool.
            argv: The request's arguments.

        Returns:
            `("allow", "")` for allow and always, `("reject", reason)` for everything else.
        """
        decision, reason = answer
        if decision == "always":
            with self._lock:
                self._known.add(_key(source, label, argv))
        return ALLOW if decision in ("allow", "always") else ("reject", reason or REFUSED)

    def clear(self) -> None:
        """Forget all grants."""
        with self._lock:
            self._known.clear()


def _key(source: object, label: object, argv: object) -> str:
    parts = (os.path.realpath(os.curdir), str(label), str(source), *arguments(argv))
    digest = sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()
