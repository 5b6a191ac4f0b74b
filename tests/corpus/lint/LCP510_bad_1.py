from pathlib import Path
def tool_list_notes(suffix: str, tool_context=None) -> dict:
    """Lists the notes of the workspace with a suffix.

    Args:
        suffix (str): The suffix, such as .md.
    """
    root = Path((tool_context or {}).get("working_dir", "."))
    try:
        names = [one.name for one in root.iterdir() if one.suffix == suffix]
    except OSError as ex:
        return {"success": False, "error": f"Cannot list the notes: {ex}"}
    return {"success": True, "output": "\n".join(names) or "No notes."}
