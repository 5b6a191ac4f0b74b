"""LCP002."""

import codecs
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Edit, Fix, Severity, Span
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import SourceFile


@rule("LCP002", severity=Severity.ERROR)
def byte_order_mark(source: SourceFile) -> Iterator[Diagnostic]:
    """A file begins with a byte-order mark.

    lollms reads the file as plain UTF-8 and hands the mark to the parser, which refuses it. The
    tools of the file are then not there, and nothing says so.

    Source: lollms_client 1.21.1, tool discovery.

    Bad:
        \ufeffdef tool_echo(text: str) -> dict:
            \"\"\"Echoes the text it was given back.\"\"\"
            return {"success": True, "output": text}

    Good:
        def tool_echo(text: str) -> dict:
            \"\"\"Echoes the text it was given back.\"\"\"
            return {"success": True, "output": text}

    Fix: removes the mark.
    """
    if source.data.startswith(codecs.BOM_UTF8):
        start = Span(source.path)
        yield byte_order_mark.at(
            start,
            "The file begins with a byte-order mark, so lollms does not find one tool in it; "
            "save it as UTF-8 without the mark.",
            fix=Fix("Remove the byte-order mark", (Edit(start, ""),)),
        )
