"""What an LCP host sees of a Python file: which tools it offers and what a model is told of them.

`read` gives the view of a file, `schema` what a model is shown of one tool.
"""

from lma_forge.lcp.docstring import looks_like_parameter
from lma_forge.lcp.reader import read, syntax
from lma_forge.lcp.schema import schema
from lma_forge.lcp.view import (
    HIDDEN,
    HOOKS,
    PREFIX,
    Library,
    ParameterView,
    PromptView,
    ReadError,
    Shape,
    ToolFile,
    ToolView,
    Unreachable,
)

__all__ = [
    "HIDDEN",
    "HOOKS",
    "PREFIX",
    "Library",
    "ParameterView",
    "PromptView",
    "ReadError",
    "Shape",
    "ToolFile",
    "ToolView",
    "Unreachable",
    "looks_like_parameter",
    "read",
    "schema",
    "syntax",
]
