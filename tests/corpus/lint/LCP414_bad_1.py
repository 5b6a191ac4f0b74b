import json
def _load(name):
    with open(name, encoding="utf-8") as file:
        return json.load(file)
def tool_settings(label: str) -> dict:
    """Shows the settings of the workspace.

    Args:
        label (str): Text in front.
    """
    return {"success": True, "output": f"{label}: {_load('settings.json')}"}
