"""What a tool's docstring says of its parameters, line by line and in whatever form it is written."""

import re
from dataclasses import dataclass, replace

from lma_forge.diagnostics import Edit
from lma_forge.lcp import ToolView
from lma_forge.lcp.docstring import host_line
from lma_forge.rules.docsource import DocLine, doc_lines
from lma_forge.rules.toolmodule import ToolModule

_ENTRY = re.compile(r"(?:(?:[-*+]|\d+[.)])\s+)?\*{0,2}([A-Za-z_]\w*)\s*(?:\((.*?)\))?\s*(?::|(?<=[\s)])-(?=\s))\s*(.*)")
_SPHINX = re.compile(r":(?:param|parameter|arg|argument)\s+(?:[\w\[\], .|]+\s+)?(\w+)\s*:\s*(.*)")
_QUOTED = re.compile(r"(?:[-*]\s+)?(?:`{1,2}|\*{2})(\w+)(?:`{1,2}|\*{2})\s*(?:\(([^)]*)\))?\s*(?::|--|[-–—])\s*(.+)")  # noqa: RUF001 - dashes that people write
_NUMPY = re.compile(r"(\w+)\s*:\s*(\S.*)")
_LONGEST = 300
"""The most characters of a description that a fix makes of several lines."""

_ARGS = frozenset({"args", "arguments", "parameters", "params"})


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of an `Args:` block.

    Args:
        name: The parameter.
        type: What stands in parentheses after it; "" without.
        text: The description in its first line.
        line: That line.
        more: The lines that go on with it, deeper indented; empty ones not among them.
    """

    name: str
    type: str
    text: str
    line: DocLine
    more: tuple[DocLine, ...] = ()

    def removed(self) -> tuple[Edit, ...]:
        """Edits that take the entry out; none where it cannot be edited."""
        edits = [line.removed() for line in (self.line, *self.more)]
        return tuple(edit for edit in edits if edit) if all(edits) else ()

    def joined(self) -> tuple[Edit, ...]:
        """Edits that write the entry in one line; none where it cannot be edited, or nobody would read it."""
        text = " ".join([self.line.text.strip(), *(_sentence(line) for line in self.more)])
        if len(text) > _LONGEST:
            return ()
        edits = [self.line.replaced(text), *(line.removed() for line in self.more)]
        return tuple(edit for edit in edits if edit) if all(edits) else ()


def _sentence(line: DocLine) -> str:
    """A line of a description without its list mark, ended so that another may follow."""
    text = line.text.strip()
    return f"{text[2:].rstrip(';,.')};" if text.startswith(("- ", "* ")) else text


def args_lines(module: ToolModule, tool: ToolView) -> tuple[Entry, ...]:
    """The entries of the `Args:` block of a tool's docstring, in order; none without a block."""
    return module.kept(_args_lines).get((tool.name, tool.where[1]), ())


def _args_lines(module: ToolModule) -> dict[tuple[str, int], tuple[Entry, ...]]:
    return {(tool.name, tool.where[1]): _entries(doc_lines(module, tool)) for tool in module.file.tools}


def _entries(lines: tuple[DocLine, ...]) -> tuple[Entry, ...]:
    start = next((index for index, line in enumerate(lines) if line.section in _ARGS), None)
    if start is None:
        return ()
    found: list[tuple[Entry, list[DocLine]]] = []
    base = -1
    for line in lines[start + 1 :]:
        if not line.text.strip():
            continue
        base = line.indent if base < 0 else base
        if line.section or line.indent < base or (line.indent <= lines[start].indent < base):
            break
        matched = _ENTRY.fullmatch(line.text.strip()) if line.indent == base else None
        if matched:
            found.append((Entry(matched[1], matched[2] or "", matched[3], line), []))
        elif found and line.indent > base:
            found[-1][1].append(line)
    return tuple(replace(entry, more=tuple(more)) for entry, more in found)


def documented(module: ToolModule, tool: ToolView) -> dict[str, str]:
    """The descriptions that lollms takes from a docstring: of each name, the last line that fits."""
    found = [one for line in doc_lines(module, tool) if (one := host_line(line.text))]
    return {one.name: one.text for one in found} | {entry.name: entry.text for entry in args_lines(module, tool)}


@dataclass(frozen=True, slots=True)
class OtherForm:
    """A parameter documented in a form that hosts do not read.

    Args:
        line: The line.
        written: The line as hosts read it.
        misread: What hosts take for the description, where they take something.
        more: Lines that `written` replaces as well.
    """

    line: DocLine
    written: str
    misread: str = ""
    more: tuple[DocLine, ...] = ()

    def edits(self) -> tuple[Edit, ...]:
        """Edits that write the line as hosts read it; none where it cannot be edited."""
        edits = [self.line.replaced(self.written), *(line.removed() for line in self.more)]
        return tuple(edit for edit in edits if edit) if all(edits) else ()


def other_forms(module: ToolModule, tool: ToolView) -> dict[str, OtherForm]:
    """The parameters of a tool that its docstring documents in another form than hosts read."""
    return module.kept(_other_forms).get((tool.name, tool.where[1]), {})


def _other_forms(module: ToolModule) -> dict[tuple[str, int], dict[str, OtherForm]]:
    return {(tool.name, tool.where[1]): _forms(module, tool) for tool in module.file.tools}


def _forms(module: ToolModule, tool: ToolView) -> dict[str, OtherForm]:
    types = {one.name: one.annotation or "str" for one in tool.parameters}
    lines = doc_lines(module, tool)
    found: dict[str, OtherForm] = {}
    ruled = False
    for index, line in enumerate(lines):
        text = line.text.strip()
        ruled = ruled or set(text) == {"-"}
        if matched := _SPHINX.fullmatch(text):
            name, description = matched[1], matched[2]
        elif matched := _QUOTED.fullmatch(text):
            name, description = matched[1], matched[3]
        else:
            if ruled:
                _numpy(lines, index, types, found)
            continue
        if name in types:
            found.setdefault(name, OtherForm(line, f"{name} ({types[name]}): {description}"))
    return found


def _numpy(lines: tuple[DocLine, ...], index: int, types: dict[str, str], found: dict[str, OtherForm]) -> None:
    """Add a parameter that NumPy's form documents: name and type in a line, the text deeper in the next."""
    matched = _NUMPY.fullmatch(lines[index].text.strip())
    if not matched or matched[1] not in types:
        return
    more: list[DocLine] = []
    for line in lines[index + 1 :]:
        if not line.text.strip() or line.indent <= lines[index].indent:
            break
        more.append(line)
    if more:
        description = " ".join(line.text.strip() for line in more)
        written = f"{matched[1]} ({matched[2].strip()}): {description}"
        found.setdefault(matched[1], OtherForm(lines[index], written, matched[2].strip(), tuple(more)))
