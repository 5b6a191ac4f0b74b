import os

_CONFIRM_HANDLER = None
def set_confirm_handler(handler) -> None:
    global _CONFIRM_HANDLER
    _CONFIRM_HANDLER = handler

def tool_delete_draft(label: str) -> dict:
    """Deletes the draft of the workspace.

    Args:
        label (str): Why it is done.
    """
    if _CONFIRM_HANDLER is None:
        return {"success": False, "error": "No operator is available to approve this."}
    _CONFIRM_HANDLER("delete draft.txt", label)
    try:
        os.remove("draft.txt")
    except Exception as ex:
        return {"success": False, "error": f"Cannot do it: {ex}"}
    return {"success": True, "output": "done"}
