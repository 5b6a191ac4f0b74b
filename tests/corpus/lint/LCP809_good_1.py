import json
def tool_keys(arguments: str) -> dict:
    """Lists the keys of a JSON object.

    Args:
        arguments (str): The object.
    """
    try:
        values = json.loads(arguments)
    except ValueError as ex:
        return {"success": False, "error": f"arguments is no JSON: {ex}"}
    if not isinstance(values, dict):
        return {"success": False, "error": "arguments must be a JSON object."}
    return {"success": True, "output": ", ".join(values) or "No keys."}
