TOOL_LIBRARY_LOAD_FLAG: str = "enable_robot_arm"


def tool_arm_state(joint: str) -> dict:
    """Describes the state of one joint."""
    return {"success": True, "output": joint}
