from lma_forge.toolkit import files
from lma_forge.toolkit.refusal import Refusal
def tool_read_note(name: str) -> dict:
    """Reads a note of the workspace.

    Args:
        name (str): Name of the note.
    """
    try:
        content, _ = files.read({}, name)
    except Refusal as ex:
        return {"success": False, "error": f"Cannot read '{name}': {ex}"}
    return {"success": True, "output": content or "Empty note."}
