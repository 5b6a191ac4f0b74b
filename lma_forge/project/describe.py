"""What becomes of a tool of a spec: what a model reads of it, and what each of its rules is worth."""

import json
from collections.abc import Iterator
from typing import Any

from lma_forge import lcp
from lma_forge.emit import libraries, render
from lma_forge.errors import InternalError
from lma_forge.model import Field, GovernanceRule, Spec, Tool
from lma_forge.project.config import Config
from lma_forge.project.templates import load
from lma_forge.spec.enforcement import standing
from lma_forge.spec.policy import policy_named, policy_of


def describe(spec: Spec, tool: Tool, config: Config, label: str) -> str:
    """Describe a tool.

    Args:
        spec: The spec that the tool is in.
        tool: The tool.
        config: Says where the guidance stands, and which templates hold.
        label: The spec's name in generated text.

    Returns:
        Text for people: the tool, what a model reads of it, how it fails, and its rules.

    Raises:
        InternalError: The tool cannot be rendered and read back.
    """
    settled = next(
        one for library in libraries(spec, config.layout) for one in library.tools if one.function == tool.function
    )
    parts = (_head(settled, label), _seen(spec, settled, config, label), _failure(settled), _rules(spec, settled))
    return "\n".join("".join(f"{line}\n" for line in part) for part in parts)


def _head(tool: Tool, label: str) -> Iterator[str]:
    yield f"{tool.name}, defined in {label}, line {tool.name_span.line}"
    effects = ", ".join(tool.effects) if tool.effects is not None else "unknown: neither stated nor to be derived"
    yield f"  function: {tool.function}"
    yield f"  effects:  {effects}"
    approval = "not needed"
    if tool.approval is not None and tool.approval.required:
        approval = f"asked of the operator{f' ({tool.approval.condition})' if tool.approval.condition else ''}"
    yield f"  approval: {approval}"


def _seen(spec: Spec, tool: Tool, config: Config, label: str) -> Iterator[str]:
    library = next(one for one in libraries(spec, config.layout) if tool.function in {t.function for t in one.tools})
    file = lcp.read(render(library, load(config), config.guidance, label), f"{library.stem}.py")
    view = next((one for one in file.tools if one.name == tool.function), None)
    if view is None:
        raise InternalError(f"the module of {tool.name} does not offer it when read back")
    shown: Any = lcp.schema(view)
    yield "What the model reads"
    yield from _indented(shown["description"])
    properties = shown["input_schema"]["properties"]
    required = shown["input_schema"].get("required", [])
    for name, schema in properties.items():
        need = "required" if name in required else "optional"
        more = {key: value for key, value in schema.items() if key not in {"type", "description"}}
        extras = "".join(f", {key}: {json.dumps(value)}" for key, value in more.items())
        yield f"  {name} ({schema.get('type', 'any')}, {need}{extras}): {schema.get('description', '')}"
    if not properties:
        yield "  (no parameters)"
    outputs = ", ".join(f"{field.name} ({_kind(field)})" for field in tool.outputs)
    yield f"  gives back: {outputs or 'nothing but success'}"


def _kind(field: Field) -> str:
    kind = str(field.type.kind) + (f" of {field.type.item}" if field.type.item else "")
    values = f": {', '.join(str(allowed.value) for allowed in field.allowed)}" if field.allowed else ""
    return f"{kind}{values}"


def _failure(tool: Tool) -> Iterator[str]:
    yield "When it fails"
    for failure in tool.failures:
        condition = f" when {failure.condition}" if failure.condition else ""
        code = f" [{failure.code}]" if failure.code else ""
        yield f"  {failure.message}{' and the error text' if failure.detail else ''}{condition}{code}"


def _rules(spec: Spec, tool: Tool) -> Iterator[str]:
    yield "What its rules became"
    for rule in tool.rules:
        yield f"  {rule.number}. {rule.text}"
        yield f"     {_became(rule, tool, spec)}"
    if not tool.rules:
        yield "  (it has none of its own)"
    bound = [rule for rule in spec.global_rules if policy_of(rule)]
    if bound:
        yield "Rules of the whole document that state a policy"
    for rule in bound:
        yield f"  {rule.number}. {rule.text}"
        yield f"     {_became(rule, tool, spec)}"


def _became(rule: GovernanceRule, tool: Tool, spec: Spec) -> str:
    found = standing(rule, tool, spec)
    policy = policy_named(found.policy)
    return f"{policy.name} ({policy.summary}): {found.how}" if policy else f"{found.holder}: {found.how}"


def _indented(text: str) -> list[str]:
    return [f"  {line}" for line in text.splitlines()]
