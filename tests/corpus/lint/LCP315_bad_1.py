_CONFIRM_HANDLER = None


def tool_drop(table: str) -> dict:
    """Drops a table after asking."""
    if _CONFIRM_HANDLER is None:
        return {"success": False, "error": "Nobody can approve this."}
    return {"success": True, "output": table}
