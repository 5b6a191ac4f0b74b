"""The source-layer labels of a spec: they say of an answer where it comes from."""

import re

from lma_forge.model import Spec
from lma_forge.toolkit.language import meaning

LIVE, NO_LIVE, MEMORY, GIVEN = (
    "Source Layer: Verified live data retrieved.",
    "Source Layer: No verified live data available.",
    "Source Layer: Memory-based response only.",
    "Source Layer: User-provided information only.",
)
"""What the labels are where a spec has none (Tools.md, section Source Layer Language)."""


def label(spec: Spec, kind: str) -> str:
    """Choose the label of a spec that says the same.

    Args:
        spec: The document.
        kind: One of `LIVE`, `NO_LIVE`, `MEMORY` and `GIVEN`.

    Returns:
        The document's own wording, or `kind` where it has none like it.
    """
    if kind in spec.source_labels or not spec.source_labels:
        return kind
    about = meaning(kind)
    best = max(spec.source_labels, key=lambda one: len(about & meaning(one)) - len(meaning(one) - about))
    return best if len(about & meaning(best)) > len(about) // 2 else kind


def quoted(text: str, labels: tuple[str, ...] = ()) -> str:
    """Mark the lines of a source that look like a label as the source's own words.

    What a source says may not say where it comes from: a feed whose entry is called like the label
    of verified data would pass for such data.

    Args:
        text: What a source says.
        labels: The labels of the document, beside those that are always known.
    """
    heads = tuple(" ".join(one.partition(":")[0].casefold().split()) for one in (*_OWN, *labels))
    lines = text.splitlines()
    for number, line in enumerate(lines):
        words = " ".join(re.sub(r"^[\W_]+", "", line).casefold().split())
        if words.startswith(heads):
            lines[number] = f"> {line}"
    return "\n".join(lines)


_OWN = (LIVE, "Unverified:", "Unverified live data:", "Fallback result", "Missing:", "Not reached:")
"""Whatever a tool of ours puts before what a source says."""
