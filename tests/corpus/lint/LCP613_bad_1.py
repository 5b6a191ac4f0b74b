import os

def tool_delete_draft(label: str, confirm: bool = False) -> dict:
    """Deletes the draft of the workspace.

    Args:
        label (str): Why it is done.
        confirm (bool): Whether to go ahead.
    """
    if not confirm:
        return {"success": False, "error": f"Set confirm to delete the draft for '{label}'."}
    try:
        os.remove("draft.txt")
    except Exception as ex:
        return {"success": False, "error": f"Cannot do it: {ex}"}
    return {"success": True, "output": "done"}
