"""LCP314."""

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import Definition, ToolModule
from lma_forge.rules.toplevel import function, head_span

_SETTERS = ("set_confirm_handler", "set_user_interaction_handler")


@rule("LCP314", severity=Severity.ERROR)
def hook_signature(module: ToolModule) -> Iterator[Diagnostic]:
    """A hook that is given a handler does not take exactly that one argument.

    Hosts call it with the handler and swallow whatever goes wrong. The module then has no handler,
    and nothing says so.

    Source: LCP doctrine, section 6.3 (handler hooks); lollms_client 1.21.1, module loading.

    Bad:
        _CONFIRM_HANDLER = None


        def set_confirm_handler(handler, label) -> None:
            global _CONFIRM_HANDLER
            _CONFIRM_HANDLER = handler


        def tool_label(text: str) -> dict:
            \"\"\"Labels a text for the operator.\"\"\"
            return {"success": True, "output": text}

    Good:
        _CONFIRM_HANDLER = None


        def set_confirm_handler(handler) -> None:
            global _CONFIRM_HANDLER
            _CONFIRM_HANDLER = handler


        def tool_label(text: str) -> dict:
            \"\"\"Labels a text for the operator.\"\"\"
            return {"success": True, "output": text}
    """
    for name in _SETTERS:
        node = function(module, name)
        why = _wrong(node) if node else ""
        if node is not None and why:
            yield hook_signature.at(
                head_span(module, node),
                f"The handler never arrives: {name} {why}, and hosts swallow the error; write def {name}(handler).",
            )


def _wrong(node: Definition) -> str:
    arguments = node.args
    positional = len(arguments.posonlyargs) + len(arguments.args)
    if isinstance(node, ast.AsyncFunctionDef):
        return "is async and nobody awaits it"
    if positional - len(arguments.defaults) > 1 or any(default is None for default in arguments.kw_defaults):
        return "needs more than the handler"
    if not positional and not arguments.vararg:
        return "takes no positional argument"
    return ""
