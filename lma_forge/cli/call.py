"""`lma-forge call`: one tool, run once, with approval asked at the terminal."""

import contextlib
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from lma_forge.cli import asking, console
from lma_forge.cli.folders import binding
from lma_forge.cli.hostconfig import configs, host_config, strangers
from lma_forge.cli.session import Session
from lma_forge.cli.session import command as make_command
from lma_forge.errors import ExitCode, UsageError
from lma_forge.names import nearest, tool_function

_PATH = click.Path(path_type=Path)


@make_command(
    "Run TOOL with arguments such as key=value, or with one JSON object.\n\nA value is text, and is read as what the "
    "tool declares: numbers, true or false, null, and JSON for lists and objects, as in "
    'tags=\'["a", "b"]\'. A tool that needs approval asks at the terminal, and is refused where there is none.'
)
@click.argument("tool")
@click.argument("arguments", metavar="[NAME=VALUE]...", nargs=-1)
@click.option("--folder", "folders", metavar="DIR", multiple=True, type=_PATH, help="Where the tool is.")
@click.option("--json", "as_json", is_flag=True, help="Write the whole result as JSON.")
@click.option("--host", type=click.Choice(["lollms"]), help="Show the result as this host would.")
@host_config
def command(  # noqa: PLR0913 - one a flag
    session: Session,
    tool: str,
    arguments: tuple[str, ...],
    folders: tuple[Path, ...],
    *,
    as_json: bool,
    host: str | None,
    host_config: Path | None,
) -> int:
    """Find the tool, call it, and write its output, or what went wrong."""
    settings = configs(host_config)
    library = binding(
        session,
        folders,
        confirm_handler=asking.confirm,
        user_interaction_handler=asking.interact,
        arguments="strict",
        compat=host,
        host_tool_configs=settings,
    )
    names = [record["name"] for record in library.discover_tools()]
    name = next((one for one in (tool, tool_function(tool)) if one in names), None)
    if name is None:
        raise UsageError(_unknown(session, tool, names))
    given = _arguments(arguments)
    for line in strangers(host_config, settings, library):
        session.say(line)
    # What a tool prints is not its result.
    with contextlib.redirect_stdout(sys.stderr):
        result: Mapping[str, Any] = library.execute_tool(name, given)
    failed = result.get("success") is not True
    if as_json:
        console.write(_json(result) + "\n")
    elif failed:
        console.say(str(result.get("error") or result.get("output") or "the tool failed without a message"))
    else:
        output = result.get("output")
        console.write((output if isinstance(output, str) else _json(output)) + "\n")
    return ExitCode.FINDINGS if failed else ExitCode.CLEAN


def _json(value: object) -> str:
    try:
        return json.dumps(value, indent=2, default=str)
    except (TypeError, ValueError, RecursionError):
        # A hand-written tool may give back anything at all.
        return json.dumps(repr(value))


def _arguments(words: Sequence[str]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    if len(words) == 1 and words[0].lstrip().startswith("{"):
        try:
            given = json.loads(words[0])
        except (ValueError, RecursionError) as fault:
            raise UsageError(f"the arguments are no JSON object: {fault}") from fault
        return given
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise UsageError(f"`{word}` is no argument; write name=value")
        if name in given:
            raise UsageError(f"`{name}` is given twice; give it once")
        given[name] = value
    return given


def _unknown(session: Session, tool: str, names: list[str]) -> str:
    from lma_forge.project.reading import read  # noqa: PLC0415 - only to answer a wrong name
    from lma_forge.project.sources import find  # noqa: PLC0415 - as said

    config = session.config()
    with contextlib.suppress(UsageError):
        for source in find(config).specs:
            if (reserved := read(config, source).spec.reserved_tool(tool)) is not None:
                return f"{reserved.name} is reserved: it is never generated and cannot be called"
    close = nearest(tool, [*names, *(name.removeprefix("tool_") for name in names)])
    advice = f"did you mean {close}?" if close else "`lma-forge tools` lists what there is"
    return f"there is no tool `{tool}`; {advice}"
