"""LCP112."""

import ast
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.toolmodule import Definition, ToolModule
from lma_forge.rules.toplevel import function, head_span

_SUFFIX = "_prompt"


@rule("LCP112", severity=Severity.ERROR)
def prompt_provider_signature(module: ToolModule) -> Iterator[Diagnostic]:
    """The prompt provider of a tool takes arguments, is async, or does not return text.

    A host calls the provider without arguments and shows the model the text that it returns.
    Errors are swallowed and other values written out as they are, so the model reads nothing or
    the text of a dict.

    Source: LCP doctrine, section 3 (prompt providers); lollms_client 1.21.1, dynamic descriptions.

    Bad:
        def tool_search_prompt(language: str) -> dict:
            \"\"\"Describes the search tool in a language.\"\"\"
            return {"text": language}


        def tool_search(query: str) -> dict:
            \"\"\"Searches the notes for a word.\"\"\"
            return {"success": True, "output": query}

    Good:
        def tool_search_prompt() -> str:
            \"\"\"Describes the search tool.\"\"\"
            return "Searches 12 notes."


        def tool_search(query: str) -> dict:
            \"\"\"Searches the notes for a word.\"\"\"
            return {"success": True, "output": query}
    """
    names = {tool.name for tool in module.file.tools}
    for name in (*names, *(prompt.name for prompt in module.file.prompts)):
        if not name.endswith(_SUFFIX) or name.removesuffix(_SUFFIX) not in names:
            continue
        node = function(module, name)
        wrong = _wrong(node) if node else []
        if node and wrong:
            yield prompt_provider_signature.at(
                head_span(module, node),
                f"{name} describes {name.removesuffix(_SUFFIX)} to the model, but {' and '.join(wrong)}; "
                "write a plain function without parameters that returns str.",
            )


def _wrong(node: Definition) -> list[str]:
    arguments = node.args
    required = len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults)
    required += sum(default is None for default in arguments.kw_defaults)
    wrong = ["needs arguments that no host passes"] if required > 0 else []
    if isinstance(node, ast.AsyncFunctionDef):
        wrong.append("is async, which no host awaits")
    if node.returns is not None and "str" not in ast.unparse(node.returns):
        wrong.append(f"returns {ast.unparse(node.returns)}, of which the model reads the raw text")
    elif node.returns is None and any(isinstance(value, ast.Dict | ast.List | ast.Tuple) for value in _returned(node)):
        wrong.append("returns no text")
    return wrong


def _returned(node: Definition) -> Iterator[ast.expr]:
    pending: list[ast.AST] = [*node.body]
    while pending:
        current = pending.pop()
        if isinstance(current, ast.Return) and current.value is not None:
            yield current.value
        if not isinstance(current, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr):
            pending.extend(ast.iter_child_nodes(current))
