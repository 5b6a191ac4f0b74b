def tool_head(text: str, limit: int = 20) -> dict:
    """Returns the first characters of a text."""
    return {"success": True, "output": text[:limit]}
