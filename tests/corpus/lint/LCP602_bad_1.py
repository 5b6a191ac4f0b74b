import subprocess

def tool_build(label: str) -> dict:
    """Builds the project of the workspace.

    Args:
        label (str): Why it is done.
    """
    try:
        subprocess.run(["make", label], timeout=60, check=True)
    except Exception as ex:
        return {"success": False, "error": f"Cannot do it: {ex}"}
    return {"success": True, "output": "done"}
