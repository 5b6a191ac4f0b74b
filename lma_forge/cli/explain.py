"""`lma-forge explain`: what a code or a rule means, or what becomes of a tool of the spec."""

import click

from lma_forge.cli import console
from lma_forge.cli.session import Session
from lma_forge.cli.session import command as make_command
from lma_forge.diagnostics import Rule
from lma_forge.errors import ExitCode, UsageError
from lma_forge.names import nearest
from lma_forge.project.catalogue import closest, find
from lma_forge.project.config import Config


@make_command(
    "Explain a code (SPEC204), a rule by its name (unknown-type), or a tool of the project's specs (MemoryReader): "
    "what a model reads of it, and what each of its rules became."
)
@click.argument("what")
def command(session: Session, what: str) -> int:
    """Explain a rule, else a tool."""
    rule = find(what)
    console.write(_rule(rule) if rule else _tool(session, session.config(), what))
    return ExitCode.CLEAN


def _rule(rule: Rule) -> str:
    parts = [f"{rule.code} {rule.name} ({rule.severity})", "", rule.summary]
    parts += [] if rule.default else [f"Off until it is selected: --select {rule.name}, or its family."]
    parts += [f"Only where tools run in {rule.host} (`target` in the settings)."] if rule.host else []
    parts += ["", rule.why] if rule.why else []
    parts += ["", f"Source: {rule.source}"] if rule.source else []
    parts += ["", "Bad:", *_indented(rule.bad)] if rule.bad else []
    parts += ["", "Good:", *_indented(rule.good)] if rule.good else []
    parts += ["", f"Fix: {rule.fix}"] if rule.fix else []
    parts += ["", f"Silence: # lma: ignore[{rule.name}] why it is fine here"] if rule.code[:3] in {"LCP", "GOV"} else []
    return "\n".join(parts) + "\n"


def _indented(text: str) -> list[str]:
    return [f"    {line}".rstrip() for line in text.splitlines()]


def _tool(session: Session, config: Config, name: str) -> str:
    # A code is explained without reading any spec.
    from lma_forge.project.describe import describe  # noqa: PLC0415 - as said
    from lma_forge.project.reading import read  # noqa: PLC0415 - as said
    from lma_forge.project.sources import find as find_specs  # noqa: PLC0415 - as said

    sources = find_specs(config)
    if sources.bundled:
        session.say(f"No spec and no configuration here, so the bundled spec is used ({sources.specs[0].shown}).")
    readings = [read(config, source) for source in sources.specs]
    names: list[str] = []
    for reading in readings:
        tool = reading.spec.tool(name)
        if tool is not None:
            return describe(reading.spec, tool, config, reading.source.label)
        reserved = reading.spec.reserved_tool(name)
        if reserved is not None:
            purpose = " ".join(reserved.purpose.sentences)
            return f"{reserved.name} is reserved: it is never generated and cannot be called.\n{purpose}\n"
        names += [tool.name for tool in reading.spec.tools]
    close = nearest(name, names) or closest(name)
    advice = f"did you mean {close}?" if close else "`lma-forge rules` lists the codes, `lma-forge tools` the tools"
    raise UsageError(f"`{name}` is neither a code, nor a rule, nor a tool of {_shown(names)}; {advice}")


def _shown(names: list[str]) -> str:
    return "the specs" if names else "the specs, which hold none"
