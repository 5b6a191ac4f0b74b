"""What a tool with certain effects may do, in terms of Python's audit events."""

import functools
import os
import sys
import tempfile
from typing import Any

_READ, _WRITE, _REMOVE = "read", "write", "remove"

FILES: dict[str, tuple[str, int]] = {
    # event: what it does, and how many of its first arguments are paths
    "open": (_READ, 1),
    "os.listdir": (_READ, 1),
    "os.scandir": (_READ, 1),
    "os.walk": (_READ, 1),
    "os.fwalk": (_READ, 1),
    "os.getxattr": (_READ, 1),
    "os.listxattr": (_READ, 1),
    "os.chmod": (_WRITE, 1),
    "os.chown": (_WRITE, 1),
    "os.chflags": (_WRITE, 1),
    "os.link": (_WRITE, 2),
    "os.mkdir": (_WRITE, 1),
    "os.removexattr": (_WRITE, 1),
    "os.rename": (_WRITE, 2),
    "os.setxattr": (_WRITE, 1),
    "os.symlink": (_WRITE, 2),
    "os.truncate": (_WRITE, 1),
    "os.utime": (_WRITE, 1),
    "sqlite3.connect": (_WRITE, 1),
    "os.remove": (_REMOVE, 1),
    "os.rmdir": (_REMOVE, 1),
    "shutil.rmtree": (_REMOVE, 1),
}

_FOLDERS: dict[str, tuple[int, ...]] = {
    # event: which of its arguments are descriptors of the folders that its paths start from
    "os.chmod": (2,),
    "os.chown": (3,),
    "os.link": (2, 3),
    "os.mkdir": (2,),
    "os.remove": (1,),
    "os.rename": (2, 3),
    "os.rmdir": (1,),
    "os.symlink": (2, 2),
    "os.utime": (3,),
    "shutil.rmtree": (1,),
}

OUTSIDE = frozenset(
    {
        "socket.bind",
        "socket.connect",
        "socket.getaddrinfo",
        "socket.gethostbyaddr",
        "socket.gethostbyname",
        "socket.getnameinfo",
        "socket.sendmsg",
        "socket.sendto",
        "urllib.Request",
    }
)
"""Events of tools that reach beyond this machine, or offer something to others."""

STARTS = frozenset(
    {
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.posix_spawn",
        "os.spawn",
        "os.startfile",
        "os.startfile/2",
        "os.system",
        "pty.spawn",
        "subprocess.Popen",
    }
)
"""Events that start another process, which no hook can watch."""

FORBIDDEN = frozenset(
    {
        "_thread.start_new_thread",
        "ctypes.call_function",
        "ctypes.cdata",
        "ctypes.dlopen",
        "ctypes.string_at",
        "ctypes.wstring_at",
        "gc.get_objects",
        "gc.get_referents",
        "gc.get_referrers",
        "os.kill",
        "os.killpg",
        "sqlite3.enable_load_extension",
        "sqlite3.load_extension",
    }
)
"""Events that no effect stands for: ways around the guard, and signals to other processes."""

_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_SYSTEM = (
    "/dev/null",
    "/dev/tty",
    "/dev/urandom",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/ssl",
    "/usr/lib/ssl",
    "/usr/share/zoneinfo",
)
_WRITABLE = frozenset({"/dev/null", "/dev/tty", "nul", "con"})


class Policy:
    """What one call may do.

    Args:
        tool: Name of the tool.
        effects: The words it declares; None when it declares nothing.
        root: The real path of the workspace.
    """

    __slots__ = ("_effects", "_own", "_root", "_scratch", "tool")

    def __init__(self, tool: str, effects: frozenset[str] | None, root: str) -> None:
        self.tool = tool
        self._effects = frozenset({"read"}) if effects is None else effects
        self._root = root
        self._own = _own_places(tuple(sys.path))
        self._scratch: set[str] = set()

    @property
    def declared(self) -> str:
        """The effects in words."""
        return f'"{", ".join(sorted(self._effects - {"none"})) or "none"}"'

    def problem(self, event: str, arguments: tuple[Any, ...]) -> str:
        """Say what an event does that is not allowed; "" when all is well.

        Args:
            event: Name of the audit event.
            arguments: Its arguments.
        """
        if event in FILES:
            return self._file_problem(event, arguments)
        if event in OUTSIDE:
            return "" if "external" in self._effects else f"use the network ({_shown(arguments[-1:])})"
        if event in STARTS:
            return "" if "external" in self._effects else f"start a process ({_shown(arguments[:1])})"
        if event.startswith("tempfile."):
            self._take_scratch(arguments)
            return ""
        if event == "ctypes.dlopen" and arguments[:1] == (None,):
            return ""
        return f"do what no effect stands for ({event})"

    def _take_scratch(self, arguments: tuple[Any, ...]) -> None:
        """Let the tool use a temporary file or folder that it is about to make."""
        path = os.path.realpath(os.fsdecode(arguments[0]))
        if _inside(path, os.path.realpath(tempfile.gettempdir())) and not os.path.lexists(path):
            self._scratch.add(path)

    def _file_problem(self, event: str, arguments: tuple[Any, ...]) -> str:
        kind, count = FILES[event]
        if event == "open" and _writes(arguments):
            if isinstance(arguments[0], str) and os.path.isdir(arguments[0]):  # noqa: PTH112 - text in, text out
                # It fails, or an opener opens another file, which is an event of its own.
                return ""
            kind = _WRITE
        folders = _FOLDERS.get(event, ())
        for index, given in enumerate(arguments[:count]):
            where = arguments[folders[index]] if index < len(folders) and folders[index] < len(arguments) else None
            problem = self._path_problem(kind, event, _joined(given, where))
            if problem:
                return problem
        return ""

    def _path_problem(self, kind: str, event: str, given: object) -> str:  # noqa: PLR0911 - one answer per place
        if isinstance(given, int) or (event == "sqlite3.connect" and given in (":memory:", b":memory:", "")):
            return ""
        try:
            path = os.path.realpath(os.fsdecode(given if given is not None else "."))  # type: ignore[arg-type] # any object
        except (TypeError, ValueError, OSError):
            return f"{kind} {_shown((given,))}"
        if any(_inside(path, place) for place in self._scratch):
            return ""
        if _inside(path, self._root):
            return "" if self._permits(kind) else f"{kind} {path}"
        if kind == _READ and any(_inside(path, place) for place in self._own):
            return ""
        if path.lower() in _WRITABLE:
            return ""
        return f"{kind} {path}" + ("" if path.endswith(".pyc") else ", which is outside its workspace")

    def _permits(self, kind: str) -> bool:
        if kind == _REMOVE:
            return "destructive" in self._effects
        if kind == _WRITE:
            return not self._effects.isdisjoint({"write", "destructive"})
        return not self._effects.isdisjoint({"read", "write", "destructive"})


def _joined(given: object, folder: object) -> object:
    """A path below the folder that a descriptor stands for; the path itself where there is none."""
    if not isinstance(folder, int) or folder < 0 or isinstance(given, int):
        return given
    path = os.fsdecode(given)  # type: ignore[arg-type] # what os takes as a path
    return os.path.join(_folder_of(folder), path)  # noqa: PTH118 - text in, text out


def _folder_of(descriptor: int) -> str:
    """The path of an open folder; one that nothing permits where the system does not tell."""
    try:
        return os.readlink(f"/proc/self/fd/{descriptor}")  # noqa: PTH115 - text in, text out
    except OSError:
        pass
    try:
        import fcntl  # noqa: PLC0415 - not everywhere

        get_path = 50  # F_GETPATH of macOS
        return os.fsdecode(fcntl.fcntl(descriptor, get_path, b"\0" * 1024).rstrip(b"\0"))
    except (ImportError, OSError, ValueError):
        return f"{os.sep}unknown folder"


def _writes(arguments: tuple[Any, ...]) -> bool:
    mode = arguments[1] if len(arguments) > 1 else None
    flags = arguments[2] if len(arguments) > 2 else 0  # noqa: PLR2004 - path, mode, flags
    if isinstance(mode, str) and set(mode) & set("wax+"):
        return True
    return isinstance(flags, int) and bool(flags & _FLAGS)


@functools.lru_cache(maxsize=8)
def _own_places(search: tuple[str, ...]) -> tuple[str, ...]:
    """Where Python itself reads from: its library, installed packages, time zones, certificates."""
    places = {os.path.realpath(place) for place in (sys.prefix, sys.base_prefix, *search) if place}
    return (*(place for place in places if place != os.path.realpath(os.sep)), *_SYSTEM)


def _inside(path: str, place: str) -> bool:
    return path == place or path.startswith(place if place.endswith(os.sep) else place + os.sep)


def _shown(arguments: tuple[Any, ...]) -> str:
    text = ", ".join(map(str, arguments))
    return text if len(text) <= 120 else f"{text[:120]}…"  # noqa: PLR2004 - enough to know it by
