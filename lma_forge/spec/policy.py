"""From a rule's words to a policy that a machine can enforce.

A rule carries a policy by an explicit tag, `[enforce: read-only]`, or because its whole wording is
one of the phrasings below. Recognition is narrow on purpose: a rule that is not recognised is
advisory and is reported as such, whereas a rule taken for a policy it does not state would pretend
(spec language, section "Rules and their enforcement").
"""

import re
from dataclasses import dataclass

from lma_forge.model import Effect, GovernanceRule


@dataclass(frozen=True, slots=True)
class Policy:
    """Something a tool must keep to that a machine can check.

    Args:
        name: The word in an enforcement tag.
        summary: What a tool under it does or leaves undone.
        enforced_by: What holds a tool to it.
        effects: What a tool that states it certainly does; empty when it says nothing of effects.
        approval: Whether it makes calls that have its effects wait for the operator.
        phrasings: Wordings of a rule that state it. `*` stands for up to four words, none of
            which makes an exception.
    """

    name: str
    summary: str
    enforced_by: str
    effects: tuple[Effect, ...] = ()
    approval: bool = False
    phrasings: tuple[str, ...] = ()


_REPLACES = (Effect.WRITE, Effect.DESTRUCTIVE)

POLICIES: tuple[Policy, ...] = (
    Policy(
        "read-only",
        "changes nothing",
        "the generated contract declares it; lint and the runtime guard refuse writes",
        effects=(Effect.READ,),
        phrasings=(
            "read only",
            "reads only",
            "this tool is read only",
            "this tool only reads",
            "read only access",
            "read only unless paired with * by user approval",
            "make no changes",
            "makes no changes",
            "do not change anything",
            "do not modify anything",
            "do not write anything",
            "never change anything",
            "never modify anything",
            "never write anything",
            "nothing is changed",
            "nothing is written",
        ),
    ),
    Policy(
        "confirm-overwrite",
        "asks the operator before existing content is replaced",
        "the approval gate of the generated contract; lint proves that each overwrite lies behind it",
        effects=_REPLACES,
        approval=True,
        phrasings=(
            "do not overwrite * without confirmation",
            "do not overwrite * without approval",
            "do not overwrite * without explicit approval",
            "do not overwrite * unless the user clearly requests it",
            "do not overwrite * unless the user clearly requests it or the system rules allow it",
            "do not overwrite * unless instructed",
            "never overwrite * without confirmation",
            "never overwrite * without approval",
            "do not delete existing content unless instructed",
            "ask before overwriting",
            "ask before overwriting *",
            "confirm before overwriting",
            "confirm before overwriting *",
        ),
    ),
    Policy(
        "confirm-destructive",
        "asks the operator before anything is deleted or destroyed",
        "the approval gate of the generated contract; lint proves that each deletion lies behind it",
        effects=_REPLACES,
        approval=True,
        phrasings=(
            "do not run destructive * without explicit approval",
            "do not run destructive * without approval",
            "do not run destructive * without confirmation",
            "do not delete * without confirmation",
            "do not delete * without approval",
            "do not delete * without explicit approval",
            "do not delete * unless instructed",
            "never delete * without confirmation",
            "never delete * without approval",
            "ask before deleting",
            "ask before deleting *",
            "confirm before deleting",
            "confirm before deleting *",
        ),
    ),
    Policy(
        "confirm-write",
        "asks the operator before anything is written",
        "the approval gate of the generated contract; lint proves that each write lies behind it",
        effects=(Effect.WRITE,),
        approval=True,
        phrasings=(
            "do not write * without confirmation",
            "do not write * without approval",
            "do not write without confirmation",
            "do not write without approval",
            "never write * without confirmation",
            "never write * without approval",
            "ask before writing",
            "ask before writing *",
            "confirm before writing",
            "confirm before writing *",
        ),
    ),
    Policy(
        "confirm",
        "asks the operator before it acts",
        "the approval gate of the generated contract",
        approval=True,
        phrasings=(
            "needs approval",
            "needs approval by *",
            "needs * approval",
            "requires approval",
            "requires * approval",
            "never run without approval",
            "never run without confirmation",
            "ask for approval first",
            "ask for confirmation first",
            "ask the user first",
            "ask the user before *",
            "ask the operator before *",
            "always ask the user before *",
            "always ask the operator before *",
            "always ask before *",
            "always ask first",
        ),
    ),
    Policy(
        "backup-before-overwrite",
        "keeps a copy of what it replaces",
        "lint and the runtime guard",
        effects=_REPLACES,
        phrasings=(
            "prefer creating backups before overwriting",
            "create a backup before overwriting",
            "create a backup before overwriting *",
            "create backups before overwriting",
            "make a backup before overwriting",
            "make a backup before overwriting *",
            "always back up before overwriting",
            "back up before overwriting",
            "back up * before overwriting",
        ),
    ),
    Policy(
        "no-delete",
        "deletes nothing",
        "lint and the runtime guard",
        phrasings=("do not delete anything", "never delete anything", "do not delete files", "never delete files"),
    ),
    Policy(
        "create-only",
        "adds new things and replaces nothing",
        "lint and the runtime guard",
        effects=(Effect.WRITE,),
        phrasings=(
            "create only",
            "only create new files",
            "never overwrite",
            "never overwrite existing files",
            "do not overwrite existing files",
            "do not overwrite anything",
        ),
    ),
    Policy(
        "sandboxed-paths",
        "stays inside the workspace with every path it is given",
        "the generated contract resolves and refuses paths; lint follows them to each use; the runtime guard",
        phrasings=(
            "stay inside the workspace",
            "stay within the workspace",
            "do not leave the workspace",
            "never leave the workspace",
            "do not access files outside the workspace",
            "do not read outside the workspace",
            "do not write outside the workspace",
            "only access files in the workspace",
            "only access files inside the workspace",
        ),
    ),
    Policy(
        "no-secrets",
        "neither reads nor shows secrets and credentials",
        "lint follows secrets to outputs and logs; output is redacted",
        phrasings=(
            "do not access secrets",
            "do not access secrets or credentials",
            "do not access credentials",
            "do not expose secrets",
            "do not expose secrets unnecessarily",
            "do not expose secrets or credentials",
            "never expose secrets",
            "never expose secrets or credentials",
            "do not log secrets",
            "do not store secrets",
            "do not store unnecessary sensitive information",
            "never log secrets",
        ),
    ),
    Policy(
        "sandboxed-execution",
        "runs code and commands only in the sandbox",
        "lint: code and commands go through the sandboxed executor only",
        phrasings=(
            "do not execute destructive commands",
            "never execute destructive commands",
            "do not run destructive commands",
            "run code only in a sandbox",
            "run code only in the sandbox",
            "execute code only in a sandbox",
            "execute code only in the sandbox",
            "only run code in the sandbox",
        ),
    ),
    Policy(
        "no-network",
        "opens no network connection",
        "lint and the runtime guard",
        phrasings=(
            "no network",
            "no network access",
            "do not use the network",
            "do not access the network",
            "never access the network",
            "work offline",
            "offline only",
        ),
    ),
    Policy(
        "approved-sources-only",
        "takes data from approved sources and from nowhere else",
        "lint and the runtime guard",
        phrasings=(
            "use approved sources only",
            "use only approved sources",
            "only use approved sources",
            "only use verified sources",
            "use only verified sources",
            "use verified sources only",
            "do not use unapproved sources",
        ),
    ),
    Policy(
        "exact-errors",
        "passes the original error text on",
        "the detail of a failure always holds the original message",
        phrasings=(
            "return exact error messages when possible",
            "return exact error messages",
            "return the exact error message",
            "always return the exact error message",
            "do not hide errors",
            "never hide errors",
        ),
    ),
    Policy(
        "report-failure",
        "says that it failed, and never passes a failure off as a success",
        "the generated contract turns every error into the spec's failure",
        phrasings=(
            "if a tool fails, report the failure clearly",
            "a tool that fails says clearly that it failed",
            "report failures clearly",
            "never report a failure as a success",
            "if any tool fails, * must avoid pretending the tool succeeded",
            "a failed tool is never made to look as if it had worked",
        ),
    ),
    Policy(
        "structured-output",
        "gives back what it declares, and nothing else",
        "the generated contract checks each output against its declaration",
        phrasings=(
            "keep tool responses structured and readable",
            "answers of tools have a structure that people can read",
            "return structured output",
            "always return structured output",
        ),
    ),
    Policy(
        "label-source",
        "says where its data comes from",
        "the output is checked for a source label",
        phrasings=(
            "label current data clearly",
            "label fallback results clearly",
            "label the source",
            "label sources clearly",
            "always label the source",
            "always name the source",
            "name the source",
            "separate verified live data from memory based context",
        ),
    ),
    Policy(
        "utc-timestamps",
        "writes every time in one form, UTC and ISO 8601",
        "the runtime checks timestamps on the way out",
        phrasings=(
            "use consistent timestamps",
            "use utc timestamps",
            "timestamps are in utc",
            "timestamps are utc",
            "all timestamps are in utc",
            "use iso 8601 timestamps",
        ),
    ),
    Policy(
        "bounded-output",
        "keeps its output short",
        "the runtime bounds the length of the output",
        phrasings=(
            "keep logs concise",
            "keep output concise",
            "keep output short",
            "keep the output short",
            "limit the output",
            "do not overfill * with unnecessary detail",
        ),
    ),
    Policy(
        "audit",
        "leaves a record of each call",
        "the runtime writes an audit entry for each call",
        phrasings=("log every call", "log each call", "log all calls", "record every call", "audit every call"),
    ),
)
"""All policies (spec language, section "Rules and their enforcement")."""

_BY_NAME = {policy.name: policy for policy in POLICIES}

_FOLDS = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " ", "-": " "})
_EMPHASIS = re.compile(r"\*\*|__|`")
_WORD = r"(?!(?:unless|except|without|if|when|only|not|but|until|while)\b)[\w']+"
_WILDCARD = rf"{_WORD}(?: {_WORD}){{0,3}}"


def _pattern(phrasing: str) -> str:
    return re.escape(phrasing).replace(r"\*", _WILDCARD)


_PHRASES = re.compile(
    "|".join(
        f"(?P<p{index}>{'|'.join(_pattern(phrasing) for phrasing in policy.phrasings)})"
        for index, policy in enumerate(POLICIES)
        if policy.phrasings
    )
)


def policy_named(name: str) -> Policy | None:
    """Find a policy by the word of an enforcement tag, whatever its case; None when there is none."""
    return _BY_NAME.get(name.strip().lower())


def policy_of(rule: GovernanceRule) -> str:
    """Tell which policy a rule states.

    Args:
        rule: A rule of a tool or of the document.

    Returns:
        The policy's name; empty when the rule is advisory: it has neither a tag that names a
        policy nor a recognised wording. Nested bullets may make exceptions, so a rule that has
        them is recognised by its tag alone.
    """
    if rule.policy:
        tagged = policy_named(rule.policy)
        return tagged.name if tagged else ""
    if rule.details:
        return ""
    found = _PHRASES.fullmatch(_folded(rule.text))
    return POLICIES[int(str(found.lastgroup)[1:])].name if found else ""


def _folded(text: str) -> str:
    plain = _EMPHASIS.sub("", text.translate(_FOLDS)).lower()
    return " ".join(plain.split()).rstrip(".! ")
