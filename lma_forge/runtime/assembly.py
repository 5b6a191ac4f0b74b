"""Puts the parts of a binding together."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lma_forge.runtime.caller import Caller
from lma_forge.runtime.files import Files
from lma_forge.runtime.gates import Gates
from lma_forge.runtime.handlers import Handler, Handlers
from lma_forge.runtime.lifecycle import Lifecycle
from lma_forge.runtime.listing import Listing
from lma_forge.runtime.options import MODES, paths, refuse_unknown
from lma_forge.runtime.plan import ARGUMENTS
from lma_forge.runtime.registry import Registry

if TYPE_CHECKING:
    from lma_forge.runtime.index import Index


class Parts:
    """The parts of one binding, with the folders read.

    Args:
        host_tool_configs: As for `LCPBinding`, and so are all the others.
        tools_folders: Either of the two options of this meaning.
        tool_files: Modules named one by one.
        confirm_handler: The binding's confirmation handler.
        user_interaction_handler: The binding's user interaction handler.
        workspace: Folder to be in during calls.
        arguments: How arguments are treated.
        results: In which form results are given.
        compat: Which host is imitated.
        guard: How calls are guarded.
        cache_dir: Where the discovery index is kept.
        load_flags: The keywords that are no options.

    Raises:
        TypeError: For an unknown option, or a path that is none.
        ValueError: For an unknown value of `arguments`, `results`, `compat` or `guard`.
    """

    def __init__(  # noqa: PLR0913 - the options of a binding
        self,
        host_tool_configs: dict[str, Any] | None,
        *,
        tools_folders: object,
        tool_files: object,
        confirm_handler: Handler | None,
        user_interaction_handler: Handler | None,
        workspace: str | os.PathLike[str] | None,
        arguments: str,
        results: str,
        compat: str | None,
        guard: str,
        cache_dir: str | os.PathLike[str] | None,
        load_flags: Mapping[str, object],
    ) -> None:
        if arguments not in ARGUMENTS:
            raise ValueError(f"arguments must be one of {', '.join(ARGUMENTS)}, not {arguments!r}")
        if results not in ("as_is", "json"):
            raise ValueError(f"results must be as_is or json, not {results!r}")
        if compat not in (None, "lollms"):
            raise ValueError(f"compat must be None or 'lollms', not {compat!r}")
        if guard not in MODES:
            raise ValueError(f"guard must be one of {', '.join(MODES)}, not {guard!r}")
        if host_tool_configs is not None and not isinstance(host_tool_configs, dict):
            raise TypeError(f"host_tool_configs must be a dict, not {type(host_tool_configs).__name__}")
        self.tools_folders = paths(tools_folders, "tools_folders")
        self.tool_files = paths(tool_files, "tool_files")
        root = None if workspace is None else os.path.abspath(workspace)  # noqa: PTH100 - keeps links
        configs = {} if host_tool_configs is None else host_tool_configs
        self.gates = Gates(load_flags, compat)
        self.handlers = Handlers(configs, confirm_handler, user_interaction_handler)
        self.lifecycle = Lifecycle(self.handlers)
        files = Files(self._index(cache_dir))
        self.registry = Registry(
            self.tools_folders, self.tool_files, self.gates, self.handlers, self.lifecycle, compat, files
        )
        self.caller = Caller(self.handlers, self.lifecycle, arguments, root, guard, compat, results)
        self.listing = Listing(self.registry, self.lifecycle, root, compat)
        self.registry.scan()
        refuse_unknown(load_flags, self.registry.flags)

    def _index(self, cache_dir: str | os.PathLike[str] | None) -> "Index | None":
        if cache_dir is None:
            return None
        from lma_forge.runtime.index import Index  # noqa: PLC0415 - few hosts keep one

        scope = "\0".join([*map(str, self.tools_folders), "", *map(str, self.tool_files)])
        return Index(os.path.abspath(cache_dir), scope)  # noqa: PTH100 - text in, text out
