"""Which modules a Python file seems to import, from its bytes alone."""

import re

_IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+(\.?\w+)|import[ \t]+([\w, \t]+))", re.MULTILINE)


def imports_of(data: bytes) -> tuple[str, ...]:
    """The first names of the modules that a file seems to import, sorted; text in strings may add some."""
    names: set[str] = set()
    for one, several in _IMPORT.findall(data):
        for part in (one or several).decode("ascii", "ignore").split(","):
            names.add(part.strip().lstrip(".").partition(" ")[0].partition(".")[0])
    return tuple(sorted(names - {""}))
