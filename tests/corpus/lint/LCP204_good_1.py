def tool_pick(item: str) -> dict:
    """Picks an item."""
    return {"success": True, "output": item}
