"""CHG701 to CHG703: whether the document's version says what its changes mean."""

import re
from collections.abc import Iterator

from lma_forge.change import Category, Change
from lma_forge.model import Spec
from lma_forge.rules.comparison.finding import ChangeCheck, change_rule
from lma_forge.rules.comparison.pairing import Comparison, DocumentPair

_VERSION = re.compile(r"\s*[`*_]*[vV]?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(?![\d.])")
_UNMIRRORED = "it speaks of the version and not of the change"

Number = tuple[int, int, int]


@change_rule("CHG701", Category.DOCUMENTATION, unmirrored=_UNMIRRORED)
def version_not_bumped(comparison: Comparison) -> Iterator[Change]:
    """The document changed and its version does not show it.

    What breaks or weakens asks for a new major version, what adds, tightens or routes for a minor
    one, and words for a patch. Two contents under one version cannot be told apart.

    Bad:
        # Tools
        **Version:** v1.0
        ## Tool: NoteReader
        Description: Reads notes.
        =>
        # Tools
        **Version:** v1.0
        ## Tool: NoteReader
        Description: Finds notes.

    Good:
        # Tools
        **Version:** v1.0
        ## Tool: NoteReader
        Description: Reads notes.
        =>
        # Tools
        **Version:** v1.1
        ## Tool: NoteReader
        Description: Finds notes.
    """
    for document, old, new, bump in _versions(comparison):
        short = bump == "minor" and new > old and new[:2] == old[:2]
        if new == old or short:
            message = f"the version is still {_text(new)}" if new == old else f"only a patch, {_text(new)}"
            yield _said(version_not_bumped, document, f"{message}, and the changes ask for a new {bump} version")


@change_rule("CHG702", Category.DOCUMENTATION, unmirrored=_UNMIRRORED)
def major_not_bumped(comparison: Comparison) -> Iterator[Change]:
    """The version was raised, but by less than what breaks or weakens asks for.

    Whoever takes minor versions unseen takes the break with them. Below 1.0 a new minor version is
    enough.

    Bad:
        # Tools
        **Version:** v1.0
        ## Tool: NoteReader
        Input:
        - key (string): The key.
        =>
        # Tools
        **Version:** v1.1
        ## Tool: NoteReader
        Input: None

    Good:
        # Tools
        **Version:** v1.0
        ## Tool: NoteReader
        Input:
        - key (string): The key.
        =>
        # Tools
        **Version:** v2.0
        ## Tool: NoteReader
        Input: None
    """
    for document, old, new, bump in _versions(comparison):
        raised = new[:2] > old[:2] if old[0] == new[0] == 0 else new[0] > old[0]
        if bump == "major" and new > old and not raised:
            message = f"the version went from {_text(old)} to {_text(new)}, and the changes ask for a new major version"
            yield _said(major_not_bumped, document, message)


@change_rule("CHG703", Category.DOCUMENTATION, unmirrored=_UNMIRRORED)
def version_decreased(comparison: Comparison) -> Iterator[Change]:
    """The version is lower than it was.

    Whoever compares versions takes the new document for the old one.

    Bad:
        # Tools
        **Version:** v2.0
        ## Tool: NoteReader
        Input: None
        =>
        # Tools
        **Version:** v1.0
        ## Tool: NoteReader
        Input: None

    Good:
        # Tools
        **Version:** v2.0
        ## Tool: NoteReader
        Input: None
        =>
        # Tools
        **Version:** 2.0.0
        ## Tool: NoteReader
        Input: None
    """
    for document, old, new, _ in _versions(comparison):
        if new < old:
            yield _said(version_decreased, document, f"the version went down from {_text(old)} to {_text(new)}")


def _versions(comparison: Comparison) -> Iterator[tuple[DocumentPair, Number, Number, str]]:
    """The documents with a version on both sides, and what their changes ask for."""
    for document in comparison.documents:
        paths = {document.old.path, document.new.path}
        alone = len(comparison.documents) == 1
        found = [one for one in comparison.found if alone or {one.old_span.path, one.new_span.path} & paths]
        bumps = {one.category.bump for one in found}
        bump = next((word for word in ("major", "minor", "patch") if word in bumps), "")
        old, new = _number(document.old), _number(document.new)
        if bump and old is not None and new is not None:
            yield document, old, new, bump


def _said(check: ChangeCheck, document: DocumentPair, message: str) -> Change:
    texts = _stated(document.old), _stated(document.new)
    field = "metadata.Version"
    return check.at(document.spans(), f"Version: {message}.", part="metadata", field=field, texts=texts)


def _stated(spec: Spec) -> str:
    return next((value for key, value in spec.metadata if key.strip().lower() == "version"), "")


def _number(spec: Spec) -> Number | None:
    found = _VERSION.match(_stated(spec))
    if found is None:
        return None
    major, minor, patch = (int(part or 0) for part in found.groups())
    return major, minor, patch


def _text(number: Number) -> str:
    return ".".join(map(str, number if number[2] else number[:2]))
