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
@click.option(
    "--host",
    type=click.Choice(["lollms"]),
    help="Say what this host shows differently; with --json, list what it shows.",
)
@click.option("--load", is_flag=True, help="Import the modules too, which runs their code, and say which do not load.")
def command(session: Session, folders: tuple[Path, ...], *, as_json: bool, host: str | None, load: bool) -> int:
    """List what a binding finds."""
    library = binding(session, folders)
    found = library.discover_tools()
    if host is not None:
        theirs = binding(session, folders, compat=host).discover_tools()
        told = [*_differences(found, theirs)]
        console.write(
            json.dumps(theirs, indent=2, default=str) + "\n" if as_json else "".join(f"{visible(x)}\n" for x in told)
        )
        differ = sum(not line.startswith(" ") for line in told)
        session.say(f"{plural(len(theirs), 'tool')} in {host}, {differ} of {len(found)} shown differently.")
    elif as_json:
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


def _differences(ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> Iterator[str]:
    """Say, tool by tool, what the host shows in another way than it is; equal tools are left out."""
    shown = {tool["name"]: tool for tool in theirs}
    for tool in ours:
        other = shown.pop(tool["name"], None)
        if other is None:
            yield f"{tool['name']}: the host does not show it"
            continue
        lines = [*_changed(tool, other)]
        if lines:
            yield f"{tool['name']}:"
            yield from (f"  {line}" for line in lines)
    yield from (f"{name}: only the host shows it" for name in shown)


def _changed(tool: dict[str, Any], other: dict[str, Any]) -> Iterator[str]:
    if tool["description"] != other["description"]:
        yield f"description: {other['description']!r} instead of {tool['description']!r}"
    ours, theirs = tool["input_schema"], other["input_schema"]
    for name in {**ours["properties"], **theirs["properties"]}:
        here, there = ours["properties"].get(name), theirs["properties"].get(name)
        if here is None:
            yield f"{name}: a parameter that there is none of"
        elif there is None:
            yield f"{name}: not shown"
        else:
            for key in {**here, **there}:
                if here.get(key) != there.get(key):
                    yield f"{name}: {key} {_said(there, key)} instead of {_said(here, key)}"
            if (name in ours["required"]) != (name in theirs["required"]):
                yield f"{name}: {'required' if name in theirs['required'] else 'optional'} instead"


def _said(entry: dict[str, Any], key: str) -> str:
    return json.dumps(entry[key], default=repr) if key in entry else "none"
