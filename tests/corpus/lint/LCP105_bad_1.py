TOOL_LIBRARY_NAME = "Notes"


class Notes:
    def tool_read_note(self, key: str) -> dict:
        """Reads a note."""
        return {"success": True, "output": key}
