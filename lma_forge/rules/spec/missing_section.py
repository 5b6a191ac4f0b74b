"""SPEC106."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.grammar import SECTIONS, Need, SectionKind
from lma_forge.model import Spec
from lma_forge.rules.engine import rule

_EXAMPLES = {
    SectionKind.PROSE: "What the tool does, in a sentence.",
    SectionKind.BULLETS: "- A situation in one sentence.",
    SectionKind.RULES: "- Read only.",
    SectionKind.FIELDS: "- None",
    SectionKind.FAILURES: "- Return: `What the tool says when it fails.`",
}


@rule("SPEC106", severity=Severity.ERROR)
def missing_section(spec: Spec) -> Iterator[Diagnostic]:
    """A tool lacks a section that every tool has.

    Without Description, Input, Output or Failure Behavior no working tool can be made: what it is
    for, what it takes, what it gives or how it fails would be a guess. Without Use When, Do Not
    Use When or Rules a tool works, but the model is left alone with the choice of tools, and
    nothing governs the calls.

    Source: Tools.md, section 3 (Tool Definition Format).

    Bad:
        ## Tool: NoteCounter

        Description:

        Counts the notes.

        Input:

        - None

        Output:

        - count (integer): How many notes there are.

    Good:
        ## Tool: NoteCounter

        Description:

        Counts the notes.

        Use When:

        - The user asks how many notes there are.

        Do Not Use When:

        - The number is already known.

        Input:

        - None

        Output:

        - count (integer): How many notes there are.

        Rules:

        - Read only.

        Failure Behavior:

        - Return: `The notes could not be counted.`
    """
    for tool in spec.tools:
        present = {name for name, _ in tool.section_spans}
        for key in SECTIONS:
            if key.need is Need.OPTIONAL or key.field in present or getattr(tool, key.field):
                continue
            article = "which says" if key.need is Need.REQUIRED else "which would say"
            yield missing_section.at(
                tool.name_span,
                f"{tool.name} has no section {key.label}, {article} {_PURPOSE[key.field]}.",
                help=f"{key.label}:\n\n{_EXAMPLES[key.kind]}",
                severity=Severity.ERROR if key.need is Need.REQUIRED else Severity.WARNING,
            )


_PURPOSE = {
    "description": "what the tool does",
    "use_when": "when the model should choose it",
    "do_not_use_when": "when the model should leave it alone",
    "inputs": "what the tool takes (None, if nothing)",
    "outputs": "what the tool gives (None, if nothing)",
    "rules": "what the tool must keep to",
    "failures": "what the tool says when it fails",
}
