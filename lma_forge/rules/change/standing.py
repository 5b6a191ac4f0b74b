"""CHG515 to CHG524: permissions, risk, timeout, host objects and idempotence of a tool."""

from collections.abc import Iterator

from lma_forge.change import Category, Change
from lma_forge.diagnostics import Severity
from lma_forge.model import Risk, Tool
from lma_forge.rules.comparison.finding import ChangeCheck, change_rule
from lma_forge.rules.comparison.pairing import Comparison, ToolPair

_RISKS = {None: 0, Risk.LOW: 1, Risk.MEDIUM: 2, Risk.HIGH: 3}


@change_rule("CHG515", Category.GOVERNANCE, mirror=("CHG516",), level=Severity.WARNING)
def permission_added(comparison: Comparison) -> Iterator[Change]:
    """A tool asks for a permission that it did not have.

    Whoever grants permissions by the list grants it one more.

    Bad:
        ## Tool: NoteReader
        Permissions:
        - notes
        =>
        ## Tool: NoteReader
        Permissions:
        - notes
        - mail

    Good:
        ## Tool: NoteReader
        Permissions:
        - notes
        - mail
        =>
        ## Tool: NoteReader
        Permissions:
        - mail
        - notes
    """
    for pair in comparison.tools:
        for text in _without(pair.new.permissions, pair.old.permissions):
            yield _said(permission_added, pair, "permissions", ("", text), f"permission `{text}` is new.")


@change_rule("CHG516", Category.TIGHTENING, mirror=("CHG515",))
def permission_removed(comparison: Comparison) -> Iterator[Change]:
    """A tool no longer asks for a permission.

    It may do less than before.

    Bad:
        ## Tool: NoteReader
        Permissions:
        - notes
        - mail
        =>
        ## Tool: NoteReader
        Permissions:
        - notes

    Good:
        ## Tool: NoteReader
        Permissions:
        - notes
        =>
        ## Tool: NoteReader
        Permissions:
        - notes
        - mail
    """
    for pair in comparison.tools:
        for text in _without(pair.old.permissions, pair.new.permissions):
            yield _said(permission_removed, pair, "permissions", (text, ""), f"permission `{text}` is gone.")


@change_rule("CHG517", Category.GOVERNANCE, mirror=("CHG518",), level=Severity.WARNING)
def risk_lowered(comparison: Comparison) -> Iterator[Change]:
    """A tool is said to be less risky than before.

    Whoever watches risky tools more closely watches it less.

    Bad:
        ## Tool: NoteWriter
        Risk: high
        =>
        ## Tool: NoteWriter
        Risk: low

    Good:
        ## Tool: NoteWriter
        Risk: low
        =>
        ## Tool: NoteWriter
        Risk: high
    """
    for pair in comparison.tools:
        if _RISKS[pair.new.risk] < _RISKS[pair.old.risk]:
            texts = _risk(pair.old), _risk(pair.new)
            yield _said(risk_lowered, pair, "risk", texts, f"its risk was {texts[0]} and is {texts[1]} now.")


@change_rule("CHG518", Category.TIGHTENING, mirror=("CHG517",))
def risk_raised(comparison: Comparison) -> Iterator[Change]:
    """A tool is said to be riskier than before.

    Hosts may treat it with more care.

    Bad:
        ## Tool: NoteWriter
        Risk: low
        =>
        ## Tool: NoteWriter
        Risk: high

    Good:
        ## Tool: NoteWriter
        Risk: high
        =>
        ## Tool: NoteWriter
        Risk: medium
    """
    for pair in comparison.tools:
        if _RISKS[pair.new.risk] > _RISKS[pair.old.risk]:
            texts = _risk(pair.old), _risk(pair.new)
            yield _said(risk_raised, pair, "risk", texts, f"its risk was {texts[0]} and is {texts[1]} now.")


@change_rule("CHG519", Category.GOVERNANCE, mirror=("CHG520",), level=Severity.WARNING)
def timeout_raised(comparison: Comparison) -> Iterator[Change]:
    """A tool may run longer than before.

    The timeout is a limit; raised or dropped, it holds a tool back less.

    Bad:
        ## Tool: NoteReader
        Timeout: 5 s
        =>
        ## Tool: NoteReader
        Timeout: 50 s

    Good:
        ## Tool: NoteReader
        Timeout: 50 s
        =>
        ## Tool: NoteReader
        Timeout: 5 s
    """
    for pair in comparison.tools:
        if _seconds(pair.new) > _seconds(pair.old):
            texts = _timeout(pair.old), _timeout(pair.new)
            yield _said(timeout_raised, pair, "timeout", texts, f"its timeout was {texts[0]} and is {texts[1]} now.")


@change_rule("CHG520", Category.TIGHTENING, mirror=("CHG519",))
def timeout_lowered(comparison: Comparison) -> Iterator[Change]:
    """A tool must be done sooner than before.

    Calls that took longer are cut off.

    Bad:
        ## Tool: NoteReader
        Timeout: 50 s
        =>
        ## Tool: NoteReader
        Timeout: 5 s

    Good:
        ## Tool: NoteReader
        Timeout: 60 s
        =>
        ## Tool: NoteReader
        Timeout: 1 minute
    """
    for pair in comparison.tools:
        if _seconds(pair.new) < _seconds(pair.old):
            texts = _timeout(pair.old), _timeout(pair.new)
            yield _said(timeout_lowered, pair, "timeout", texts, f"its timeout was {texts[0]} and is {texts[1]} now.")


@change_rule("CHG521", Category.GOVERNANCE, mirror=("CHG522",), level=Severity.WARNING)
def host_access_added(comparison: Comparison) -> Iterator[Change]:
    """A tool asks the host for an object of the host's own.

    With the client or the discussion in its hands, an implementation can do what no input says.

    Bad:
        ## Tool: NoteReader
        Host: context
        =>
        ## Tool: NoteReader
        Host: context, client

    Good:
        ## Tool: NoteReader
        Host: context, client
        =>
        ## Tool: NoteReader
        Host: client, context
    """
    for pair in comparison.tools:
        for found in _without(pair.new.host, pair.old.host):
            yield _said(host_access_added, pair, "host", ("", found), f"it gets the host's {found} now.")


@change_rule("CHG522", Category.TIGHTENING, mirror=("CHG521",))
def host_access_removed(comparison: Comparison) -> Iterator[Change]:
    """A tool no longer asks the host for an object of the host's own.

    It can do less than before.

    Bad:
        ## Tool: NoteReader
        Host: context, client
        =>
        ## Tool: NoteReader
        Host: context

    Good:
        ## Tool: NoteReader
        Host: context
        =>
        ## Tool: NoteReader
        Host: context, client
    """
    for pair in comparison.tools:
        for found in _without(pair.old.host, pair.new.host):
            yield _said(host_access_removed, pair, "host", (found, ""), f"it gets the host's {found} no more.")


@change_rule("CHG523", Category.READERS, mirror=("CHG524",), level=Severity.WARNING)
def idempotence_lost(comparison: Comparison) -> Iterator[Change]:
    """A tool may no longer be called twice for the same.

    Hosts that try again after an error do harm now.

    Bad:
        ## Tool: NoteWriter
        Idempotent: yes
        =>
        ## Tool: NoteWriter
        Idempotent: no

    Good:
        ## Tool: NoteWriter
        Idempotent: no
        =>
        ## Tool: NoteWriter
        Idempotent: yes
    """
    for pair in comparison.tools:
        if pair.old.idempotent and not pair.new.idempotent:
            texts = _idempotent(pair.old), _idempotent(pair.new)
            message = "it could be called twice for the same, and this no longer holds."
            yield _said(idempotence_lost, pair, "idempotent", texts, message)


@change_rule("CHG524", Category.ADDITION, mirror=("CHG523", "CHG524"))
def idempotence_stated(comparison: Comparison) -> Iterator[Change]:
    """A tool says something new on whether it may be called twice for the same.

    Hosts can rely on it; nothing that they relied on is gone.

    Bad:
        ## Tool: NoteWriter
        Input: None
        =>
        ## Tool: NoteWriter
        Input: None
        Idempotent: yes

    Good:
        ## Tool: NoteWriter
        Idempotent: yes
        =>
        ## Tool: NoteWriter
        Idempotent: no
    """
    for pair in comparison.tools:
        if pair.old.idempotent is not pair.new.idempotent and not pair.old.idempotent:
            texts = _idempotent(pair.old), _idempotent(pair.new)
            message = f"whether it may be called twice was {texts[0]} and is {texts[1]} now."
            yield _said(idempotence_stated, pair, "idempotent", texts, message)


def _said(check: ChangeCheck, pair: ToolPair, part: str, texts: tuple[str, str], message: str) -> Change:
    return check.at(pair.spans(part), f"{pair.name}: {message}", tool=pair.name, part=part, texts=texts)


def _without(some: tuple[str, ...], others: tuple[str, ...]) -> Iterator[str]:
    yield from (one for one in dict.fromkeys(some) if one not in others)


def _risk(tool: Tool) -> str:
    return tool.risk or "not stated"


def _seconds(tool: Tool) -> float:
    return float("inf") if tool.timeout is None else tool.timeout


def _timeout(tool: Tool) -> str:
    return "unlimited" if tool.timeout is None else f"{tool.timeout:g} s"


def _idempotent(tool: Tool) -> str:
    return {None: "not stated", True: "yes", False: "no"}[tool.idempotent]
