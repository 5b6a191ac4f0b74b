"""A library as the text of an LCP tool module: the values of the templates, and their rendering.

Templates render, they do not decide: what stands in their context is source text that is already
escaped, or the name of a part that the module needs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from lma_forge.emit.approval import approval_call
from lma_forge.emit.checks import argument_check
from lma_forge.emit.contract import contract, declaration, kinds
from lma_forge.emit.escape import docstring, literal, one_line, text_literal
from lma_forge.emit.library import Library
from lma_forge.emit.outputs import Output, output_class
from lma_forge.emit.signature import Parameter, parameters, signature
from lma_forge.emit.wording import IN_DESCRIPTION, IN_DOCSTRING, tool_docstring
from lma_forge.model import Failure, HostObject, Kind, Tool

if TYPE_CHECKING:
    import jinja2

ENTRY = "lcp/module.py.j2"
"""The template that a module is rendered from; it includes the others."""

OWN_NAMES = frozenset(
    {
        *("AUTONOMY_LEVEL", "Any", "Callable", "FAILURE", "NotRequired", "Path", "TOOL_CONTRACT"),
        *("ToolFailure", "TypedDict", "builtins", "date", "datetime", "json", "math", "re", "sha256", "urlsplit"),
        *("TOOL_LIBRARY_DESC", "TOOL_LIBRARY_ICON", "TOOL_LIBRARY_NAME"),
        *("_ALWAYS", "_CONFIRM_HANDLER", "_HOST_CONFIG", "_INTERACTION_HANDLER", "_PASSED_ON", "_Passthrough"),
        *(
            "Coroutine",
            "_allowed",
            "_approve",
            "_awaited",
            "_boolean",
            "_brief",
            "_came",
            "_configure",
            "_failed",
            "_hosted",
            "_integer",
            "_interaction",
            "_is",
        ),
        *("_is_date", "_is_datetime", "_is_json", "_is_optional", "_is_timestamp", "_is_url", "_items", "_limited"),
        *("_list", "_members", "_mismatch", "_mismatch_in", "_number", "_object", "_parsed", "_passthrough", "_path"),
        *("_reason", "_refused", "_shown", "_succeeded", "_such_text", "_text"),
        *("init_tools_library", "set_confirm_handler", "set_user_interaction_handler"),
    }
)
"""Names at the top of a module that no tool may take for its implementation."""

_USED_IN_TOOLS = OWN_NAMES | {"Exception"}
"""Names that a tool function may use in its body, so that a parameter of that name needs a detour."""

_IMPORTS: tuple[tuple[str, str, frozenset[str]], ...] = (
    ("", "builtins", frozenset({"builtins"})),
    ("", "json", frozenset({"parsed", "approve", "json_outputs"})),
    ("", "math", frozenset({"number", "number_outputs"})),
    ("", "re", frozenset({"integer", "number", "path", "date", "datetime"})),
    (
        "collections.abc",
        "Callable",
        frozenset({"approve", "interaction", "such_text", "items", "members"}),
    ),
    ("collections.abc", "Coroutine", frozenset({"always"})),
    ("datetime", "date", frozenset({"date"})),
    ("datetime", "datetime", frozenset({"datetime"})),
    ("hashlib", "sha256", frozenset({"approve"})),
    ("pathlib", "Path", frozenset({"path", "approve"})),
    ("typing", "Any", frozenset({"always"})),
    ("typing", "NotRequired", frozenset({"not_required"})),
    ("typing", "TypedDict", frozenset({"outputs"})),
    ("urllib.parse", "urlsplit", frozenset({"url"})),
)
"""What a module imports, in the order of the import sorter, and for which of its parts."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant with a failure message: its name and the literal."""

    name: str
    literal: str


@dataclass(frozen=True, slots=True)
class Detour:
    """The call of a second function that does a tool's work under other parameter names."""

    call: str
    signature: str


@dataclass(frozen=True, slots=True)
class ToolText:
    """What the templates need of a tool, as source text."""

    key: str
    signature: str
    docstring: str
    detour: Detour | None
    statements: tuple[str, ...]
    call: str
    failed_with: str
    output: Output | None
    implementation_signature: str


def render(
    library: Library,
    templates: Mapping[str, str],
    guidance: str = IN_DESCRIPTION,
    source: str = "specs/Tools.md",
) -> str:
    """Render the module of a library.

    Args:
        library: The tools that stand in the module.
        templates: Template texts by their path below the templates folder.
        guidance: Where `Use When` and `Do Not Use When` stand: `"description"` puts them where the
            model sees them, `"docstring"` in a later paragraph.
        source: How the module calls the spec that it comes from.

    Returns:
        The module's text, before the formatter; the same arguments give the same text.

    Raises:
        ValueError: `guidance` is neither of the two.
        jinja2.TemplateError: A template is missing, does not parse, or asks for what is not there.
    """
    if guidance not in {IN_DESCRIPTION, IN_DOCSTRING}:
        raise ValueError(f'guidance is "{IN_DESCRIPTION}" or "{IN_DOCSTRING}", not {guidance!r}')
    return _template(tuple(sorted(templates.items()))).render(_context(library, guidance, source))


@lru_cache(maxsize=8)
def _template(templates: tuple[tuple[str, str], ...]) -> "jinja2.Template":
    import jinja2  # noqa: PLC0415 - the commands that render nothing need not load it

    environment = jinja2.Environment(
        loader=jinja2.DictLoader(dict(templates)),
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # noqa: S701 - the text is Python, and its escaper is emit.escape
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    return environment.get_template(ENTRY)


def implementation_name(tool: Tool) -> str:
    """Name the function that a person writes: `_memory_reader`, with an underscore after a name that is taken."""
    name = f"_{tool.snake_name}"
    return f"{name}_" if name in OWN_NAMES else name


def _context(library: Library, guidance: str, source: str) -> dict[str, object]:
    needs = {"always"}
    constants = _constants(library)
    tools = tuple(_tool_text(tool, constants[tool.function], guidance, needs) for tool in library.tools)
    output_kinds = {kind for tool in library.tools for field in tool.outputs for kind in kinds(declaration(field))}
    _note_outputs(library, output_kinds, needs)
    failures = [
        Constant(name, text_literal(failure.message)) for named in constants.values() for name, failure in named.items()
    ]
    detailed = tuple(name for named in constants.values() for name, failure in named.items() if failure.detail)
    return {
        "docstring": _module_docstring(library, source),
        "imports": _imports(needs),
        "name": text_literal(one_line(library.title)),
        "description": text_literal(one_line(library.description)),
        "icon": text_literal(library.icon),
        "failures": failures,
        "contract": literal(contract(library), column=len("TOOL_CONTRACT = ")),
        "tools": tools,
        "needs": needs,
        "output_kinds": output_kinds,
        "detailed": _names(detailed) if detailed else "",
    }


def _names(names: tuple[str, ...]) -> str:
    return f"({names[0]},)" if len(names) == 1 else f"({', '.join(names)})"


def _imports(needs: set[str]) -> list[str]:
    by_module: dict[str, list[str]] = {}
    for module, name, parts in _IMPORTS:
        if needs & parts:
            by_module.setdefault(module, []).append(name)
    plain = [f"import {name}" for name in by_module.pop("", [])]
    return plain + [f"from {module} import {', '.join(names)}" for module, names in by_module.items()]


def _note_outputs(library: Library, output_kinds: set[str], needs: set[str]) -> None:
    fields = [field for tool in library.tools for field in tool.outputs]
    if fields:
        needs.add("outputs")
    if not all(tool.outputs for tool in library.tools):
        needs.add("no_outputs")
    if any(not field.required for field in fields):
        needs.add("not_required")
    if any(isinstance(declaration(field), dict) for field in fields):
        needs.add("outputs_rich")
    if output_kinds & {Kind.LIST, Kind.OBJECT, Kind.ANY}:
        needs.add("json_outputs")
    if Kind.NUMBER in output_kinds:
        needs.add("number_outputs")
    needs.update(kind for kind in ("url", "date", "datetime", "timestamp") if kind in output_kinds)
    if "timestamp" in needs:
        needs.add("datetime")


def _constants(library: Library) -> dict[str, dict[str, Failure]]:
    """Name each failure message: FAILURE, FAILURE_NOT_FOUND; in a shared module with the tool's name in it."""
    found: dict[str, dict[str, Failure]] = {}
    # The runtime knows a tool's default by its name, so no code of another failure may take that.
    stems = {
        t.function: "FAILURE" if library.is_of_one_tool else f"FAILURE_{t.snake_name.upper()}" for t in library.tools
    }
    taken: set[str] = set()
    for tool in library.tools:
        stem = stems[tool.function]
        named: dict[str, Failure] = {}
        for number, failure in enumerate(dict.fromkeys((tool.failure, *tool.failures)), start=1):
            name = stem if number == 1 else f"{stem}_{_code(failure) or number}"
            while name in taken or (number > 1 and name in stems.values()):
                name = f"{name}_{number}"
            taken.add(name)
            named[name] = failure
        found[tool.function] = named
    return found


def _code(failure: Failure) -> str:
    code = "".join(character if character.isascii() and character.isalnum() else "_" for character in failure.code)
    return code.strip("_").upper()


def _tool_text(tool: Tool, constants: dict[str, Failure], guidance: str, needs: set[str]) -> ToolText:
    found = parameters(tool)
    function = tool.function
    implementation = implementation_name(tool)
    if len(constants) > 1:
        needs.add("named")
    used = _USED_IN_TOOLS | {implementation, *constants}
    detour = None
    variables = {parameter.name: parameter.name for parameter in found}
    if not used.isdisjoint(variables):
        variables = {name: f"argument_{number}" for number, name in enumerate(variables, start=1)}
        # No snake name holds two underscores in a row, so no implementation has this name.
        inner = f"_{tool.snake_name}__checked"
        while inner in variables:
            inner += "_"
        detour = Detour(
            call=f"{inner}({', '.join(parameter.name for parameter in found)})",
            signature=signature(
                inner, [parameter.called(variables[parameter.name]) for parameter in found], "dict[str, Any]"
            ),
        )
    output = output_class(tool)
    if output is not None and output.names_builtins:
        needs.add("builtins")
    returned = output.name if output is not None else "dict[str, Any] | None"
    return ToolText(
        key=text_literal(function),
        signature=signature(function, found, "dict[str, Any]"),
        docstring=docstring(tool_docstring(tool, guidance), depth=1),
        detour=detour,
        statements=tuple(_statements(tool, found, variables, needs)),
        call=f"{implementation}({', '.join(f'{name}={variable}' for name, variable in variables.items())})",
        failed_with=", ".join((text_literal(tool.name), *constants)),
        output=output,
        implementation_signature=signature(implementation, [one.of_implementation() for one in found], returned),
    )


def _statements(tool: Tool, found: list[Parameter], variables: dict[str, str], needs: set[str]) -> list[str]:
    statements = []
    for parameter in found:
        variable = variables[parameter.name]
        if parameter.field is not None:
            checked = argument_check(parameter.field, variable, needs)
        else:
            checked = _host_check(parameter, variable, needs)
        if checked != variable:
            statements.append(f"{variable} = {checked}")
    if (asked := approval_call(tool, variables, needs)) is not None:
        statements.append(asked)
    return statements


def _host_check(parameter: Parameter, variable: str, needs: set[str]) -> str:
    if parameter.name == HostObject.INTERACTION.parameter:
        needs.add("interaction")
        return f"_interaction({variable})"
    if parameter.name == HostObject.CONTEXT.parameter:
        return variable
    needs.add("hosted")
    return f"_hosted({variable})"


def _module_docstring(library: Library, source: str) -> str:
    names = ", ".join(tool.name for tool in library.tools)
    functions = ", ".join(f"`{implementation_name(tool)}`" for tool in library.tools)
    what, them = ("tool", "it") if len(library.tools) == 1 else ("tools", "them")
    where = "implementation" if len(library.tools) == 1 else "implementations"
    first = one_line(f"{library.title}: {library.description}")
    return docstring(
        (
            first if first.endswith((".", "!", "?")) else f"{first}.",
            "",
            one_line(f"The contract in this module is generated from {source} ({what} {names})."),
            f"Write the {where} in {functions}; `lma-forge generate` keeps {them}.",
        )
    )
