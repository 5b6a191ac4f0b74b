TOOL_LIBRARY_NAME = "The Desk of Writers"


def tool_write_note(text: str) -> dict:
    """Formats a note for the notebook."""
    return {"success": True, "output": text}
