import os
def tool_connect(service: str) -> dict:
    """Prepares a connection to a service.

    Args:
        service (str): The service.
    """
    key = os.environ.get("SERVICE_API_KEY", "")
    return {"success": True, "output": f"{service} uses {key[:4]}..."}
