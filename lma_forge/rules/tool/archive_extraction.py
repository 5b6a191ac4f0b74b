"""LCP508."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lma_forge.diagnostics import Diagnostic, Fix, Severity
from lma_forge.rules import cst
from lma_forge.rules.engine import rule
from lma_forge.rules.flow.related import span_of, way_of
from lma_forge.rules.flow.verdicts import members
from lma_forge.rules.origins import origins_of
from lma_forge.rules.toolmodule import ToolModule

if TYPE_CHECKING:
    from lma_forge.rules.facts import Facts

_SEEMS = ("extract", "unpack_archive", "namelist", "infolist", "getmembers", "getnames")
_TARS = frozenset({"tarfile.open()", "tarfile.TarFile()", "tarfile.TarFile.open()", "tarfile.TarFile.gzopen()"})
_CHECKING = frozenset({"is_relative_to", "relative_to", "commonpath", "realpath", "resolve"})


@rule("LCP508", severity=Severity.ERROR)
def archive_extraction(module: ToolModule) -> Iterator[Diagnostic]:
    """An archive is unpacked without a look at where its members go.

    A tar archive may hold `../../.bashrc`, absolute names and links, and whoever made the archive
    chose them. `filter="data"` refuses them. Code that writes the members of an archive itself has
    to check each name; `extractall` of a zip archive does that on its own.

    Source: LCP doctrine, section 10.1 (containment guard).

    Bad:
        import tarfile


        def tool_unpack(label: str) -> dict:
            \"\"\"Unpacks the archive of the workspace.\"\"\"
            with tarfile.open("inbox.tar") as archive:
                archive.extractall("inbox")
            return {"success": True, "output": label}

    Good:
        import tarfile


        def tool_unpack(label: str) -> dict:
            \"\"\"Unpacks the archive of the workspace.\"\"\"
            with tarfile.open("inbox.tar") as archive:
                archive.extractall("inbox", filter="data")
            return {"success": True, "output": label}

    Fix: adds `filter="data"`.
    """
    if not any(word in module.source for word in _SEEMS):
        return
    facts = module.facts
    for call in facts.of(cst.Call):
        name = call.func.attr.value if isinstance(call.func, cst.Attribute) else facts.dotted(call.func)
        what = _unpacks(module, facts, call, name)
        if what:
            yield archive_extraction.at(
                module.span(call),
                f'{what} writes wherever the archive says, outside the workspace too; add filter="data", which '
                "refuses such members.",
                fix=_fix(module, call),
            )
    for use in members(module):
        if use.code.path == module.path and use.kind == "path":
            yield archive_extraction.at(
                span_of(use.code, use.node),
                f"{use.sink} takes a path that the archive chooses, which may lead out of the workspace; resolve it, "
                "and refuse it where it is not below the folder that you unpack to.",
                related=way_of(use.step),
            )


def _unpacks(module: ToolModule, facts: Facts, call: cst.Call, name: str) -> str:
    """What a call that unpacks unchecked is called; "" for others."""
    arguments = facts.arguments(call)
    if "filter" in arguments:
        return "" if facts.constant(arguments["filter"]) != "fully_trusted" else "The filter 'fully_trusted'"
    if facts.dotted(call.func) == "shutil.unpack_archive":
        file, form = facts.constant(arguments.get(0)), facts.constant(arguments.get("format", arguments.get(2)))
        is_zip = form == "zip" or (isinstance(file, str) and file.lower().endswith(".zip"))
        return "" if is_zip else "shutil.unpack_archive"
    if name not in {"extract", "extractall"} or not isinstance(call.func, cst.Attribute):
        return ""
    if module.kept(origins_of).of(call.func.value).isdisjoint(_TARS) or "members" in arguments:
        return ""
    return "" if _is_checked(facts, call) else name


def _is_checked(facts: Facts, call: cst.Call) -> bool:
    """Whether the function looks at the members itself, or has set a filter for good."""
    scope = facts.scope(call)
    for attribute in scope.of(cst.Attribute):
        if attribute.attr.value in _CHECKING or attribute.attr.value == "extraction_filter":
            return True
    return any(
        callee is not None and any(one.attr.value in _CHECKING for one in callee.of(cst.Attribute))
        for callee in (facts.callee(one) for one in scope.of(cst.Call))
    )


def _fix(module: ToolModule, call: cst.Call) -> Fix | None:
    if not call.args:
        return Fix(
            "Refuse members that lead out", (module.replacing(call, f'{module.text(call.func)}(filter="data")'),)
        )
    last = call.args[-1]
    return (
        Fix("Refuse members that lead out", (module.after(last.value, ', filter="data"'),)) if not last.star else None
    )
