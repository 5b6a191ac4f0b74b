"""`lma-forge enforcement`: what holds each rule of the specs today."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import click

from lma_forge.cli import console
from lma_forge.cli.session import Session, summary
from lma_forge.cli.session import command as make_command
from lma_forge.diagnostics import Severity
from lma_forge.errors import ExitCode
from lma_forge.model import Spec
from lma_forge.project.bodies import with_toolkit
from lma_forge.project.reading import read
from lma_forge.project.sources import find
from lma_forge.report import visible
from lma_forge.spec.enforcement import Holder, Standing, standings
from lma_forge.toolkit.holding import claim


@make_command(
    "Say, for each rule of the specs, what holds it: the generated module, the runtime guard, the output check, the "
    "toolkit that the tool's body calls, or nothing. A rule counts as enforced only where a call that breaks it is "
    "stopped."
)
@click.argument("specs", nargs=-1, type=click.Path(path_type=Path))
@click.option("--min-enforced", metavar="N", type=click.IntRange(min=0), help="Exit with 1 if fewer are enforced.")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", help="How it is written.")
def command(session: Session, specs: tuple[Path, ...], *, min_enforced: int | None, output_format: str) -> int:
    """List the rules with their holders, and the totals."""
    config = session.config()
    sources = find(config, specs)
    if sources.bundled:
        session.say(f"No spec and no configuration here, so the bundled spec is used ({sources.specs[0].shown}).")
    found: list[tuple[str, Standing]] = []
    bodies = with_toolkit(config.out_folder)
    for source in sources.specs:
        reading = read(config, source)
        errors = [one for one in reading.diagnostics if one.severity is Severity.ERROR]
        if errors:
            console.say(session.rendered(errors, {source.shown: reading.text}))
            session.say(f"Nothing was counted: {summary(errors)}.")
            return ExitCode.BROKEN if any(one.code.startswith("FILE") for one in errors) else ExitCode.FINDINGS
        found += ((source.label, _in_body(one, reading.spec, bodies)) for one in standings(reading.spec))
    enforced = sum(one.holder.enforces for _, one in found)
    if output_format == "json":
        console.write(_json(found, enforced) + "\n")
    else:
        console.write("".join(f"{visible(line)}\n" for line in _lines(found, enforced)))
    if min_enforced is not None and enforced < min_enforced:
        console.say(f"{enforced} rules are enforced, and {min_enforced} are asked for.")
        return ExitCode.FINDINGS
    return ExitCode.CLEAN


def _in_body(one: Standing, spec: Spec, bodies: frozenset[str]) -> Standing:
    """What holds a rule where nothing else does, and the tool's body is the project's own."""
    tool = spec.tool(one.where)
    if one.holder.enforces or tool is None or tool.function not in bodies:
        return one
    found = claim(tool.name, one.text)
    if found is None:
        return one
    return replace(one, holder=Holder.BODY if found.test else one.holder, how=found.how)


def _lines(found: list[tuple[str, Standing]], enforced: int) -> list[str]:
    lines: list[str] = []
    place = ""
    for label, one in found:
        if place != f"{label}: {one.where}":
            place = f"{label}: {one.where}"
            lines += ["", place] if lines else [place]
        policy = f", {one.policy}" if one.policy else ""
        lines += [f"  {one.number}. {one.text}", f"     {one.holder}{policy}: {one.how}"]
    counted = Counter(one.holder for _, one in found)
    totals = ", ".join(f"{counted[holder]} {holder}" for holder in Holder if counted[holder])
    return [*lines, "", f"{enforced} of {len(found)} rules are enforced ({totals or 'there are none'})."]


def _json(found: list[tuple[str, Standing]], enforced: int) -> str:
    rules = [
        {
            "spec": label,
            "where": one.where,
            "number": one.number,
            "text": one.text,
            "policy": one.policy,
            "holder": str(one.holder),
            "enforced": one.holder.enforces,
            "how": one.how,
        }
        for label, one in found
    ]
    counted = Counter(str(one.holder) for _, one in found)
    totals = {"rules": len(found), "enforced": enforced, "by_holder": {str(one): counted[one] for one in Holder}}
    return json.dumps({"rules": rules, "totals": totals}, indent=2)
