from pathlib import Path
def tool_list_notes(suffix: str) -> dict:
    """Lists the notes of the workspace with a suffix.

    Args:
        suffix (str): The suffix, such as .md.
    """
    try:
        names = [one.name for one in Path.cwd().iterdir() if one.suffix == suffix]
    except OSError as ex:
        return {"success": False, "error": f"Cannot list the notes: {ex}"}
    return {"success": True, "output": "\n".join(names) or "No notes."}
