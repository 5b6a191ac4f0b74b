"""LCP319."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity, Span
from lma_forge.lcp import ToolFile
from lma_forge.names import GATED_STEMS
from lma_forge.rules.engine import rule


@rule("LCP319", severity=Severity.WARNING, host="lollms")
def office_gated_stem(file: ToolFile) -> Iterator[Diagnostic]:
    """A library has a file name that lollms keeps for its office tools.

    It leaves files of these names out unless a session switches office tools on.

    Source: lollms_client 1.21.1, office gate.

    Bad:
        # --- file: tools/word_tools/word_tools.py
        def tool_count_words(text: str) -> dict:
            \"\"\"Counts the words of a text.\"\"\"
            return {"success": True, "output": str(len(text.split()))}

    Good:
        # --- file: tools/word_counter/word_counter.py
        def tool_count_words(text: str) -> dict:
            \"\"\"Counts the words of a text.\"\"\"
            return {"success": True, "output": str(len(text.split()))}
    """
    stem = file.path.rpartition("/")[2].removesuffix(".py")
    if stem in GATED_STEMS and file.tools:
        yield office_gated_stem.at(
            Span(file.path),
            f"lollms leaves {stem}.py out unless a session switches office tools on; give the file another name.",
        )
