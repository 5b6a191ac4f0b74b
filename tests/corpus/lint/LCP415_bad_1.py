def tool_number(text: str) -> dict:
    """Reads a number from a text.

    Args:
        text (str): The text.
    """
    try:
        return {"success": True, "output": f"{int(text)}"}
    except:
        return {"success": False, "error": f"'{text}' is not a number. Pass digits only."}
