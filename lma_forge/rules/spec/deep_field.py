"""SPEC218."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.model import Field, Spec
from lma_forge.rules.engine import rule

_DEEPEST = 10


@rule("SPEC218", severity=Severity.ERROR)
def deep_field(spec: Spec) -> Iterator[Diagnostic]:
    """A field is nested more than ten levels deep.

    Providers refuse a schema that is nested deeper, and with it the whole request; a model hardly
    fills in so much, and Python itself cannot read the check of some forty levels.

    Source: OpenAI, structured outputs: at most 10 levels of nesting.

    Bad:
        ## Tool: NoteFinder

        Input:

        - a (object): One.
          - b (object): Two.
            - c (object): Three.
              - d (object): Four.
                - e (object): Five.
                  - f (object): Six.
                    - g (object): Seven.
                      - h (object): Eight.
                        - i (object): Nine.
                          - j (object): Ten.
                            - k (string): Eleven.

    Good:
        ## Tool: NoteFinder

        Input:

        - place (object): Where to look.
          - folder (string): The folder.
    """
    for tool in spec.tools:
        for field in (*tool.inputs, *tool.outputs):
            deep = _too_deep(field)
            if deep is not None:
                yield deep_field.at(
                    deep.name_span,
                    f"{deep.name} of {tool.name} is nested more than {_DEEPEST} levels deep, and providers refuse "
                    "that; give it a place further up, or take its text as one string.",
                )


def _too_deep(field: Field) -> Field | None:
    """Find the first field that lies too deep."""
    level = [field]
    for _ in range(_DEEPEST):
        level = [member for one in level for member in one.type.members]
    return level[0] if level else None
