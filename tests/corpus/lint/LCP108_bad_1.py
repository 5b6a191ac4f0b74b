def tool_find(word: str) -> dict:
    """Finds a word."""
    return {"success": True, "output": word}


def tool_find(text: str, word: str) -> dict:
    """Finds a word in a text."""
    return {"success": True, "output": str(word in text)}
