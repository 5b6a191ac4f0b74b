"""How hosts see folders of tools: which folders they scan, and which files of them belong together."""

from collections.abc import Iterator
from dataclasses import dataclass

from lma_forge.rules.toolset import Summary, ToolSet

_NAMES = frozenset({"tools", "default_tools", "my_tools", "generated_tools", "lcp_tools"})

_TESTS = frozenset({"tests", "test"})


@dataclass(frozen=True, slots=True)
class Placed:
    """A library file in a folder that hosts scan.

    Args:
        file: The file.
        root: The folder that is scanned, as diagnostics show it; "" for the current one.
        parts: The folders between the two.
    """

    file: Summary
    root: str
    parts: tuple[str, ...]


def placed(files: ToolSet) -> Iterator[Placed]:
    """The library files that lie in or below a folder of which it is known that hosts scan it.

    Known are the folders that the project names, those that hold a library `X/X.py`, those with a
    usual name such as `tools`, and a folder named on the command line that has none of these in it.
    Of several such folders around a file the outermost counts.
    """
    roots = _roots(files)
    for file in files.libraries:
        around = [root for root in roots if _below(file.folder, root)]
        if around:
            root = min(around, key=len)
            rest = file.folder[len(root) :].strip("/") if root != "." else file.folder
            yield Placed(file, root, tuple(part for part in rest.split("/") if part))


def _roots(files: ToolSet) -> frozenset[str]:
    inferred: set[str] = set()
    for file in files.libraries:
        parent, _, folder = file.folder.rpartition("/")
        if folder and folder == file.stem:
            inferred.add(parent or ".")
        parts = file.folder.split("/")
        named = [index for index, part in enumerate(parts) if part in _NAMES]
        if named:
            inferred.add("/".join(parts[: named[0] + 1]))
    named_here = {
        root
        for root in files.roots
        if root.rpartition("/")[2] not in _TESTS and not any(_below(other, root) for other in inferred if other != root)
    }
    return frozenset(inferred | named_here)


def _below(folder: str, root: str) -> bool:
    return root in {".", folder} or folder.startswith(f"{root}/")


def together(one: Summary, other: Summary) -> bool:
    """Whether a host that scans one folder finds both files: in the folder itself, or one folder below it."""
    return bool(_scanned_for(one) & _scanned_for(other))


def _scanned_for(file: Summary) -> set[str]:
    return {file.folder, file.folder.rpartition("/")[0] or "."} if file.folder else {"."}
