def tool_mark(text: str, marks: str = "ab") -> dict:
    """Marks letters in a text."""
    return {"success": True, "output": f"{text} {marks}"}
