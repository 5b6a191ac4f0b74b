"""Runs one call of a tool from its arguments to the record that the host gets (doctrine 7)."""

from collections.abc import Callable, Mapping
from typing import Any

from lma_forge.runtime import failures
from lma_forge.runtime.coercion import RefusedError
from lma_forge.runtime.entry import Entry
from lma_forge.runtime.files import fingerprint
from lma_forge.runtime.handlers import INTERACT, Handlers
from lma_forge.runtime.lifecycle import Lifecycle, LoadError, describe, module_of
from lma_forge.runtime.normalize import Record, normalize
from lma_forge.runtime.notices import Notice, warn
from lma_forge.runtime.plan import MissingError, Plan
from lma_forge.runtime.settle import settle
from lma_forge.runtime.workspace import inside


class Caller:
    """Calls the tools of one binding.

    Args:
        handlers: The binding's handlers and configurations.
        lifecycle: Its loaded modules.
        arguments: How arguments are treated, one of `plan.ARGUMENTS`.
        workspace: The folder to be in during a call; None to stay where the host is.
        guard: How calls are guarded that do not say it themselves, one of `options.MODES`.
        compat: "lollms" to give results as that host does.
        results: "json" to give only what JSON can carry.

    Attributes:
        findings: What guarded tools did, or tried to do, beyond their declared effects.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - the options of a binding that concern calls
        self,
        handlers: Handlers,
        lifecycle: Lifecycle,
        arguments: str,
        workspace: str | None,
        guard: str = "off",
        compat: str | None = None,
        results: str = "as_is",
    ) -> None:
        self._handlers = handlers
        self._lifecycle = lifecycle
        self._arguments = arguments
        self._workspace = workspace
        self._guard = guard
        self._shaped = normalize
        if compat == "lollms":
            from lma_forge.runtime import as_lollms  # noqa: PLC0415 - few hosts imitate another

            self._shaped = as_lollms.normalize
        self._sent = results == "json"
        self.findings: dict[Notice, None] = {}

    def call(
        self, entries: Mapping[str, Entry], name: str, params: object, host: dict[str, Any], guard: str | None = None
    ) -> Record:
        """Call a tool.

        Args:
            entries: The registered tools.
            name: Name of the tool.
            params: What the model sent: a mapping, or None for no arguments.
            host: The host's objects by parameter name.
            guard: How this call is guarded; None for the binding's way.

        Returns:
            The normalised record; a failure record whatever goes wrong.

        Raises:
            KeyboardInterrupt: When the person at the terminal interrupts; it is the host's.
        """
        record = self._called(entries, name, params, host, guard)
        if not self._sent:
            return record
        from lma_forge.runtime.sendable import sendable  # noqa: PLC0415 - few hosts ask for it

        found: Record = sendable(record)
        return found

    def _called(
        self, entries: Mapping[str, Entry], name: str, params: object, host: dict[str, Any], guard: str | None
    ) -> Record:
        entry = entries.get(name)
        if entry is None:
            return failures.not_found(name, entries)
        if params is None:
            params = {}
        elif type(params) is not dict and not isinstance(params, Mapping):
            said = f"its arguments must be an object of names and values, not {type(params).__name__}"
            return failures.failed(f"Tool '{name}' was not called: {said}")
        mode = self._guard if guard is None else guard
        if self._workspace is None:
            return self._run(entry, params, host, mode)
        try:
            with inside(self._workspace):
                return self._run(entry, params, host, mode)
        except (OSError, RuntimeError) as fault:
            return failures.failed(f"Tool '{name}' was not called: the workspace cannot be used: {fault}")

    def preload(self, entries: Mapping[str, Entry]) -> dict[str, str]:
        """Make every tool ready to be called.

        Args:
            entries: The registered tools.

        Returns:
            Why a tool is not ready, by name; empty when all are.
        """
        answers = {name: self._prepare(entry) for name, entry in entries.items() if entry.plan is None}
        return {name: str(answer["error"]) for name, answer in answers.items() if isinstance(answer, dict)}

    def _run(self, entry: Entry, params: Mapping[str, Any], host: dict[str, Any], mode: str) -> Record:
        name = entry.tool.name
        plan = entry.plan
        if plan is None:
            prepared = self._prepare(entry)
            if isinstance(prepared, dict):
                return prepared
            plan = prepared
        if entry.attached is not None:
            self._handlers.sync(entry.attached)
        if INTERACT in plan.hidden:
            host[INTERACT] = self._handlers.effective(INTERACT, entry.key)
        try:
            positional, named = plan.bind(params, host)
        except MissingError as fault:
            return failures.lacking(name, plan.function, fault)
        except RefusedError as fault:
            return failures.refused(name, plan.function, fault)
        try:
            result = self._invoke(entry, plan.function, positional, named, mode)
        except KeyboardInterrupt:
            raise
        except BaseException as fault:  # noqa: BLE001 - doctrine 7.6, SystemExit too
            return failures.crashed(name, fault)
        try:
            return self._shaped(result, existing_files)
        except Exception as fault:  # noqa: BLE001 - a tool's own mapping may do anything
            return failures.crashed(name, fault) if self._shaped is normalize else failures.not_shaped(name, fault)

    def _invoke(
        self, entry: Entry, function: Callable[..., Any], positional: list[Any], named: dict[str, Any], mode: str
    ) -> Any:  # noqa: ANN401 - whatever the tool returns
        if mode == "off":
            return settle(function(*positional, **named))
        from lma_forge.runtime.contract import contract_of  # noqa: PLC0415 - few hosts guard
        from lma_forge.runtime.guard import guard_for, guarded  # noqa: PLC0415 - as said

        if entry.contract is None:
            entry.contract = contract_of(entry.path, entry.tool.name)
        guard = guard_for(entry.tool.name, entry.contract.effects, self._workspace, mode, self.findings)
        with guarded(guard):
            return settle(function(*positional, **named))

    def _prepare(self, entry: Entry) -> Plan | Record:  # noqa: PLR0911 - one answer per reason
        """Load the module and work out how the tool is called, or say why it cannot be."""
        name = entry.tool.name
        if entry.error is not None:
            reason = f"Its file does not parse: line {entry.error.line}: {entry.error.message}"
            return failures.not_loaded(entry.key, reason)
        if entry.hollow:
            return {"error": f"Function '{name}' not found in module: {entry.hollow}", "status_code": 500}
        try:
            module = module_of(entry, self._lifecycle).module
        except LoadError as fault:
            return failures.not_loaded(entry.key, str(fault))
        if entry.mark is not None and not _is_as_listed(entry.path, entry.mark):
            warn(f"{name}: {entry.path} has changed since its tools were listed; what runs may not be what was shown")
        missing = object()
        function = getattr(module, name, missing)
        if function is missing:
            return failures.no_function(name, "it is not defined there once the module has run")
        if not callable(function):
            return failures.no_function(name, f"the name stands for a {type(function).__name__} there")
        try:
            entry.plan = Plan(entry.tool, function, self._arguments)
        except Exception as fault:  # noqa: BLE001 - a callable object may have any signature
            return failures.failed(f"Tool '{name}' cannot be called: {describe(fault)}")
        return entry.plan


def _is_as_listed(path: str, mark: tuple[int, int]) -> bool:
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 - as the rest of the runtime
            return fingerprint(stream.read()) == mark
    except OSError:
        return False


def existing_files(value: object) -> list[str]:
    """The files of a `context_files` payload, absolute; others are left out.

    Args:
        value: One path, or several.
    """
    from pathlib import Path  # noqa: PLC0415 - few tools give files

    items = [value] if isinstance(value, str | Path) else value
    if not isinstance(items, list | tuple):
        return []
    found: list[str] = []
    for item in items:
        try:
            path = Path(str(item)).resolve()
            if path.is_file():
                found.append(str(path))
        except (OSError, ValueError, RuntimeError):
            continue
    return found
