"""Two versions of a project's specs laid side by side, for the rules about changes to look at."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from lma_forge.change import Change
from lma_forge.diagnostics import Span
from lma_forge.model import NOWHERE, Bullet, ReservedTool, Spec, Tool
from lma_forge.rules.comparison.fielddiff import FieldDifference, field_differences
from lma_forge.rules.comparison.plain import full_text
from lma_forge.rules.comparison.rulediff import (
    Owner,
    RuleDifference,
    RuleEdit,
    asks_first,
    prose_differences,
    rule_differences,
)
from lma_forge.spec.likeness import Paired, pair
from lma_forge.spec.matching import Matching, Rename, match_tools


@dataclass(frozen=True, slots=True)
class ToolPair:
    """A tool as it was and as it is.

    Args:
        old: The tool as it was.
        new: The tool as it is.
        old_document: The document that held it.
        new_document: The document that holds it.
        rename: How it came to another function name; None when it has the same.
        inputs: What became of its inputs.
        outputs: What became of its outputs.
        rules: What became of its rules, and of sentences that bind in sections of its own.
        uses: What became of the items of Use When.
        avoids: What became of the items of Do Not Use When.
    """

    old: Tool
    new: Tool
    old_document: Spec
    new_document: Spec
    rename: Rename | None
    inputs: tuple[FieldDifference, ...]
    outputs: tuple[FieldDifference, ...]
    rules: tuple[RuleDifference, ...]
    uses: Paired[Bullet]
    avoids: Paired[Bullet]

    @property
    def name(self) -> str:
        """The name by which changes speak of the tool."""
        return self.new.name

    @property
    def declares_otherwise(self) -> bool:
        """Whether the tool declares another approval, or other effects, by which rules may ask for one."""
        return (self.old.approval, self.old.effects) != (self.new.approval, self.new.effects)

    def spans(self, section: str = "") -> tuple[Span, Span]:
        """Where a section stood and stands, or the tool's name where there is none."""
        return self.old.section_span(section), self.new.section_span(section)


@dataclass(frozen=True, slots=True)
class DocumentPair:
    """A document as it was and as it is; an empty one where it was not there, or is gone.

    Args:
        old: The document as it was.
        new: The document as it is.
        rules: What became of its global rules, and of sentences that bind in its prose.
    """

    old: Spec
    new: Spec
    rules: tuple[RuleDifference, ...]

    def spans(self) -> tuple[Span, Span]:
        """The beginning of each version."""
        return start(self.old), start(self.new)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that two versions have to say about each other.

    Args:
        matching: Which tool is which.
        documents: The documents, paired by name.
        tools: The tools that are there on both sides, in the new order.
        layout: How tools become modules: `tool` or `category`.
        reserved: The tools that are reserved on both sides.
        reserved_gone: Tools that were reserved and are neither reserved nor active now.
        reserved_come: Tools that are reserved and were neither.
        homes: The document of each tool on both sides, by the identity of the tool.
        found: What the other rules have found, for those about the version.
    """

    matching: Matching
    documents: tuple[DocumentPair, ...]
    tools: tuple[ToolPair, ...]
    layout: str
    reserved: tuple[tuple[ReservedTool, ReservedTool], ...]
    reserved_gone: tuple[ReservedTool, ...]
    reserved_come: tuple[ReservedTool, ...]
    homes: Mapping[int, tuple[Spec, Spec]]
    found: tuple[Change, ...] = ()

    def rules(self) -> Iterator[RuleDifference]:
        """What became of every rule, the documents' first."""
        for document in self.documents:
            yield from document.rules
        for pair_of_tools in self.tools:
            yield from pair_of_tools.rules

    def spans_without(self, tool: object) -> tuple[Span, Span]:
        """Where something of one side would stand on each side: the beginnings of its document's versions."""
        old, new = self.homes[id(tool)]
        return start(old), start(new)


def start(spec: Spec) -> Span:
    """The beginning of a document."""
    return Span(spec.path)


def lay_side_by_side(
    old: Mapping[str, Spec], new: Mapping[str, Spec], layout: str = "tool", renamed: Mapping[str, str] | None = None
) -> Comparison:
    """Pair everything in two versions of a project's specs.

    Args:
        old: The documents as they were, by what tells which belongs to which.
        new: The documents as they are, by the same.
        layout: How tools become modules, for changes of the module's path.
        renamed: Renames that a person asks for, new name by old name.

    Returns:
        The pairs and what differs in them.
    """
    documents = _documents(old, new)
    before = {id(tool): document for document in old.values() for tool in (*document.tools, *document.reserved)}
    after = {id(tool): document for document in new.values() for tool in (*document.tools, *document.reserved)}
    partner = {id(both.old): both.new for both in documents} | {id(both.new): both.old for both in documents}
    homes = {tool: (document, partner[id(document)]) for tool, document in before.items()}
    homes |= {tool: (partner[id(document)], document) for tool, document in after.items()}
    everything = _merged(old.values()), _merged(new.values())
    matching = match_tools(*everything, renamed)
    renames = {id(rename.new): rename for rename in matching.renamed}
    tools = []
    for one, other in matching.pairs:
        pair_of_documents = before[id(one)], after[id(other)]
        moved = partner[id(pair_of_documents[0])] is not pair_of_documents[1]
        tools.append(_tool_pair(one, other, pair_of_documents, renames.get(id(other)), moved=moved))
    reserved = pair(everything[0].reserved, everything[1].reserved, (lambda tool: tool.function,))
    activated = {id(tool) for tool, _ in matching.activated}
    retired = {id(tool) for _, tool in matching.retired}
    return Comparison(
        matching,
        documents,
        tuple(tools),
        layout,
        reserved.pairs,
        tuple(tool for tool in reserved.removed if id(tool) not in activated),
        tuple(tool for tool in reserved.added if id(tool) not in retired),
        homes,
    )


def _merged(documents: Collection[Spec]) -> Spec:
    return Spec(
        tools=tuple(tool for document in documents for tool in document.tools),
        reserved=tuple(tool for document in documents for tool in document.reserved),
    )


def _documents(old: Mapping[str, Spec], new: Mapping[str, Spec]) -> tuple[DocumentPair, ...]:
    names = dict.fromkeys((*new, *old))
    found = [(old.get(name, Spec(path=name)), new.get(name, Spec(path=name))) for name in names]
    return tuple(DocumentPair(one, other, tuple(_document_rules(one, other))) for one, other in found)


def _document_rules(old: Spec, new: Spec) -> Iterator[RuleDifference]:
    at = start(old), start(new)
    yield from rule_differences(old.global_rules, new.global_rules, Owner("global_rules", "global rules", *at))
    lead = Owner("failure_standard", "failure standard", *at)
    yield from prose_differences(old.failure_standard.lead, new.failure_standard.lead, lead)
    sections = pair(
        old.sections,
        new.sections,
        (lambda one: (one.title, one.body), lambda one: one.title, lambda one: one.body or None),
    )
    empty = Spec().failure_standard.lead
    for one, other in sections.pairs:
        owner = Owner("sections", other.title, _known(one.span, at[0]), _known(other.span, at[1]))
        yield from prose_differences(one.body, other.body, owner)
    for one in sections.removed:
        yield from prose_differences(one.body, empty, Owner("sections", one.title, _known(one.span, at[0]), at[1]))
    for other in sections.added:
        owner = Owner("sections", other.title, at[0], _known(other.span, at[1]))
        yield from prose_differences(empty, other.body, owner)


def _known(span: Span, otherwise: Span) -> Span:
    return otherwise if span == NOWHERE else span


def _tool_pair(old: Tool, new: Tool, homes: tuple[Spec, Spec], rename: Rename | None, *, moved: bool) -> ToolPair:
    inputs = field_differences(old.inputs, new.inputs, old.section_span("inputs"), new.section_span("inputs"))
    outputs = field_differences(old.outputs, new.outputs, old.section_span("outputs"), new.section_span("outputs"))
    asks = new.approval is not None and new.approval.required
    at = old.section_span("rules"), new.section_span("rules")
    owner = Owner("rules", "rules", *at, tool=new.name, asks_anyway=asks)
    rules = [*rule_differences(old.rules, new.rules, owner)]
    rules += _extra_rules(old, new)
    if moved:
        # Other global rules bind it in another document.
        asks = asks or any(asks_first(rule) for rule in new.rules)
        above = Owner("global_rules", "global rules", old.name_span, new.name_span, new.name, asks_anyway=asks)
        found = rule_differences(homes[0].global_rules, homes[1].global_rules, above)
        rules += (one for one in found if one.edit is not RuleEdit.ORDER)
    uses, avoids = (
        pair(before, after, (lambda bullet: bullet, lambda bullet: bullet.text or None), full_text)
        for before, after in ((old.use_when, new.use_when), (old.do_not_use_when, new.do_not_use_when))
    )
    return ToolPair(old, new, *homes, rename, inputs, outputs, tuple(rules), uses, avoids)


def _extra_rules(old: Tool, new: Tool) -> Iterator[RuleDifference]:
    paired = pair(old.extra, new.extra, (lambda one: (one.label, one.body), lambda one: one.label))
    empty = Spec().failure_standard.lead
    at = old.name_span, new.name_span
    bodies = [(one, other, one.body, other.body) for one, other in paired.pairs]
    bodies += [(one, one, one.body, empty) for one in paired.removed]
    bodies += [(other, other, empty, other.body) for other in paired.added]
    for one, other, before, after in bodies:
        spans = (_known(one.span, at[0]) if before else at[0], _known(other.span, at[1]) if after else at[1])
        yield from prose_differences(before, after, Owner("extra", other.label, *spans, tool=new.name))
