"""The tools that the public conformance suite of MCP calls; served with `--bare-names`."""

import functools
import os
import time
from pathlib import Path
from typing import Any

TOOL_LIBRARY_NAME = "Scenarios"
TOOL_LIBRARY_DESC = "Fixtures of the conformance suite."
TOOL_LIBRARY_ICON = "🧪"

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
SILENCE = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=="


def tool_test_simple_text() -> dict[str, Any]:
    """Gives text."""
    return {"success": True, "output": "This is a simple text response for testing."}


def tool_test_image_content() -> dict[str, Any]:
    """Gives a picture."""
    return {"success": True, "output": "A picture.", "image_b64": PIXEL}


def tool_test_audio_content() -> dict[str, Any]:
    """Gives sound."""
    return {"success": True, "output": "A sound.", "audio_b64": SILENCE}


def tool_test_embedded_resource() -> dict[str, Any]:
    """Gives a file."""
    resource = {"uri": "test://embedded-resource", "mimeType": "text/plain", "text": "This is an embedded resource."}
    return {"success": True, "output": "A file.", "resources": [resource]}


def tool_test_multiple_content_types() -> dict[str, Any]:
    """Gives text, a picture and a file."""
    resource = {"uri": "test://mixed-content-resource", "mimeType": "application/json", "text": '{"test": "data"}'}
    return {
        "success": True,
        "output": "Multiple content types test:",
        "image_b64": PIXEL,
        "resources": [resource],
    }


def tool_test_error_handling() -> dict[str, Any]:
    """Fails."""
    raise RuntimeError("This tool intentionally returns an error for testing")


def tool_test_tool_with_progress(tool_context: Any = None) -> dict[str, Any]:
    """Tells how far it is."""
    for done in (0, 50, 100):
        tool_context["report_progress"](done, 100)
        time.sleep(0.02)
    return {"success": True, "output": "Done."}


def _form(message: str, properties: dict[str, Any]) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {"method": "elicitation/create", "params": {"message": message, "requestedSchema": schema}}


def _sample(text: str) -> dict[str, Any]:
    messages = [{"role": "user", "content": {"type": "text", "text": text}}]
    return {"method": "sampling/createMessage", "params": {"messages": messages, "maxTokens": 100}}


def _said(response: Any) -> str:
    if response is None:
        raise RuntimeError("The client cannot be asked.")
    return f"action={response['action']}, content={response.get('content')}"


def tool_test_elicitation(message: str, tool_context: Any = None) -> dict[str, Any]:
    """Asks the person.

    Args:
        message (str): What to ask.
    """
    properties = {
        "username": {"type": "string", "description": "User's response"},
        "email": {"type": "string", "description": "User's email address"},
    }
    given = tool_context["ask_client"]({"user": _form(message, properties)})["user"]
    return {"success": True, "output": f"User response: {_said(given)}"}


def tool_test_sampling(prompt: str, tool_context: Any = None) -> dict[str, Any]:
    """Asks the client's model.

    Args:
        prompt (str): What to ask.
    """
    given = tool_context["ask_client"]({"sample": _sample(prompt)})["sample"]
    if given is None:
        return {"success": False, "error": "The client has no model."}
    return {"success": True, "output": f"LLM response: {given['content']['text']}"}


def tool_test_elicitation_sep1034_defaults(tool_context: Any = None) -> dict[str, Any]:
    """Asks with a default in each field."""
    properties = {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        "verified": {"type": "boolean", "default": True},
    }
    given = tool_context["ask_client"]({"user": _form("Review.", properties)})["user"]
    return {"success": True, "output": f"Elicitation completed: {_said(given)}"}


def tool_test_elicitation_sep1330_enums(tool_context: Any = None) -> dict[str, Any]:
    """Asks for choices in each way in which MCP has them."""
    titled = [
        {"const": f"value{n}", "title": f"{name} Option"} for n, name in enumerate(("First", "Second", "Third"), 1)
    ]
    properties = {
        "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
        "titledSingle": {"type": "string", "oneOf": titled},
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
        "titledMulti": {"type": "array", "items": {"anyOf": titled}},
    }
    given = tool_context["ask_client"]({"user": _form("Choose.", properties)})["user"]
    return {"success": True, "output": f"Elicitation completed: {_said(given)}"}


def tool_test_missing_capability(tool_context: Any = None) -> dict[str, Any]:
    """Cannot do without the client's model."""
    tool_context["ask_client"]({"sample": _sample("Hello")}, required=True)
    return {"success": True, "output": "It has one."}


def tool_test_streaming_elicitation(tool_context: Any = None) -> dict[str, Any]:
    """Asks the person while the answer streams."""
    tool_context["report_progress"](1, 2)
    given = tool_context["ask_client"]({"user_name": _form("What is your name?", {"name": {"type": "string"}})})
    return {"success": True, "output": _said(given["user_name"])}


def tool_test_logging_tool() -> dict[str, Any]:
    """Says what goes to the log, and not to the client."""
    print("a line for the log")  # noqa: T201 - what is tested
    return {"success": True, "output": "Logged."}


def tool_test_input_required_result_elicitation(tool_context: Any = None) -> dict[str, Any]:
    """Asks for a name."""
    request = _form("What is your name?", {"name": {"type": "string"}})
    given = tool_context["ask_client"]({"user_name": request})["user_name"]
    return {"success": True, "output": f"Hello, {given['content']['name']}!"}


def tool_test_input_required_result_sampling(tool_context: Any = None) -> dict[str, Any]:
    """Asks the client's model for a capital."""
    given = tool_context["ask_client"]({"capital_question": _sample("What is the capital of France?")})
    return {"success": True, "output": given["capital_question"]["content"]["text"]}


def tool_test_input_required_result_list_roots(tool_context: Any = None) -> dict[str, Any]:
    """Asks for the client's folders."""
    given = tool_context["ask_client"]({"client_roots": {"method": "roots/list", "params": {}}})["client_roots"]
    return {"success": True, "output": ", ".join(root["uri"] for root in given["roots"])}


def _confirmed(tool_context: Any) -> dict[str, Any]:
    given = tool_context["ask_client"]({"confirm": _form("Please confirm", {"ok": {"type": "boolean"}})})["confirm"]
    return {"success": True, "output": f"state-ok {given['content']['ok']}"}


def tool_test_input_required_result_request_state(tool_context: Any = None) -> dict[str, Any]:
    """Asks, and goes on where it was."""
    return _confirmed(tool_context)


def tool_test_input_required_result_tampered_state(tool_context: Any = None) -> dict[str, Any]:
    """Asks, and goes on where it was."""
    return _confirmed(tool_context)


def tool_test_input_required_result_multiple_inputs(tool_context: Any = None) -> dict[str, Any]:
    """Asks the person, the model and for folders at once."""
    given = tool_context["ask_client"](
        {
            "user_name": _form("What is your name?", {"name": {"type": "string"}}),
            "greeting": _sample("Generate a greeting"),
            "client_roots": {"method": "roots/list", "params": {}},
        }
    )
    return {"success": True, "output": str(sorted(key for key, value in given.items() if value is not None))}


def tool_test_input_required_result_multi_round(tool_context: Any = None) -> dict[str, Any]:
    """Asks twice."""
    ask = tool_context["ask_client"]
    name = ask({"step1": _form("Step 1: What is your name?", {"name": {"type": "string"}})})["step1"]
    colour = ask({"step2": _form("Step 2: What is your favorite color?", {"color": {"type": "string"}})})["step2"]
    return {"success": True, "output": f"{name['content']} {colour['content']}"}


def tool_test_input_required_result_capabilities(tool_context: Any = None) -> dict[str, Any]:
    """Asks for what the client can do, and leaves out the rest."""
    given = tool_context["ask_client"](
        {
            "user_name": _form("What is your name?", {"name": {"type": "string"}}),
            "greeting": _sample("Generate a greeting"),
        }
    )
    return {"success": True, "output": str(sorted(key for key, value in given.items() if value is not None))}


def _noted(tool: Any) -> Any:
    """Write down that a tool was called, so that a test can tell what the suite has really tried."""

    @functools.wraps(tool)
    def noted(**arguments: Any) -> Any:
        if log := os.environ.get("SCENARIO_CALLS"):
            with Path(log).open("a", encoding="utf-8") as stream:
                stream.write(f"{tool.__name__}\n")
        return tool(**arguments)

    return noted


globals().update({name: _noted(tool) for name, tool in list(globals().items()) if name.startswith("tool_")})
