"""The model as text: LCP tool modules, and tool definitions for other hosts."""

from lma_forge.emit.library import CATEGORY_LAYOUT, TOOL_LAYOUT, Library, libraries
from lma_forge.emit.module import implementation_name, render
from lma_forge.emit.schemas import input_schema, output_schema
from lma_forge.emit.verification import verify
from lma_forge.emit.wording import IN_DESCRIPTION, IN_DOCSTRING

__all__ = [
    "CATEGORY_LAYOUT",
    "IN_DESCRIPTION",
    "IN_DOCSTRING",
    "TOOL_LAYOUT",
    "Library",
    "implementation_name",
    "input_schema",
    "libraries",
    "output_schema",
    "render",
    "verify",
]
