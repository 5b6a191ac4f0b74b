"""SPEC601."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import Example, Spec, Tool
from lma_forge.rules.engine import rule
from lma_forge.rules.fitting import misfits


@rule("SPEC601", severity=Severity.ERROR)
def example_misfit(spec: Spec) -> Iterator[Diagnostic]:
    """An example does not fit the tool's inputs, outputs or failures.

    Examples become tests of the generated tool, so one of them that contradicts the fields can
    never pass; either the example or a field says what the author does not mean.

    Source: spec language, section Tool, row Examples.

    Bad:
        ## Tool: NoteCounter

        Input:

        - folder (string): Where to count.

        Output:

        - count (integer): How many notes there are.

        **Examples:**

        ```json
        {"input": {"folder": "home"}, "output": {"count": "three"}}
        ```

    Good:
        ## Tool: NoteCounter

        Input:

        - folder (string): Where to count.

        Output:

        - count (integer): How many notes there are.

        **Examples:**

        ```json
        {"input": {"folder": "home"}, "output": {"count": 3}}
        ```
    """
    for tool in spec.tools:
        for example in tool.examples:
            for problem in _problems(tool, example):
                yield example_misfit.at(example.span, f"This example of {tool.name} does not fit: {problem}.")


def _problems(tool: Tool, example: Example) -> Iterator[str]:
    if example.output is not None or example.error is None:
        yield from misfits(example.input.value, tool.inputs, "input")
    elif not isinstance(example.input.value, dict):
        yield "its input must be a JSON object"
    if example.output is not None:
        yield from misfits(example.output.value, tool.outputs, "output")
    said = [failure.message for failure in tool.failures]
    if example.error is not None and said and not any(_starts(example.error, message) for message in said):
        yield f"no failure of the tool says “{example.error}”; write {' or '.join(f'“{message}”' for message in said)}"


def _starts(error: str, message: str) -> bool:
    return error == message or error.startswith(message + " ")
