"""The source-layer labels of a spec: they say of an answer where it comes from."""

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
