"""LCP225."""

import re
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Fix, Severity
from lma_forge.rules.annotations import UNKNOWN, meaning
from lma_forge.rules.docparams import args_lines
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import INJECTED, parameters_of
from lma_forge.rules.toolmodule import ToolModule

_WORDS = {
    **dict.fromkeys(("str", "string", "text"), "string"),
    **dict.fromkeys(("int", "integer"), "integer"),
    **dict.fromkeys(("float", "number", "double"), "number"),
    **dict.fromkeys(("bool", "boolean"), "boolean"),
    **dict.fromkeys(("list", "array", "sequence"), "array"),
    **dict.fromkeys(("dict", "dictionary", "object", "mapping"), "object"),
}
_PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "array": "list", "object": "dict"}
_WORD = re.compile(r"[A-Za-z]+")


@rule("LCP225", severity=Severity.WARNING)
def doc_type_mismatch(module: ToolModule) -> Iterator[Diagnostic]:
    """The docstring gives a parameter another type than the annotation.

    The schema follows the annotation. Whoever reads the docstring, and whoever mends the tool
    next, is told otherwise.

    Source: LCP doctrine, section 10.4 (docstrings).

    Bad:
        def tool_port_label(port: int = 80) -> dict:
            \"\"\"Names the service on a port.

            Args:
                port (str): The port number.
            \"\"\"
            return {"success": True, "output": f"port {port}"}

    Good:
        def tool_port_label(port: int = 80) -> dict:
            \"\"\"Names the service on a port.

            Args:
                port (int): The port number.
            \"\"\"
            return {"success": True, "output": f"port {port}"}

    Fix: writes the annotation's type in the docstring.
    """
    for tool in module.file.tools:
        by_name = {one.view.name: one for one in parameters_of(module, tool)}
        for entry in args_lines(module, tool):
            one = by_name.get(entry.name)
            if one is None or one.node.annotation is None or entry.name in INJECTED:
                continue
            said = _said(entry.type)
            types = {part.json for part in meaning(module, one.node.annotation)}
            if len(said) != 1 or len(types) != 1 or types & {UNKNOWN, "", *said}:
                continue
            (type_,) = types
            edit = entry.line.replaced(entry.line.text.strip().replace(f"({entry.type})", f"({_PLAIN[type_]})", 1))
            yield doc_type_mismatch.at(
                entry.line.span,
                f"The docstring calls {entry.name} {entry.type}, and the model is told {type_} by the annotation "
                f"{one.view.annotation}; write ({_PLAIN[type_]}), or mend the annotation.",
                fix=Fix(f"Write ({_PLAIN[type_]})", (edit,)) if edit else None,
            )


def _said(text: str) -> set[str]:
    """The JSON types that the words in parentheses name; those of the items of a list left out."""
    words = [word.lower() for word in _WORD.findall(re.sub(r"\[.*\]", "", text).partition(" of ")[0])]
    if "none" in words:
        words.remove("none")
    known = {_WORDS[word] for word in words if word in _WORDS}
    return known if not set(words) - {*_WORDS, "optional", "default", "defaults", "to"} else set()
