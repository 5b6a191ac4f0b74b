TOOL_LIBRARY_NAME = "Search"


def search_web(query: str) -> dict:
    """Searches the web.

    Args:
        query (str): What to look for.
    """
    return {"success": True, "output": query}
