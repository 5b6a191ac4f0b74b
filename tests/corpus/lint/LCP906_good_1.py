_KINDS = ["a", "b"]
_CLIENT = None
def _client():
    global _CLIENT
    if _CLIENT is None:
        _CLIENT = object()
    return _CLIENT
def tool_note(text: str) -> dict:
    """Notes a text.

    Args:
        text (str): The text.
    """
    seen = [text]
    seen.append(_KINDS[0])
    return {"success": True, "output": f"Noted {seen} with {_client()}."}
