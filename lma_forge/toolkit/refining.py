"""Rewrites a prompt into a clear order without losing anything that it asks for.

A transformation only ever moves whole sentences and names what they are; it never rewords them.
Afterwards every number, name, quotation, address, piece of code and constraint of the original is
looked for in the result, and where one is gone the original stands.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from lma_forge.toolkit.redaction import redact
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.verifying.features import sentences

_LENGTH = 100_000
_SIMPLE = 12
_CODE = re.compile(
    r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|^(?: {4}|\t| {0,3}\|)[^\n]*(?:\n(?: {4}|\t| {0,3}\|)[^\n]*)*",
    re.DOTALL | re.MULTILINE,
)
"""What keeps its lines and its spaces: code in fences or indented, and tables."""
_KEEP = re.compile(
    r"`[^`\n]+`|\"[^\"\n]+\"|“[^”\n]+”|'(?=\S)[^'\n]{2,}(?<=\S)'(?!\w)|https?://[^\s)>\]]+|"
    r"[\w.+-]+@[\w-]+\.[\w.]+|\{\{?\s*[\w. ]+\s*\}\}?|"
    r"\[[A-Z_ ]+\]|<\w+>|(?:[\w.-]*/)+[\w.-]+|\b\w+\.(?:py|md|txt|json|ya?ml|toml|csv|html?|js|ts|sql)\b|"
    r"[-+]?[$€£]?\d[\d.,:/-]*\d%?|\d%?|\b[A-Z]{2,}\w*\b|\b[A-Z][a-z]+(?:[A-Z]\w+)\b|\b[A-Z]\w+\b|#\w+|@\w+"
)
_CONSTRAINT = re.compile(
    r"\b(?:must|must not|mustn't|should|shouldn't|need(?:s)? to|have to|has to|only|never|always|no more than|"
    r"at most|at least|up to|"
    r"do not|don't|without|avoid|exclude|include|ensure|make sure|keep|limit|within|max(?:imum)?|min(?:imum)?|"
    r"required?|except|"
    r"under \d+|less than|fewer than|more than|exactly|not)\b",
    re.IGNORECASE,
)
_FORMAT = re.compile(
    r"\b(?:format|table|bullets?|bullet points?|list form|json|yaml|csv|markdown|html|headings?|sections?|"
    r"paragraphs?|words?|"
    r"characters|pages?|lines?|tone|style|language|output|return|respond|reply|present|numbered|structured?)\b",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    r"^(?:i am|i'm|we are|we're|our|my|the (?:project|company|team|client|audience|background|context|reader)|"
    r"background|context|"
    r"given|currently|for context|this is for|it is for|it's for|there (?:is|are)|because|since)\b",
    re.IGNORECASE,
)
_PLEASANTRY = re.compile(
    r"^(?:(?:hi|hello|hey|thanks?|thank you|cheers|good (?:morning|afternoon|evening|day)|please|there|all|both|"
    r"team|lma|everyone|everybody|again|and|so much|very much|a lot|in advance|"
    r"(?:for )?(?:your|the|all) (?:help|time|support|work))\b[\s,.!]*)+$",
    re.IGNORECASE,
)
_GREETING = re.compile(r"^(?:(?:hi|hello|hey)(?: there| lma| team)?[,!.]\s+)", re.IGNORECASE)

_WORDS = {
    "standard": ("Task", "Context", "Requirements", "Output"),
    "client_safe": ("Task", "Background", "Requirements", "Deliverable"),
    "motion_cycle": ("Intent", "Context", "Boundaries", "Output"),
    "technical": ("Task", "Context", "Constraints", "Output format"),
}
MODES = tuple(_WORDS)
"""The modes in which a prompt can be refined."""


@dataclass(frozen=True, slots=True)
class Refined:
    """A prompt in good order.

    Args:
        prompt: The prompt.
        notes: What was changed and why, or why nothing was.
    """

    prompt: str
    notes: str


def refine(prompt: str, mode: str, *, gate_phrases: tuple[str, ...] = (), internal: tuple[str, ...] = ()) -> Refined:
    """Put a prompt in order.

    Args:
        prompt: The prompt as the user wrote it.
        mode: One of `MODES`: `client_safe` refuses what must not reach clients.
        gate_phrases: Phrases that the host's framework acts upon: a prompt with one is left
            exactly as it is.
        internal: Words that must not stand in a text for clients.

    Returns:
        The prompt and what was done. A short prompt of one sentence stays as it is.

    Raises:
        Refusal: The prompt is empty or too long, the mode is unknown, something would be lost, or
            a prompt for clients holds secrets or internal words.
    """
    if not prompt.strip():
        raise Refusal("The prompt is empty.")
    if mode not in _WORDS:
        raise Refusal(f"{mode!r} is no mode; use {', '.join(MODES)}.")
    if len(prompt) > _LENGTH:
        raise Refusal(f"The prompt has more than {_LENGTH:,} characters. {prompt[:200]}…")
    if phrase := next((one for one in gate_phrases if one and one.lower() in prompt.lower()), ""):
        return Refined(prompt, f"Left exactly as written, because it holds the Gate Phrase “{phrase}”.")
    if mode == "client_safe":
        _refuse_unsafe(prompt, internal)
    parts, notes = _sorted(prompt)
    filled = [name for name in parts if parts[name]]
    if len(filled) <= 1 or len(prompt.split()) < _SIMPLE:
        tidy = _tidied(prompt)
        _prove(prompt, tidy)
        return Refined(tidy, "A simple prompt stays simple; only its spacing was looked at.")
    result = _written(parts, mode)
    _prove(prompt, result)
    told = [f"Sorted into {', '.join(_title(name, mode) for name in filled)}; each sentence keeps its words."]
    return Refined(result, " ".join((*told, *notes)))


_ORDER = ("task", "context", "constraint", "format")


def _title(name: str, mode: str) -> str:
    return _WORDS[mode][_ORDER.index(name)]


def _sorted(prompt: str) -> tuple[dict[str, list[str]], list[str]]:
    """Say for each sentence what it is; code goes with the sentence before it."""
    parts: dict[str, list[str]] = {name: [] for name in _ORDER}
    notes: list[str] = []
    position, last = 0, "task"
    for found in (*_CODE.finditer(prompt), None):
        end = found.start() if found else len(prompt)
        for sentence in _pieces(prompt[position:end]):
            if _PLEASANTRY.match(sentence) and not _KEEP.search(sentence[1:]):
                notes.append("A greeting or thanks was left out.")
                continue
            plain = _GREETING.sub("", sentence)
            last = _kind(plain, first=not parts["task"])
            parts[last].append(plain[:1].upper() + plain[1:] if not _KEEP.match(plain) else plain)
        if found:
            parts[last].append(found[0])
            position = found.end()
    return parts, list(dict.fromkeys(notes))


def _pieces(text: str) -> list[str]:
    """Split into sentences; an item of a list is one of its own, and keeps its number."""
    pieces = []
    for line in text.splitlines():
        if line.strip():
            pieces += [line.strip()] if re.match(r"\s*(?:[-*•]|\d+[.)])\s", line) else list(sentences(line))
    return pieces


def _kind(sentence: str, *, first: bool) -> str:
    if _CONTEXT.match(sentence):
        return "context"
    if not first and _FORMAT.search(sentence):
        return "format"
    if not first and _CONSTRAINT.search(sentence):
        return "constraint"
    return "task"


def _written(parts: Mapping[str, list[str]], mode: str) -> str:
    blocks = []
    for name in _ORDER:
        lines = parts[name]
        if not lines:
            continue
        if name in {"constraint", "format"}:
            body = "\n".join(line if line.startswith(_WHOLE) else f"- {line}" for line in lines)
        else:
            body = (
                "\n".join(lines) if any("\n" in line or line.startswith(_WHOLE) for line in lines) else " ".join(lines)
            )
        blocks.append(f"{_title(name, mode)}:\n{body}")
    return "\n\n".join(blocks)


_WHOLE = ("- ", "* ", "```", "~~~", "    ", "\t", "|", " |", "  |", "   |")


def _tidied(prompt: str) -> str:
    if _CODE.search(prompt):
        return prompt.strip("\n").rstrip()
    return "\n".join(" ".join(line.split()) for line in prompt.strip().splitlines())


def _prove(before: str, after: str) -> None:
    """Check that nothing that matters is gone, nor stands there fewer times.

    Raises:
        Refusal: Something is gone; its text holds the original.
    """
    kept = Counter(_tokens(before))
    there = Counter(_tokens(after))
    lost = [token for token, count in kept.items() if there[token] < count]
    if lost:
        raise Refusal(f"Putting it in order would have lost {', '.join(lost[:5])}. {before}")


def _tokens(text: str) -> list[str]:
    """All words in lower case, and what must stay to the letter as it is."""
    plain = _GREETING.sub("", text.strip())
    words = [word.lower() for line in plain.splitlines() for piece in _pieces(line) if not _PLEASANTRY.match(piece)
             for word in re.findall(r"\w+", _GREETING.sub("", piece))]  # fmt: skip
    return (
        words
        + [found[0] for found in _CODE.finditer(text)]
        + re.findall(r"`[^`\n]+`|\"[^\"\n]+\"|https?://[^\s)>\]]+", _CODE.sub("", text))
    )


def _refuse_unsafe(prompt: str, internal: tuple[str, ...]) -> None:
    if kinds := redact(prompt).kinds:
        raise Refusal(f"It holds a secret ({kinds[0]}), which must not reach a client. The prompt was left as it is.")
    word = next((one for one in internal if re.search(rf"\b{re.escape(one)}\b", prompt, re.IGNORECASE)), "")
    if word:
        raise Refusal(f"It holds the internal word “{word}”, which must not reach a client. {prompt}")
