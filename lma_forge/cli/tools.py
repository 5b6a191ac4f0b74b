"""`lma-forge tools`: what a model sees of the tools in folders."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from lma_forge.cli import console
from lma_forge.cli.folders import binding
from lma_forge.cli.session import Session, plural
from lma_forge.cli.session import command as make_command
from lma_forge.errors import ExitCode
from lma_forge.report import visible


@make_command("List the tools in FOLDERS as a model sees them. Without FOLDERS: those of the project.")
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Write the tools' names, descriptions and schemas as JSON.")
@click.option("--load", is_flag=True, help="Import the modules too, which runs their code, and say which do not load.")
def command(session: Session, folders: tuple[Path, ...], *, as_json: bool, load: bool) -> int:
    """List what a binding finds."""
    library = binding(session, folders)
    found = library.discover_tools()
    if as_json:
        console.write(json.dumps(found, indent=2) + "\n")
    else:
        console.write("\n".join("".join(f"{visible(line)}\n" for line in _lines(tool)) for tool in found))
    for notice in library.notices:
        session.say(visible(str(notice)))
    faults = library.preload() if load else {}
    for name, fault in faults.items():
        console.say(visible(f"{name} does not load: {fault}"))
    loaded = f", {len(found) - len(faults)} of them loaded" if load else ""
    session.say(f"{plural(len(found), 'tool')}{loaded}.")
    return ExitCode.CLEAN if found and not faults else ExitCode.FINDINGS


def _lines(tool: dict[str, Any]) -> Iterator[str]:
    yield tool["name"]
    yield from (f"  {line}" for line in str(tool["description"]).splitlines())
    schema = tool["input_schema"]
    for name, value in schema.get("properties", {}).items():
        need = "" if name in schema.get("required", ()) else ", optional"
        yield f"  - {name} ({value.get('type', 'any')}{need}): {value.get('description', '')}".rstrip(": ")
