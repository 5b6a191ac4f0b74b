def tool_check(text: str) -> dict:
    """Checks a text against the style guide.

    Args:
        text (str): The text.
    """
    if not text:
        return {"success": False, "error": "The text is empty. Pass the text to check."}
    return {"success": True, "output": text.upper() + "!"}
