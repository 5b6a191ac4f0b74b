"""Takes a path apart into names that mean the same to every program, or refuses it. Opens nothing."""

import os
import re

from lma_forge.toolkit.refusal import Refusal

_LONGEST_PATH = 4_000
_LONGEST_NAME = 255
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..*)?", re.IGNORECASE)


def parts_of(path: str) -> tuple[str, ...]:
    """Take a path below the workspace apart.

    Args:
        path: Names with `/` between them; `.` and empty names are left out.

    Returns:
        The names, the file's own last; at least one.

    Raises:
        Refusal: It is absolute or leads upward, names no file, is too long, or holds what some
            program or system reads otherwise: control characters, backslashes, a drive letter, `~`.
    """
    if not path.strip() or "\0" in path:
        raise Refusal(f"{path!r} names no file.")
    if path.startswith(("/", "~")) or "\\" in path or re.match("[A-Za-z]:", path):
        raise Refusal(f"{_shown(path)} must be a path below the workspace, with / between its folders.")
    parts = tuple(part for part in path.split("/") if part not in ("", "."))
    if ".." in parts:
        raise Refusal(f"{_shown(path)} leads upward; name the path from the workspace down.")
    if not parts or path.endswith(("/", "/.")):
        raise Refusal(f"{_shown(path)} names no file.")
    if not path.isprintable():
        raise Refusal(f"{_shown(path)} holds characters that cannot be seen.")
    try:
        sizes = [len(os.fsencode(part)) for part in parts]
    except UnicodeEncodeError as error:
        raise Refusal(f"{_shown(path)} holds characters that the file system cannot store.") from error
    if max(sizes) > _LONGEST_NAME or sum(sizes) + len(sizes) > _LONGEST_PATH:
        raise Refusal(f"{_shown(path)} is too long.")
    if os.name == "nt":
        _refuse_on_windows(path, parts)
    return parts


def _refuse_on_windows(path: str, parts: tuple[str, ...]) -> None:
    for part in parts:
        # PROGRA~1 is another name of some other file there.
        if re.search(r'[<>:"|?*]|~[0-9]', part) or part.endswith((".", " ")) or _RESERVED.fullmatch(part):
            raise Refusal(f"{_shown(path)} holds the name {part!r}, which Windows reads otherwise.")


def _shown(path: str) -> str:
    return repr(path if len(path) <= 80 else f"{path[:80]}…")  # noqa: PLR2004 - enough to know it by
