def tool_temperature(place: str) -> dict:
    """Returns the temperature of a place in degrees Celsius."""
    return {"success": True, "output": place}
