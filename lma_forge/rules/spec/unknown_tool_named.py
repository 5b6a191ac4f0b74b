"""SPEC401."""

import re
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity, Span
from lma_forge.model import GovernanceRule, Spec
from lma_forge.names import nearest
from lma_forge.rules.engine import rule
from lma_forge.rules.texts import within

_NAME = re.compile(r"\b[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+\b")
_CALLING = re.compile(r"\b(?:use|using|call|calling|run|with|by|let|ask|to|through|tool)\s+`?$", re.IGNORECASE)


@rule("SPEC401", severity=Severity.WARNING)
def unknown_tool_named(spec: Spec) -> Iterator[Diagnostic]:
    """A flow step or a rule names a tool that the document does not have.

    The model would look for a tool that is not there. It is usually a name that was misspelt, or
    one that was left behind when a tool was renamed.

    Source: Tools.md, section 5 (Recommended Tool Use Flow).

    Bad:
        ## Tool: NoteReader

        # Recommended Flow

        1. Use NoteReeder if a note is needed.

    Good:
        ## Tool: NoteReader

        # Recommended Flow

        1. Use NoteReader if a note is needed.
    """
    known = {tool.name for tool in spec.tools} | {tool.name for tool in spec.reserved}
    if not known:
        return
    likely: dict[str, str | None] = {}
    for text, span, certain in _mentions(spec):
        for match in _NAME.finditer(text):
            word = match.group()
            if word in known:
                continue
            if word not in likely:
                likely[word] = nearest(word, known)
            meant = likely[word]
            if meant is None and not (certain and _CALLING.search(text, 0, match.start())):
                continue
            advice = f"did you mean {meant}?" if meant else "define it or correct the name."
            yield unknown_tool_named.at(
                _span(span, text, match), f"No tool of this document is called {word}; {advice}"
            )


def _mentions(spec: Spec) -> Iterator[tuple[str, Span, bool]]:
    for step in spec.flow:
        yield step.text, step.span, True
    rules: list[GovernanceRule] = [*spec.global_rules]
    for tool in spec.tools:
        rules += tool.rules
    for found in rules:
        yield found.text, found.span, False


def _span(span: Span, text: str, match: re.Match[str]) -> Span:
    first = within(span, text, match.start())
    if first == span:
        return span
    return Span(span.path, first.line, first.column, first.line, first.column + len(match.group()))
