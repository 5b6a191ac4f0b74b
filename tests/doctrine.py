"""The source document's sections as sentences, without its examples; for tests beside which it lies."""

import re
from pathlib import Path

DOCUMENT = Path(__file__).resolve().parents[2] / "shared" / "seeds" / "lcp_tool_development.txt"

TITLES = (
    "Core LCP Tool Design Doctrine",
    "Tool Discovery Contract",
    "Anatomy of a Multi-Tool LCP Library",
    "Schema Generation Rules",
    "Human-in-the-Loop Interrogation",
    "Host Configuration Injection",
    "Lazy Loading & Runtime Execution Contract",
    "Mounting & Registration APIs",
    "Output Sanitization & Prompt Injection Control",
    "Best Practices",
    "Bridging MCP Servers",
    "Full-Capability Tools",
    "User Interaction Protocol",
)


def sections() -> dict[int, str]:
    """The text of each section by its number."""
    text = DOCUMENT.read_text(encoding="utf-8")
    begins = [text.index(f"\n{number}. {title}") for number, title in enumerate(TITLES, start=1)]
    ends = [*begins[1:], len(text)]
    return {number: text[begin:end] for number, (begin, end) in enumerate(zip(begins, ends, strict=True), start=1)}


def sentences(section: str, examples: list[str]) -> list[str]:
    """The sentences of a section in order: those of its paragraphs and bullets, and the rows of its tables.

    Args:
        section: Its text.
        examples: The Python examples of the document, which are left out.
    """
    for example in sorted(examples, key=len, reverse=True):
        section = section.replace(example.strip(), "\n")
    found = []
    for line in section.strip().split("\n")[1:]:
        # A list item of code, such as the recommended results, is one sentence.
        parts = [line] if line.lstrip().startswith("{") else re.split(r"(?<=[.!?])\s+(?=[A-Z])", line)
        found += [part.strip() for part in parts if re.search(r"[A-Za-z]{2}", part)]
    return found
