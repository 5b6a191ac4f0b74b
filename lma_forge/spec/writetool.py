"""A tool written as a heading and its labelled sections, in the order of the section table."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from lma_forge.diagnostics import Span
from lma_forge.grammar import SECTIONS, SectionKind
from lma_forge.model import (
    NOWHERE,
    Approval,
    Bullet,
    Example,
    ExtraSection,
    Failure,
    GovernanceRule,
    ReservedTool,
    Tool,
)
from lma_forge.spec.writefield import field_lines
from lma_forge.spec.writeprose import (
    bullet_lines,
    code_span,
    fence,
    flat,
    is_label,
    is_plain_label,
    one_line,
    paragraphs,
    unlabelled,
)


def tool_lines(tool: Tool, level: int = 2) -> list[str]:
    """Write a tool.

    Args:
        tool: The tool.
        level: Level of its heading.

    Returns:
        Its lines, without a blank one at either end. A section that the grammar does not know
        stays behind the known one that it follows in the document.
    """
    blocks = [[f"{'#' * level} Tool: {flat(tool.name)}"]]
    places = dict(tool.section_spans)
    known = [(key.field, _section(tool, key.field, key.label, key.kind)) for key in SECTIONS]
    written = [(places.get(name, NOWHERE), block) for name, block in known if block]
    anchors = _anchors(tool.extra, [place for place, _ in written])
    for index, block in enumerate([[], *(block for _, block in written)]):
        blocks.append(block)
        blocks += (_extra(extra, level) for extra, anchor in zip(tool.extra, anchors, strict=True) if anchor == index)
    return joined(blocks)


def reserved_lines(tool: ReservedTool, level: int = 2) -> list[str]:
    """Write a reserved tool; see `tool_lines`."""
    blocks = [[f"{'#' * level} Future Tool: {flat(tool.name)}"]]
    if tool.purpose:
        blocks.append(["Purpose:", "", *paragraphs(unlabelled(tool.purpose, bullets=True))])
    if tool.status:
        blocks.append(["Status:", "", one_line(tool.status)])
    blocks += (_extra(extra, level, known=is_label(extra.label)) for extra in tool.extra)
    return joined(blocks)


def rule_text(rule: GovernanceRule) -> str:
    """Write a rule on one line, with its enforcement tag."""
    text = one_line(rule.text)
    return f"{text} [enforce: {rule.policy}]".strip() if rule.policy else text


def joined(blocks: Iterable[list[str]]) -> list[str]:
    """Put blocks of lines below each other, one blank line between them; empty blocks vanish."""
    lines: list[str] = []
    for block in blocks:
        if block:
            lines += ["", *block] if lines else block
    return lines


def _anchors(extras: tuple[ExtraSection, ...], places: list[Span]) -> list[int]:
    """Find behind how many of the known sections, in canonical order, each unknown one is written.

    That is behind the one that it follows in the document, but never before an unknown one that
    comes earlier; at the end where the document is not known.
    """
    found: list[int] = []
    for extra in extras:
        before = [place for place in places if place != NOWHERE and place < extra.span]
        anchor = len(places)
        if extra.span != NOWHERE:
            anchor = places.index(max(before)) + 1 if before else 0
        found.append(max([anchor, *found]))
    return found


def _extra(extra: ExtraSection, level: int, *, known: bool = False) -> list[str]:
    label = flat(extra.label)
    opening = f"{label}:" if known or is_plain_label(label) else f"{'#' * min(level + 1, 6)} {label}"
    return [opening, "", *paragraphs(unlabelled(extra.body))]


def _section(tool: Tool, name: str, label: str, kind: SectionKind) -> list[str]:
    value = getattr(tool, name)
    if kind is SectionKind.FIELDS:
        return [f"{label}:", "", *field_lines(value)]
    if value is None or (isinstance(value, str | tuple) and not value) or (kind is SectionKind.PROSE and not value):
        return []
    if kind is SectionKind.LINE:
        return [f"{label}: {_line(value)}"]
    return [f"{label}:", "", *_BODIES[kind](value)]


def _line(value: Any) -> str:  # noqa: ANN401 - one type a section
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{format(value, 'f').rstrip('0').rstrip('.')} s"
    if isinstance(value, Approval):
        return flat(value.condition) if value.condition else "yes" if value.required else "no"
    if isinstance(value, tuple):
        return ", ".join(flat(str(item)) for item in value)
    return flat(str(value))


def _rules(rules: tuple[GovernanceRule, ...]) -> list[str]:
    return bullet_lines(Bullet(rule_text(rule), rule.details) for rule in rules)


def _bullets(items: tuple[Bullet | str, ...]) -> list[str]:
    return bullet_lines(Bullet(item) if isinstance(item, str) else item for item in items)


def _failures(failures: tuple[Failure, ...]) -> list[str]:
    return [f"- {_failure(failure)}" for failure in failures]


def _failure(failure: Failure) -> str:
    if not failure.literal:
        return f"{code_span(failure.code)} {flat(failure.message)}" if failure.code else one_line(failure.message)
    case = " ".join(part for part in (code_span(failure.code) if failure.code else "", failure.condition) if part)
    lead = f"{one_line(case)}: " if case else ""
    tail = " followed by the error message." if failure.detail else ""
    return f"{lead}Return: {code_span(failure.message)}{tail}"


def _examples(examples: tuple[Example, ...]) -> list[str]:
    return joined([fence(_example(example), "json") for example in examples])


def _example(example: Example) -> str:
    if example.output is None:
        outcome = f'"error": {json.dumps(example.error or "", ensure_ascii=False)}'
    else:
        outcome = f'"output": {example.output.text}'
    return f'{{"input": {example.input.text}, {outcome}}}'


_BODIES: dict[SectionKind, Callable[[Any], list[str]]] = {
    SectionKind.PROSE: lambda prose: paragraphs(unlabelled(prose, bullets=True)),
    SectionKind.BULLETS: _bullets,
    SectionKind.RULES: _rules,
    SectionKind.FAILURES: _failures,
    SectionKind.EXAMPLES: _examples,
}
