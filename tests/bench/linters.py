"""Shows which linters catch what the rules about tool files catch.

    python -m tests.bench.linters --ruff ruff --bandit bandit [--semgrep semgrep --semgrep-rules DIR]
                                  [--agnix agnix] [--rows]

Each linter is run on the bad and on the good example of every rule, with all its own rules on. It
catches a fault where it says something of the bad example, at a line that the rule names, that it
does not say of the good one: of style and of types it has much to say of both. Give the programs
by name or path; those that are not there are left out of the table.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from lma_forge.diagnostics import Rule
from lma_forge.rules import RULES
from tests.rules.examples import findings, split

Found = frozenset[tuple[int, str]]
"""What a linter says: line and the name of its rule."""

_TIMEOUT = 600


def examples(rules: Iterable[Rule]) -> dict[str, tuple[Rule, str, str]]:
    """The Python files of the examples by file name, each with its rule, and whether it is bad or good."""
    found: dict[str, tuple[Rule, str, str]] = {}
    for rule in rules:
        for kind, text in (("bad", rule.bad), ("good", rule.good)):
            for number, (name, data) in enumerate(split(text).items()):
                if name.endswith(".py"):
                    found[f"{rule.code.lower()}_{kind}_{number}.py"] = (rule, kind, data.decode("utf-8", "replace"))
    return found


def run(words: list[str], folder: Path) -> str:
    """Run a program in a folder and give back what it writes; exit codes of linters mean findings."""
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=_TIMEOUT, check=False
    )
    return done.stdout


def ruff(program: str, folder: Path) -> dict[str, Found]:
    """Ruff with all rules, those in preview too."""
    words = ["check", "--isolated", "--select", "ALL", "--preview", "--no-cache", "--exit-zero"]
    listed = json.loads(run([program, *words, "--output-format", "json", "."], folder) or "[]")
    return _grouped(
        (Path(one["filename"]).name, int(one["location"]["row"]), str(one["code"] or "syntax")) for one in listed
    )


def bandit(program: str, folder: Path) -> dict[str, Found]:
    """Bandit with all its tests."""
    listed = json.loads(run([program, "-q", "-r", ".", "-f", "json", "--exit-zero"], folder) or "{}")
    return _grouped(
        (Path(one["filename"]).name, int(one["line_number"]), str(one["test_id"])) for one in listed.get("results", ())
    )


def semgrep(program: str, folder: Path, rules: str) -> dict[str, Found]:
    """Semgrep with the rules of a folder."""
    words = ["scan", "--metrics=off", "--disable-version-check", "--json", "--quiet", "--config", rules, "."]
    listed = json.loads(run([program, *words], folder) or "{}")
    return _grouped(
        (Path(one["path"]).name, int(one["start"]["line"]), str(one["check_id"])) for one in listed.get("results", ())
    )


def agnix(program: str, folder: Path) -> dict[str, Found]:
    """Agnix, which reads no Python; what it says of a file is taken all the same."""
    said = run([program, "--format", "json", "."], folder)
    try:
        listed = json.loads(said or "{}").get("diagnostics", ())
    except (ValueError, AttributeError):
        listed = ()
    return _grouped((Path(one["file"]).name, int(one.get("line", 1)), str(one.get("rule"))) for one in listed)


def _grouped(rows: Iterable[tuple[str, int, str]]) -> dict[str, Found]:
    found: dict[str, set[tuple[int, str]]] = {}
    for name, line, code in rows:
        found.setdefault(name, set()).add((line, code))
    return {name: frozenset(each) for name, each in found.items()}


def caught(rule: Rule, said: dict[str, Found], lines: frozenset[int]) -> frozenset[str]:
    """The rules by which a linter catches the fault of a bad example.

    Args:
        rule: Our rule.
        said: What the linter says, by file.
        lines: The lines at which our rule finds the fault, in the file that it is in.
    """
    good = {code for name, found in said.items() if name.startswith(f"{rule.code.lower()}_good") for _, code in found}
    return frozenset(
        code
        for name, found in said.items()
        if name.startswith(f"{rule.code.lower()}_bad")
        for line, code in found
        if line in lines and code not in good
    )


def table(programs: dict[str, Callable[[Path], dict[str, Found]]]) -> tuple[list[tuple[str, ...]], Counter[str]]:
    """Run linters on the examples.

    Returns:
        One row for each rule: code, name, and by what each linter catches it; and how many each catches.
    """
    rules = [rule for rule in RULES if rule.code.startswith(("LCP", "GOV")) and rule.bad]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, (_, _, text) in examples(rules).items():
            (folder / file).write_text(text, encoding="utf-8")
        said = {linter: program(folder) for linter, program in programs.items()}
    rows: list[tuple[str, ...]] = []
    totals: Counter[str] = Counter()
    for rule in rules:
        # Every line of a fault in several lines counts.
        own = [one.span for one in findings(rule.bad) if one.code == rule.code]
        lines = frozenset(line for span in own for line in range(span.line, span.end_line + 1))
        cells = [", ".join(sorted(caught(rule, found, lines))) for found in said.values()]
        totals.update(linter for linter, cell in zip(said, cells, strict=True) if cell)
        totals["rules"] += 1
        totals["caught by none"] += not any(cells)
        rows.append((rule.code, rule.name, *cells))
    return rows, totals


def main() -> None:
    """Print the table, or its totals."""
    options = argparse.ArgumentParser(prog="python -m tests.bench.linters", description=__doc__)
    for name in ("ruff", "bandit", "semgrep", "semgrep-rules", "agnix"):
        options.add_argument(f"--{name}")
    options.add_argument("--rows", action="store_true", help="print what catches each rule, not the totals alone")
    given = options.parse_args()
    programs: dict[str, Callable[[Path], dict[str, Found]]] = {}
    if given.ruff:
        programs["ruff"] = lambda folder: ruff(given.ruff, folder)
    if given.bandit:
        programs["bandit"] = lambda folder: bandit(given.bandit, folder)
    if given.semgrep and given.semgrep_rules:
        programs["semgrep"] = lambda folder: semgrep(given.semgrep, folder, given.semgrep_rules)
    if given.agnix:
        programs["agnix"] = lambda folder: agnix(given.agnix, folder)
    if not programs:
        sys.exit("name at least one linter, such as --ruff ruff")
    rows, totals = table(programs)
    if given.rows:
        print(f"| code | name | {' | '.join(programs)} |")  # noqa: T201 - its output
        print(f"|---|---|{'---|' * len(programs)}")  # noqa: T201 - as above
        for row in rows:
            print(f"| {' | '.join(row)} |")  # noqa: T201 - as above
    print(f"{totals['rules']} rules; caught by none of them: {totals['caught by none']}")  # noqa: T201 - as above
    for linter in programs:
        print(f"{linter} catches {totals[linter]}")  # noqa: T201 - as above


if __name__ == "__main__":
    main()
