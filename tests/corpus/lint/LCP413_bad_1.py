def tool_number(text: str) -> dict:
    """Reads a number from a text.

    Args:
        text (str): The text.
    """
    if not text.isdigit():
        raise ValueError(f"{text} is no number")
    return {"success": True, "output": f"{int(text)}"}
