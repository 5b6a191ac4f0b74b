"""LCP301."""

import json
from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity, Span
from lma_forge.names import title
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule
from lma_forge.rules.toplevel import assignments

_CONSTANTS = {
    "TOOL_LIBRARY_NAME": "shows the file name instead",
    "TOOL_LIBRARY_DESC": "can say nothing of what the library is for",
    "TOOL_LIBRARY_ICON": "shows no icon",
}


@rule("LCP301", severity=Severity.WARNING, default=False)
def missing_library_metadata(module: ToolModule) -> Iterator[Diagnostic]:
    """A library does not say its name, its purpose or its icon.

    Hosts list libraries by these constants, and find them by the name when a model or a person
    asks for one.

    Source: LCP doctrine, section 3 (library anatomy).

    Bad:
        def tool_slug(text: str) -> dict:
            \"\"\"Turns a text into a slug.\"\"\"
            return {"success": True, "output": text.lower().replace(" ", "-")}

    Good:
        TOOL_LIBRARY_NAME = "Slugs"
        TOOL_LIBRARY_DESC = "Turns titles into names that are safe in files."
        TOOL_LIBRARY_ICON = "S"


        def tool_slug(text: str) -> dict:
            \"\"\"Turns a text into a slug.\"\"\"
            return {"success": True, "output": text.lower().replace(" ", "-")}

    Fix: adds the constants with texts made from the file's name; unsafe, since you have to mend them.
    """
    if not module.file.tools:
        return
    present = {name for name, _ in assignments(module)}
    missing = [name for name in _CONSTANTS if name not in present]
    if missing:
        yield missing_library_metadata.at(
            Span(module.path),
            f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing, so that a host "
            f"{_CONSTANTS[missing[0]]}; add {'it' if len(missing) == 1 else 'them'} at the top of the file.",
            fix=_fix(module, missing),
        )


def _fix(module: ToolModule, missing: list[str]) -> Fix | None:
    first = next((node for node in module.parsed.body if hasattr(node, "name")), None) if module.parsed else None
    if first is None:
        return None
    line = min([first.lineno, *(one.lineno for one in getattr(first, "decorator_list", ()))])
    name = title(module.stem)
    values = {"TOOL_LIBRARY_NAME": name, "TOOL_LIBRARY_DESC": f"Tools of {name}.", "TOOL_LIBRARY_ICON": name[:1] or "T"}
    text = "".join(f"{constant} = {json.dumps(values[constant], ensure_ascii=False)}\n" for constant in missing)
    return Fix(
        f"Add {' and '.join(missing)}",
        (Edit(Span(module.path, line, 1, line, 1), f"{text}\n\n"),),
        Applicability.UNSAFE,
    )
