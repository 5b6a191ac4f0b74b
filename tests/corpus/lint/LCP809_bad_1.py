import json
def tool_keys(arguments: str) -> dict:
    """Lists the keys of a JSON object.

    Args:
        arguments (str): The object.
    """
    values = json.loads(arguments)
    return {"success": True, "output": ", ".join(values) or "No keys."}
