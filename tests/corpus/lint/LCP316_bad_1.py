import sys


def set_confirm_handler(handler) -> None:
    for name, module in list(sys.modules.items()):
        if hasattr(module, "_CONFIRM_HANDLER"):
            module._CONFIRM_HANDLER = handler


def tool_label(text: str) -> dict:
    """Labels a text."""
    return {"success": True, "output": text}
