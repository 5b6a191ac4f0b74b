def tool_number(text: str) -> dict:
    """Reads a number from a text.

    Args:
        text (str): The text.
    """
    try:
        if not text.isdigit():
            raise ValueError(f"{text} is no number")
    except ValueError as ex:
        return {"success": False, "error": f"{ex}. Pass digits only."}
    return {"success": True, "output": f"{int(text)}"}
