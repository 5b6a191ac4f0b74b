"""LCP110."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity, Span
from lma_forge.rules.engine import rule
from lma_forge.rules.layout import together
from lma_forge.rules.toolset import Summary, ToolSet


@rule("LCP110", severity=Severity.ERROR)
def duplicate_module_stem(files: ToolSet) -> Iterator[Diagnostic]:
    """Two libraries that one host loads have files of the same name.

    lollms keeps loaded modules by the name of the file. The tools of the second file are looked
    up in the module of the first, and every call of them fails; the host's settings for the one
    go to the other as well.

    Source: lollms_client 1.21.1, module loading.

    Bad:
        # --- file: tools/notes/helpers.py
        def tool_notes_count(text: str) -> dict:
            \"\"\"Counts the notes in a text.\"\"\"
            return {"success": True, "output": text}
        # --- file: tools/mail/helpers.py
        def tool_mail_count(text: str) -> dict:
            \"\"\"Counts the mails in a text.\"\"\"
            return {"success": True, "output": text}

    Good:
        # --- file: tools/notes/notes_helpers.py
        def tool_notes_count(text: str) -> dict:
            \"\"\"Counts the notes in a text.\"\"\"
            return {"success": True, "output": text}
        # --- file: tools/mail/mail_helpers.py
        def tool_mail_count(text: str) -> dict:
            \"\"\"Counts the mails in a text.\"\"\"
            return {"success": True, "output": text}
    """
    seen: dict[str, list[Summary]] = {}
    for file in files.libraries:
        if not file.tools or file.stem == "__init__":
            continue
        earlier = next((one for one in seen.get(file.stem, ()) if together(one, file)), None)
        if earlier is not None:
            yield duplicate_module_stem.at(
                Span(file.path),
                f"{file.name} exists in {earlier.folder} as well, and lollms looks for the tools of both in whichever "
                "it has loaded first; give one of the files another name.",
                related=[Related("the other one", Span(earlier.path))],
            )
        seen.setdefault(file.stem, []).append(file)
