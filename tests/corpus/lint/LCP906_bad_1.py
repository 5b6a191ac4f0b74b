_SEEN = []
_LAST = None
def tool_note(text: str) -> dict:
    """Notes a text.

    Args:
        text (str): The text.
    """
    global _LAST
    _LAST = text
    _SEEN.append(text)
    return {"success": True, "output": f"Noted {text}."}
