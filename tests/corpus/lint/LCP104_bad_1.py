TOOL_LIBRARY_NAME = "Notes"


def make_tools() -> None:
    def tool_read_note(key: str) -> dict:
        """Reads a note."""
        return {"success": True, "output": key}
