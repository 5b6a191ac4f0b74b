TOOL_LIBRARY_NAME = "The Writer's Desk"


def tool_write_note(text: str) -> dict:
    """Formats a note for the notebook."""
    return {"success": True, "output": text}
