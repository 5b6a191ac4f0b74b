"""The spec as instructions for the agent that calls the tools: markdown, to stand in its system prompt."""

from collections.abc import Iterable, Iterator

from lma_forge.emit.escape import one_line
from lma_forge.emit.library import settled_tools
from lma_forge.emit.wording import failure_words, parameter_text, running_text, sentence
from lma_forge.model import Bullet, Field, Spec, Tool
from lma_forge.names import title


def emit(spec: Spec) -> str:
    """Write the instructions: rules, tools, flow, source labels, and how failures sound."""
    parts = (
        _bulleted("Rules for every tool", [_with_details(rule.text, rule.details) for rule in spec.global_rules]),
        _tools(spec),
        _bulleted("Order of tool use", [step.text for step in spec.flow]),
        _bulleted("Source labels", spec.source_labels, "Label what you report with one of these, as it fits:"),
        _failure_standard(spec),
        _bulleted(
            "Not available",
            [f"`{tool.function}` ({title(tool.name)})" for tool in spec.reserved],
            "These tools are planned. They do not exist yet: do not call them, and do not act as if they had run.",
        ),
    )
    heading = one_line(spec.title) or "Tools"
    return "\n\n".join((f"# {heading}", *(part for part in parts if part))) + "\n"


def _tools(spec: Spec) -> str:
    if not spec.tools:
        return ""
    return "\n\n".join(("## Tools", *(_tool(tool) for tool in settled_tools(spec))))


def _tool(tool: Tool) -> str:
    blocks = [f"### `{tool.function}`", sentence(running_text(tool.description.blocks))]
    blocks.append(_list("Use it when:", map(_bullet, tool.use_when)))
    blocks.append(_list("Do not use it when:", map(_bullet, tool.do_not_use_when)))
    blocks.append(_list("Arguments:", map(_argument, tool.inputs)))
    blocks.append(_list("It gives back:", (f"`{field.name}`: {parameter_text(field)}" for field in tool.outputs)))
    blocks.append(_list("Rules:", (_with_details(rule.text, rule.details) for rule in tool.rules)))
    if tool.approval is not None and tool.approval.required:
        blocks.append("An operator must approve each call. A refusal is final: report it and do not work around it.")
    blocks.append(f"When it fails, it says {failure_words(tool)}")
    return "\n\n".join(block for block in blocks if block)


def _argument(field: Field) -> str:
    return f"`{field.parameter}`{'' if field.required else ' (optional)'}: {parameter_text(field)}"


def _bullet(bullet: Bullet) -> str:
    return _with_details(bullet.text, bullet.details)


def _with_details(text: str, details: Iterable[str]) -> str:
    return one_line(" ".join((text, *details)))


def _list(lead: str, items: Iterable[str]) -> str:
    lines = [f"- {item}" for item in items]
    return "\n".join((lead, "", *lines)) if lines else ""


def _bulleted(heading: str, items: Iterable[str], lead: str = "") -> str:
    lines = [f"{number}. {one_line(item)}" for number, item in enumerate(items, start=1)]
    if not lines:
        return ""
    return "\n\n".join(filter(None, (f"## {heading}", lead, "\n".join(lines))))


def _failure_standard(spec: Spec) -> str:
    standard = spec.failure_standard
    if not standard:
        return ""
    parts = list(_standard_parts(spec))
    return "\n\n".join(("## How to report a failure", *parts))


def _standard_parts(spec: Spec) -> Iterator[str]:
    standard = spec.failure_standard
    if lead := running_text(standard.lead.blocks):
        yield lead
    if standard.correct:
        yield _list("Say it like this:", (f"“{one_line(phrase)}”" for phrase in standard.correct))
    if standard.incorrect:
        yield _list("Never like this:", (f"“{one_line(phrase)}”" for phrase in standard.incorrect))
