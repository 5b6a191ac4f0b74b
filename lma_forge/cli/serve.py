"""`lma-forge serve`: the tools in folders as an MCP server."""

import json
import logging
import os
import sys
from contextlib import redirect_stdout
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from lma_forge.cli import console
from lma_forge.cli.folders import binding
from lma_forge.cli.hostconfig import configs, host_config, strangers
from lma_forge.cli.session import Session, plural
from lma_forge.cli.session import command as make_command
from lma_forge.errors import ExitCode, ForgeError, UsageError

_PATH = click.Path(path_type=Path)
_TOKEN = "LMA_FORGE_TOKEN"  # noqa: S105 - the name of a variable
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@make_command(
    "Serve the tools in FOLDERS over MCP. Without FOLDERS: those of the project.\n\nOver stdin and stdout for one "
    "client, or with --http for several. Tools that need approval ask the client's operator, and are refused where "
    "the client cannot ask. A bearer token for --http is read from the file named by --token-file, or from the "
    f"variable {_TOKEN}."
)
@click.argument("folders", nargs=-1, type=_PATH)
@click.option("--http", is_flag=True, help="Serve over streamable HTTP at /mcp instead of stdin and stdout.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; others need a token.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--allow-host", "hosts", metavar="NAME[:PORT]", multiple=True, help="Accept requests to this name too.")
@click.option("--allow-origin", "origins", metavar="URL", multiple=True, help="Accept web pages of this origin too.")
@click.option("--token-file", metavar="FILE", type=_PATH, help="Ask for the bearer token that FILE holds.")
@click.option(
    "--stateless",
    is_flag=True,
    help="Keep no sessions, so that several processes can serve behind a balancer. Clients of protocol 2025-11-25 and "
    "older can then not be asked for approval.",
)
@click.option("--bare-names", is_flag=True, help="Serve tool_<name> as <name>.")
@click.option("--workspace", metavar="DIR", type=_PATH, help="The folder that tools work in. Default: this one.")
@click.option(
    "--guard",
    type=click.Choice(["off", "report", "enforce"]),
    default="off",
    show_default=True,
    help="Whether a tool's undeclared effects are reported, or refused.",
)
@host_config
def command(  # noqa: PLR0913 - options
    session: Session,
    folders: tuple[Path, ...],
    *,
    http: bool,
    host: str,
    port: int,
    hosts: tuple[str, ...],
    origins: tuple[str, ...],
    token_file: Path | None,
    stateless: bool,
    bare_names: bool,
    workspace: Path | None,
    guard: str,
    host_config: Path | None,
) -> int:
    """Describe the tools, then serve them until the client leaves or the process is told to end."""
    if find_spec("mcp") is None:
        raise UsageError("serving needs the package mcp; install it with `pip install 'lma-forge[mcp]'`")
    if workspace is not None and not workspace.is_dir():
        raise UsageError(f"there is no folder {workspace} to work in")
    token = _token(token_file)
    if http and host not in _LOOPBACK and token is None:
        raise UsageError(f"{host} can be reached by others; ask for a token, with --token-file or in {_TOKEN}")
    _log(verbose=session.verbose)
    settings = configs(host_config)
    library = binding(
        session, folders, arguments="strict", workspace=workspace, guard=guard, host_tool_configs=settings
    )
    _log(verbose=session.verbose)
    from lma_forge.runtime.mcp_server import ToolServer  # noqa: PLC0415 - heavy
    from lma_forge.runtime.served import served  # noqa: PLC0415 - as said

    tools = served(library, _modelled(session))
    for line in (*map(str, library.notices), *strangers(host_config, settings, library)):
        session.say(line)
    if not tools:
        raise UsageError("there is no tool to serve")
    if bare_names:
        tools = {name.removeprefix("tool_"): tool for name, tool in tools.items()}
    server = ToolServer(library, tools, remember=not http)
    if http:
        _over_http(session, server, host, port, hosts, origins, token, sessions=not stateless)
    else:
        import anyio  # noqa: PLC0415 - it comes with the extra

        from lma_forge.runtime.mcp_server import serve_stdio  # noqa: PLC0415 - heavy

        session.say(f"Serving {plural(len(tools), 'tool')} over stdin and stdout.")
        anyio.run(serve_stdio, server)
    return ExitCode.CLEAN


def _over_http(  # noqa: PLR0913, PLR0917 - options
    session: Session,
    server: Any,  # noqa: ANN401 - its class needs the extra
    host: str,
    port: int,
    hosts: tuple[str, ...],
    origins: tuple[str, ...],
    token: str | None,
    *,
    sessions: bool,
) -> None:
    import anyio  # noqa: PLC0415 - it comes with the extra

    from lma_forge.runtime.mcp_http import PATH, http_app, listen, serve_http  # noqa: PLC0415 - heavy

    names = [name if ":" in name else f"{name}:*" for name in (*hosts, *(() if host in _LOOPBACK else (host,)))]
    app = http_app(server, token=token, hosts=names, origins=origins, sessions=sessions)
    try:
        listener = listen(host, port)
    except OSError as fault:
        raise UsageError(f"cannot listen on {host}:{port}: {fault.strerror or fault}") from fault
    with listener:
        shown = f"[{host}]" if ":" in host else host
        # Whoever started this reads here which port it is.
        console.say(f"Serving at http://{shown}:{listener.getsockname()[1]}{PATH}")
        session.say("Stop it with Ctrl-C.")
        # What tools print is for the log, as it is over stdin and stdout.
        with redirect_stdout(sys.stderr):
            anyio.run(serve_http, app, listener)


def _token(file: Path | None) -> str | None:
    if file is None:
        return os.environ.get(_TOKEN) or None
    try:
        token = file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as fault:
        raise UsageError(f"the token file {file} cannot be read: {fault}") from fault
    if not token or not token.isascii() or not token.isprintable():
        raise UsageError(f"the token file {file} must hold one line of printable ASCII characters")
    return token


def _log(*, verbose: bool) -> None:
    """Send all that is logged to stderr: stdout is the protocol's."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO if verbose else logging.WARNING)
    logging.getLogger("lma_forge").handlers = []


def _modelled(session: Session) -> list[dict[str, Any]]:
    """The definitions of the project's own specs; tools of other origin are served as their source is."""
    from lma_forge.emit import mcp  # noqa: PLC0415 - heavy
    from lma_forge.project.reading import read  # noqa: PLC0415 - as said
    from lma_forge.project.sources import find  # noqa: PLC0415 - as said

    config = session.config()
    found: list[dict[str, Any]] = []
    try:
        sources = find(config).specs
    except ForgeError:
        return []
    for source in sources:
        found += json.loads(mcp.emit(read(config, source).spec))["tools"]
    return found
