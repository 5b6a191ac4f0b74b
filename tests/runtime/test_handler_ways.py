"""Every way in which a handler reaches a tool, and what reaches it after a swap on a loaded module."""

import pytest


def first(*_args, **_kwargs):
    return "allow", ""


def second(*_args, **_kwargs):
    return "reject", "second"


SETTER = """
HANDLER = None
TOLD = []
def {hook}(handler):
    global HANDLER
    HANDLER = handler
    TOLD.append(handler and handler.__name__)
def tool_seen(): return {{"success": True, "output": [HANDLER and HANDLER.__name__, len(TOLD)]}}
"""
INITIALISER = """
HANDLER = None
def init_tools_library(config=None):
    global HANDLER
    HANDLER = (config or {{}}).get("{option}")
def tool_seen(): return {{"success": True, "output": [HANDLER and HANDLER.__name__, 1]}}
"""
CONFIGURATION = """
CONFIG = {{}}
def init_tools_library(config=None):
    global CONFIG
    CONFIG = config
def tool_seen():
    handler = CONFIG.get("{option}")
    return {{"success": True, "output": [handler and handler.__name__, 1]}}
"""
PARAMETER = """
def tool_seen(user_interaction_handler=None):
    return {{"success": True, "output": [user_interaction_handler and user_interaction_handler.__name__, 1]}}
"""
ATTRIBUTE = """
_CONFIRM_HANDLER = None
def tool_seen(): return {{"success": True, "output": [_CONFIRM_HANDLER and _CONFIRM_HANDLER.__name__, 1]}}
"""

CONFIRM = ("confirm_handler", "set_confirm_handler")
INTERACT = ("user_interaction_handler", "set_user_interaction_handler")
WAYS = [
    pytest.param(SETTER, CONFIRM, id="confirm-hook"),
    pytest.param(SETTER, INTERACT, id="interaction-hook"),
    pytest.param(INITIALISER, CONFIRM, id="confirm-kept-by-init"),
    pytest.param(INITIALISER, INTERACT, id="interaction-kept-by-init"),
    pytest.param(CONFIGURATION, CONFIRM, id="confirm-in-kept-config"),
    pytest.param(CONFIGURATION, INTERACT, id="interaction-in-kept-config"),
    pytest.param(PARAMETER, INTERACT, id="interaction-parameter"),
    pytest.param(ATTRIBUTE, CONFIRM, id="confirm-attribute"),
]


def seen(binding):
    return binding.execute_tool("tool_seen", {})["output"][0]


def library(tools, source, way):
    option, hook = way
    return tools.write(lib=source.format(option=option, hook=hook))


@pytest.mark.parametrize(("source", "way"), WAYS)
def test_from_the_constructor(tools, source, way):
    assert seen(library(tools, source, way).binding(**{way[0]: first})) == "first"


@pytest.mark.parametrize(("source", "way"), WAYS)
def test_from_the_librarys_configuration(tools, source, way):
    configs = {"lib": {way[0]: first}}
    assert seen(library(tools, source, way).binding(host_tool_configs=configs)) == "first"
    assert configs == {"lib": {way[0]: first}}


@pytest.mark.parametrize(("source", "way"), WAYS)
def test_from_the_setter_before_the_module_is_loaded(tools, source, way):
    binding = library(tools, source, way).binding()
    getattr(binding, way[1])(first)
    assert seen(binding) == "first"


@pytest.mark.parametrize(("source", "way"), WAYS)
def test_swapped_and_revoked_on_a_loaded_module(tools, source, way):
    binding = library(tools, source, way).binding(**{way[0]: first})
    assert seen(binding) == "first"
    getattr(binding, way[1])(second)
    assert seen(binding) == "second"
    getattr(binding, way[1])(None)
    assert seen(binding) is None


@pytest.mark.parametrize(("source", "way"), [way for way in WAYS if way.values[0] not in (INITIALISER, CONFIGURATION)])
def test_set_on_a_loaded_module_that_had_none(tools, source, way):
    binding = library(tools, source, way).binding()
    assert seen(binding) is None
    getattr(binding, way[1])(first)
    assert seen(binding) == "first"


@pytest.mark.parametrize(("source", "way"), WAYS)
def test_swapped_in_the_configuration_between_two_calls(tools, source, way):
    configs = {"lib": {way[0]: first}}
    binding = library(tools, source, way).binding(host_tool_configs=configs)
    assert seen(binding) == "first"
    configs["lib"][way[0]] = second
    assert seen(binding) == "second"


@pytest.mark.parametrize("way", [CONFIRM, INTERACT])
def test_the_hook_is_called_at_load_and_again_only_when_the_handler_changes(tools, way):
    binding = library(tools, SETTER, way).binding(**{way[0]: first})
    calls = [binding.execute_tool("tool_seen", {})["output"][1] for _ in range(3)]
    assert calls == [1, 1, 1]
    getattr(binding, way[1])(second)
    assert binding.execute_tool("tool_seen", {})["output"] == ["second", 2]


def test_a_handler_for_one_chat_replaces_the_bindings_and_goes_again(tools):
    binding = library(tools, SETTER, CONFIRM).binding(confirm_handler=first)
    before = binding.confirm_handler
    binding.set_confirm_handler(second)
    assert seen(binding) == "second"
    binding.set_confirm_handler(before)
    assert seen(binding) == "first"
