"""A folder of tool libraries for one test, and bindings on it."""

import sys
import textwrap

import pytest

from lma_forge.runtime import LCPBinding


class Tools:
    """The folder of one test."""

    def __init__(self, root):
        self.root = root

    def write(self, *initializers, **files):
        """Write modules: `lib="…"` is lib.py, `lib__helpers="…"` is lib/helpers.py; `__init__.py` by folder."""
        named = {f"{folder}/__init__.py": text for folder, text in initializers}
        named |= {name.replace("__", "/") + ".py": source for name, source in files.items()}
        for name, source in named.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(source), encoding="utf-8")
        return self

    def binding(self, **options):
        """Make a binding on the folder."""
        return LCPBinding(tools_folders=self.root, **options)

    def call(self, source, tool, params=None, **options):
        """Write one library, call its tool once and give the record."""
        return self.write(lib=source).binding(**options).execute_tool(tool, params or {})


@pytest.fixture(autouse=True)
def _free_module_names():
    """Free the names under which bindings of other tests registered their modules."""
    for name in [name for name in sys.modules if ".persistent_" in name]:
        del sys.modules[name]


@pytest.fixture
def tools(tmp_path):
    root = tmp_path / "tools"
    root.mkdir()
    return Tools(root)
