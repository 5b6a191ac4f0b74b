"""Imports tool modules: once per binding and path, when they are first needed (doctrine 6 and 7)."""

import importlib
import importlib.machinery
import importlib.util
import itertools
import os
import sys
import threading
import types
import weakref
from collections.abc import Iterable, Sequence
from typing import Any

from lma_forge.runtime.files import fingerprint
from lma_forge.runtime.folders import SUFFIX
from lma_forge.runtime.imports import with_siblings

MODULE_NAME = "lollms_client.tools_bindings.lcp.persistent_"
"""How the name of a loaded module begins; its stem follows (doctrine 6.1)."""

_PACKAGE = "_lcp_library_"
_DOT = "\N{MIDDLE DOT}"
_READING = (-1, 0)
"""In the place of a file's fingerprint while it is read; no file has it."""

_numbers = itertools.count(1)
_naming = threading.Lock()


class Package:
    """A folder as the invisible package that its modules import each other through.

    Args:
        folder: The folder.
        whole: Whether it is one library.
    """

    def __init__(self, folder: str, *, whole: bool) -> None:
        self.folder = folder
        self.whole = whole
        self.name = f"{_PACKAGE}{next(_numbers)}"
        self.read: dict[str, tuple[int, int]] = {}
        self.modules: dict[str, types.ModuleType] = {}
        self.imports = 0
        self.dropped = False
        package = types.ModuleType(self.name, f"Modules of {folder}.")
        package.__path__ = [folder]
        package.__spec__ = importlib.machinery.ModuleSpec(self.name, None, is_package=True)
        package.__spec__.submodule_search_locations = [folder]
        sys.modules[self.name] = package
        _Finder.packages[self.name] = self

    def siblings(self, path: str) -> set[str]:
        """Stems of the modules and names of the packages beside `path`."""
        found: set[str] = set()
        with os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.endswith(SUFFIX):
                    found.add(entry.name.removesuffix(SUFFIX))
                elif os.path.isfile(os.path.join(entry.path, "__init__.py")):  # noqa: PTH113, PTH118
                    found.add(entry.name)
        return found - {os.path.basename(path).removesuffix(SUFFIX), "__init__", "__pycache__"}  # noqa: PTH119

    def import_module(self, path: str) -> types.ModuleType:
        """Import a module of the folder, or give the one that is there.

        Threads that need the same module wait for one import, by the locks of `importlib`, which
        also sees through imports in circles.
        """
        tail = os.path.basename(path).removesuffix(SUFFIX).replace(".", _DOT)  # noqa: PTH119
        return importlib.import_module(f"{self.name}.{tail}")

    def unload(self, path: str) -> None:
        """Take one module out of `sys.modules`, so that it is imported anew when it is next needed."""
        tail = os.path.basename(path).removesuffix(SUFFIX).replace(".", _DOT)  # noqa: PTH119
        module = sys.modules.pop(f"{self.name}.{tail}", None)
        if module is not None:
            self.modules.pop(module.__name__, None)
            if sys.modules.get(module.__name__) is module:
                del sys.modules[module.__name__]

    def changed(self) -> bool:
        """Whether any file that was loaded has other bytes now, or is gone."""
        for path, mark in self.read.copy().items():
            try:
                with open(path, "rb") as stream:  # noqa: PTH123
                    if fingerprint(stream.read()) != mark:
                        return True
            except OSError:
                return True
        return False

    def retire(self) -> None:
        """Free the names of the modules for those that come in their place.

        Imports that are under way, or that a running function makes, still find the package.
        """
        self.dropped = True
        for name, module in self.modules.copy().items():
            if sys.modules.get(name) is module:
                sys.modules.pop(name, None)

    def forget(self) -> None:
        """Take the modules out of `sys.modules`; functions that still run keep theirs."""
        _Finder.packages.pop(self.name, None)
        for name in [name for name in sys.modules.copy() if name == self.name or name.startswith(f"{self.name}.")]:
            sys.modules.pop(name, None)
        self.retire()


class _Finder:
    """Finds the modules of library folders; installed when the first library is loaded."""

    packages: dict[str, Package] = {}  # noqa: RUF012 - one table per process, as sys.modules

    @classmethod
    def install(cls) -> None:
        """Put the finder before the others, which would find the same files and load them their way."""
        if cls not in sys.meta_path:
            sys.meta_path.insert(0, cls)

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, _target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Find `_lcp_library_N.stem` in the folder of library N."""
        package = cls.packages.get(fullname.partition(".")[0])
        if package is None or path is None:
            return None
        tail = fullname.rpartition(".")[2].replace(_DOT, ".")
        for folder in path:
            file = os.path.join(folder, tail + SUFFIX)  # noqa: PTH118
            if os.path.isfile(file):  # noqa: PTH113
                loader = _Loader(fullname, file, package)
                return importlib.util.spec_from_file_location(fullname, file, loader=loader)
        return importlib.machinery.PathFinder.find_spec(fullname, path)


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module from its source alone: no stale bytecode, and none written beside the tools.

    Args:
        fullname: Name within the package of its folder.
        path: The file.
        package: That package.
    """

    def __init__(self, fullname: str, path: str, package: Package) -> None:
        super().__init__(fullname, path)
        self._package = package

    def get_code(self, fullname: str) -> types.CodeType:  # noqa: ARG002 - the protocol's signature
        """Compile the file, with imports of its siblings resolved."""
        path = str(self.path)
        package = self._package
        # Whoever looks for changes before this is read must not find that there are none.
        package.read[path] = _READING
        source = self.get_data(path)
        package.read[path] = fingerprint(source)
        tree: Any = source
        if os.path.dirname(path) == package.folder:  # noqa: PTH120
            tree = with_siblings(source, package.siblings(path), whole=package.whole)
        code: types.CodeType = compile(tree, path, "exec", dont_inherit=True)
        return code

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType | None:  # noqa: ARG002
        """Make the module under the name that the doctrine gives it, or a free one like it."""
        if os.path.dirname(str(self.path)) != self._package.folder or self._package.dropped:  # noqa: PTH120
            return None
        wanted = MODULE_NAME + os.path.basename(str(self.path)).removesuffix(SUFFIX)  # noqa: PTH119
        with _naming:
            names = itertools.chain([wanted], (f"{wanted}_{number}" for number in itertools.count(2)))
            name = next(name for name in names if name not in sys.modules)
            module = types.ModuleType(name)
            sys.modules[name] = module
        self._package.modules[name] = module
        return module

    def exec_module(self, module: types.ModuleType) -> None:
        """Run the module; one that fails leaves no trace."""
        try:
            super().exec_module(module)
        except BaseException:
            self._package.modules.pop(module.__name__, None)
            if sys.modules.get(module.__name__) is module:
                del sys.modules[module.__name__]
            raise


class Modules:
    """The modules that one binding has imported, by path. No other binding shares them."""

    def __init__(self) -> None:
        self._packages: dict[str, Package] = {}
        self._retired: dict[str, list[Package]] = {}
        self._lock = threading.Lock()
        weakref.finalize(self, _forget_all, self._packages, self._retired).atexit = False

    def load(self, path: str, *, whole: bool) -> tuple[types.ModuleType, Package]:
        """Import the module at `path`, or give the one imported before.

        Args:
            path: The resolved path.
            whole: Whether its folder is one library.

        Returns:
            The module, imported to its end, and the package that it is in.

        Raises:
            BaseException: Whatever the module raises while it runs.
        """
        folder = os.path.dirname(path)  # noqa: PTH120
        with self._lock:
            _Finder.install()
            package = self._packages.get(folder)
            if package is None:
                package = self._packages[folder] = Package(folder, whole=whole)
            package.imports += 1
        try:
            return package.import_module(path), package
        finally:
            with self._lock:
                package.imports -= 1

    def changed(self) -> list[Package]:
        """The libraries of which a loaded file has changed."""
        with self._lock:
            packages = list(self._packages.values())
        return [package for package in packages if package.changed()]

    def drop(self, packages: list[Package]) -> list[str]:
        """Have libraries imported anew when one of their tools is next called.

        What they imported before is forgotten when they are dropped the next time: until then
        functions of theirs that still run can import what is beside them.

        Returns:
            Their folders.
        """
        gone, old = [], []
        with self._lock:
            for package in packages:
                if self._packages.get(package.folder) is not package:
                    continue
                gone.append(package.folder)
                del self._packages[package.folder]
                package.retire()
                before = self._retired.get(package.folder, [])
                old += [each for each in before if not each.imports]
                self._retired[package.folder] = [package, *(each for each in before if each.imports)]
        for each in old:
            each.forget()
        return gone


def _forget_all(packages: dict[str, Package], retired: dict[str, list[Package]]) -> None:
    for package in [*packages.values(), *(each for several in retired.values() for each in several)]:
        package.forget()


def from_code(prefix: str, code: str) -> types.ModuleType:
    """Run code that was handed over as text, as a module of its own (doctrine 8).

    It is in `sys.modules` while it runs and after, so that dataclasses and pickling work.

    Args:
        prefix: The prefix under which it is registered.
        code: The source.

    Returns:
        The module.

    Raises:
        BaseException: Whatever the code raises.
    """
    name = f"dynamic_tool_{prefix}_{next(_numbers)}"
    module = types.ModuleType(name)
    sys.modules[name] = module
    try:
        exec(compile(code, f"<{name}>", "exec", dont_inherit=True), module.__dict__)  # noqa: S102 - what it is for
    except BaseException:
        del sys.modules[name]
        raise
    return module


def forget(modules: Iterable[types.ModuleType]) -> None:
    """Take modules made by `from_code` out of `sys.modules`."""
    for module in modules:
        if sys.modules.get(module.__name__) is module:
            del sys.modules[module.__name__]
