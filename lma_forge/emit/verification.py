"""Reads a generated module back and compares it with the spec, before anything is written."""

import re
from collections import Counter
from collections.abc import Iterator

from lma_forge import lcp
from lma_forge.emit.contract import contract
from lma_forge.emit.escape import one_line
from lma_forge.emit.library import Library
from lma_forge.emit.module import implementation_name
from lma_forge.emit.outputs import output_class_name
from lma_forge.emit.signature import parameters
from lma_forge.emit.wording import IN_DESCRIPTION, may_be_none, parameter_text, tool_docstring
from lma_forge.model import Kind, Tool


def verify(text: str, library: Library, guidance: str = IN_DESCRIPTION) -> tuple[str, ...]:
    """Compare a module with the library that it was rendered from.

    What a host will see is read from the source as a host reads it: names, descriptions and
    schemas, by the structure of the annotations and by the substring rule of lollms (LCP
    doctrine, section 4.3), the library's constants, and the contract literal. Importing the
    module must run nothing but definitions.

    Args:
        text: The module's text, formatted or not.
        library: The tools that it is to offer.
        guidance: Where the guidance stands, as `render` was told.

    Returns:
        What is wrong, one sentence each; empty for a good module.
    """
    file = lcp.read(text, f"{library.stem}.py", alike=True)
    if file.error is not None:
        return (f"the module does not parse: line {file.error.line}: {file.error.message}",)
    problems = list(_definitions(text, library))
    offered = tuple(view.name for view in file.tools)
    wanted = tuple(tool.function for tool in library.tools)
    if offered != wanted:
        return (*problems, f"the module offers {', '.join(offered) or 'no tools'}, not {', '.join(wanted)}")
    if file.unreachable or file.prompts:
        problems.append("the module defines tools that no host can call, or prompts that no spec declares")
    if file.contract != contract(library):
        problems.append("TOOL_CONTRACT is not the contract of the spec")
    constants = (file.library.name, file.library.desc, file.library.icon)
    if constants != (one_line(library.title), one_line(library.description), library.icon):
        problems.append("the TOOL_LIBRARY constants are not the spec's")
    for view, tool in zip(file.tools, library.tools, strict=True):
        problems += _tool(view, tool, guidance)
    return tuple(problems)


def verify_offered(text: str, library: Library, guidance: str = IN_DESCRIPTION) -> tuple[str, ...]:
    """Compare the tools that a merged module offers with the spec.

    Args:
        text: The module, with whatever code a person has put into it.
        library: The tools that it is to offer; one that a host finds elsewhere is passed over.
        guidance: Where the guidance stands.

    Returns:
        What is wrong, one sentence each: with a tool of the library as a host reads it, or with the contract.
    """
    file = lcp.read(text, f"{library.stem}.py", alike=True)
    if file.error is not None:
        return (f"a host cannot read it: line {file.error.line}: {file.error.message}",)
    wanted = {tool.function: tool for tool in library.tools}
    problems = [
        problem for view in file.tools if view.name in wanted for problem in _tool(view, wanted[view.name], guidance)
    ]
    if file.contract is not None and file.contract != contract(library):
        problems.append("TOOL_CONTRACT is not the contract of the spec")
    return tuple(problems)


_STATEMENT = re.compile(r"^(?![ \t#)\]}])(.+)$", re.MULTILINE)
_DEFINITION = re.compile(r"(?:(?:def|class) (?P<name>\w+)|(?P<assigned>\w+)(?:: [^=]+)? = |import |from )")
_DOCSTRING = re.compile(r'r?""".*?"""', re.DOTALL)


def _definitions(text: str, library: Library) -> Iterator[str]:
    # A statement of the module starts a line, and the module is known to parse: looking at its
    # lines tells as much as a second parse, at a tenth of the time.
    opening = _DOCSTRING.match(text)
    names: Counter[str] = Counter()
    for found in _STATEMENT.finditer(text, opening.end() if opening else 0):
        definition = _DEFINITION.match(found[1])
        if definition is None:
            yield f"line {text.count(chr(10), 0, found.start()) + 1} runs on import and defines nothing"
        elif name := definition["name"] or definition["assigned"]:
            names[name] += 1
    yield from (f"{name} is defined {count} times" for name, count in names.items() if count > 1)
    for tool in library.tools:
        needed = [tool.function, implementation_name(tool), *([output_class_name(tool)] if tool.outputs else [])]
        yield from (f"{name} is not defined" for name in needed if name not in names)


def _tool(view: lcp.ToolView, tool: Tool, guidance: str) -> Iterator[str]:
    lines = tool_docstring(tool, guidance)
    if view.docstring != "\n".join(lines):
        yield f"the docstring of {view.name} is not the spec's text"
    end = lines.index("")
    wanted = {
        "name": tool.function,
        "description": "\n".join(lines[:end]),
        "input_schema": _host_schema(tool),
    }
    for compat in (None, "lollms"):
        if lcp.schema(view, compat) != wanted:
            yield f"the schema of {view.name} is not the spec's ({compat or 'lma-forge'} host)"
    fields = {field.parameter: field for field in tool.inputs if field.type.kind is not Kind.ANY}
    for parameter in view.parameters:
        field = fields.get(parameter.name)
        if field is not None and parameter.shape.nullable != may_be_none(field):
            yield f"the parameter {parameter.name} of {view.name} is wrong about None"


def _host_schema(tool: Tool) -> dict[str, object]:
    """What a host reads from the signature: plain types, and None for a default that is made afresh."""
    properties: dict[str, dict[str, object]] = {}
    required = []
    for parameter in parameters(tool):
        field = parameter.field
        if field is None:
            continue
        entry: dict[str, object] = {
            "type": field.type.kind.json_type or "string",
            "description": parameter_text(field),
        }
        if field.required:
            required.append(parameter.name)
        else:
            entry["default"] = parameter.default_value
        properties[parameter.name] = entry
    return {"type": "object", "properties": properties, "required": required}
