"""Reads docstrings: the description, the Args block, and the host's own line pattern."""

import re
from collections.abc import Collection
from typing import NamedTuple

NO_DESCRIPTION = "No description provided."
"""What the model reads of a tool without a docstring (doctrine 4.1)."""

_BLANK = re.compile(r"\n[^\S\n]*\n")
_MARKER = re.compile(r"[-*.\d]+")
_NAME = re.compile(r"[A-Za-z0-9_]+")
_REST = re.compile(r"\s*+(?:\(([^)]+)\))?\s*+[:-]\s*(.+)")
_HEADER = re.compile(r"\n([ \t]*)(?:Args|Arguments|Parameters|Params)[ \t]*:[ \t]*(?=\n|\Z)")
_ENTRY_FORM = (
    r"(?:(?:[-*+]|\d+[.)])[^\S\n]+)?\*{0,2}([A-Za-z_]\w*+)[^\S\n]*+(?:\((.*?)\))?[^\S\n]*+"
    r"(?::|(?<=[\s)])-(?=\s))[^\S\n]*(.*)"
)
_ENTRY = re.compile(_ENTRY_FORM)
_ENTRY_AT_FOUR = re.compile(r"\n {4}" + _ENTRY_FORM)
_DEDENT = re.compile(r"\n {0,3}(?=[^ \n])")

_SECTION = re.compile(r"[A-Z][A-Za-z ]*:\s*$")


class DocLine(NamedTuple):
    """A docstring line that the host takes for a parameter: its name, type text and description."""

    name: str
    type: str | None
    text: str


_MARGIN = re.compile(r"\n {4}\S")
_ODD = re.compile(r"\n(?:(?! {4}|\n|\Z)| {0,3} \n| {5,}\Z)")


def clean(docstring: str) -> str:
    """Remove the indentation of a docstring, as `inspect.cleandoc` does.

    Args:
        docstring: The text between the quotes.

    Returns:
        The same as `inspect.cleandoc`, several times faster where the text is indented by four
        spaces as most are, or not at all.
    """
    if "\n " not in docstring and docstring.isascii() and not _has_other_space(docstring):
        return docstring.lstrip(" ").strip("\n")
    if (
        not docstring.isascii()
        or _ODD.search(docstring)
        or not _MARGIN.search(docstring)
        or _has_other_space(docstring)
    ):
        import inspect  # noqa: PLC0415 - heavy, and most docstrings do without

        return inspect.cleandoc(docstring)
    return docstring.lstrip(" ").replace("\n    ", "\n").strip("\n")


def _has_other_space(text: str) -> bool:
    """Whether an ASCII text holds white space other than spaces and newlines."""
    return any(space in text for space in "\t\r\v\f\x1c\x1d\x1e\x1f")


def first_paragraph(docstring: str) -> str:
    """The text before the first blank line (doctrine 4.1).

    Args:
        docstring: A docstring with its indentation cleaned.

    Returns:
        The paragraph without surrounding space, or the placeholder for an empty docstring.
    """
    text = docstring.strip()
    if not text:
        return NO_DESCRIPTION
    blank = _BLANK.search(text)
    return text[: blank.start()].rstrip() if blank else text


def host_line(line: str) -> DocLine | None:
    r"""Read a line as the lollms host does when it looks for parameters (doctrine 4.2).

    An optional list marker made of `-`, `*`, `.` and digits, a name, an optional type in
    parentheses, a colon or hyphen, and text. The host applies it to every
    line of a docstring, so `Note: cheap` and `read-only access` count as well. This reading takes
    linear time where the host's pattern backtracks.

    Args:
        line: One line, with or without indentation.

    Returns:
        What the host takes from the line, or None when it ignores it.
    """
    text = line.strip()
    if ":" not in text and "-" not in text:
        return None
    marker = _MARKER.match(text)
    start = marker.end() if marker else 0
    found = _line_at(text, _skip_space(text, start))
    if found or not marker:
        return found
    # The pattern can give characters of the marker back to the name. A name ends where its
    # characters end, so only the last digit of each run of digits in the marker can be one.
    for index in range(start - 1, -1, -1):
        if text[index] in "-*.":
            continue
        if index + 1 < start and text[index + 1] not in "-*.":
            continue
        found = _line_at(text, index)
        if found:
            return found
    return None


def looks_like_parameter(line: str) -> bool:
    """Whether the lollms host takes a docstring line for the description of a parameter.

    For a tool without parameters such a line becomes a parameter of its own; for others it can
    replace a parameter's description. Text that must reach the model as prose has to avoid it.

    Args:
        line: One docstring line, with or without indentation.
    """
    return host_line(line) is not None


def _skip_space(text: str, index: int) -> int:
    while index < len(text) and text[index].isspace():
        index += 1
    return index


def _line_at(text: str, start: int) -> DocLine | None:
    name = _NAME.match(text, start)
    if not name:
        return None
    rest = _REST.match(text, name.end())
    if not rest:
        return None
    kind = rest.group(1)
    return DocLine(name.group().strip(), kind, rest.group(2).strip())


def parameter_docs(docstring: str, names: Collection[str]) -> dict[str, str]:
    """What the docstring says of each parameter: the first line of its description.

    Only the `Args:` block counts where there is one, and in it only lines at the indentation of
    its first entry, so that prose can neither add a parameter nor shadow a description (the
    doctrine's 4.2 takes any line that fits, a stated divergence). A docstring without such a
    block is read line by line for the known names.

    Args:
        docstring: A docstring with its indentation cleaned.
        names: Names of the parameters; others are passed over.

    Returns:
        Descriptions by name, of the first entry for each name.
    """
    docs: dict[str, str] = {}
    entries = args_entries(docstring)
    for entry in entries or ():
        if entry.name in names:
            docs.setdefault(entry.name, entry.text)
    if entries is not None:
        return docs
    for line in docstring.splitlines():
        entry_found = _ENTRY.match(line.strip())
        if entry_found and entry_found.group(1) in names and entry_found.group(3):
            docs.setdefault(entry_found.group(1), entry_found.group(3).strip())
    return docs


def args_entries(docstring: str) -> list[DocLine] | None:
    """The entries of the docstring's `Args:` block, in order.

    Args:
        docstring: A docstring with its indentation cleaned.

    Returns:
        Name, type text and first description line of each; None without a block.
    """
    docstring = f"\n{docstring}"
    header = _HEADER.search(docstring)
    if not header:
        return None
    outer = len(header.group(1))
    usual = [] if outer else _usual_entries(docstring, header.end())
    if usual:
        return usual
    entries: list[DocLine] = []
    indent = -1
    for line in docstring[header.end() + 1 :].split("\n"):
        text = line.lstrip()
        if not text:
            continue
        depth = len(line) - len(text)
        if indent < 0:
            indent = depth
        if depth > indent:
            if entries and not entries[-1].text:
                entries[-1] = entries[-1]._replace(text=text.rstrip())
        elif depth < indent or depth < outer or (indent <= outer and _SECTION.match(text)):
            break
        elif found := _ENTRY.match(text):
            name, kind, description = found.groups()
            entries.append(DocLine(name, kind or None, description.rstrip()))
    return entries


def _usual_entries(docstring: str, start: int) -> list[DocLine]:
    """The entries of a block indented by four spaces, read in one go; none for another layout."""
    if not docstring.startswith("\n    ", start) or docstring[start + 5 : start + 6].strip() == "":
        return []
    dedent = _DEDENT.search(docstring, start)
    found = _ENTRY_AT_FOUR.findall(docstring, start, dedent.start() if dedent else len(docstring))
    if not all(text for _, _, text in found):
        return []
    return [DocLine(name, kind or None, text.rstrip()) for name, kind, text in found]
