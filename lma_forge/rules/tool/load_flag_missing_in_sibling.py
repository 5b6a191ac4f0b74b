"""LCP304."""

import json
from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Related, Severity, Span
from lma_forge.rules.engine import rule
from lma_forge.rules.toolset import Summary, ToolSet


@rule("LCP304", severity=Severity.ERROR)
def load_flag_missing_in_sibling(files: ToolSet) -> Iterator[Diagnostic]:
    """A library is gated, and a file beside its main file is not.

    Hosts look at the load flag of each file by itself. The tools of the other file are offered to
    everybody.

    Source: lollms_client 1.21.1, load flags.

    Bad:
        # --- file: tools/arm/arm.py
        TOOL_LIBRARY_LOAD_FLAG = "enable_arm"
        # --- file: tools/arm/arm_moves.py
        def tool_move(joint: str) -> dict:
            \"\"\"Moves one joint.\"\"\"
            return {"success": True, "output": joint}

    Good:
        # --- file: tools/arm/arm.py
        TOOL_LIBRARY_LOAD_FLAG = "enable_arm"
        # --- file: tools/arm/arm_moves.py
        TOOL_LIBRARY_LOAD_FLAG = "enable_arm"
        def tool_move(joint: str) -> dict:
            \"\"\"Moves one joint.\"\"\"
            return {"success": True, "output": joint}

    Fix: writes the flag into the other file; unsafe, since it is then off where the flag is.
    """
    main = {file.folder: file for file in files.libraries if file.flag and file.folder.rpartition("/")[2] == file.stem}
    for file in files.libraries:
        gated = main.get(file.folder)
        if gated is None or file.flag or not file.tools or file.stem == "__init__":
            continue
        yield load_flag_missing_in_sibling.at(
            _first(file),
            f"The tools of {file.name} are offered to everybody, although {gated.name} is only loaded with "
            f"{gated.flag}; write the same TOOL_LIBRARY_LOAD_FLAG here.",
            related=[Related("the gated file", Span(gated.path))],
            fix=_fix(file, gated.flag),
        )


def _first(file: Summary) -> Span:
    return min(span for _, span in file.tools)


def _fix(file: Summary, flag: str) -> Fix | None:
    if not file.free_line:
        return None
    edit = Edit(Span(file.path, file.free_line, 1, file.free_line, 1), f"TOOL_LIBRARY_LOAD_FLAG = {json.dumps(flag)}\n")
    return Fix("Write the flag into this file", (edit,), Applicability.UNSAFE)
