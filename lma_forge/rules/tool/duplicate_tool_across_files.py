"""LCP109."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity, Span
from lma_forge.rules.engine import rule
from lma_forge.rules.layout import together
from lma_forge.rules.toolset import Summary, ToolSet


@rule("LCP109", severity=Severity.ERROR)
def duplicate_tool_across_files(files: ToolSet) -> Iterator[Diagnostic]:
    """Two files that one host loads define a tool of the same name.

    The first one that the host comes across wins, and that depends on the order of the folder on
    the disk. The other one is not there, and nothing says so.

    Source: LCP doctrine, section 2 (discovery).

    Bad:
        # --- file: tools/notes/notes.py
        def tool_search(query: str) -> dict:
            \"\"\"Searches the notes for a word.\"\"\"
            return {"success": True, "output": query}
        # --- file: tools/mail/mail.py
        def tool_search(query: str) -> dict:
            \"\"\"Searches the mail for a word.\"\"\"
            return {"success": True, "output": query}

    Good:
        # --- file: tools/notes/notes.py
        def tool_search_notes(query: str) -> dict:
            \"\"\"Searches the notes for a word.\"\"\"
            return {"success": True, "output": query}
        # --- file: tools/mail/mail.py
        def tool_search_mail(query: str) -> dict:
            \"\"\"Searches the mail for a word.\"\"\"
            return {"success": True, "output": query}
    """
    seen: dict[str, list[tuple[Summary, Span]]] = {}
    for file in files.libraries:
        for name, span in file.tools:
            earlier = next((one for one in seen.get(name, ()) if together(one[0], file)), None)
            if earlier is not None and earlier[0].path != file.path:
                yield duplicate_tool_across_files.at(
                    span,
                    f"{name} is defined in {earlier[0].path} as well, and a host keeps whichever file it meets first; "
                    "rename one of them.",
                    related=[Related("the other one", earlier[1])],
                )
            seen.setdefault(name, []).append((file, span))
