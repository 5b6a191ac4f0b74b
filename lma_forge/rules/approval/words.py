"""The words and names by which decisions, handlers and autonomy levels are known."""

import re
from functools import lru_cache

ALLOWING = frozenset({"allow", "always"})
"""The decisions that let an act go ahead (doctrine 5)."""

_YES = frozenset(
    {"allowed", "approve", "approved", "yes", "y", "ok", "okay", "a", "accept", "accepted", "once", "confirm", "true"}
)
_NO = frozenset({"reject", "rejected", "deny", "denied", "no", "n", "cancel", "decline", "declined", "refuse", "block"})


def allows(words: frozenset[str]) -> bool:
    """Whether a comparison with these words picks out an approval."""
    return bool(words & ALLOWING) or bool(words & _YES)


def is_known(word: object) -> bool:
    """Whether a text is a decision or an autonomy level, so that code may compare it with one."""
    return isinstance(word, str) and word.lower() in _KNOWN


def refuses(words: frozenset[str]) -> bool:
    """Whether a comparison with these words picks out a refusal."""
    return bool(words) and words <= _NO


HANDLER = re.compile(
    r"_*\w*(?:confirm|approv|authori[sz])\w*(?:handler|callback|hook|func|fn|cb)\w*",
    re.IGNORECASE | re.ASCII,
)
"""Names that a confirm handler is kept under."""

ASKING = re.compile(
    r"confirm|approv|authori[sz]|permission|consent|ask_(?:user|operator|human)|prompt_(?:user|operator|human)",
    re.IGNORECASE,
)
"""What is in the name of a function that asks for leave."""

GRANTS = re.compile(r"always|approved|granted|remembered", re.IGNORECASE)
"""What is in the name of a collection of what an operator always allows."""

CHAT = re.compile(r"_*user_interaction_handler|_*interaction_handler", re.IGNORECASE)
"""Names of the handler that asks the user for input (doctrine 13)."""

LEVEL = re.compile(r"\w*autonomy\w*|\w*trust_level", re.IGNORECASE | re.ASCII)
"""Names that an autonomy level is kept under."""

FLAG = re.compile(r"\w*auto_?approve\w*|_*unattended\w*|\w*full_access\w*|_*yolo\w*", re.IGNORECASE | re.ASCII)
"""Names of flags by which a host lets a library go unasked."""

FULL = frozenset({"full_access", "full", "full-access", "fullaccess", "unrestricted", "autonomous"})
"""The autonomy levels at which nobody is asked."""

DENYING = frozenset({"off", "none", "disabled", "deny", "locked", "blocked", "read_only", "readonly", "read-only"})
"""Levels at which a tool does nothing."""

_KNOWN = ALLOWING | _YES | _NO | FULL | DENYING | {"safe", "strict", ""}
_SPEAKING = (
    *("confirm", "approv", "authoris", "authoriz", "permission", "consent", "interaction_handler", "autonomy"),
    *("ask_user", "ask_operator", "ask_human", "prompt_user", "prompt_operator", "prompt_human"),
    *("trust_level", "unattended", "full_access", "yolo", "input(", "prompt(", "getpass"),
)


@lru_cache(maxsize=8)
def spoken(source: str) -> frozenset[str]:
    """Which of the words that have to do with any of this a module's text holds."""
    text = source.lower()
    return frozenset(word for word in (*_SPEAKING, *FULL) if word in text)


def speaks(source: str) -> bool:
    """Whether the text of a module can have to do with any of this."""
    return not spoken(source).isdisjoint(_SPEAKING)
