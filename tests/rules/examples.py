"""Examples of tool files as rule docstrings and tests/corpus/lint write them, and what is found in them.

Comment lines split an example: `# --- file: tools/notes/notes.py` begins a file of that path, and
`# --- spec: ## Tool: X / Input: - key (string): Key.` gives a line of a spec, ` / ` for a line break; fields may
follow a label on its line.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from lma_forge import lcp, rules, spec
from lma_forge.diagnostics import Diagnostic, Span, sort
from lma_forge.lcp.decode import decode
from lma_forge.model import Spec, Tool
from lma_forge.project.summaries import summary_of
from lma_forge.rules.toolmodule import LintSettings, ToolModule
from lma_forge.rules.toolset import DeclaredTool, ToolSet

CORPUS = Path(__file__).parent.parent / "corpus" / "lint"
_FILE = re.compile(r"^# --- file: (\S+)[^\n]*\n", re.MULTILINE)
_FIELD = re.compile(r" - (?=\w+ \()")
_SPEC = re.compile(r"^# --- spec: (.*)$", re.MULTILINE)


def split(example: str | bytes, path: str = "example.py") -> dict[str, bytes]:
    """The files of an example; one called `path` where it does not name any. Lines keep their numbers."""
    data = example.encode("utf-8") if isinstance(example, str) else example
    text = data.decode("utf-8", "surrogateescape")
    parts = _FILE.split(text)
    if len(parts) == 1:
        return {path: data}
    found: dict[str, bytes] = {}
    at = parts[0].count("\n")
    for name, body in zip(parts[1::2], parts[2::2], strict=True):
        at += 1
        found[name] = ("\n" * at + body).encode("utf-8", "surrogateescape")
        at += body.count("\n")
    return found


def declared_in(example: str | bytes) -> dict[str, Tool]:
    """The tools that the example's spec lines declare, by function name."""
    return {tool.function: tool for tool in _spec(example).tools}


def _spec(example: str | bytes) -> Spec:
    text = example if isinstance(example, str) else example.decode("utf-8", "replace")
    lines = [_FIELD.sub("\n- ", line.replace(" / ", "\n")) for line in _SPEC.findall(text)]
    return spec.parse("\n\n".join(lines), "Tools.md").spec


def modules(
    example: str | bytes, path: str = "example.py", settings: LintSettings | None = None
) -> dict[str, ToolModule]:
    """The Python files of an example as modules under check, by path."""
    declared = declared_in(example)
    reserved = {tool.function: tool for tool in _spec(example).reserved}
    found: dict[str, ToolModule] = {}
    for name, data in split(example, path).items():
        if not name.endswith(".py"):
            continue
        folder = name.rpartition("/")[0]

        def sibling(stem: str, folder: str = folder) -> ToolModule | None:
            return found.get(f"{folder}/{stem}.py" if folder else f"{stem}.py")

        text, _ = decode(data)
        file = lcp.read(data, name)
        found[name] = ToolModule(
            name, text, data, file, settings=settings, declared=declared, reserved=reserved, sibling=sibling
        )
    return found


def tool_set(example: str | bytes, path: str = "example.py") -> ToolSet:
    """The files of an example side by side; the first folder of their paths counts as the tools folder."""
    files = split(example, path)
    found = modules(example, path)
    declared = {
        function: DeclaredTool(function, tool.name, Span("Tools.md", 1, 1, 1, 1))
        for function, tool in declared_in(example).items()
    }
    return ToolSet(
        files=tuple(summary_of(module.file, module.data) for module in found.values()),
        others=frozenset(name for name in files if not name.endswith(".py")),
        roots=tuple(sorted({name.partition("/")[0] for name in files if "/" in name})),
        declared=declared,
        whole=bool(declared),
    )


def findings(
    example: str | bytes, path: str = "example.py", settings: LintSettings | None = None
) -> tuple[Diagnostic, ...]:
    """Everything that all rules find in an example, those that are off by default too."""
    found = [one for module in modules(example, path, settings).values() for one in rules.check_tool_module(module)]
    return sort((*found, *rules.check_tool_set(tool_set(example, path), settings)))


def by_code(found: tuple[Diagnostic, ...]) -> Mapping[str, list[int]]:
    """The lines of findings by code."""
    lines: dict[str, list[int]] = {}
    for one in found:
        lines.setdefault(one.code, []).append(one.span.line)
    return lines
