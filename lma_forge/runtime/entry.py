"""One tool of a binding: what its source shows, where it is from, and how it is called."""

import types
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lma_forge.lcp import PromptView, ReadError, ToolView, schema
from lma_forge.runtime.handlers import Attached
from lma_forge.runtime.normalize import Record
from lma_forge.runtime.plan import Plan

if TYPE_CHECKING:
    from lma_forge.runtime.contract import Contract


@dataclass(slots=True, eq=False)
class Entry:
    """A tool that is registered.

    Args:
        tool: The tool as its source shows it.
        key: Key of its host configuration: the stem of its file, or its prefix.
        library: Name of the library that it belongs to.
        path: Resolved path of its file; "" for code that was registered as text.
        whole: Whether the folder of the file is one library.
        error: Why its file does not parse.
        prompt: The function that describes it anew, if the file has one.
        module: The module of registered code.
        hollow: Why the function can never be called, for registered code that only nests it.
        attached: The loaded module, once there was a call.
        plan: How it is called, once there was a call.
        contract: What its file declares of it, once there was a guarded call.
        mark: What told the text of its file from others when it was listed; None when it was not read.
    """

    tool: ToolView
    key: str
    library: str
    path: str = ""
    whole: bool = False
    error: ReadError | None = None
    prompt: PromptView | None = None
    module: types.ModuleType | None = None
    hollow: str = ""
    attached: Attached | None = None
    plan: Plan | None = None
    contract: "Contract | None" = None
    mark: tuple[int, int] | None = None

    def record(self, compat: str | None, description: str | None = None) -> Record:
        """The tool as hosts list it: a fresh dict that is safe to change and to send as JSON.

        Args:
            compat: As for `lma_forge.lcp.schema`.
            description: Text that replaces the description, from its prompt provider.
        """
        record: Record = schema(self.tool, compat)
        if description:
            record["description"] = description
        record["_python_file_path"] = self.path or None
        if self.prompt is not None:
            record["_has_dynamic_prompt"] = True
            record["_dynamic_prompt_fn_name"] = self.prompt.name
        if self.tool.broken:
            record["_parsed_via_regex_fallback"] = True
        return record
