"""Is there anything in a text that should not get out or not be run: secrets, harm, personal data?"""

import re
from collections.abc import Iterator

from lma_forge.toolkit.redaction import redact
from lma_forge.toolkit.refusal import missing
from lma_forge.toolkit.settings import Config
from lma_forge.toolkit.validating.issue import Issue, place

_DESTRUCTIVE = (
    (
        r"\brm\s+(?:-\w{0,20}[rfRF]\w{0,20}\s+|--(?:recursive|force)\s+)+\S*|\bfind\b[^\n]{0,200}\s-delete\b",
        "It deletes files without asking",
    ),
    (r"\brmtree\s*\(|\bos\.(?:remove|unlink|rmdir|removedirs)\s*\(|\.(?:unlink|rmdir)\s*\(", "It deletes files"),
    (r"\b(?:mkfs|fdisk|dd)\b[^\n]{0,80}/dev/\w+|>\s*/dev/[sh]d\w", "It writes over a disk"),
    (
        r"(?i)\bDROP\s+(?:TABLE|DATABASE|SCHEMA)\s+[\w\"`]|\bTRUNCATE\s+TABLE\s+\w|\bDELETE\s+FROM\s+\w+\s*(?:;|$)",
        "It deletes data of a database",
    ),
    (
        r"\bgit\s+(?:push\s+[^\n]{0,200}(?:--force|-f\b|\s\+\w)|reset\s+--hard|clean\s+-\w{0,20}f)",
        "It throws away work in a repository",
    ),
    (r":\(\)\s*\{\s*:\|:&\s*\};:", "It starts processes without end"),
    (
        r"\b(?:curl|wget)\b[^\n|]{0,200}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\b(?:ba|z|da)?sh\b[^\n]{0,20}[<$]\((?:curl|wget)\b",
        "It runs what it downloads",
    ),
    (r"\bchmod\s+(?:-R\s+)?(?:0?777|a\+rwx)\b", "It opens files to everybody"),
    (r"\b(?:shutdown|reboot|halt|poweroff)\b\s+(?:-\w+|now)", "It stops the machine"),
    (
        r"(?i)\b(?:Remove-Item\b[^\n]{0,200}-Recurse|del\s+/[sq]|rd\s+/s|format\s+[a-z]:)",
        "It deletes files without asking",
    ),
    (
        r"\b(?:eval|exec)\s*\(|\bos\.(?:system|popen)\s*\(|__import__\s*\(|shell\s*=\s*True|\bpickle\.loads?\(",
        "It runs what it is given",
    ),
    (
        r"(?i)verify\s*=\s*False|--no-check-certificate|\bcurl\b[^\n]{0,200}\s-k\b|NODE_TLS_REJECT_UNAUTHORIZED\W+0",
        "It trusts whoever answers",
    ),
)
_PERSONAL = (
    (r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+\b", "an e-mail address"),
    (r"(?<![\w.])\+\d{1,3}[\s.-]?\(?\d{1,4}\)?(?:[\s.-]?\d{2,4}){2,4}\b", "a telephone number"),
    (r"\b\d{3}-\d{2}-\d{4}\b", "a social security number"),
    (r"\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){3,7}(?:\s?[A-Z0-9]{1,3})?\b", "a bank account number"),
    (r"\b(?:\d[ -]?){13,19}\b", "a card number"),
)
_EXAMPLE = re.compile(r"@(?:example\.|test\.|localhost)|noreply@", re.IGNORECASE)
_CARD = (13, 19)


def examine(content: str, config: Config) -> tuple[Issue, ...]:
    """Look for what could do harm.

    Args:
        content: The text.
        config: The host's configuration; none of it counts here.

    Raises:
        Refusal: The detector of secrets is not installed.
    """
    del config
    found = [*_secrets(content)]
    for pattern, message in _DESTRUCTIVE:
        for match in re.finditer(pattern, content, re.MULTILINE):
            shown = " ".join(match[0].split())[:60]
            found.append(
                Issue(
                    f"{message}: {shown}",
                    "Leave it out, or have the operator approve it by itself.",
                    *place(content, match.start()),
                    grave=True,
                )
            )
    for pattern, what in _PERSONAL:
        for match in re.finditer(pattern, content):
            if _EXAMPLE.search(match[0]) or (what == "a card number" and not _is_card(match[0])):
                continue
            found.append(
                Issue(f"It holds {what}.", "Leave it out unless the task needs it.", *place(content, match.start()))
            )
    return tuple(sorted(found, key=lambda one: (one.line, one.column)))


def _secrets(content: str) -> list[Issue]:
    """Ask detect-secrets, and our own forms; a secret itself is never repeated."""
    try:
        from detect_secrets.filters.heuristic import (  # noqa: PLC0415 - an extra
            is_prefixed_with_dollar_sign,
            is_templated_secret,
        )
        from detect_secrets.settings import get_plugins, transient_settings  # noqa: PLC0415 - an extra
    except ImportError:
        raise missing("detect-secrets", "text") from None
    advice = "Take it out, and have it replaced where it is in use."
    lines: dict[int, str] = {}
    with transient_settings({"plugins_used": [{"name": name} for name in _DETECTORS]}):
        detectors = tuple(get_plugins())
    # The detectors are asked themselves: what scans with them leaves out lines that say that they are allowed.
    for start, piece in _pieces(content):
        for detector in detectors:
            for value in detector.analyze_string(piece):
                if not any(harmless(value) for harmless in (is_templated_secret, is_prefixed_with_dollar_sign)):
                    where, _ = place(content, start + max(piece.find(value), 0))
                    lines.setdefault(where, detector.secret_type)
    for number, line in enumerate(content.splitlines(), 1):
        if kinds := redact(line).kinds:
            lines.setdefault(number, kinds[0])
    if not lines and (kinds := redact(content).kinds):
        return [Issue(f"It holds a secret ({kinds[0]}).", advice, grave=True)]
    return [Issue(f"It holds a secret ({kind}).", advice, number, grave=True) for number, kind in lines.items()]


def _pieces(content: str) -> Iterator[tuple[int, str]]:
    """Cut a text into pieces with where they begin; of what stands across a cut, the next piece has the whole."""
    for start in range(0, len(content), _PIECE):
        yield max(0, start - _OVERLAP), content[max(0, start - _OVERLAP) : start + _PIECE]


_PIECE, _OVERLAP = 4_000, 1_000


_DETECTORS = (
    "ArtifactoryDetector",
    "AWSKeyDetector",
    "AzureStorageKeyDetector",
    "BasicAuthDetector",
    "CloudantDetector",
    "DiscordBotTokenDetector",
    "GitHubTokenDetector",
    "GitLabTokenDetector",
    "JwtTokenDetector",
    "MailchimpDetector",
    "NpmDetector",
    "OpenAIDetector",
    "PrivateKeyDetector",
    "PypiTokenDetector",
    "SendGridDetector",
    "SlackDetector",
    "SquareOAuthDetector",
    "StripeDetector",
    "TelegramBotTokenDetector",
    "TwilioKeyDetector",
)


def _is_card(text: str) -> bool:
    """Tell whether digits pass the check of card numbers (Luhn)."""
    digits = [int(char) for char in text if char.isdigit()]
    if not _CARD[0] <= len(digits) <= _CARD[1] or len(set(digits)) == 1:
        return False
    doubled = [digit * 2 - 9 * (digit * 2 > 9) if index % 2 else digit for index, digit in enumerate(reversed(digits))]  # noqa: PLR2004 - of the method
    return sum(doubled) % 10 == 0
