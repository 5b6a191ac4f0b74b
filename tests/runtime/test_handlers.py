"""Host configuration and handlers: what modules are given, and when they are told of a change."""

import pytest

from lma_forge.runtime import LCPBinding


def allow(*_args, **_kwargs):
    return "allow", ""


def reject(*_args, **_kwargs):
    return "reject", "no"


def ask(_request):
    return "42"


KEEPS = """
SEEN = []
def set_confirm_handler(handler): SEEN.append(["hook", getattr(handler, "__name__", None)])
def set_user_interaction_handler(handler): SEEN.append(["ask", getattr(handler, "__name__", None)])
def init_tools_library(config=None):
    SEEN.append(["init", {k: getattr(v, "__name__", v) for k, v in (config or {}).items()}])
def tool_seen(): return {"success": True, "output": list(SEEN)}
"""


def seen(binding, tool="tool_seen"):
    return binding.execute_tool(tool, {})["output"]


def test_a_module_is_given_handlers_then_configuration_once(tools):
    configs = {"lib": {"level": "strict"}}
    binding = tools.write(lib=KEEPS).binding(host_tool_configs=configs, confirm_handler=allow)
    wanted = [["hook", "allow"], ["ask", None], ["init", {"level": "strict", "confirm_handler": "allow"}]]
    assert seen(binding) == wanted
    assert seen(binding) == wanted
    assert configs == {"lib": {"level": "strict"}}


def test_without_handlers_there_are_no_such_keys(tools):
    assert seen(tools.write(lib=KEEPS).binding()) == [["hook", None], ["ask", None], ["init", {}]]


def test_a_librarys_own_handler_holds_whatever_the_bindings_is(tools):
    configs = {"lib": {"confirm_handler": reject}}
    binding = tools.write(lib=KEEPS).binding(host_tool_configs=configs, confirm_handler=allow)
    assert seen(binding)[0] == ["hook", "reject"]
    binding.set_confirm_handler(None)
    binding.set_confirm_handler(allow)
    assert seen(binding)[-1] == ["init", {"confirm_handler": "reject"}]
    configs["lib"]["confirm_handler"] = None
    assert seen(binding)[-1] == ["hook", None]


def test_setting_and_revoking_reach_loaded_modules_at_once(tools):
    binding = tools.write(lib=KEEPS).binding(confirm_handler=allow)
    seen(binding)
    binding.set_confirm_handler(reject)
    binding.set_user_interaction_handler(ask)
    binding.set_user_interaction_handler(None)
    binding.set_confirm_handler(None)
    assert seen(binding)[3:] == [["hook", "reject"], ["ask", "ask"], ["ask", None], ["hook", None]]
    assert binding.confirm_handler is None
    assert binding.user_interaction_handler is None


DOCTRINE = """
_CONFIRM_HANDLER = None
KEPT = {}
OTHER = None
def init_tools_library(config=None):
    global _CONFIRM_HANDLER, KEPT, OTHER
    KEPT = config
    _CONFIRM_HANDLER = OTHER = config.get("confirm_handler")
def tool_seen():
    return [getattr(h, "__name__", h) for h in (_CONFIRM_HANDLER, OTHER, KEPT.get("confirm_handler"))]
"""


def test_a_handler_that_was_kept_by_the_initialiser_is_replaced_too(tools):
    binding = tools.write(lib=DOCTRINE).binding(confirm_handler=allow)
    assert seen(binding) == ["allow"] * 3
    binding.set_confirm_handler(reject)
    assert seen(binding) == ["reject"] * 3
    binding.set_confirm_handler(None)
    assert seen(binding) == [None] * 3


def test_a_module_without_hook_or_initialiser_gets_the_handler_in_its_attribute(tools):
    source = "_CONFIRM_HANDLER = {0}\ndef tool_seen(): return getattr(_CONFIRM_HANDLER, '__name__', _CONFIRM_HANDLER)\n"
    assert seen(tools.write(lib=source.format("None")).binding(confirm_handler=allow)) == "allow"
    binding = tools.write(lib=source.format("'mine'")).binding(confirm_handler=allow)
    binding.set_confirm_handler(reject)
    assert seen(binding) == "mine"


def test_no_other_binding_hears_of_it(tools):
    tools.write(lib=KEEPS)
    first, second = tools.binding(confirm_handler=allow), tools.binding()
    seen(first), seen(second)
    first.set_confirm_handler(reject)
    assert seen(second) == [["hook", None], ["ask", None], ["init", {}]]


def test_configurations_are_copied_but_not_what_they_hold(tools):
    source = """
    C = None
    def init_tools_library(config):
        global C
        config["list"].append(2)
        config["new"] = 1
        C = config
    def tool_seen(): return C
    """
    client = object()
    configs = {"lib": {"list": [1], "client": client, "deep": {"t": (client,)}}}
    found = seen(tools.write(lib=source).binding(host_tool_configs=configs))
    assert found == {"list": [1, 2], "new": 1, "client": client, "deep": {"t": (client,)}}
    assert configs == {"lib": {"list": [1], "client": client, "deep": {"t": (client,)}}}


@pytest.mark.parametrize(
    ("signature", "got"),
    [
        ("config", {"a": 1}),
        ("config=None, more=2", {"a": 1}),
        ("*args", {"a": 1}),
        ("*, config=None", {"a": 1}),
        ("*, settings", {"a": 1}),
        ("", "nothing"),
        ("**options", "nothing"),
        ("*, one=1, two=2", "nothing"),
    ],
)
def test_the_initialiser_is_given_the_configuration_as_its_signature_allows(tools, signature, got):
    source = f"""
C = "nothing"
def init_tools_library({signature}):
    global C
    given = locals()
    C = next((v[0] if type(v) is tuple else v for v in given.values() if v not in (None, 1, 2) and v), "nothing")
def tool_seen(): return C
"""
    assert seen(tools.write(lib=source).binding(host_tool_configs={"lib": {"a": 1}})) == got


def test_an_async_initialiser_is_awaited(tools):
    source = "C = 0\nasync def init_tools_library(config):\n    global C\n    C = config\ndef tool_seen(): return C\n"
    assert seen(tools.write(lib=source).binding(host_tool_configs={"lib": {"a": 1}})) == {"a": 1}


def test_an_entry_of_none_is_passed_as_none(tools):
    source = "C = 0\ndef init_tools_library(config=5):\n    global C\n    C = [config]\ndef tool_seen(): return C\n"
    assert seen(tools.write(lib=source).binding(host_tool_configs={"lib": None}, confirm_handler=allow)) == [None]


def test_a_hook_that_raises_is_logged_and_no_obstacle(tools, caplog):
    source = "def set_confirm_handler(h): raise ValueError('hook')\ndef tool_seen(): return 1\n"
    assert seen(tools.write(lib=source).binding()) == 1
    assert "set_confirm_handler raised" in caplog.text


def test_configurations_set_by_the_host_later_are_seen_at_load(tools):
    binding = tools.write(lib=KEEPS).binding()
    binding.host_tool_configs.setdefault("lib", {})["confirm_handler"] = reject
    assert seen(binding)[0] == ["hook", "reject"]
    binding.host_tool_configs = {}
    assert seen(binding)[-1] == ["hook", None]


def test_an_injected_handler_is_the_librarys_own_where_it_has_one(tools):
    source = "def tool_seen(user_interaction_handler=None): return user_interaction_handler.__name__\n"
    tools.write(lib=source)
    assert seen(tools.binding(user_interaction_handler=ask)) == "ask"
    configs = {"lib": {"user_interaction_handler": allow}}
    assert seen(tools.binding(user_interaction_handler=ask, host_tool_configs=configs)) == "allow"


def test_registered_code_is_configured_as_files_are(caplog):
    binding = LCPBinding(confirm_handler=reject, host_tool_configs={"dyn": {"level": "strict"}})
    assert binding.register_tool_from_code("dyn", KEEPS)
    assert seen(binding)[0] == ["hook", "reject"]
    assert seen(binding)[2] == ["init", {"level": "strict", "confirm_handler": "reject"}]
    binding.set_confirm_handler(allow)
    assert seen(binding)[-1] == ["hook", "allow"]
    assert not binding.register_tool_from_code(
        "bad", "def init_tools_library(c): raise SystemExit\ndef tool_x(): ...\n"
    )
    assert "refused: SystemExit" in caplog.text
