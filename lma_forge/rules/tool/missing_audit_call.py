"""GOV114."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.acts import effects, run_by
from lma_forge.rules.calls import Act
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule

_ACTS = frozenset({Act.WRITE, Act.APPEND, Act.CREATE, Act.DELETE, Act.CODE, Act.PROCESS, Act.INSTALL})


@rule("GOV114", severity=Severity.INFO, default=False)
def missing_audit_call(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool writes files or runs code and leaves no audit entry.

    Afterwards nobody can tell what was done and when.

    Source: Tools.md, section 5 (the flow ends with an audit entry).

    Bad:
        from pathlib import Path


        def tool_add_line(text: str) -> dict:
            \"\"\"Adds a line to the notes.\"\"\"
            try:
                Path("notes.txt").write_text(text, encoding="utf-8")
            except OSError as error:
                return {"success": False, "error": f"The notes cannot be written: {error}"}
            return {"success": True, "output": "The line is added."}

    Good:
        from pathlib import Path


        def _audit(text: str) -> None:
            with Path("audit.log").open("a", encoding="utf-8") as log:
                log.write(text)


        def tool_add_line(text: str) -> dict:
            \"\"\"Adds a line to the notes.\"\"\"
            try:
                Path("notes.txt").write_text(text, encoding="utf-8")
                _audit("add_line")
            except OSError as error:
                return {"success": False, "error": f"The notes cannot be written: {error}"}
            return {"success": True, "output": "The line is added."}
    """
    if not module.file.tools:
        return
    facts = module.facts
    for tool in facts.tools:
        call = next((call for call, effect in effects(module, tool) if effect.acts & _ACTS), None)
        if call is None:
            continue
        called = (facts.dotted(one.func) for scope in run_by(module, tool) for one in scope.of(cst.Call))
        if not any("audit" in name.lower() for name in called):
            yield missing_audit_call.at(
                module.head(tool.function),
                f"{tool.name} changes something and leaves no audit entry; call the audit log after it.",
            )
