import os

_CONFIRM_HANDLER = None
def set_confirm_handler(handler) -> None:
    global _CONFIRM_HANDLER
    _CONFIRM_HANDLER = handler
def _refusal(source: str, label: str):
    if _CONFIRM_HANDLER is None:
        return "No operator is available to approve this."
    decision, reason = _CONFIRM_HANDLER(source, label)
    return None if decision in ("allow", "always") else (reason or "The operator declined.")

def tool_delete_draft(label: str) -> dict:
    """Deletes the draft of the workspace.

    Args:
        label (str): Why it is done.
    """
    refusal = _refusal("act", label)
    if refusal:
        return {"success": False, "error": refusal}
    try:
        os.remove("draft.txt")
    except Exception as ex:
        return {"success": False, "error": f"Cannot do it: {ex}"}
    return {"success": True, "output": "done"}
