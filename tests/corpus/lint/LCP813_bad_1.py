_USER_INTERACTION_HANDLER = None
def set_user_interaction_handler(handler) -> None:
    global _USER_INTERACTION_HANDLER
    _USER_INTERACTION_HANDLER = handler

def tool_login(service: str) -> dict:
    """Logs in to a service with the user.

    Args:
        service (str): The service.
    """
    if _USER_INTERACTION_HANDLER is None:
        return {"success": False, "error": "No user is available to answer."}
    key = _USER_INTERACTION_HANDLER({"type": "text", "title": "API key", "prompt": f"What is the key for {service}?"})
    if not key:
        return {"success": False, "error": "The user cancelled."}
    return {"success": True, "output": f"Logged in to {service}."}
