"""A tool written as a heading and its labelled sections, in the order of the section table."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from lma_forge.diagnostics import Span
from lma_forge.grammar import SECTIONS, SectionKind
from lma_forge.model import (
    NOWHERE,
    Approval,
    Block,
    BlockKind,
    Bullet,
    Example,
    ExtraSection,
    Failure,
    GovernanceRule,
    Prose,
    ReservedTool,
    Tool,
)
from lma_forge.spec.writefield import field_lines
from lma_forge.spec.writeprose import (
    bullet_lines,
    code_span,
    fence,
    flat,
    is_plain_label,
    label_kind,
    one_line,
    paragraphs,
    unlabelled,
)

_NOTHING: Mapping[str, list[str]] = {}


def tool_lines(
    tool: Tool, level: int = 2, before: Mapping[str, list[str]] = _NOTHING, behind: Mapping[str, list[str]] = _NOTHING
) -> list[str]:
    """Write a tool.

    Args:
        tool: The tool.
        level: Level of its heading.
        before: Lines that go right before a section, such as comments, by the field that it fills.
        behind: Lines that go right behind one; behind the heading for the empty name.

    Returns:
        Its lines, without a blank one at either end. A section that the grammar does not know
        stays behind the known one that it follows in the document.
    """
    blocks = [[f"{'#' * level} Tool: {flat(tool.name)}", *behind.get("", ())]]
    places = dict(tool.section_spans)
    written = [
        (key, [*before.get(key.field, ()), *block, *behind.get(key.field, ())])
        for key in SECTIONS
        if (block := _section(tool, key.field, key.label, key.kind))
    ]
    anchors = _anchors(tool.extra, [places.get(key.field, NOWHERE) for key, _ in written])
    waiting = list(zip(anchors, tool.extra, strict=True))
    for index in range(len(written) + 1):
        inline = index > 0 and written[index - 1][0].kind is not SectionKind.PROSE
        blocks += [written[index - 1][1]] if index else []
        while waiting and waiting[0][0] == index:
            blocks.append(_extra(waiting.pop(0)[1], level, inline=inline))
            inline = False
    return joined(blocks)


def reserved_lines(tool: ReservedTool, level: int = 2) -> list[str]:
    """Write a reserved tool; see `tool_lines`."""
    blocks = [[f"{'#' * level} Future Tool: {flat(tool.name)}"]]
    if tool.purpose:
        blocks.append(_prose("Purpose", tool.purpose))
    if tool.status:
        blocks.append(_prose("Status", Prose((Block(BlockKind.PARAGRAPH, tool.status),)), listed=True))
    before: SectionKind | None = SectionKind.LINE if tool.status else SectionKind.PROSE
    for extra in tool.extra:
        kind = label_kind(extra.label)
        inline = before not in {SectionKind.PROSE, None}
        blocks.append(_extra(extra, level, known=kind is not None, inline=inline))
        before = kind
    return joined(blocks)


def rule_text(rule: GovernanceRule) -> str:
    """Put a rule on one line, with its enforcement tag."""
    text = flat(rule.text)
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


def _extra(extra: ExtraSection, level: int, *, known: bool = False, inline: bool = False) -> list[str]:
    """Write a section that the grammar does not know.

    Args:
        extra: The section.
        level: Level of the tool's heading.
        known: Whether its label is one of the grammar's all the same, as in a reserved tool.
        inline: Whether text may stand right behind its label.
    """
    label = flat(extra.label)
    if not (known or is_plain_label(label)):
        return [f"{'#' * min(level + 1, 6)} {label}", "", *paragraphs(unlabelled(extra.body))]
    if (inline or known) and extra.body:
        return _prose(label, extra.body, bullets=False, listed=known)
    return [f"{label}:", "", *paragraphs(unlabelled(extra.body))]


def _section(tool: Tool, name: str, label: str, kind: SectionKind) -> list[str]:
    value = getattr(tool, name)
    if kind is SectionKind.FIELDS:
        return [f"{label}:", "", *field_lines(value)]
    if value is None or (isinstance(value, str | tuple) and not value) or (kind is SectionKind.PROSE and not value):
        return []
    if kind is SectionKind.LINE:
        return [f"{label}: {_line(value)}"]
    if kind is SectionKind.PROSE:
        return _prose(label, value)
    if kind is SectionKind.EXAMPLES:
        return [f"{label}:", "", *joined(fence(_example(example), "json") for example in value)]
    return _list(label, [_ITEMS[kind](item) for item in value])


def _prose(label: str, prose: Prose, *, bullets: bool = True, listed: bool = False) -> list[str]:
    """Write a section of text; a first line that would be structure stands right behind the label.

    In a description such a line may also come later, since text before its label belongs to it.
    """
    safe = unlabelled(prose, bullets=bullets, listed=listed)
    for index, (block, guarded) in enumerate(zip(prose.blocks, safe.blocks, strict=True)):
        if block.kind is not BlockKind.PARAGRAPH or block.depth or flat(block.text) == one_line(guarded.text):
            if label in {"Description", "Purpose"}:
                continue
            break
        above, below = (replace(safe, blocks=part) for part in (safe.blocks[:index], safe.blocks[index + 1 :]))
        return joined([paragraphs(above), [f"{label}: {flat(block.text)}"], paragraphs(below)])
    return [f"{label}:", "", *paragraphs(safe)]


def _list(label: str, items: list[Bullet]) -> list[str]:
    """Write a section that is a list; a first item that would be structure stands right behind the label."""
    first = items[0]
    if flat(first.text) != one_line(first.text) and not first.details:
        return joined([[f"{label}: {flat(first.text)}"], bullet_lines(items[1:])])
    return [f"{label}:", "", *bullet_lines(items)]


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


def _failure(failure: Failure) -> str:
    if not failure.literal:
        return f"{code_span(failure.code)} {flat(failure.message)}" if failure.code else flat(failure.message)
    case = " ".join(part for part in (code_span(failure.code) if failure.code else "", failure.condition) if part)
    lead = f"{flat(case)}: " if case else ""
    tail = " followed by the error message." if failure.detail else ""
    return f"{lead}Return: {code_span(failure.message)}{tail}"


def _example(example: Example) -> str:
    if example.output is None:
        outcome = f'"error": {json.dumps(example.error or "", ensure_ascii=False)}'
    else:
        outcome = f'"output": {example.output.text}'
    return f'{{"input": {example.input.text}, {outcome}}}'


_ITEMS: dict[SectionKind, Callable[[Any], Bullet]] = {
    SectionKind.BULLETS: lambda item: Bullet(item) if isinstance(item, str) else item,
    SectionKind.RULES: lambda rule: Bullet(rule_text(rule), rule.details),
    SectionKind.FAILURES: lambda failure: Bullet(_failure(failure)),
}
