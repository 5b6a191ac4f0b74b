"""LCP003."""

import re
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity, Span
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import SourceFile

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_UTF8 = frozenset({"utf-8", "utf8", "utf-8-sig", "u8", "utf"})


@rule("LCP003", severity=Severity.ERROR)
def non_utf8_source(source: SourceFile) -> Iterator[Diagnostic]:
    """A file is not UTF-8.

    Python obeys an encoding that a comment names; lollms does not look at it and reads UTF-8. It
    then neither finds the library's name nor the load flag, so that a gated library is open.

    Source: lollms_client 1.21.1, library metadata.

    Bad:
        # -*- coding: latin-1 -*-
        def tool_greet(name: str) -> dict:
            \"\"\"Greets a person by their name.\"\"\"
            return {"success": True, "output": "Bonjour " + name}

    Good:
        def tool_greet(name: str) -> dict:
            \"\"\"Greets a person by their name.\"\"\"
            return {"success": True, "output": "Bonjour " + name}
    """
    try:
        source.data.decode("utf-8")
    except UnicodeDecodeError as fault:
        before = source.data[: fault.start].decode("utf-8", "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        yield non_utf8_source.at(
            Span(source.path, line, column, line, column),
            f"Byte 0x{source.data[fault.start]:02X} here is no UTF-8, so lollms reads neither the metadata nor the "
            "load flag of the file; save it as UTF-8.",
        )
        return
    for number, text in enumerate(source.data.split(b"\n", 2)[:2], 1):
        cookie = _COOKIE.match(text)
        name = cookie.group(1).decode("ascii", "replace") if cookie else ""
        if cookie and name.lower().replace("_", "-") not in _UTF8:
            start, end = cookie.start(1) + 1, cookie.end(1) + 1
            yield non_utf8_source.at(
                Span(source.path, number, start, number, end),
                f"The file says that it is {name}, and lollms reads every file as UTF-8; "
                "save it as UTF-8 and remove this comment.",
            )
            return
