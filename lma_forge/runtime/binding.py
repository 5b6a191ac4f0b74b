"""`LCPBinding`: discovers the tools of folders, loads them when first called, and calls them."""

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Literal

    from lma_forge.runtime.notices import Notice

Record = dict[str, Any]
Handler = Callable[..., Any]
Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


class LCPBinding:
    """Finds, describes and runs LCP tools, in the place of the lollms host's class of this name.

    Files are parsed when the binding is made and run when one of their tools is first called.
    Paths are anchored when it is made. What was odd about folders and files is in `notices`, and
    in the log `lma_forge.runtime`.

    Args:
        host_tool_configs: Configuration of libraries by the stem of their file; read, never changed.
        tools_folders: Folders of libraries: one, or several of any kind.
        tools_folder_path: The older name of the same option.
        tool_files: Modules named one by one.
        confirm_handler: Called by tools before risky actions; returns `(decision, reason)`.
        user_interaction_handler: Called by tools with a request; returns text, or None.
        workspace: Folder to be in during each call; without it the host chooses.
        arguments: "pass" hands arguments over as they come. "coerce" brings them to the declared
            type where nothing is lost and refuses others. "strict" refuses unknown names as well.
        compat: "lollms" lists and describes tools, and gives their results, as lollms_client 1.21.1
            does.
        results: "json" turns every record into what JSON can carry: sets into lists, paths and dates
            into text, NaN too. By default what a tool gave is handed on as it is.
        guard: "report" notes what tools do beyond the effects that they declare, "enforce" refuses
            it; see `lma_forge.runtime.guard` for its limits. It is no sandbox.
        cache_dir: Folder for what was read of files, so that the next process need not parse them.
        load_flags: Values for the TOOL_LIBRARY_LOAD_FLAGs of libraries.

    Raises:
        TypeError: For an unknown option, or a path that is none.
        ValueError: For an unknown value of `arguments`, `results`, `compat` or `guard`.
    """

    binding_name = "LCP"

    def __init__(  # noqa: PLR0913 - the host's options and ours
        self,
        host_tool_configs: dict[str, dict[str, Any]] | None = None,
        *,
        tools_folders: Paths | None = None,
        tools_folder_path: Paths | None = None,
        tool_files: Paths | None = None,
        confirm_handler: Handler | None = None,
        user_interaction_handler: Handler | None = None,
        workspace: str | os.PathLike[str] | None = None,
        arguments: "Literal['pass', 'coerce', 'strict']" = "pass",
        results: "Literal['as_is', 'json']" = "as_is",
        compat: "Literal['lollms'] | None" = None,
        guard: "Literal['off', 'report', 'enforce']" = "off",
        cache_dir: str | os.PathLike[str] | None = None,
        **load_flags: Any,  # noqa: ANN401 - any value can switch a flag
    ) -> None:
        # What does the work is imported when the first binding is made: a host that only imports
        # this module, or lists its options, pays nothing.
        from lma_forge.runtime.assembly import Parts  # noqa: PLC0415

        parts = Parts(
            host_tool_configs,
            tools_folders=tools_folders or tools_folder_path,
            tool_files=tool_files,
            confirm_handler=confirm_handler,
            user_interaction_handler=user_interaction_handler,
            workspace=workspace,
            arguments=arguments,
            results=results,
            compat=compat,
            guard=guard,
            cache_dir=cache_dir,
            load_flags=load_flags,
        )
        self._parts = parts
        self._handlers = parts.handlers
        self._registry = parts.registry
        self._listing = parts.listing
        self._caller = parts.caller
        self.tools_folders: list[Path] = parts.tools_folders
        self.tool_files: list[Path] = parts.tool_files
        self.session_flags: dict[str, Any] = {}

    # What there is

    @property
    def tools_folder_path(self) -> "Path | None":
        """The first of the configured folders."""
        return self.tools_folders[0] if self.tools_folders else None

    @property
    def discovered_tools(self) -> list[Record]:
        """The registered tools, as fresh records."""
        return self._listing.records()

    @property
    def notices(self) -> "tuple[Notice, ...]":
        """What the last reading of the folders found worth telling: faults, duplicates, gates."""
        return self._registry.notices

    def discover_tools(self, specific_tool_names: list[str] | None = None, **kwargs: Any) -> list[Record]:  # noqa: ANN401
        """List the tools.

        A prompt provider replaces a description here when its text is known without running
        code: a literal, or a module that is loaded. `to_chat_tool_specs` evaluates the others.

        Args:
            specific_tool_names: Only these; all when empty.
            kwargs: `force_refresh=True` reads the folders anew; others are ignored.

        Returns:
            Fresh records with `name`, `description` and `input_schema`, free to be changed.
        """
        if kwargs.get("force_refresh") or self._registry.stale:
            self._registry.scan()
        return self._listing.records(specific_tool_names or None)

    def list_tools(self, **kwargs: Any) -> list[Record]:  # noqa: ANN401
        """List the tools; the same as `discover_tools`."""
        return self.discover_tools(**kwargs)

    def to_chat_tool_specs(self, **discover_kwargs: Any) -> dict[str, Record]:  # noqa: ANN401
        """The tools as the host's chat loop takes them, with prompt providers evaluated.

        Args:
            discover_kwargs: As for `discover_tools`; the folders are not read anew.

        Returns:
            Specs with `parameters` and a `callable`, by name.
        """
        discover_kwargs.pop("force_refresh", None)
        return self._listing.chat_specs(self.discover_tools(**discover_kwargs), self.execute_tool)

    def get_dynamic_tool_description(self, tool_def: Record) -> str | None:
        """Evaluate the prompt provider of a listed tool; None when it has none or it fails."""
        return self._listing.described(tool_def.get("name", ""))

    def prompts(self) -> dict[str, str]:
        """Evaluate the prompt providers that speak of a whole library.

        Returns:
            The texts by library; several of one library are joined by blank lines.
        """
        return self._listing.library_prompts()

    # Calls

    def execute_tool(
        self,
        tool_name: str,
        params: dict[str, Any] | None,
        discussion_instance: Any = None,  # noqa: ANN401 - the host's own object
        **kwargs: Any,  # noqa: ANN401
    ) -> Record:
        """Call a tool.

        Args:
            tool_name: Its name.
            params: The model's arguments; not changed.
            discussion_instance: Handed to a tool that declares it.
            kwargs: `tool_context` and `lollms_client_instance`, likewise; and `guard`, for this call.

        Returns:
            `{"output", "status_code", "success"}` and what the tool gave beside its output; for a
            failure with `"error"`; `{"error", "status_code"}` when there is no such tool or it
            cannot be loaded.

        Raises:
            KeyboardInterrupt: Never swallowed.
            ValueError: For an unknown value of `guard`.
        """
        guard = kwargs.get("guard")
        if guard not in (None, "off", "report", "enforce"):
            raise ValueError(f"guard must be off, report or enforce, not {guard!r}")
        host = {
            "discussion_instance": discussion_instance,
            "tool_context": kwargs.get("tool_context"),
            "lollms_client_instance": kwargs.get("lollms_client_instance"),
        }
        return self._caller.call(self._registry.entries, tool_name, params, host, guard)

    @property
    def guard_findings(self) -> "tuple[Notice, ...]":
        """What guarded tools did, or tried to do, beyond their declared effects; each matter once."""
        return tuple(self._caller.findings)

    def preload(self) -> dict[str, str]:
        """Load the modules of all registered tools now, rather than each at its first call.

        Returns:
            Why a tool's module cannot be loaded, by the tool's name; empty when all are ready.

        Raises:
            KeyboardInterrupt: Never swallowed.
        """
        return self._caller.preload(self._registry.entries)

    # Libraries

    def find_library_for_tool(self, tool_name: str) -> str | None:
        """Name of the library that is called so, or that offers this tool, mounted or not."""
        return self._registry.library_of(tool_name.strip())

    def is_tool_available(self, tool_name: str) -> bool:
        """Whether a tool is registered or could be mounted."""
        name = tool_name.strip()
        return name in self._registry.entries or self.find_library_for_tool(name) is not None

    def load_tool_by_name(self, tool_name: str) -> Record | None:
        """Register the library that offers a tool, if need be, and give the tool's record.

        Args:
            tool_name: Name of a tool, or of a library whose first tool is meant.
        """
        return self._listing.record(self._registry.require(tool_name.strip()))

    def is_library_mounted(self, library_name: str) -> bool:
        """Whether all tools of the library of this name are registered."""
        return self._registry.is_named_mounted(library_name)

    def mount_tool_library(self, library_name: str) -> bool:
        """Register the tools of a library.

        Args:
            library_name: Its folder or file, display name or alias; a close misspelling will do.

        Returns:
            Whether its tools are registered now. A library whose load flag is off is refused.
        """
        return self._registry.mount_named(library_name)

    def mount_tool_library_if_absent(self, library_name: str) -> bool:
        """As `mount_tool_library`, and True at once when it is mounted."""
        return self.is_library_mounted(library_name) or self.mount_tool_library(library_name)

    def register_tool_from_code(self, tool_name_prefix: str, code: str) -> bool:
        """Register the tools of source code, with the same handlers and configuration as files.

        Args:
            tool_name_prefix: Key of its host configuration.
            code: The source; it runs now.

        Returns:
            Whether any tool was registered.
        """
        return self._registry.register(tool_name_prefix, code)

    def unregister_tools_by_prefix(self, tool_name_prefix: str) -> int:
        """Remove the tools whose name begins with `tool_` and the prefix; tells how many."""
        return self._registry.unregister(tool_name_prefix)

    # The host's side

    @property
    def host_tool_configs(self) -> dict[str, Any]:
        """The host's own dict of configurations; changes to it hold from the next load or call on."""
        return self._handlers.configs

    @host_tool_configs.setter
    def host_tool_configs(self, configs: dict[str, Any]) -> None:
        self._handlers.configs = configs

    @property
    def confirm_handler(self) -> Handler | None:
        """The binding's confirmation handler."""
        return self._handlers.own["confirm_handler"]

    @property
    def user_interaction_handler(self) -> Handler | None:
        """The binding's user interaction handler."""
        return self._handlers.own["user_interaction_handler"]

    def set_confirm_handler(self, handler: Handler | None) -> None:
        """Set the confirmation handler, or revoke it with None, in all loaded modules at once."""
        self._handlers.set("confirm_handler", handler)

    def set_user_interaction_handler(self, handler: Handler | None) -> None:
        """Set the user interaction handler, or revoke it with None, in all loaded modules at once."""
        self._handlers.set("user_interaction_handler", handler)

    def set_session_flags(self, flags: dict[str, Any] | None) -> None:
        """Take the host's session flags and read the folders anew.

        They only decide what `compat="lollms"` hides; load flags are options of the binding.
        """
        self.session_flags = dict(flags) if isinstance(flags, dict) else {}
        self._parts.gates.session = self.session_flags
        self._registry.scan()

    def _discover_local_tools(self) -> None:
        """Read the folders anew, under the name that the host's own code calls."""
        self._registry.scan()
