def tool_number(text: str) -> dict:
    """Reads a number from a text.

    Args:
        text (str): The text.
    """
    try:
        return {"success": True, "output": f"{int(text)}"}
    except BaseException:
        if not text:
            return {"success": False, "error": "The text is empty. Pass digits."}
        raise
