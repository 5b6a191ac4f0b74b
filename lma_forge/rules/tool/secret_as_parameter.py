"""LCP706."""

from collections.abc import Iterator

from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.rules.engine import rule
from lma_forge.rules.flow.secrets import is_secret_name
from lma_forge.rules.signatures import shown
from lma_forge.rules.toolmodule import ToolModule


@rule("LCP706", severity=Severity.WARNING)
def secret_as_parameter(module: ToolModule) -> Iterator[Diagnostic]:
    """A tool takes a password, a token or a key as a parameter.

    The model has to know it to pass it on, so that it stands in the conversation, in every log of
    it, and with whoever runs the model.

    Source: LCP doctrine, section 13 (user interaction protocol).

    Bad:
        def tool_login(user: str, password: str) -> dict:
            \"\"\"Logs a user in.\"\"\"
            return {"success": True, "output": f"{user} {len(password)}"}

    Good:
        _HANDLER = None


        def set_user_interaction_handler(handler) -> None:
            global _HANDLER
            _HANDLER = handler


        def tool_login(user: str) -> dict:
            \"\"\"Logs a user in.\"\"\"
            if _HANDLER is None:
                return {"success": False, "error": "There is nobody to ask for the password."}
            password = _HANDLER({"type": "secret", "title": "Login", "prompt": f"The password of {user}"})
            if password is None:
                return {"success": False, "error": "The user has cancelled."}
            return {"success": True, "output": f"{user} is logged in."}
    """
    for one in shown(module):
        if one.view.shape.type == "string" and is_secret_name(one.view.name):
            yield secret_as_parameter.at(
                module.span(one.node),
                f"The model would have to handle {one.view.name} of {one.tool.name}; ask the user with a request of "
                "the type 'secret', or take it from the config.",
            )
