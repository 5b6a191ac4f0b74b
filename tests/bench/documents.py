"""Specs of any size for the benchmarks, and the JSON Schema that says the same."""

import json

from lma_forge import spec
from lma_forge.emit import input_schema, output_schema

_SHAPES = (
    """
Input:

- key (string): The record to look at.
- limit (integer, 1 to 100, default: 10): How many lines to give back at most.

Output:

- value (string): The text of the record.
- found (boolean): Whether there is such a record.
""",
    """
Input:

- file_path (path): Where the report goes.
- mode (string): `create`, `overwrite`, or `append`.
- tags (list of strings, optional): Words to file it under.

Output:

- status (string): `done`, `kept`, or `partly done`.
""",
    """
Input:

- query (string, max 200): What to search for.
- threshold (number, 0 to 1): How sure a hit must be.
- deep (boolean, default: false): Whether to look into archives.

Output:

- hits (list of strings): What was found.
- note (string or null): A remark, if there is one.
""",
)


def document(tools: int) -> str:
    """Write a spec with `tools` tools of three alternating shapes.

    Args:
        tools: How many.

    Returns:
        A document without findings that would stop its generation.
    """
    parts = ["# Benchmark tools\n\n## Global Tool Rules\n\n1. Say what is true.\n\n# Tools\n"]
    for number in range(tools):
        write = number % len(_SHAPES) == 1
        parts.append(
            f"""
## Tool: Bench{number:05d}Worker

Description:

Handles records of kind {number} for the people who keep the archive.

Use When:

- Somebody asks for a record of kind {number}.
- The archive has to be consulted before an answer can be given.

Do Not Use When:

- The record is already part of the conversation.
{_SHAPES[number % len(_SHAPES)]}
Rules:

- {"Existing records are replaced only after confirmation." if write else "Nothing is changed by looking."}
- Results are concise.

Failure Behavior:

- Return: `Record {number} is not available.`

Effects: {"write" if write else "read"}

Approval: {"yes" if write else "no"}
"""
        )
    return "".join(parts)


def reworded(text: str, number: int | None = None) -> str:
    """Change what a benchmark document says of one tool, or of every one.

    Args:
        text: What `document` wrote.
        number: The tool; None for all.
    """
    which = "" if number is None else f" {number} "
    return text.replace(f"Handles records of kind{which}", f"Handles the records of kind{which}")


def written(module: str, number: int) -> str:
    """Write an implementation with a helper into a generated module."""
    body = f"    # what is kept\n    return _records_{number}({number})  # noqa: F821\n"
    helper = f"\n\ndef _records_{number}(kind):\n    # Mine.\n    return {{'kind' : kind}}\n"
    return module.replace("    raise NotImplementedError\n", body + helper)


def json_schema(tools: int) -> str:
    """Say the same inputs and outputs as one JSON Schema with two definitions a tool.

    Args:
        tools: How many.

    Returns:
        The schema as text.
    """
    definitions: dict[str, object] = {}
    for tool in spec.parse(document(tools)).spec.tools:
        definitions[f"{tool.name}Input"] = {"title": f"{tool.name}Input", **input_schema(tool)}
        definitions[f"{tool.name}Output"] = {"title": f"{tool.name}Output", **output_schema(tool)}
    return json.dumps(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Tools",
            "type": "object",
            "properties": {name: {"$ref": f"#/$defs/{name}"} for name in definitions},
            "$defs": definitions,
        }
    )
