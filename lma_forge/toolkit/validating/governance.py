"""Does a text keep to the document: its failure standard, its labels, its reserved tools, its rules?"""

import re
from collections.abc import Iterator

from lma_forge.model import Spec
from lma_forge.names import title
from lma_forge.toolkit.document import document
from lma_forge.toolkit.redaction import redact
from lma_forge.toolkit.settings import Config
from lma_forge.toolkit.validating.issue import Issue, place
from lma_forge.toolkit.wrongs import WRONGS, affirmed

_LABEL = re.compile(r"^[^\w\n]*Source Layer\s*:.*$", re.MULTILINE | re.IGNORECASE)
_CURRENT = re.compile(
    r"\b(?:as of (?:today|now)|right now|at the moment|currently|today's|latest|live (?:data|score|price))\b",
    re.IGNORECASE,
)


def examine(content: str, config: Config) -> tuple[Issue, ...]:
    """Compare a text with the document.

    Args:
        content: The text, such as an answer or a plan.
        config: The host's configuration, which may name the document.

    Raises:
        Refusal: The document cannot be read.
    """
    spec = document(config)
    found = [*_phrases(content, spec), *_labels(content, spec), *_reserved(content, spec), *_acts(content)]
    if kinds := redact(content).kinds:
        found.append(Issue(f"It holds a secret ({kinds[0]}).", "Take it out.", grave=True))
    return tuple(sorted(found, key=lambda one: (one.line, one.column)))


def _phrases(content: str, spec: Spec) -> Iterator[Issue]:
    """Find the phrases that the failure standard forbids; the dots at their ends stand for anything."""
    for phrase in spec.failure_standard.incorrect:
        words = re.escape(phrase.strip().rstrip(".… ")).replace(r"\ ", r"\s+")
        for found in re.finditer(rf"\b{words}\b", content, re.IGNORECASE):
            yield Issue(
                f"The failure standard forbids “{phrase}”.",
                "Say what is known, or say that it could not be verified.",
                *place(content, found.start()),
                grave=True,
            )


def _labels(content: str, spec: Spec) -> Iterator[Issue]:
    labels = [label.casefold() for label in spec.source_labels]
    stated = list(_LABEL.finditer(content))
    for found in stated:
        if labels and " ".join(found[0].split()).strip("*_> ").casefold() not in labels:
            yield Issue(
                f"“{found[0].strip()}” is no source-layer label of the document.",
                f"Use one of: {' '.join(spec.source_labels)}",
                *place(content, found.start()),
            )
    if labels and not stated and (current := _CURRENT.search(content)):
        yield Issue(
            "It speaks of what is current, and says nothing of where that comes from.",
            f"Add a source-layer label: {' '.join(spec.source_labels)}",
            *place(content, current.start()),
        )


def _reserved(content: str, spec: Spec) -> Iterator[Issue]:
    for tool in spec.reserved:
        name = re.escape(title(tool.name)).replace(r"\ ", r"[\s_]?")
        for found in re.finditer(rf"\b(?:tool_)?{name}\b", content, re.IGNORECASE):
            yield Issue(
                f"{tool.name} is reserved and cannot be used.",
                "Leave it out, or say that it is not available yet.",
                *place(content, found.start()),
                grave=True,
            )


def _acts(content: str) -> Iterator[Issue]:
    for wrong in WRONGS:
        if found := affirmed(wrong.pattern, content):
            yield Issue(
                f"Somebody {wrong.name} there: “{found[:120]}”.",
                "Leave it out; no approval makes it right.",
                *place(content, content.find(found)),
                grave=True,
            )
