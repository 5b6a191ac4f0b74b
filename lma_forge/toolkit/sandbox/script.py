"""Runs code as Python runs a script, with the tracebacks that a script has. Runs in the child.

The text of this file is also what the WASI tier hands to its Python, so it imports the standard
library alone.
"""

import linecache
import sys
import traceback
import types

NAME = "<code>"
"""What tracebacks call the code."""


def run(source: str) -> int:
    """Run the code of a script.

    Args:
        source: The code.

    Returns:
        The exit code that Python would leave with.
    """
    # As linecache itself reads a file: the marks below a last line without its end would stand amiss.
    lines = (source if source.endswith("\n") else f"{source}\n").splitlines(keepends=True)
    linecache.cache[NAME] = (len(source), None, lines, NAME)
    module = types.ModuleType("__main__")
    module.__dict__["__file__"] = NAME
    sys.modules["__main__"] = module
    sys.argv = [NAME]
    code = 0
    try:
        exec(compile(source, NAME, "exec", dont_inherit=True), module.__dict__)  # noqa: S102 - this is what the box is for
    except SystemExit as leaving:
        code = _code_of(leaving)
    except BaseException as error:  # noqa: BLE001 - all are shown, as Python does
        # The first frame is this function.
        inner = error.__traceback__.tb_next if error.__traceback__ else None
        traceback.print_exception(type(error), error, inner)
        code = 1
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            code = code or 120
    return code


def _code_of(leaving: SystemExit) -> int:
    if leaving.code is None:
        return 0
    if isinstance(leaving.code, int):
        return leaving.code & 255
    print(leaving.code, file=sys.stderr)  # noqa: T201 - as Python does
    return 1
