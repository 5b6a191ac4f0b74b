"""Says how a run ended: the error exactly as it came, and then in plain words."""

import re

from lma_forge.toolkit.sandbox.limits import Limits
from lma_forge.toolkit.sandbox.process import Ended

_MOST = 20_000
_MOST_OUTPUT = 2_000
_SIGNALLED = {-9: "it was killed", -11: "it crashed", -6: "it aborted itself", -24: "its processor time was up"}
_LAST_LINE = re.compile(r"^(?P<kind>[A-Za-z_][\w.]*)(?:: ?(?P<text>.*))?$")


PLAIN: dict[str, str] = {
    "SyntaxError": "Python could not read the code; the line that it shows is not written as Python expects.",
    "IndentationError": "The lines do not begin where Python expects; check the spaces at the start of the line shown.",
    "TabError": "Tabs and spaces are mixed at the start of lines; use spaces only.",
    "NameError": "A name is used that nothing has been given yet; it may be misspelt, or set later.",
    "UnboundLocalError": "A function uses a name before it gives it a value.",
    "TypeError": "A value is of another kind than the operation or function takes.",
    "ValueError": "A value is of the right kind, but not one that can be used here.",
    "ZeroDivisionError": "A number was divided by zero.",
    "IndexError": "A position was asked for that the list or text does not have.",
    "KeyError": "A dictionary was asked for a key that it does not have.",
    "AttributeError": "A value was asked for something that values of its kind do not have.",
    "ImportError": "A module has not got what was to be imported from it.",
    "ModuleNotFoundError": "A module is missing; the sandbox has the standard library and what the host lends.",
    "FileNotFoundError": "A file or folder does not exist, or is not lent to the code.",
    "PermissionError": "The sandbox does not permit this: other files, programs and the network are out of reach.",
    "OSError": "The system did not do what was asked; the sandbox permits no network and no other programs.",
    "BlockingIOError": "The sandbox permits no new processes.",
    "MemoryError": "The code asked for more memory than a run may use.",
    "RecursionError": "A function calls itself without ever coming to an end.",
    "OverflowError": "A number became too large for the operation.",
    "UnicodeDecodeError": "Bytes were read as text that are not text in this encoding.",
    "UnicodeEncodeError": "A character cannot be written in this encoding.",
    "AssertionError": "A condition that the code itself demands does not hold.",
    "TimeoutError": "Something did not happen in time.",
    "EOFError": "The code asked for input, and there is none in a run like this.",
    "StopIteration": "More items were asked for than there are.",
    "NotImplementedError": "The code says of itself that this part is not written yet.",
    "KeyboardInterrupt": "The code interrupted itself.",
    "RuntimeError": "The code met a state that it cannot go on from.",
    "LookupError": "Something was looked up that is not there.",
    "ArithmeticError": "A calculation has no result.",
}
"""What the errors of Python mean, for people who do not program."""


def failure(ended: Ended, limits: Limits) -> str:
    """Say why a run failed.

    Args:
        ended: What came of the run.
        limits: The terms under which it ran.

    Returns:
        The error's own message first, the whole of what was written as errors, what it means in
        plain words, and the beginning of what was written before.
    """
    errors, output = clean(ended.errors).strip("\n"), clean(ended.output).strip("\n")
    message, plain = _stopped(ended, limits) if ended.stopped else _raised(ended, errors)
    parts = [message]
    if errors and errors != message:
        parts.append(_cut(errors, _MOST))
    parts.append(f"In plain words: {plain}")
    if output:
        parts.append(f"Written before it failed:\n{_cut(output, _MOST_OUTPUT)}")
    return "\n\n".join(parts)


def _stopped(ended: Ended, limits: Limits) -> tuple[str, str]:
    if ended.stopped == "time":
        return (
            f"TimeoutError: stopped after {limits.seconds:g} seconds",
            "The code took longer than a run may; it may never come to an end, or needs less to do.",
        )
    if ended.stopped == "output":
        return (
            f"OverflowError: stopped after {limits.output:,} bytes of output",
            "The code wrote more than a run may; have it write less.",
        )
    return (
        f"OSError: stopped after {limits.scratch:,} bytes or {limits.files:,} files in the scratch folder",
        "The code filled its folder; have it keep less.",
    )


def _raised(ended: Ended, errors: str) -> tuple[str, str]:
    last = _LAST_LINE.match(errors.rpartition("\n")[2])
    if ended.code == 1 and last is not None and ("Traceback (most recent call last)" in errors or "  File " in errors):
        kind = last["kind"].rpartition(".")[2]
        meaning = PLAIN.get(kind, "The code raised an error of its own; its message says what it is.")
        return last[0], f"{meaning}{_where(errors)}"
    if errors.rpartition("\n")[2].startswith("wasm trap:"):
        return errors.rpartition("\n")[2], "The code went deeper, or needed more memory, than this sandbox has."
    if ended.code < 0:
        how = _SIGNALLED.get(ended.code, f"it was ended by signal {-ended.code}")
        return (
            f"exit by signal {-ended.code}",
            f"The code did not end by itself: {how}; it may have used too much memory.",
        )
    return f"exit code {ended.code}", "The code ended itself and reported a failure."


def _where(errors: str) -> str:
    lines = re.findall(r'File "<code>", line (\d+)', errors)
    return f" It happened in line {lines[-1]}." if lines else ""


def clean(text: str) -> str:
    """Show control characters instead of having a terminal obey them.

    Args:
        text: What code has written.
    """
    return "".join(one if one.isprintable() or one in "\n\t\r" else _shown(one) for one in text)


def _shown(character: str) -> str:
    # Letters that a font may lack, and spaces of other scripts, harm nobody.
    code = ord(character)
    if code > 0x9F and not (0x200B <= code <= 0x200F or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069):  # noqa: PLR2004 - ranges of Unicode
        return character
    return character.encode("unicode_escape").decode("ascii")


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]}\n… {len(text) - most:,} characters left out …\n{text[-half:]}"
