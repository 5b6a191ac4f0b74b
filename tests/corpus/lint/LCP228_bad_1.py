def tool_greet(name: str, tool_context: dict | None = None) -> dict:
    """Greets a person.

    Args:
        name (str): Who to greet.
        tool_context (dict): What the host passes.
    """
    return {"success": True, "output": f"Hello {name}"}
