"""What people have reported of tool definitions for MCP, by the id of the report."""

import json

import pytest

pytest.importorskip("mcp", reason="the extra `mcp` is not installed: nothing of MCP is tested")

from lma_forge.emit import mcp
from lma_forge.spec import parse
from tests.mcp.conftest import Serving

SPEC = """# Tools

## Tool: PlaceFinder

Description:
Finds places.

Use When:
- A place is asked for.

Do Not Use When:
- Nothing is asked for.

Input:
- country (string, optional): Land.
- tags (list, optional): Tags.
- sizes (list of list of integer, optional): Sizes.

Output:
- places (list): The places.

Rules:
- Read only.

Failure Behavior:
- Return: `Nothing was found.`

Effects: read
Approval: no
"""

LIBRARY = '''
from typing import Optional

def tool_places(country: Optional[str] = None, tags: list = None, sizes: "list[int] | None" = None) -> dict:
    """Finds places.

    Args:
        country (str): Land.
        tags (list): Tags.
        sizes (list): Sizes.
    """
    return {"success": True, "output": {}}

def tool_nothing() -> str:
    """Takes nothing."""
    return "n"
'''


def exported():
    """The tools of the spec, as they are exported for MCP."""
    return json.loads(mcp.emit(parse(SPEC).spec))["tools"]


def listed(tmp_path):
    """The tools of the library, as a client is sent them."""
    (tmp_path / "lib.py").write_text(LIBRARY, encoding="utf-8")

    async def talk(client):
        return [tool.model_dump(by_alias=True, exclude_none=True) for tool in (await client.list_tools()).tools]

    serving = Serving(tmp_path)
    return serving.talk(talk)


def arrays(schema):
    """Every schema of an array in a schema."""
    if isinstance(schema, dict):
        if schema.get("type") == "array":
            yield schema
        for value in schema.values():
            yield from arrays(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from arrays(value)


@pytest.fixture(params=["exported", "listed"])
def tools(request, tmp_path):
    return exported() if request.param == "exported" else listed(tmp_path)


def test_r50_required_is_always_a_list_and_arrays_have_items(tools):
    found = 0
    for tool in tools:
        assert tool["inputSchema"]["required"] == []
        for array in arrays(tool):
            found += 1
            assert isinstance(array["items"], dict)
    assert found > 1


def test_r51_an_optional_field_has_its_type_at_the_top_and_is_not_required(tools):
    schema = tools[0]["inputSchema"]
    assert schema["properties"]["country"]["type"] == "string"
    assert "anyOf" not in json.dumps(schema)
    assert "null" not in json.dumps(schema)
    assert "country" not in schema["required"]
