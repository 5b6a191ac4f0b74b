# --- file: tools/arm/arm.py
TOOL_LIBRARY_LOAD_FLAG = "enable_arm"
# --- file: tools/arm/arm_moves.py
def tool_move(joint: str) -> dict:
    """Moves one joint."""
    return {"success": True, "output": joint}
