_CONFIRM_HANDLER = None


def set_confirm_handler(handler) -> None:
    global _CONFIRM_HANDLER
    _CONFIRM_HANDLER = handler


def tool_drop(table: str) -> dict:
    """Drops a table after asking."""
    if _CONFIRM_HANDLER is None:
        return {"success": False, "error": "Nobody can approve this."}
    return {"success": True, "output": table}
