"""LCP303."""

import re
from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.metadata import FLAG, literal, written
from lma_forge.rules.toolmodule import ToolModule

_FLAG_TEXT = re.compile(r"[A-Za-z0-9_]+")


@rule("LCP303", severity=Severity.ERROR)
def load_flag_invalid(module: ToolModule) -> Iterator[Diagnostic]:
    """A load flag has other characters than letters, digits and underscores.

    lollms does not recognise it as a flag and loads the library as if it had none.

    Source: lollms_client 1.21.1, load flags.

    Bad:
        TOOL_LIBRARY_LOAD_FLAG = "enable-robot-arm"


        def tool_arm_state(joint: str) -> dict:
            \"\"\"Describes the state of one joint.\"\"\"
            return {"success": True, "output": joint}

    Good:
        TOOL_LIBRARY_LOAD_FLAG = "enable_robot_arm"


        def tool_arm_state(joint: str) -> dict:
            \"\"\"Describes the state of one joint.\"\"\"
            return {"success": True, "output": joint}
    """
    node = written(module).get(FLAG)
    text = literal(node.value) if node else None
    if node is not None and text is not None and not _FLAG_TEXT.fullmatch(text):
        yield load_flag_invalid.at(
            module.span(node.value) if node.value else module.span(node),
            f"lollms does not recognise the load flag '{text}' and loads the library for everybody; "
            f"write {re.sub(r'[^A-Za-z0-9_]+', '_', text).strip('_') or 'enable_this'}.",
        )
