"""The meaning of a spec as immutable values.

Two documents that mean the same give equal models: spans and the path take no part in `==`.
Text is kept as the author wrote it, inline markdown included, with hard-wrapped lines joined.
"""

from lma_forge.model.document import FailureStandard, FlowStep, Section, Spec
from lma_forge.model.fields import AllowedValue, Field, FieldType, JsonText, JsonValue, Kind, Limits
from lma_forge.model.text import NOWHERE, Block, BlockKind, Bullet, Prose
from lma_forge.model.tool import (
    Approval,
    Effect,
    Example,
    ExtraSection,
    Failure,
    GovernanceRule,
    HostObject,
    ReservedTool,
    Risk,
    Tool,
)

__all__ = [
    "NOWHERE",
    "AllowedValue",
    "Approval",
    "Block",
    "BlockKind",
    "Bullet",
    "Effect",
    "Example",
    "ExtraSection",
    "Failure",
    "FailureStandard",
    "Field",
    "FieldType",
    "FlowStep",
    "GovernanceRule",
    "HostObject",
    "JsonText",
    "JsonValue",
    "Kind",
    "Limits",
    "Prose",
    "ReservedTool",
    "Risk",
    "Section",
    "Spec",
    "Tool",
]
