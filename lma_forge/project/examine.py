"""Look at one file: what is wrong with a spec or a tool module, and which tools a spec declares."""

from dataclasses import replace

from lma_forge import lcp, rules
from lma_forge.diagnostics import Diagnostic
from lma_forge.emit import libraries
from lma_forge.lcp.decode import decode
from lma_forge.project.config import Config
from lma_forge.project.drift import Declared
from lma_forge.project.lock import meaning
from lma_forge.project.reading import read
from lma_forge.project.sources import Source


def spec_file(config: Config, source: Source) -> tuple[tuple[Diagnostic, ...], tuple[Declared, ...]]:
    """Check a spec.

    Args:
        config: The project's labels and layout.
        source: The file.

    Returns:
        What is wrong with it, and the tools that it declares.
    """
    reading = read(config, source)
    declared = tuple(
        Declared(
            tool.function, tool.name, meaning(tool), f"{library.stem}/{library.stem}.py", source.label, tool.name_span
        )
        for library in libraries(reading.spec, config.layout)
        for tool in library.tools
    )
    return reading.diagnostics, declared


def tool_file(data: bytes, shown: str) -> tuple[Diagnostic, ...]:
    """Check a Python file that may hold tools.

    Args:
        data: The file's bytes.
        shown: Its path in diagnostics.

    Returns:
        What is wrong with it.
    """
    text, undecodable = decode(data)
    file = lcp.read(data, shown)
    if undecodable is not None and file.error is None:
        # In a comment, which Python's compiler passes over and no importer of the file does.
        file = replace(file, error=undecodable)
    return rules.check_tool_file(file, text)
