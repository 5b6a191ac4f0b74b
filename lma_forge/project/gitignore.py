"""Which files git ignores; git itself is asked, as nothing else reads its patterns quite as it does."""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path

_LONGEST = 60
"""Seconds after which the question is given up, and nothing counts as ignored."""


def kept(paths: Sequence[Path]) -> frozenset[Path]:
    """Leave out what git ignores.

    Args:
        paths: Files; those outside a git work tree, and all where git is not installed, are kept.

    Returns:
        Those that git tracks or would track.
    """
    by_tree: dict[Path, list[Path]] = {}
    for path in paths:
        tree = _work_tree(Path(os.path.abspath(path.parent)))  # noqa: PTH100 - links stay as they are
        if tree is not None:
            by_tree.setdefault(tree, []).append(path)
    ignored = {path for tree, inside in by_tree.items() for path in _ignored(tree, inside)}
    return frozenset(path for path in paths if path not in ignored)


def _program() -> str | None:
    from shutil import which  # noqa: PLC0415 - as below

    return which("git")


@cache
def _work_tree(folder: Path) -> Path | None:
    if os.path.exists(folder / ".git"):  # noqa: PTH110 - no error in a locked folder
        return folder
    return None if folder.parent == folder else _work_tree(folder.parent)


def _ignored(tree: Path, paths: Sequence[Path]) -> list[Path]:
    import subprocess  # noqa: PLC0415 - loaded where there is a work tree at all

    git = _program()
    if git is None:
        return []
    names = {os.fsencode(os.path.abspath(path)): path for path in paths}  # noqa: PTH100 - as above
    try:
        done = subprocess.run(  # noqa: S603 - git, by its full path
            [git, "-C", str(tree), "-c", "core.quotePath=false", "check-ignore", "-z", "--stdin"],
            input=b"\0".join(names),
            capture_output=True,
            timeout=_LONGEST,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return []
    return [names[name] for name in done.stdout.split(b"\0") if name in names]
