"""LCP311."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule

_HEAVY_ROOTS = frozenset({"requests", "httpx", "subprocess", "urllib", "aiohttp", "socket", "smtplib", "websockets"})
_HEAVY = frozenset({"os.system", "os.popen", "time.sleep", "pip.main"})
_HEAVY_ENDS = ("ensure_packages", "install_packages", "ensure_package", "from_pretrained")
_LIGHT_ENDS = (".quote", ".urlparse", ".urlencode", ".urljoin", ".Session", ".Client", ".quote_plus", ".gethostname")


@rule("LCP311", severity=Severity.WARNING)
def init_does_heavy_work(module: ToolModule) -> Iterator[Diagnostic]:
    """`init_tools_library` uses the network, starts processes or installs packages.

    It runs before the first call of a tool. The model and the person wait for it, and where it
    fails the whole library is gone.

    Source: LCP doctrine, section 7.3 (lazy module load).

    Bad:
        import requests

        _KEY = ""


        def init_tools_library(config=None) -> None:
            global _KEY
            _KEY = requests.get("https://example.com/session", timeout=10).text


        def tool_session_length(unit: str) -> dict:
            \"\"\"Returns the length of the session id.\"\"\"
            return {"success": True, "output": f"{len(_KEY)} {unit}"}

    Good:
        _KEY = ""


        def init_tools_library(config=None) -> None:
            global _KEY
            _KEY = (config or {}).get("session", "")


        def tool_session_length(unit: str) -> dict:
            \"\"\"Returns the length of the session id.\"\"\"
            return {"success": True, "output": f"{len(_KEY)} {unit}"}
    """
    if "init_tools_library" not in module.file.hooks:
        return
    facts = module.facts
    scope = facts.function("init_tools_library")
    for call in scope.of(cst.Call) if scope else ():
        name = facts.dotted(call.func)
        if _is_heavy(name):
            yield init_does_heavy_work.at(
                module.span(call.func),
                f"The first call of a tool waits for {name}, and the library is lost where it fails; "
                "do it in the tool that needs it, and keep the result.",
            )


def _is_heavy(name: str) -> bool:
    if name in _HEAVY or name.endswith(_HEAVY_ENDS):
        return True
    return name.partition(".")[0] in _HEAVY_ROOTS and "." in name and not name.endswith(_LIGHT_ENDS)
