import subprocess

_CONFIRM_HANDLER = None
def set_confirm_handler(handler) -> None:
    global _CONFIRM_HANDLER
    _CONFIRM_HANDLER = handler
def _refusal(source: str, label: str):
    if _CONFIRM_HANDLER is None:
        return "No operator is available to approve this."
    decision, reason = _CONFIRM_HANDLER(source, label)
    return None if decision in ("allow", "always") else (reason or "The operator declined.")

def tool_build(label: str) -> dict:
    """Builds the project of the workspace.

    Args:
        label (str): Why it is done.
    """
    refusal = _refusal("act", label)
    if refusal:
        return {"success": False, "error": refusal}
    try:
        subprocess.run(["make", label], check=True, timeout=60)
    except Exception as ex:
        return {"success": False, "error": f"Cannot do it: {ex}"}
    return {"success": True, "output": "done"}
