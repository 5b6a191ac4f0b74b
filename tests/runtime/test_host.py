"""The binding stands where the host's class stood: same calls, light import, linear work."""

import inspect
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import lma_forge
from lma_forge.runtime import LCPBinding

ROOT = Path(lma_forge.__file__).parent.parent

HOST_SIGNATURES = {
    "discover_tools": ("specific_tool_names=None", "**kwargs"),
    "list_tools": ("**kwargs",),
    "execute_tool": ("tool_name", "params", "discussion_instance=None", "**kwargs"),
    "to_chat_tool_specs": ("**discover_kwargs",),
    "get_dynamic_tool_description": ("tool_def",),
    "find_library_for_tool": ("tool_name",),
    "is_tool_available": ("tool_name",),
    "load_tool_by_name": ("tool_name",),
    "is_library_mounted": ("library_name",),
    "mount_tool_library": ("library_name",),
    "mount_tool_library_if_absent": ("library_name",),
    "register_tool_from_code": ("tool_name_prefix", "code"),
    "unregister_tools_by_prefix": ("tool_name_prefix",),
    "set_confirm_handler": ("handler",),
    "set_user_interaction_handler": ("handler",),
    "set_session_flags": ("flags",),
    "_discover_local_tools": (),
}
"""The methods of LCPBinding in lollms_client 1.21.1 that hosts call, with their parameters."""


@pytest.mark.parametrize("name", HOST_SIGNATURES)
def test_methods_take_what_those_of_the_host_take(name):
    parameters = list(inspect.signature(getattr(LCPBinding, name)).parameters.values())[1:]
    shown = []
    for parameter in parameters:
        stars = {parameter.VAR_KEYWORD: "**", parameter.VAR_POSITIONAL: "*"}.get(parameter.kind, "")
        default = "" if parameter.default is parameter.empty else f"={parameter.default}"
        shown.append(f"{stars}{parameter.name}{default}")
    assert tuple(shown) == HOST_SIGNATURES[name]


def test_the_constructor_takes_what_that_of_the_host_takes(tools):
    binding = LCPBinding({"lib": {}}, tools_folders=[tools.root], tool_files=[], confirm_handler=None, enable_x=True)
    for attribute in (
        *("host_tool_configs", "confirm_handler", "user_interaction_handler", "tools_folders", "tool_files"),
        *("tools_folder_path", "session_flags", "discovered_tools", "binding_name"),
    ):
        assert hasattr(binding, attribute)


def child(code):
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout.split()


def test_importing_the_runtime_imports_nothing_heavy(tools):
    heavy = {
        "libcst",
        "jinja2",
        "markdown_it",
        "click",
        "ruff",
        "asyncio",
        "logging",
        "inspect",
        "ast",
        "importlib.util",
    }
    loaded = child("import sys; bare = set(sys.modules); import lma_forge.runtime; print(*(set(sys.modules) - bare))")
    assert not heavy & set(loaded)
    assert {name for name in loaded if name.startswith("lma_forge.")} <= {
        "lma_forge.runtime",
        "lma_forge.runtime.binding",
        "lma_forge.runtime.normalize",
        "lma_forge.runtime.notices",
    }
    tools.write(lib="def tool_a(x: int = 1) -> dict:\n    '''A.'''\n    return {'success': True, 'output': x}\n")
    loaded = child(
        "import sys; from lma_forge.runtime import LCPBinding;"
        f"b = LCPBinding(tools_folders={str(tools.root)!r}); b.list_tools();"
        "assert b.execute_tool('tool_a', {})['success'];"
        "print(*sys.modules)"
    )
    assert not heavy - {"inspect", "ast", "importlib.util"} & set(loaded) - {"logging"}
    assert not {name for name in loaded if name.startswith("lma_forge.")} - {
        name for name in loaded if name.startswith(("lma_forge.runtime", "lma_forge.lcp"))
    }


def test_discovery_takes_linear_time(tools):
    body = "def tool_{0}(a: int, b: str = 'x'):\n    '''Does {0}.\n\n    Args:\n        a (int): A.\n    '''\n"

    def seconds(count):
        folder = tools.root / str(count)
        folder.mkdir()
        for index in range(count):
            (folder / f"lib{index}.py").write_text(body.format(index), encoding="utf-8")
        LCPBinding(tools_folders=folder)
        best = float("inf")
        for _ in range(3):
            start = time.process_time()
            LCPBinding(tools_folders=folder)
            best = min(best, time.process_time() - start)
        return best

    small, large = seconds(50), seconds(800)
    assert large < small * 16 * 3, f"{large / small:.1f} times the time for 16 times the files"
