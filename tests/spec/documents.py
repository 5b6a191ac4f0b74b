"""Small documents that the reader's tests share: one complete tool, and that tool with one part changed."""

from lma_forge.spec import Parsed, parse

SECTIONS = {
    "Description": "Reads a note.",
    "Use When": "- A note is asked for.",
    "Do Not Use When": "- The note is at hand.",
    "Input": "- key (string): Which note.",
    "Output": "- text (string): The note.",
    "Rules": "- Read only.",
    "Failure Behavior": "- Return: `Note not found.`",
}


def tool(name: str = "NoteReader", **changed: str) -> str:
    """Write a complete tool; a keyword such as `Input` or `Use_When` changes a section, "" leaves it out."""
    bodies = SECTIONS | {label.replace("_", " "): body for label, body in changed.items()}
    return f"## Tool: {name}\n\n" + "\n".join(f"{label}:\n\n{body}\n" for label, body in bodies.items() if body)


def found(parsed: Parsed) -> list[str]:
    """Give code and severity of each finding, such as `SPEC203 warning`."""
    return [f"{diagnostic.code} {diagnostic.severity}" for diagnostic in parsed.diagnostics]


def read(text: str) -> Parsed:
    """Read a document."""
    return parse(text, "Tools.md")


def sliced(text: str, span) -> str:
    """Cut the text of a one-line span out of a document."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert span.line == span.end_line
    return lines[span.line - 1][span.column - 1 : span.end_column - 1]
