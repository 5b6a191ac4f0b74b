"""LCP621."""

from __future__ import annotations

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules import cst
from lma_forge.rules.calls import Act, calls_of
from lma_forge.rules.engine import rule
from lma_forge.rules.facts import Facts
from lma_forge.rules.named import calls_by_name, name_of
from lma_forge.rules.toolmodule import ToolModule

_INSTALLERS = frozenset({"pip", "pip3", "uv", "conda", "mamba", "easy_install", "npm", "apt", "apt-get", "brew"})
_NAMES = frozenset({"install", "install_multiple", "install_requirements", "install_or_update", "install_version"})
_NAMES |= {"install_edit", "ensure_requirements", "uninstall", "main", "run", "call", "check_call", "check_output"}
_NAMES |= {"Popen", "system", "popen", "getoutput", "getstatusoutput"}
_ENDS = ("ensure_packages", "ensure_package", "install_packages", "install_package", "install_if_missing")


@rule("LCP621", severity=Severity.WARNING)
def runtime_package_install(module: ToolModule) -> Iterator[Diagnostic]:
    """A library installs packages on the operator's machine.

    The operator did not choose the package, its version or the moment. Without network the library fails,
    and with it every host that loads it waits.

    Source: LCP doctrine, introduction (tools are plain Python functions).

    Bad:
        import pipmaster as pm


        def init_tools_library(config=None) -> None:
            pm.ensure_packages("qrcode")


        def tool_describe(text: str) -> dict:
            \"\"\"Describes a text.\"\"\"
            return {"success": True, "output": text}

    Good:
        def tool_describe(text: str) -> dict:
            \"\"\"Describes a text.\"\"\"
            try:
                import qrcode
            except ImportError:
                return {"success": False, "error": "The package qrcode is missing; ask the operator to install it."}
            return {"success": True, "output": f"{qrcode.__name__}: {text}"}
    """
    if not any(part in module.source for part in ("install", "ensure_package", "pip")):
        return
    facts, calls, index = module.facts, module.kept(calls_of), module.kept(calls_by_name)
    for call in sorted(index.of(index.called.keys() & (_NAMES | set(_ENDS))), key=facts.order):
        func = call.func
        name = name_of(call)
        dotted = facts.dotted(func)
        effect = calls.of(dotted)
        installs = effect is not None and Act.INSTALL in effect.acts
        starts = effect is not None and Act.PROCESS in effect.acts and _names_installer(facts, call)
        if installs or starts or (name in _ENDS and facts.callee(call) is None):
            yield runtime_package_install.at(
                module.span(call),
                f"{dotted} installs packages on the operator's machine; name them in the documentation, and return a "
                "failure that says what is missing.",
            )


def _names_installer(facts: Facts, call: cst.Call) -> bool:
    """Whether a command is one that installs: `pip install …`, also as `python -m pip install …`."""
    arguments = facts.arguments(call)
    command = arguments.get(0, arguments.get("args"))
    if isinstance(command, cst.Name):
        bound = facts.scope(command).bound.get(command.value, ())
        command = next((one.value for one in bound if isinstance(one, cst.Assign)), None)
    if isinstance(command, cst.List | cst.Tuple):
        listed = [facts.constant(one.value) for one in command.elements]
        words = {one for one in listed if isinstance(one, str)}
    elif isinstance(command, cst.BinaryOperation):
        # "pip install " + name, or "pip install %s" % name
        told = [facts.constant(one) for one in facts.inside(command) if isinstance(one, cst.SimpleString)]
        words = {word for one in told if isinstance(one, str) for word in one.split()}
    elif isinstance(command, cst.FormattedString):
        texts = [one.value for one in command.parts if isinstance(one, cst.FormattedStringText)]
        words = set(" ".join(texts).split())
    else:
        value = facts.constant(command)
        words = set(value.split()) if isinstance(value, str) else set()
    return "install" in words and bool(words & _INSTALLERS)
