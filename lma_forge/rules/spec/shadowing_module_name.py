"""SPEC124."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import Spec
from lma_forge.names import is_device, is_keyword, shadows_stdlib
from lma_forge.rules.engine import rule


@rule("SPEC124", severity=Severity.WARNING)
def shadowing_module_name(spec: Spec) -> Iterator[Diagnostic]:
    """A tool's module has the name of a Python keyword, of a module that comes with Python, or of a device.

    Whoever runs Python inside the tool's folder then imports the tool where the standard module
    was meant, and a module named as a keyword cannot be imported by its name at all. A folder with
    the name of a device, such as `con` or `aux`, cannot be made on Windows.

    Source: Python language reference, section 5 (the import system); Microsoft, "Naming Files,
    Paths, and Namespaces".

    Bad:
        ## Tool: Json

    Good:
        ## Tool: JsonReader
    """
    for tool in spec.tools:
        if shadows_stdlib(tool.snake_name) or is_device(tool.snake_name):
            what = "is a Python keyword" if is_keyword(tool.snake_name) else "hides Python's own module of that name"
            if is_device(tool.snake_name):
                what = "has the name of a device, which Windows does not let a file have"
            yield shadowing_module_name.at(
                tool.name_span, f"The module {tool.snake_name}.py of {tool.name} {what}; give the tool a longer name."
            )
