def tool_pick(item: int | str) -> dict:
    """Picks an item."""
    return {"success": True, "output": str(item)}
