"""The tools of a module that the project's specs know, and the functions in which people have written them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lma_forge import lcp
from lma_forge.diagnostics import Related, Span
from lma_forge.lcp import ToolView
from lma_forge.model import Effect, Tool

if TYPE_CHECKING:
    from lma_forge.rules.scopes import Scope
    from lma_forge.rules.toolmodule import ToolModule


@dataclass(frozen=True, slots=True)
class Held:
    """A tool of the module that a spec declares.

    Args:
        view: The host's view of it.
        tool: What the spec says.
        generated: Whether the generated contract stands in the module, which is compared with the
            spec by `generate --check`; the implementation is still its author's.
    """

    view: ToolView
    tool: Tool
    generated: bool

    @property
    def span(self) -> Span:
        """From `def` to the name."""
        where = self.view.span
        return Span(where.path, where.line, where.column, where.line, where.column + len(f"def {self.view.name}"))

    def related(self, span: Span) -> tuple[Related, ...]:
        """The place of the spec that says otherwise."""
        return (Related(f"{self.tool.name} is declared here", span),)


def held(module: ToolModule) -> Iterator[Held]:
    """The tools of a module that a spec declares, in order."""
    contract = module.file.contract if isinstance(module.file.contract, Mapping) else {}
    for view in module.file.tools:
        tool = module.declared.get(view.name)
        if tool is not None:
            yield Held(view, tool, generated=view.name in contract)


def by_hand(module: ToolModule) -> Iterator[Held]:
    """Those of them that people have written whole."""
    return (one for one in held(module) if not one.generated)


def body_of(module: ToolModule, one: Held) -> Scope | None:
    """The function that its author has written: the tool, or the implementation behind a generated contract."""
    name = f"_{one.view.name.removeprefix('tool_')}" if one.generated else one.view.name
    return module.facts.function(name)


def only_reads(tool: Tool) -> bool:
    """Whether a spec says that a tool changes nothing: by a rule, and not against its effects."""
    from lma_forge.spec.effects import effects_of  # noqa: PLC0415 - most modules are under no spec
    from lma_forge.spec.policy import policy_of  # noqa: PLC0415 - as above

    effects = effects_of(tool)
    if effects is not None:
        return set(effects) <= {Effect.NONE, Effect.READ}
    return any(policy_of(one) == "read-only" for one in tool.rules)


def inputs_of(one: Held) -> Any:  # noqa: ANN401 - JSON
    """The schema of a tool's inputs as a model is shown it."""
    return lcp.schema(one.view)["input_schema"]


def texts(module: ToolModule) -> frozenset[str]:
    """The text constants of a module, those inside f-strings among them; for `ToolModule.kept`."""
    tree = module.parsed
    return frozenset(
        node.value
        for node in (ast.walk(tree) if tree else ())
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
