"""LCP306."""

from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Fix, Move, Severity, Span
from lma_forge.rules.engine import rule
from lma_forge.rules.layout import placed
from lma_forge.rules.toolset import ToolSet


@rule("LCP306", severity=Severity.WARNING)
def library_layout(files: ToolSet) -> Iterator[Diagnostic]:
    """A folder of tools has no file of its own name.

    The main file of a library is the one called like its folder. Without one, hosts load the
    files of the folder all the same, but cannot mount the library by its name.

    Source: LCP doctrine, section 2 (discovery).

    Bad:
        # --- file: tools/file_management/file_manager.py
        def tool_describe_file(name: str) -> dict:
            \"\"\"Describes a workspace file by name.\"\"\"
            return {"success": True, "output": name}

    Good:
        # --- file: tools/file_manager/file_manager.py
        def tool_describe_file(name: str) -> dict:
            \"\"\"Describes a workspace file by name.\"\"\"
            return {"success": True, "output": name}

    Fix: gives the only file of the folder its name; unsafe.
    """
    stems = {(file.folder, file.stem) for file in files.files}
    reported: set[str] = set()
    for one in placed(files):
        folder = one.file.folder
        if len(one.parts) != 1 or (folder, one.parts[0]) in stems or folder in reported or not one.file.tools:
            continue
        if one.file.stem == "__init__" or one.file.stem.endswith(("helper", "helpers")):
            continue
        reported.add(folder)
        path = one.file.path
        alone = [other for other in files.files if other.folder == folder] == [one.file]
        move = Move(path, f"{folder}/{one.parts[0]}.py") if alone and one.parts[0].isidentifier() else None
        yield library_layout.at(
            Span(path),
            f"The folder {folder} has tools and no {one.parts[0]}.py, so a host cannot mount it by its name; "
            f"call its main file {one.parts[0]}.py, or the folder {one.file.stem}.",
            fix=Fix(f"Call it {one.parts[0]}.py", (), Applicability.UNSAFE, (move,)) if move else None,
        )
