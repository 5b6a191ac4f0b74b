import json, os
def tool_remember(service: str) -> dict:
    """Remembers the connection to a service.

    Args:
        service (str): The service.
    """
    key = os.environ.get("SERVICE_API_KEY", "")
    try:
        with open("connections.json", "x", encoding="utf-8") as file:
            json.dump({"service": service, "key": key}, file)
    except OSError as ex:
        return {"success": False, "error": f"Cannot remember '{service}': {ex}"}
    return {"success": True, "output": f"{service} is remembered."}
