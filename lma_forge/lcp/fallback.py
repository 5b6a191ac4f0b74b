"""Guesses the tools of a file that does not parse (doctrine 4.6), so that they can be reported.

The guesses are lossy as the doctrine says, and as lossy as those of the lollms host, so that both
hosts list the same of a broken file: parameters are split at commas, their descriptions are lost,
and a function without a docstring shows the next one of the file. A call of such a tool fails
with the syntax error, so nothing depends on their quality but what a person reads.
"""

import re

from lma_forge.lcp.annotations import type_by_letters
from lma_forge.lcp.view import HIDDEN, ParameterView, Shape, ToolView, Where

_SKIP = 4000
_TOKENS = re.compile(
    r'(?P<quotes>"""|\'\'\')'
    r"|#[^\n]*"
    r'|"(?:\\.|[^"\\\n]){0,2000}"'
    r"|'(?:\\.|[^'\\\n]){0,2000}'"
    r"|^[ \t]*(?:async[ \t]+)?(?P<def>def)[ \t]+(?P<name>tool_\w*)[ \t]*"
    r"\((?P<parameters>[^)]{0,4000})\)[ \t]*(?:->[^:\n]{0,400})?:",
    re.MULTILINE,
)
_DOCSTRING = re.compile(r'"""(.*?)"""', re.DOTALL)


def guess(text: str, path: str) -> tuple[ToolView, ...]:
    """Find what look like tool definitions outside strings and comments. Never raises.

    Args:
        text: Source of a module that does not parse.
        path: Where it comes from, for spans.

    Returns:
        A broken view for each name, in order; the first definition of a name counts.
    """
    # Lines of a file may end in other ways, and a paragraph ends at an empty one of them all.
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    tools: dict[str, ToolView] = {}
    position, line, counted = 0, 1, 0
    while found := _TOKENS.search(text, position):
        position = found.end()
        quotes = found["quotes"]
        if quotes:
            # Without an end it is the fault itself; what follows is read as code all the same.
            closing = text.find(quotes, position)
            position = closing + len(quotes) if closing >= 0 else position
        elif found["def"]:
            start = found.start("def")
            line += text.count("\n", counted, start)
            counted = start
            column = start - text.rfind("\n", 0, start)
            end = column + found.end("name") - start
            tools.setdefault(found["name"], _broken(found, text, (path, line, column, line, end)))
    return tuple(tools.values())


def _broken(found: re.Match[str], text: str, where: Where) -> ToolView:
    docstring = _DOCSTRING.search(text[found.end() : found.end() + _SKIP])
    paragraph = docstring.group(1).strip().split("\n\n")[0].strip() if docstring else ""
    parameters = [_parameter(part.strip(), where) for part in found["parameters"].split(",")]
    return ToolView(
        name=found["name"],
        description=paragraph or f"Executes {found['name']}.",
        docstring=docstring.group(1).strip() if docstring else "",
        parameters=tuple(parameter for parameter in parameters if parameter),
        is_async="async" in text[found.start() : found.start("def")],
        decorators=(),
        returns="",
        where=where,
        broken=True,
    )


def _parameter(part: str, where: Where) -> ParameterView | None:
    head, equals, default = part.partition("=")
    name, _, annotation = head.partition(":")
    name, annotation, default = name.strip(), annotation.strip(), default.strip()
    # The host keeps the default of an annotated parameter, as text, and loses that of a bare one.
    kept = bool(annotation and default)
    value = default.strip("'\"") if kept else None
    if not name or name in ("args", "kwargs") or name in HIDDEN:
        return None
    shape = Shape(type_by_letters(part.partition(":")[2]) if annotation else "string")
    return ParameterView(
        name,
        kind="positional",
        annotation=annotation,
        shape=shape,
        has_default=bool(equals),
        literal=kept,
        default=value,
        default_text=default,
        hidden=False,
        doc="",
        where=where,
    )
