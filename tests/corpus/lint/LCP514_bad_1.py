from pathlib import Path
def tool_count_notes(suffix: str) -> dict:
    """Counts the notes of the workspace with a suffix.

    Args:
        suffix (str): The suffix, such as .md.
    """
    folder = Path("notes").resolve()
    try:
        count = sum(1 for one in folder.iterdir() if one.suffix == suffix)
    except OSError as ex:
        return {"success": False, "error": f"Cannot count the notes: {ex}"}
    return {"success": True, "output": f"{count} notes in {folder}"}
