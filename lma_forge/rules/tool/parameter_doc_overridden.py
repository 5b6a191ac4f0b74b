"""LCP223."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Related, Severity
from lma_forge.lcp.docstring import host_line
from lma_forge.rules.docsource import DocLine, doc_lines
from lma_forge.rules.engine import rule
from lma_forge.rules.signatures import INJECTED
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP223", severity=Severity.WARNING)
def parameter_doc_overridden(module: ToolModule) -> Iterator[Diagnostic]:
    """A later line of the docstring takes the place of a parameter's description.

    lollms reads every line `name: text` of a docstring, in whatever section it stands, and the
    last one of a name counts. A line under `Returns:` can so replace what `Args:` says.

    Source: lollms_client 1.21.1, schemas.

    Bad:
        def tool_locate(path: str) -> dict:
            \"\"\"Locates an entry of the index.

            Args:
                path (str): Name of the entry to look for.

            Returns:
                path: the place where the entry was found.
            \"\"\"
            return {"success": True, "output": path}

    Good:
        def tool_locate(path: str) -> dict:
            \"\"\"Locates an entry of the index.

            Args:
                path (str): Name of the entry to look for.

            Returns:
                dict with the place where the entry was found.
            \"\"\"
            return {"success": True, "output": path}
    """
    for tool in module.file.tools:
        names = {one.name for one in tool.parameters if one.kind == "positional"} - INJECTED
        first: dict[str, tuple[DocLine, str]] = {}
        last: dict[str, tuple[DocLine, str]] = {}
        for line in doc_lines(module, tool):
            found = host_line(line.text)
            if found and found.name in names:
                first.setdefault(found.name, (line, found.text))
                last[found.name] = line, found.text
        for name, (line, text) in last.items():
            earlier, meant = first[name]
            if text != meant:
                yield parameter_doc_overridden.at(
                    line.span,
                    f"The model reads '{_short(text)}' of {name}, from this line, and not '{_short(meant)}'; "
                    "write this line so that it does not begin with the name and a colon or hyphen.",
                    related=[Related("the description that is lost", earlier.span)],
                )


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"  # noqa: PLR2004 - as much as a message bears
