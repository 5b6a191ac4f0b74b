"""Whether a tool announces its end."""

from lma_forge.model import Tool


def is_deprecated(tool: Tool) -> bool:
    """Tell whether a tool's status says that it is deprecated, perhaps with more words after it."""
    return tool.status.strip(" .*_`").lower().startswith("deprecated")
