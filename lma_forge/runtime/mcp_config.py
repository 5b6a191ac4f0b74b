"""Reads the list of MCP servers that a host configures (doctrine 11)."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from lma_forge.runtime.notices import did_you_mean

CONNECT = 30.0
"""Seconds to start a server and agree on a protocol; a package runner may have to download first."""

CALL = 300.0
"""Seconds for a call, unless the server's configuration or the call says otherwise."""

_KEYS = (
    "alias",
    "args",
    "auth_config",
    "call_timeout",
    "command",
    "cwd",
    "env",
    "headers",
    "mode",
    "timeout",
    "type",
    "url",
)


class ServerConfig(NamedTuple):
    """One server.

    Args:
        alias: What its tools' names begin with.
        command: Program and arguments of a server over stdin and stdout; empty for HTTP.
        cwd: Where it starts; None for the current folder.
        env: Variables beside the few that every server gets.
        url: Endpoint of a server over streamable HTTP; "" for the other kind.
        headers: HTTP headers, the token among them.
        timeout: Seconds to connect.
        call_timeout: Seconds for a call.
        mode: Era of the protocol, as the SDK names it; "auto" asks the server.
    """

    alias: str
    command: tuple[str, ...] = ()
    cwd: str | None = None
    env: Mapping[str, str] | None = None
    url: str = ""
    headers: Mapping[str, str] | None = None
    timeout: float = CONNECT
    call_timeout: float = CALL
    mode: str = "auto"


def server_config(given: object) -> ServerConfig:
    """Read the configuration of a server.

    Args:
        given: `alias`, and `type` "stdio" with `command` and `args`, or "http" with `url`.

    Returns:
        The configuration.

    Raises:
        TypeError: For what is no mapping.
        ValueError: Naming the server, the key and what belongs there.
    """
    if not isinstance(given, Mapping):
        raise TypeError(f"a server is a dict with alias and type, not {type(given).__name__}")
    alias = given.get("alias")
    if not isinstance(alias, str) or not alias or "::" in alias:
        raise ValueError(f"the alias of a server must be text without '::', not {alias!r}")
    for key in given:
        if key not in _KEYS:
            raise ValueError(f"server '{alias}' has no option '{key}'.{did_you_mean(str(key), _KEYS)}")
    kind = str(given.get("type", "stdio")).lower()
    shared: dict[str, Any] = {
        "timeout": _seconds(alias, given, "timeout", CONNECT),
        "call_timeout": _seconds(alias, given, "call_timeout", CALL),
        "mode": str(given.get("mode", "auto")),
    }
    if kind == "stdio":
        cwd = given.get("cwd")
        return ServerConfig(
            alias,
            command=_command(alias, given),
            cwd=None if cwd is None else str(cwd),
            env=_texts(alias, given, "env"),
            **shared,
        )
    if kind in ("http", "streamable_http", "streamable-http"):
        url = given.get("url")
        if not isinstance(url, str) or not url.startswith(("http://", "https://")):
            raise ValueError(f"server '{alias}' needs a url that begins with http:// or https://, not {url!r}")
        return ServerConfig(alias, url=url, headers=_headers(alias, given), **shared)
    raise ValueError(f"server '{alias}' has type {kind!r}; it must be stdio or http")


def _command(alias: str, given: Mapping[Any, Any]) -> tuple[str, ...]:
    command, arguments = given.get("command"), given.get("args") or ()
    if (
        isinstance(arguments, str)
        or not isinstance(arguments, Sequence)
        or not all(isinstance(a, str) for a in arguments)
    ):
        raise ValueError(f"args of server '{alias}' must be a list of texts, not {arguments!r}")
    if isinstance(command, str):
        # A command with separate arguments is one program, whose path may hold spaces.
        command = [command] if arguments else shlex.split(command)
    if not isinstance(command, list | tuple) or not command or not all(isinstance(c, str) and c for c in command):
        raise ValueError(f"server '{alias}' needs a command, as text or as a list of texts, not {command!r}")
    return (*command, *arguments)


def _texts(alias: str, given: Mapping[Any, Any], key: str) -> dict[str, str] | None:
    value = given.get(key)
    if value is None:
        return None
    if not isinstance(value, Mapping) or not all(isinstance(k, str) and isinstance(v, str) for k, v in value.items()):
        raise ValueError(f"{key} of server '{alias}' must be a dict of texts")
    return dict(value)


def _headers(alias: str, given: Mapping[Any, Any]) -> dict[str, str]:
    headers = _texts(alias, given, "headers") or {}
    auth = given.get("auth_config") or {}
    if not isinstance(auth, Mapping):
        raise TypeError(f"auth_config of server '{alias}' must be a dict")
    kind = auth.get("type")
    if kind == "bearer" and auth.get("token"):
        headers["Authorization"] = f"Bearer {auth['token']}"
    elif kind == "api_key" and auth.get("key"):
        headers[str(auth.get("header_name", "X-API-Key"))] = str(auth["key"])
    elif auth:
        raise ValueError(
            f"auth_config of server '{alias}' must be of type bearer, with a token, or api_key, with a key"
        )
    return headers


def _seconds(alias: str, given: Mapping[Any, Any], key: str, default: float) -> float:
    value = given.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        raise ValueError(f"{key} of server '{alias}' must be a number of seconds, not {value!r}")
    return float(value)
