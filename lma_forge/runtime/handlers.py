"""Hands host configuration and handlers to the modules of one binding (doctrine 5, 6 and 13)."""

import inspect
import threading
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from lma_forge.runtime.notices import warn
from lma_forge.runtime.settle import settle
from lma_forge.runtime.signatures import parameters_of

Handler = Callable[..., Any]
Configs = dict[str, Any]

CONFIRM, INTERACT = "confirm_handler", "user_interaction_handler"
_HOOKS = {CONFIRM: "set_confirm_handler", INTERACT: "set_user_interaction_handler"}
_ATTRIBUTE = "_CONFIRM_HANDLER"


@dataclass(slots=True, eq=False)
class Attached:
    """A module that the host's objects were handed to.

    Args:
        module: The module.
        key: Key of its configuration: its stem, or the prefix of registered code.
        config: The copy of the configuration that it was given; None when it was given none.
        handlers: The handlers it was given, by option name.
        lock: Held while it is given others.
    """

    module: types.ModuleType
    key: str
    config: dict[str, Any] | None = None
    handlers: dict[str, Handler | None] = field(default_factory=dict)
    lock: Any = field(default_factory=threading.RLock)


class Handlers:
    """The handlers and configurations of one binding.

    A handler in a library's own configuration holds for that library, whatever the binding's is.

    Args:
        configs: `host_tool_configs`, by stem; read anew each time and never changed.
        confirm: The binding's confirmation handler.
        interact: The binding's user interaction handler.
    """

    def __init__(self, configs: Configs, confirm: Handler | None, interact: Handler | None) -> None:
        self.configs = configs
        self.own: dict[str, Handler | None] = {CONFIRM: confirm, INTERACT: interact}
        self._attached: list[Attached] = []
        self._lock = threading.Lock()

    def effective(self, option: str, key: str) -> Handler | None:
        """The handler that holds for the library with this key."""
        config = self.configs.get(key)
        if isinstance(config, dict) and option in config:
            handler: Handler | None = config[option]
            return handler
        return self.own[option]

    def attach(self, module: types.ModuleType, key: str) -> Attached:
        """Hand handlers and configuration to a module that was just imported (doctrine 6.2 to 6.4).

        Args:
            module: The module.
            key: Key of its configuration.

        Returns:
            What it was given.

        Raises:
            BaseException: Whatever `init_tools_library` raises.
        """
        attached = Attached(module, key)
        for option in _HOOKS:
            handler = attached.handlers[option] = self.effective(option, key)
            if not _call_hook(module, option, handler) and handler is not None:
                _set_attribute(module, option, handler)
        self._initialise(attached)
        with self._lock:
            self._attached = [*self._attached, attached]
        return attached

    def detach(self, modules: set[types.ModuleType]) -> None:
        """Forget modules that were unloaded."""
        with self._lock:
            self._attached = [attached for attached in self._attached if attached.module not in modules]

    def sync(self, attached: Attached) -> None:
        """Bring a module up to date when a handler or configuration has changed since."""
        own = self._own(attached.key)
        for option, given in attached.handlers.items():
            if own[option] is not given:
                break
        else:
            return
        with attached.lock:
            # Another thread may have done it by now, or set yet another handler.
            own = self._own(attached.key)
            for option, given in attached.handlers.items():
                if own[option] is not given:
                    _replace(attached, option, given, own[option])

    def _own(self, key: str) -> dict[str, Any]:
        """The handlers that hold for the library with this key, by option name, among other things."""
        config = self.configs.get(key)
        return self.own if not isinstance(config, dict) else {**self.own, **config}

    def set(self, option: str, handler: Handler | None) -> None:
        """Set or revoke (None) the binding's handler, in every module of this binding at once."""
        self.own[option] = handler
        for attached in self._attached:
            self.sync(attached)

    def _initialise(self, attached: Attached) -> None:
        init = getattr(attached.module, "init_tools_library", None)
        if not callable(init):
            return
        config = _copy(self.configs.get(attached.key, {}))
        if isinstance(config, dict):
            for option, handler in attached.handlers.items():
                if handler is not None:
                    config.setdefault(option, handler)
            attached.config = config
        settle(_call_init(init, config))


def _call_init(init: Callable[..., Any], config: object) -> Any:  # noqa: ANN401
    """Call the initialiser with the configuration, by position or by name, or without."""
    known = parameters_of(init)
    if known is None:
        return init(config)
    parameters = known.values()
    kinds = {parameter.kind for parameter in parameters}
    if kinds & {
        inspect.Parameter.POSITIONAL_ONLY,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        inspect.Parameter.VAR_POSITIONAL,
    }:
        return init(config)
    named = [parameter.name for parameter in parameters if parameter.kind is inspect.Parameter.KEYWORD_ONLY]
    if "config" in named or len(named) == 1:
        return init(**{"config" if "config" in named else named[0]: config})
    return init()


def _call_hook(module: types.ModuleType, option: str, handler: Handler | None) -> bool:
    """Call the module's setter for a handler, if it has one."""
    hook = getattr(module, _HOOKS[option], None)
    if not callable(hook):
        return False
    try:
        settle(hook(handler))
    except Exception as fault:  # noqa: BLE001 - it is the module's code
        warn(f"{module.__name__}.{_HOOKS[option]} raised", fault)
    return True


def _set_attribute(module: types.ModuleType, option: str, handler: Handler | None) -> None:
    """Set `_CONFIRM_HANDLER` where it holds a handler or None; other values are the module's own."""
    missing = object()
    present = getattr(module, _ATTRIBUTE, missing)
    if option == CONFIRM and (present is None or callable(present)):
        setattr(module, _ATTRIBUTE, handler)


def _replace(attached: Attached, option: str, old: Handler | None, new: Handler | None) -> None:
    """Put a handler in the place of another everywhere a module was given or has kept it.

    The doctrine's own example keeps the handler from `init_tools_library` in a global and has no
    setter, so the globals that hold the old handler are part of it.
    """
    module = attached.module
    attached.handlers[option] = new
    if attached.config is not None:
        attached.config[option] = new
    if old is not None:
        for name, value in list(vars(module).items()):
            if value is old:
                setattr(module, name, new)
    if not _call_hook(module, option, new):
        _set_attribute(module, option, new)


def _copy(value: object) -> Any:  # noqa: ANN401
    """A copy of the containers of a configuration; what they hold (clients, handlers) is shared."""
    if type(value) is dict:
        return {key: _copy(item) for key, item in value.items()}
    if type(value) in (list, tuple, set):
        return type(value)(_copy(item) for item in value)  # type: ignore[call-arg, attr-defined]
    return value
