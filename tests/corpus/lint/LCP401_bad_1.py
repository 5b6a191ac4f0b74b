def tool_check(text: str) -> str:
    """Checks a text against the style guide.

    Args:
        text (str): The text.
    """
    if not text:
        return f"Error: no text"
    return text.upper() + "!"
