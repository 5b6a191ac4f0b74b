"""LCP307."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity, Span
from lma_forge.rules.engine import rule
from lma_forge.rules.layout import placed
from lma_forge.rules.toolset import ToolSet

_TEST_FOLDERS = frozenset({"tests", "test"})


@rule("LCP307", severity=Severity.ERROR)
def nested_library(files: ToolSet) -> Iterator[Diagnostic]:
    """A library lies two folders or more below the folder of tools.

    Hosts look at the folder itself and at the folders in it, and no deeper.

    Source: LCP doctrine, section 2 (discovery).

    Bad:
        # --- file: tools/bibliography/arxiv/arxiv_tools.py
        def tool_arxiv_title(paper: str) -> dict:
            \"\"\"Returns the title of a saved paper.\"\"\"
            return {"success": True, "output": paper}

    Good:
        # --- file: tools/arxiv_tools/arxiv_tools.py
        def tool_arxiv_title(paper: str) -> dict:
            \"\"\"Returns the title of a saved paper.\"\"\"
            return {"success": True, "output": paper}
    """
    for one in placed(files):
        if len(one.parts) > 1 and one.file.tools and not _TEST_FOLDERS & set(one.parts):
            yield nested_library.at(
                Span(one.file.path),
                f"No host that scans {one.root} finds this file, {len(one.parts)} folders below it; "
                f"move {one.parts[-1]} up into {one.root}.",
            )
