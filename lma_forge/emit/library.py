"""Which tools stand together in one module: a library each, or one for each category."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256

from lma_forge.model import Spec, Tool
from lma_forge.names import GATED_STEMS, MAX_TOOL_NAME, folded, is_device, propose_identifier, shadows_stdlib, snake
from lma_forge.spec.effects import approval_of, effects_of

TOOL_LAYOUT = "tool"
CATEGORY_LAYOUT = "category"

NO_NAME = propose_identifier("")
"""What `propose_identifier` answers when nothing of a name is usable."""

_DEFAULT_ICON = "🔧"
_STRAIGHT_QUOTES = str.maketrans({'"': "”", "'": "’"})  # noqa: RUF001 - these are the typographic quotes


@dataclass(frozen=True, slots=True)
class Library:
    """The tools of one generated module.

    Args:
        stem: Name of the folder and of its module.
        title: What people call the library.
        description: One line on what it is for.
        icon: An emoji.
        tools: Its tools in the document's order, with effects and approval settled: what the spec
            leaves open is derived, so that `approval` is never None.
    """

    stem: str
    title: str
    description: str
    icon: str
    tools: tuple[Tool, ...]

    @property
    def is_of_one_tool(self) -> bool:
        """Whether the library is its only tool's own, so that names need not say which tool."""
        return len(self.tools) == 1 and self.stem == self.tools[0].snake_name


def libraries(spec: Spec, layout: str = TOOL_LAYOUT) -> tuple[Library, ...]:
    """Sort the tools of a spec into libraries.

    Args:
        spec: An accepted spec.
        layout: `"tool"` gives each tool its own library; `"category"` puts the tools of one
            explicit category together, and those without one by themselves. A group heading
            merges nothing.

    Returns:
        The libraries, in the order of their first tools.

    Raises:
        ValueError: The layout is none of the two.
    """
    if layout not in {TOOL_LAYOUT, CATEGORY_LAYOUT}:
        raise ValueError(f'layout is "{TOOL_LAYOUT}" or "{CATEGORY_LAYOUT}", not {layout!r}')
    by_stem: dict[str, list[Tool]] = {}
    for tool in settled_tools(spec):
        stem = tool.snake_name
        if layout == CATEGORY_LAYOUT and tool.category:
            stem = category_stem(tool.category)
        by_stem.setdefault(stem, []).append(tool)
    return tuple(_library(stem, tuple(tools), layout) for stem, tools in by_stem.items())


def category_stem(category: str) -> str:
    """Name the module of a category: `File Tools` gives `file_tools`.

    A category without a letter or digit that a module name can hold is named by a digest, so that
    two of them stay apart, and a very long one ends in it; a keyword, a stem that the host hides,
    the name of a module of Python's own and that of a device of Windows gets a word added.
    """
    stem = propose_identifier(snake(category)).lower()
    digest = sha256(category.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    if stem == NO_NAME and folded(category) != NO_NAME:
        return f"category_{digest}"
    if len(stem) > MAX_TOOL_NAME:
        return f"{stem[:48]}_{digest}"
    is_taken = stem in GATED_STEMS or shadows_stdlib(stem) or is_device(stem)
    return f"{stem}_library" if is_taken else stem


def settled_tools(spec: Spec) -> Iterator[Tool]:
    """The tools of a spec with their effects and approval as declared, else as derived from its rules."""
    for tool in spec.tools:
        yield replace(tool, effects=effects_of(tool), approval=approval_of(tool, spec.global_rules))


def _library(stem: str, tools: tuple[Tool, ...], layout: str) -> Library:
    first = tools[0]
    icon = next((tool.icon for tool in tools if tool.icon), _DEFAULT_ICON)
    if layout == CATEGORY_LAYOUT and first.category:
        names = ", ".join(tool.title for tool in tools)
        name, description = first.category, f"Tools of the category {first.category}: {names}."
    else:
        name = first.title
        description = " ".join(first.description.sentences) or f"The tool {first.title}."
    return Library(stem, name.translate(_STRAIGHT_QUOTES), description, icon, tools)
