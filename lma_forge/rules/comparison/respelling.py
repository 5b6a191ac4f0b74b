"""Differences that bind nobody and reach no model, listed one by one: nothing lands here by default."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from lma_forge.diagnostics import Span
from lma_forge.model import ReservedTool, Spec
from lma_forge.rules.comparison.deprecation import is_deprecated
from lma_forge.rules.comparison.failurediff import FailureEdit, failure_differences
from lma_forge.rules.comparison.fielddiff import FieldDifference, FieldEdit
from lma_forge.rules.comparison.pairing import Comparison, DocumentPair, ToolPair
from lma_forge.rules.comparison.plain import exact, full_text, listed, plain
from lma_forge.rules.comparison.power import approvals, effects
from lma_forge.rules.comparison.rulediff import RuleDifference, RuleEdit
from lma_forge.rules.comparison.strength import folded
from lma_forge.spec.likeness import pair


@dataclass(frozen=True, slots=True)
class Respelling:
    """One difference that means nothing.

    Args:
        spans: The old and the new place.
        part: The field of the model.
        field: What it is, for people.
        what: What happened to it, as the end of a sentence.
        texts: What stood there and what stands there.
        tool: The tool; empty for the document.
    """

    spans: tuple[Span, Span]
    part: str
    field: str
    what: str
    texts: tuple[str, str]
    tool: str = ""

    @property
    def same(self) -> bool:
        """Whether the meaning is the same, and not only of no consequence."""
        return self.what not in _ELSE


_PROSE_PARTS = ("version", "owner", "icon", "examples", "renamed_from")
_OTHERWISE = "is written otherwise"
_REORDERED = "stands in another order"
_CHANGED, _GONE, _NEW = "changed", "is gone", "is new"
_ELSE = frozenset({_CHANGED, _GONE, _NEW})


def tool_respellings(pair: ToolPair, comparison: Comparison) -> Iterator[Respelling]:
    """List what is written otherwise in a tool and means the same."""
    yield from _names(pair, comparison)
    yield from _settled_otherwise(pair)
    for found in (*pair.inputs, *pair.outputs):
        if found.edit is FieldEdit.RESPELT or (found.edit is FieldEdit.ORDER and not _is_input_order(found, pair)):
            part = "inputs" if found in pair.inputs else "outputs"
            what = _REORDERED if found.edit is FieldEdit.ORDER else _OTHERWISE
            yield Respelling(
                (found.old_span, found.new_span), part, found.path or part, what, (found.before, found.after), pair.name
            )
    for rule in pair.rules:
        yield from _rule(rule, tool_order=True)
    for failure in failure_differences(pair.old, pair.new):
        if failure.edit in {FailureEdit.RESPELT, FailureEdit.ORDER}:
            what = _REORDERED if failure.edit is FailureEdit.ORDER else _OTHERWISE
            texts = failure.before, failure.after
            yield Respelling((failure.old_span, failure.new_span), "failures", "failures", what, texts, pair.name)
    yield from _bullets(pair)
    yield from _extras(pair)


def _names(pair: ToolPair, comparison: Comparison) -> Iterator[Respelling]:
    old, new = pair.old, pair.new

    def told(part: str, what: str = _CHANGED, field: str = "") -> Respelling:
        texts = plain(getattr(old, part)), plain(getattr(new, part))
        return Respelling(pair.spans(part), part, field or part.replace("_", " "), what, texts, pair.name)

    if pair.rename is None:
        if old.name != new.name:
            yield Respelling(
                (old.name_span, new.name_span), "name", "name", _OTHERWISE, (old.name, new.name), pair.name
            )
        if old.explicit_name != new.explicit_name:
            yield told("explicit_name", "is given otherwise")
    if old.category != new.category:
        yield told("category")
    if old.status != new.status and is_deprecated(old) == is_deprecated(new):
        yield told("status")
    for part in _PROSE_PARTS:
        if getattr(old, part) != getattr(new, part):
            yield told(part)
    before, after = comparison.homes[id(new)]
    if pair.old_document is not before or pair.new_document is not after:
        texts = pair.old_document.path, pair.new_document.path
        yield Respelling((old.name_span, new.name_span), "tools", "document", "is another", texts, pair.name)


def _settled_otherwise(pair: ToolPair) -> Iterator[Respelling]:
    """What is declared in other words, or in words for the first time, and comes to the same."""
    old, new = pair.old, pair.new
    if old.effects != new.effects and effects(pair)[0] == effects(pair)[1]:
        texts = exact(old.effects), exact(new.effects)
        yield Respelling(pair.spans("effects"), "effects", "effects", "come to the same", texts, pair.name)
    if old.approval != new.approval:
        was, now = approvals(pair)
        if was.required == now.required and (not was.required or was.condition == now.condition):
            texts = exact(old.approval), exact(new.approval)
            yield Respelling(pair.spans("approval"), "approval", "approval", "comes to the same", texts, pair.name)
    for part in ("permissions", "host"):
        before, after = getattr(old, part), getattr(new, part)
        if before != after and set(before) == set(after):
            yield Respelling(pair.spans(part), part, part, _REORDERED, (listed(before), listed(after)), pair.name)
    if old.description != new.description and plain(old.description).split() == plain(new.description).split():
        spans = (old.description.span, new.description.span)
        texts = exact(old.description), exact(new.description)
        yield Respelling(spans, "description", "description", "is laid out otherwise", texts, pair.name)


def _is_input_order(found: FieldDifference, pair: ToolPair) -> bool:
    return found.depth == 0 and found in pair.inputs


def _rule(found: RuleDifference, *, tool_order: bool) -> Iterator[Respelling]:
    spans = found.old_span, found.new_span
    texts = found.before, found.after
    owner = found.owner
    if found.edit is RuleEdit.RESPELT:
        yield Respelling(spans, owner.part, owner.field, "has a rule with other marks", texts, owner.tool)
    elif found.edit is RuleEdit.TEXT:
        yield Respelling(spans, owner.part, owner.field, _CHANGED, texts, owner.tool)
    elif found.edit is RuleEdit.ORDER and tool_order:
        yield Respelling(spans, owner.part, owner.field, _REORDERED, texts, owner.tool)


def _bullets(pair: ToolPair) -> Iterator[Respelling]:
    for part, paired in (("use_when", pair.uses), ("do_not_use_when", pair.avoids)):
        field = part.replace("_", " ")
        if not paired.keeps_order:
            places = tuple(listed(str(place + 1) for place in order) for order in (sorted(paired.order), paired.order))
            yield Respelling(pair.spans(part), part, field, _REORDERED, (places[0], places[1]), pair.name)
        for before, after in paired.pairs:
            texts = full_text(before), full_text(after)
            if before != after and part == "do_not_use_when" and folded(texts[0]) == folded(texts[1]):
                spans = (before.span, after.span)
                yield Respelling(spans, part, field, _OTHERWISE, (exact(before), exact(after)), pair.name)


def _extras(pair: ToolPair) -> Iterator[Respelling]:
    """Labels of the tool's own sections; what their bodies say is among the rules."""
    labels = listed(one.label for one in pair.old.extra), listed(one.label for one in pair.new.extra)
    if labels[0] != labels[1]:
        spans = (pair.old.name_span, pair.new.name_span)
        yield Respelling(spans, "extra", "own sections", "have other labels or another order", labels, pair.name)


def document_respellings(comparison: Comparison) -> Iterator[Respelling]:
    """List what is written otherwise in the documents themselves and means the same."""
    for document in comparison.documents:
        yield from _header(document)
        for rule in document.rules:
            yield from _rule(rule, tool_order=False)
        yield from _lists(document)
        yield from _sections(document)
    yield from _groups(comparison)
    for old, new in comparison.reserved:
        yield from _reserved(old, new)


def _header(document: DocumentPair) -> Iterator[Respelling]:
    old, new = document.old, document.new
    spans = document.spans()
    if old.title != new.title:
        yield Respelling(spans, "title", "title", _CHANGED, (old.title, new.title))
    paired = pair(old.metadata, new.metadata, (lambda one: one, lambda one: one[0]))
    for key, value in paired.removed:
        yield Respelling(spans, "metadata", f"metadata.{key}", _GONE, (value, ""))
    for before, after in paired.pairs:
        if before != after:
            yield Respelling(spans, "metadata", f"metadata.{after[0]}", _CHANGED, (before[1], after[1]))
    for key, value in paired.added:
        yield Respelling(spans, "metadata", f"metadata.{key}", _NEW, ("", value))
    if not paired.keeps_order:
        keys = listed(key for key, _ in old.metadata), listed(key for key, _ in new.metadata)
        yield Respelling(spans, "metadata", "metadata", _REORDERED, keys)


def _lists(document: DocumentPair) -> Iterator[Respelling]:
    old, new = document.old, document.new
    lists: tuple[tuple[str, Sequence[str], Sequence[str]], ...] = (
        ("source_labels", old.source_labels, new.source_labels),
        ("failure_standard", old.failure_standard.correct, new.failure_standard.correct),
        ("failure_standard", old.failure_standard.incorrect, new.failure_standard.incorrect),
    )
    for part, before, after in lists:
        if before != after and set(before) == set(after):
            texts = listed(before), listed(after)
            yield Respelling(document.spans(), part, part.replace("_", " "), _REORDERED, texts)


def _sections(document: DocumentPair) -> Iterator[Respelling]:
    """Headings of prose; what the prose says is among the rules."""
    titles = _titles(document.old), _titles(document.new)
    if titles[0] != titles[1]:
        yield Respelling(document.spans(), "sections", "sections", "have other headings or another order", titles)


def _titles(spec: Spec) -> str:
    return listed(f"{'#' * one.level} {one.title}" for one in spec.sections)


def _groups(comparison: Comparison) -> Iterator[Respelling]:
    renamed: dict[tuple[str, str], ToolPair] = {}
    for found in comparison.tools:
        if found.old.group != found.new.group:
            renamed.setdefault((found.old.group, found.new.group), found)
    for texts, found in renamed.items():
        yield Respelling((found.old.name_span, found.new.name_span), "group", "group heading", _CHANGED, texts)
    order = [(id(one.old_document), one.old) for one in comparison.tools]
    place = {id(tool): index for document in comparison.documents for index, tool in enumerate(document.old.tools)}
    for document in comparison.documents:
        places = [place[id(tool)] for home, tool in order if home == id(document.old)]
        if places != sorted(places):
            names = tuple(listed(tool.name for tool in spec.tools) for spec in (document.old, document.new))
            yield Respelling(document.spans(), "tools", "tools", "stand in another order", (names[0], names[1]))


def _reserved(old: ReservedTool, new: ReservedTool) -> Iterator[Respelling]:
    for part in fields(ReservedTool):
        before, after = getattr(old, part.name), getattr(new, part.name)
        if part.compare and before != after:
            spans = (old.name_span, new.name_span)
            field = f"reserved tool's {part.name}"
            yield Respelling(spans, "reserved", field, _CHANGED, (plain(before), plain(after)), new.name)
