from pathlib import Path
def tool_read_note(name: str) -> dict:
    """Reads a note of the workspace.

    Args:
        name (str): Name of the note.
    """
    if Path(name).is_absolute() or ".." in Path(name).parts:
        return {"success": False, "error": f"'{name}' is outside the workspace."}
    try:
        return {"success": True, "output": Path(name).read_text(encoding="utf-8") or "Empty note."}
    except OSError as ex:
        return {"success": False, "error": f"Cannot read '{name}': {ex}"}
