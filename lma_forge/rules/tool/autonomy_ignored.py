"""LCP612."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.approval.deeds import Family
from lma_forge.rules.approval.levels import levels_of
from lma_forge.rules.approval.report import does, way, who
from lma_forge.rules.approval.verdicts import judged, of_family
from lma_forge.rules.approval.words import spoken
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP612", severity=Severity.WARNING)
def autonomy_ignored(module: ToolModule) -> Iterator[Diagnostic]:
    """A library never reads the autonomy level, although it acts unasked, or stores one that nobody reads.

    The person who set "strict" believes that nothing happens without a question.

    Source: LCP doctrine, section 5 (autonomy levels).

    Bad:
        import subprocess


        def tool_build(target: str) -> dict:
            \"\"\"Builds a target of the project.\"\"\"
            subprocess.run(["make", target], timeout=60, check=True)
            return {"success": True, "output": f"Built {target}."}

    Good:
        import subprocess

        AUTONOMY_LEVEL = "safe"


        def init_tools_library(config=None) -> None:
            global AUTONOMY_LEVEL
            level = (config or {}).get("autonomy_level", "safe")
            AUTONOMY_LEVEL = level if level in ("strict", "safe", "full_access") else "safe"


        def tool_build(target: str) -> dict:
            \"\"\"Builds a target of the project.\"\"\"
            if AUTONOMY_LEVEL != "full_access":
                return {"success": False, "error": "Building needs full access, which the host did not grant."}
            subprocess.run(["make", target], timeout=60, check=True)
            return {"success": True, "output": f"Built {target}."}
    """
    verdicts = module.kept(judged)
    acts = list(of_family(verdicts, Family.PROCESS, Family.CODE, Family.HOST))
    stores = "autonomy" in spoken(module.source)
    if not acts and not stores:
        return
    levels = module.kept(levels_of)
    read = levels.read()
    if acts and not read:
        first = acts[0]
        held = next((name for name, _ in levels.kept), None)
        why = (
            f"nothing here looks at {held}, which holds it; look at it before acting."
            if held is not None
            else "nothing here reads one; take it in init_tools_library(config) and look at it before acting."
        )
        yield autonomy_ignored.at(
            module.span(first.deed.call),
            f"{who(first)} {does(first)} with {first.deed.name} whatever autonomy level the host has set, since {why}",
            related=way(module, first),
        )
    elif stores and not read:
        for name, assignment in levels.kept:
            if module.facts.scope(assignment).kind == "function":
                yield autonomy_ignored.at(
                    module.span(assignment),
                    f"{name} is set here and never read, so that the host's level changes nothing; look at it where "
                    "a tool acts, or leave it out.",
                )
                return
