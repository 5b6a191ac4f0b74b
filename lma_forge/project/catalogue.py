"""Every rule of every room: what `rules` lists and `explain` explains."""

from functools import cache

from lma_forge import rules
from lma_forge.diagnostics import Rule
from lma_forge.names import nearest
from lma_forge.project import faults, ignoring
from lma_forge.rules import changes, judging
from lma_forge.spec import faults as spec_faults


@cache
def catalogue() -> tuple[Rule, ...]:
    """List all rules, by code."""
    every = (*spec_faults.RULES, *rules.RULES, *changes.RULES, *judging.RULES, *ignoring.RULES, *faults.RULES)
    found = {rule.code: rule for rule in every}
    return tuple(found[code] for code in sorted(found))


def find(word: str) -> Rule | None:
    """Find a rule by its code or its name, in any case; None when there is none."""
    return next((rule for rule in catalogue() if word.lower() in {rule.code.lower(), rule.name}), None)


def closest(word: str) -> str | None:
    """Find the code or name that a person most likely meant."""
    return nearest(word, [*(rule.code for rule in catalogue()), *(rule.name for rule in catalogue())])


def lint_table() -> str:
    """The rules about tool files as a markdown table, for the README."""
    rows = ["| code | rule | | finds | fix |", "|---|---|---|---|---|"]
    for rule in catalogue():
        if rule.code.startswith(("LCP", "GOV")):
            level = str(rule.severity) if rule.default else f"{rule.severity}, off"
            host = f" ({rule.host} only)" if rule.host else ""
            fix = "" if not rule.fix else "unsafe" if "unsafe" in rule.fix else "yes"
            rows.append(f"| {rule.code} | {rule.name} | {level} | {rule.summary}{host} | {fix} |")
    return "\n".join(row.replace("  ", " ") for row in rows) + "\n"
