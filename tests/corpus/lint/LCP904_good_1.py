def _load():
    return "notes"
def tool_notes(label: str) -> dict:
    """Lists the notes of the workspace."""
    return {"success": True, "output": label + _load()}
