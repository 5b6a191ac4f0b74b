"""Runs LCP tool libraries: discovers, loads, calls, and brings results into one shape.

Needs nothing but the standard library, and imports nothing of the rest of lma-forge but `lcp`. What
few hosts need is loaded when it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from lma_forge.runtime.binding import LCPBinding
from lma_forge.runtime.normalize import normalize
from lma_forge.runtime.notices import Notice

if TYPE_CHECKING:
    from lma_forge.runtime.mcp_client import MCPBinding
    from lma_forge.runtime.queued import queue_confirm_handler, queue_interaction_handler
    from lma_forge.runtime.terminal import terminal_confirm_handler, terminal_interaction_handler

__all__ = [
    "LCPBinding",
    "MCPBinding",
    "Notice",
    "normalize",
    "queue_confirm_handler",
    "queue_interaction_handler",
    "terminal_confirm_handler",
    "terminal_interaction_handler",
]

_LATER = {
    "MCPBinding": "mcp_client",
    "queue_confirm_handler": "queued",
    "queue_interaction_handler": "queued",
    "terminal_confirm_handler": "terminal",
    "terminal_interaction_handler": "terminal",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
