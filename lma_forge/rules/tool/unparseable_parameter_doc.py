"""LCP220."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Fix, Severity
from lma_forge.rules.docparams import documented, other_forms
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP220", severity=Severity.WARNING)
def unparseable_parameter_doc(module: ToolModule) -> Iterator[Diagnostic]:
    """A parameter is documented in a form that hosts do not read.

    They read lines `name (type): text`. Of `:param name: text`, of the two lines that NumPy uses,
    and of names in backquotes nothing reaches the model, or the wrong word does.

    Source: LCP doctrine, section 4.2 (descriptions of parameters).

    Bad:
        def tool_indent(text: str) -> dict:
            \"\"\"Indents every line of a text.

            :param text: The text to indent.
            \"\"\"
            return {"success": True, "output": "  " + text}

    Good:
        def tool_indent(text: str) -> dict:
            \"\"\"Indents every line of a text.

            Args:
                text (str): The text to indent.
            \"\"\"
            return {"success": True, "output": "  " + text}

    Fix: writes the line as `name (type): text`.
    """
    for tool in module.file.tools:
        known = documented(module, tool)
        for name, form in other_forms(module, tool).items():
            if name in known and not form.misread:
                continue
            reads = f"'{form.misread}'" if form.misread else f"\"Parameter '{name}'\""
            edits = form.edits()
            yield unparseable_parameter_doc.at(
                form.line.span,
                f"The model reads {reads} of {name}, since hosts do not understand this form; "
                f"write '{form.written}' under Args.",
                fix=Fix("Write the line as hosts read it", edits) if edits else None,
            )
