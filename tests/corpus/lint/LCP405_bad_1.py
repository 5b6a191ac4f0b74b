def tool_check(text: str) -> dict:
    """Checks a text against the style guide.

    Args:
        text (str): The text.
    """
    if not text:
        return {"success": False, "error": ""}
    if len(text) > 100:
        return {"success": False, "message": "The text is too long."}
    return {"success": True, "output": text}
