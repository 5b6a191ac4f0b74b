"""Finds secrets in text and names of files that hold them.

Only forms that hardly mean anything else are taken: keys with the prefix of their provider, private
keys, credentials in URLs, and values assigned to names such as `password`. A text without a finding
is not proved to be free of secrets.
"""

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase

MARK = "[secret hidden:"
"""How each replacement begins, so that text with one in it is never taken for the original."""

_SEPARATOR = r"(?:\\n|\s){0,4}"
_KEY_BODY = (
    rf"(?:{_SEPARATOR}[A-Za-z0-9-]{{1,20}}: [^\n]{{1,100}})?(?:{_SEPARATOR}[A-Za-z0-9+/=]{{16,100}})*"
    rf"(?:{_SEPARATOR}[A-Za-z0-9+/=]{{0,100}}{_SEPARATOR}-----END [A-Z ]{{0,20}}PRIVATE KEY-----)?"
)
_NAMED = (
    r"(?i:password|passwd|passphrase|secret(?:[_-]?(?:access[_-]?)?key)?|api[_-]?key|access[_-]?key|account[_-]?key|(?<=[a-z0-9][_-])(?:pass|pwd)|access[_-]?token|auth[_-]?token|client[_-]?secret|"
    r"private[_-]?key)"
)
_ASSIGNED = r"[\"']?\s{0,5}[=:]\s{0,5}[\"']?(?!-----)(?P<value>[^\s\"',;<>{}()\[\]$]{8,200})"
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(form))
    for kind, form in (
        ("private key", rf"-----BEGIN [A-Z ]{{0,20}}PRIVATE KEY-----{_KEY_BODY}"),
        ("AWS access key", r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"),
        ("GitHub token", r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})"),
        ("GitLab token", r"\bglpat-[A-Za-z0-9_-]{20,}"),
        ("Slack token", r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}"),
        ("API key", r"\bsk-(?:ant-|proj-|live-)?[A-Za-z0-9_-]{20,}"),
        ("Stripe key", r"\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}"),
        ("SendGrid key", r"\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,60}"),
        ("npm token", r"\bnpm_[A-Za-z0-9]{36,}"),
        ("Hugging Face token", r"\bhf_[A-Za-z0-9]{30,}"),
        ("Google API key", r"\bAIza[A-Za-z0-9_-]{35}"),
        ("JSON web token", r"\beyJ[A-Za-z0-9_-]{10,500}+\.eyJ[A-Za-z0-9_-]{10,8000}+\.[A-Za-z0-9_-]{10,}"),
        ("bearer token", r"(?i:authorization\s{0,5}:\s{0,5}(?:bearer|basic)\s{1,5})(?P<value>[A-Za-z0-9._~+/=-]{12,})"),
        ("password in a URL", r"://[^\s/:@]{0,100}:(?P<value>[^\s/@]{3,200})@"),
        ("credential", _NAMED + _ASSIGNED),
    )
)
_STARTS = re.compile(
    r"-----BEGIN |SG\.|npm_|hf_|[Pp][Ww][Dd]|[Aa][Cc][Cc][Oo][Uu]|AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox|sk-|[rs]k_|AIza|eyJ|://|[Aa][Uu][Tt][Hh]|[Pp][Aa][Ss][Ss]|"
    r"[Ss][Ee][Cc][Rr][Ee][Tt]|[Aa][Pp][Ii]|[Aa][Cc][Cc][Ee][Ss][Ss]|[Cc][Ll][Ii][Ee][Nn][Tt]|"
    r"[Pp][Rr][Ii][Vv][Aa][Tt][Ee]"
)
"""Where a form may begin: trying all of them at each character of a long text would take long."""

SECRET_NAMES = (
    ".env",
    ".env.*",
    "*.env",
    ".envrc",
    ".netrc",
    "_netrc",
    ".pgpass",
    ".htpasswd",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
    "id_rsa*",
    "id_dsa*",
    "id_ecdsa*",
    "id_ed25519*",
    "*.pem",
    "*.key",
    "*.p12",
    "*.pfx",
    "*.jks",
    "*.keystore",
    "*.kdbx",
    "*.ppk",
    "credentials",
    "credentials.json",
    "client_secret*.json",
    "secrets.json",
    "secrets.y*ml",
    "secrets.toml",
    "shadow",
)
"""Patterns of names of files that are there to hold secrets."""

_PUBLIC_NAMES = (".env.example", ".env.sample", ".env.template", "*.pub")
_SECRET_FOLDERS = frozenset({".ssh", ".aws", ".gnupg", ".kube", ".docker", ".azure", ".gcloud"})
_SECRET_PATHS = (".git/config", ".config/gcloud/*", ".config/gh/*")


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without the secrets that were found in it.

    Args:
        text: The text, each secret replaced by a mark that names its kind.
        kinds: The kinds of those replaced, in order of appearance.
    """

    text: str
    kinds: tuple[str, ...] = ()


def redact(text: str) -> Redacted:
    """Replace the secrets in a text.

    Args:
        text: Any text.

    Returns:
        The text as it is where none was found.
    """
    kinds: list[str] = []
    parts: list[str] = []
    done = 0
    for start in _STARTS.finditer(text):
        if start.start() < done:
            continue
        for kind, form in _FORMS:
            found = form.match(text, start.start())
            if found is None:
                continue
            first, last = found.span("value") if "value" in form.groupindex else found.span()
            if kind != "credential" or not _is_code(found):
                kinds.append(kind)
                parts += [text[done:first], f"{MARK} {kind}]"]
                done = last
            break
    return Redacted("".join([*parts, text[done:]]), tuple(kinds))


def _is_code(found: re.Match[str]) -> bool:
    """Whether what stands as a credential is the name of something, as in `password = ask_for_it()`."""
    before, value = found.string[found.start() : found.start("value")], found["value"]
    if before.endswith(('"', "'")) or not re.fullmatch(r"[A-Za-z_][A-Za-z_.]*", value):
        return not before.endswith(('"', "'")) and found.string[found.end() : found.end() + 1] == "("
    # In files of variables, values stand bare: PASSWORD=correcthorse.
    return found.string[found.end() : found.end() + 1] in ("(", "[") or not re.search(r"[A-Z]=$", before)


def names_secrets(path: str, further: tuple[str, ...] = ()) -> bool:
    """Tell whether a path is one at which secrets are kept.

    Args:
        path: A path with `/` between its parts.
        further: Patterns of names, or of whole paths where they hold a `/`, beside the known ones.
    """
    # A copy that is kept of a file holds what the file holds.
    lowered = re.sub(r"(?:\.[0-9]{10,20})?\.(?:bak|old|orig|save)$|~$", "", path.lower())
    *folders, name = lowered.split("/")
    if not _SECRET_FOLDERS.isdisjoint(folders) or any(
        fnmatchcase(lowered, one.lower()) for one in further if "/" in one
    ):
        return True
    if any(lowered == one or lowered.endswith(f"/{one}") or fnmatchcase(lowered, one) for one in _SECRET_PATHS):
        return True
    if any(fnmatchcase(name, one) for one in _PUBLIC_NAMES):
        return False
    return any(fnmatchcase(name, one.lower()) for one in (*SECRET_NAMES, *further))
