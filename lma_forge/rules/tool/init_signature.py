"""LCP310."""

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Applicability, Diagnostic, Edit, Fix, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import Definition, ToolModule
from lma_forge.rules.toplevel import function, head_span, name_span

_HOOK = "init_tools_library"


@rule("LCP310", severity=Severity.ERROR)
def init_signature(module: ToolModule) -> Iterator[Diagnostic]:
    """`init_tools_library` cannot take the host's configuration.

    Hosts pass it as the one positional argument. A function that is async, takes it by keyword
    only, or needs more arguments is called without it or not at all. One without any parameter
    works and never learns what the host has decided, which is a remark.

    Source: LCP doctrine, section 6.4 (init hook); lollms_client 1.21.1, module loading.

    Bad:
        _ROOT = "."


        def init_tools_library(*, config=None) -> None:
            global _ROOT
            _ROOT = (config or {}).get("root", ".")


        def tool_root_name(prefix: str) -> dict:
            \"\"\"Names the configured root.\"\"\"
            return {"success": True, "output": prefix + _ROOT}

    Good:
        _ROOT = "."


        def init_tools_library(config=None) -> None:
            global _ROOT
            _ROOT = (config or {}).get("root", ".")


        def tool_root_name(prefix: str) -> dict:
            \"\"\"Names the configured root.\"\"\"
            return {"success": True, "output": prefix + _ROOT}

    Fix: adds a parameter `config=None` where there is none; unsafe.
    """
    node = function(module, _HOOK)
    if node is None:
        return
    why = _wrong(node)
    if why:
        yield init_signature.at(
            head_span(module, node),
            f"{_HOOK} never gets the host's configuration: {why}; write def {_HOOK}(config=None).",
        )
    elif not node.args.args and not node.args.posonlyargs and not node.args.vararg and not node.args.kwonlyargs:
        yield init_signature.at(
            head_span(module, node),
            f"{_HOOK} takes nothing, so the library never learns what the host has configured; "
            f"write def {_HOOK}(config=None).",
            severity=Severity.INFO,
            fix=_fix(module, node),
        )


def _wrong(node: Definition) -> str:
    arguments = node.args
    positional = len(arguments.posonlyargs) + len(arguments.args)
    if isinstance(node, ast.AsyncFunctionDef):
        return "it is async, and no host awaits it"
    if positional - len(arguments.defaults) > 1:
        return "it needs more than one argument, so that the call fails and the library with it"
    if any(default is None for default in arguments.kw_defaults):
        return "it needs an argument by keyword, so that the call fails and the library with it"
    if not positional and arguments.kwonlyargs and not arguments.vararg:
        return "it takes it by keyword only, and hosts pass it by position"
    return ""


def _fix(module: ToolModule, node: Definition) -> Fix | None:
    name = name_span(module, node)
    rest = module.lines[name.line - 1][name.end_column - 1 :]
    if not rest.startswith("()"):
        return None
    inside = type(name)(name.path, name.line, name.end_column + 1, name.line, name.end_column + 1)
    return Fix("Add config=None", (Edit(inside, "config=None"),), Applicability.UNSAFE)
