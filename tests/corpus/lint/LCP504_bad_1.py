import os
def tool_list_data(suffix: str) -> dict:
    """Lists the data files of the workspace with a suffix.

    Args:
        suffix (str): The suffix, such as .csv.
    """
    try:
        os.chdir("data")
        names = [name for name in os.listdir(".") if name.endswith(suffix)]
    except OSError as ex:
        return {"success": False, "error": f"Cannot list the data: {ex}"}
    return {"success": True, "output": "\n".join(names) or "No files."}
