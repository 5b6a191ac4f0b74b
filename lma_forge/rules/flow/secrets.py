"""Secrets in the values of a module's tools: where they come from by name, and where they are kept."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from lma_forge.rules.flow.naming import is_secret_name
from lma_forge.rules.flow.summaries import tools_of

if TYPE_CHECKING:
    from lma_forge.rules.flow.machine import Use
    from lma_forge.rules.toolmodule import ToolModule

SECRET = frozenset({"secret"})
_SOURCES = re.compile(
    r"environ|getenv|getpass|keyring|[\"']secret[\"']|\.get\(\s*[\"']\w*(?:key|token|pass|secret|cred)", re.IGNORECASE
)


def may_hold_secrets(module: ToolModule) -> bool:
    """Whether the text of a module holds anything that secrets are taken from."""
    return module.kept(_may_hold_secrets)


def _may_hold_secrets(module: ToolModule) -> bool:
    return bool(_SOURCES.search(module.source))


def kept_secrets(module: ToolModule, kind: str) -> tuple[Use, ...]:
    """Where secrets of a module's tools are written, each place once.

    Args:
        module: The module.
        kind: `log` or `store`.
    """
    if not may_hold_secrets(module):
        return ()
    found: dict[ast.expr, Use] = {}
    for tool in tools_of(module):
        for use in tool.summary.uses:
            if use.kind == kind and use.atom.species in SECRET and use.code.path == module.path:
                found.setdefault(use.node, use)
    return tuple(found.values())


__all__ = ["SECRET", "is_secret_name", "kept_secrets", "may_hold_secrets"]
