def tool_branch(label: str, discussion_instance=None) -> dict:
    """Names the branch of the discussion.

    Args:
        label (str): The label.
    """
    if discussion_instance is None:
        return {"success": False, "error": "This tool needs a discussion from the host."}
    return {"success": True, "output": label + discussion_instance.active_branch_id}
