_CONFIRM_HANDLER = None


def set_confirm_handler(handler) -> None:
    global _CONFIRM_HANDLER
    _CONFIRM_HANDLER = handler


def tool_label(text: str) -> dict:
    """Labels a text."""
    return {"success": True, "output": text}
