"""All tool files of a run, for rules about how they stand to each other."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from lma_forge.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Summary:
    """What rules about several files need to know of one.

    Args:
        path: Its path as diagnostics show it, with `/`.
        tools: Its tools: name of the function, and where `def` and the name stand.
        imports: Names of modules that it imports, as written, the first part only.
        flag: Its TOOL_LIBRARY_LOAD_FLAG; "" without one.
        is_library: Whether a host finds anything in it: a tool, a hook or a metadata constant.
        error: Whether it does not parse.
        free_line: The line before which a constant can be added: that of the first definition or
            constant; 0 where it is not known.
    """

    path: str
    tools: tuple[tuple[str, Span], ...] = ()
    imports: tuple[str, ...] = ()
    flag: str = ""
    is_library: bool = False
    error: bool = False
    free_line: int = 0

    @property
    def folder(self) -> str:
        """The folder that the file lies in; "" where the path names none."""
        return self.path.rpartition("/")[0]

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.rpartition("/")[2]

    @property
    def stem(self) -> str:
        """The file's name without `.py`."""
        return self.name.removesuffix(".py")


@dataclass(frozen=True, slots=True)
class DeclaredTool:
    """A tool that a spec declares: the function's name, the name in the spec, and where it stands there."""

    function: str
    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class ToolSet:
    """The files of a run.

    Args:
        files: The Python files, by path.
        others: Paths of files beside them that hosts of other protocols read (`description.yaml`).
        roots: The folders of tools, as diagnostics show them: those configured, or those named
            on the command line; empty where only files were named.
        declared: The tools that the project's specs declare, by function name; empty without specs.
        whole: Whether all tools of the project are in `files`, so that what is missing is missing.
        generates: Whether the project keeps generated modules, whose lock says what is missing.
    """

    files: tuple[Summary, ...]
    others: frozenset[str] = frozenset()
    roots: tuple[str, ...] = ()
    declared: Mapping[str, DeclaredTool] = field(default_factory=lambda: MappingProxyType({}))
    whole: bool = False
    generates: bool = False

    @property
    def libraries(self) -> tuple[Summary, ...]:
        """The files in which a host finds something."""
        return tuple(file for file in self.files if file.is_library)
