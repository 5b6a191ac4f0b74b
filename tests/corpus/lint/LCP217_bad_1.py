_UNIT = "C"


def tool_temperature(place: str) -> dict:
    f"""Returns the temperature of a place in {_UNIT}."""
    return {"success": True, "output": place}
