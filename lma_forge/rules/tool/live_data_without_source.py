"""GOV112."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.declared import held
from lma_forge.rules.engine import rule
from lma_forge.rules.outputs import LIVE, outputs
from lma_forge.rules.toolmodule import ToolModule


@rule("GOV112", severity=Severity.WARNING)
def live_data_without_source(module: ToolModule) -> Iterator[Diagnostic]:
    """Data is returned without the source or the time that its spec declares.

    Nobody can tell how far to trust it, and whether it still holds.

    Source: Tools.md, section 6 (source layers) and the Output of tools for live data.

    Bad:
        # --- spec: ## Tool: RateReader / Output: - rate (number) - source (string) - timestamp (string)
        def tool_rate_reader(pair: str) -> dict:
            \"\"\"Reads an exchange rate.\"\"\"
            rate = len(pair) / 5
            return {"success": True, "output": {"rate": rate}}

    Good:
        # --- spec: ## Tool: RateReader / Output: - rate (number) - source (string) - timestamp (string)
        def tool_rate_reader(pair: str) -> dict:
            \"\"\"Reads an exchange rate.\"\"\"
            rate = len(pair) / 5
            said = "2026-01-05T12:00:00Z"
            return {"success": True, "output": {"rate": rate, "source": "ecb.europa.eu", "timestamp": said}}
    """
    for one in held(module):
        wanted = [field.name for field in one.tool.outputs if field.name in LIVE]
        for shape in outputs(module, one) if wanted else ():
            missing = [name for name in wanted if shape.lacks(name)]
            if missing:
                yield live_data_without_source.at(
                    module.span(shape.node),
                    f"This output of {one.tool.name} lacks {' and '.join(f'`{name}`' for name in missing)}, which the "
                    "spec declares; say where the data comes from and of when it is.",
                    related=one.related(one.tool.section_span("outputs")),
                )
