def tool_mark(text: str, marks: set = {"a", "b"}) -> dict:
    """Marks letters in a text."""
    return {"success": True, "output": f"{text} {marks}"}
