"""The failure records of a call, in the shapes that hosts know (doctrine 7)."""

from collections.abc import Iterable

from lma_forge.runtime.normalize import Record
from lma_forge.runtime.notices import did_you_mean


def not_found(tool: str, known: Iterable[str]) -> Record:
    """The record for a tool that is not there (doctrine 7.1)."""
    return {"error": f"Tool '{tool}' not found.{did_you_mean(tool, known)}", "status_code": 404}


def not_loaded(library: str, reason: str) -> Record:
    """The record for a module that could not be loaded or initialised (doctrine 7.3)."""
    return {"error": f"Tool initialization failed for '{library}'. {reason}".rstrip(), "status_code": 500}


def no_function(tool: str, reason: str) -> Record:
    """The record for a listed tool that its module does not hold after it was loaded."""
    return failed(f"Function '{tool}' not found in module: {reason}")


def failed(error: str) -> Record:
    """The record for a call that was refused before the tool ran."""
    return {"output": error, "error": error, "success": False, "status_code": 500}


def crashed(tool: str, fault: BaseException) -> Record:
    """The record for an exception out of a tool (doctrine 7.6).

    Args:
        tool: Name of the tool.
        fault: What it raised.

    Returns:
        The record, with a traceback that begins in the tool. For an exception that cannot even be
        turned into text, the shorter record that hosts have for it.
    """
    trace = _trace(fault)
    try:
        text = str(fault)
    except Exception as worse:  # noqa: BLE001 - the tool's own __str__ failed
        return {
            "error": f"Error executing '{tool}': {type(fault).__name__}, whose text fails with {type(worse).__name__}",
            "traceback": trace,
            "status_code": 500,
        }
    name = type(fault).__name__
    error = f"Tool '{tool}' crashed: {name}: {text}" if text else f"Tool '{tool}' crashed: {name}"
    return {
        "output": {"success": False, "error": error},
        "error": error,
        "traceback": trace,
        "success": False,
        "status_code": 500,
    }


def not_shaped(tool: str, fault: Exception) -> Record:
    """The record that the lollms host has for a result that it fails to bring into its shape."""
    return {"error": f"Error executing '{tool}': {fault}", "traceback": _trace(fault), "status_code": 500}


def failure_message(tool: str, function: object) -> str:
    """The failure message that the spec has for a tool; "" for a tool of no generated module.

    Generated modules of a tool name its message FAILURE; those of a category, which may hold one tool
    alone, FAILURE_ and the tool.

    Args:
        tool: Name of the tool.
        function: The function as the loaded module holds it.
    """
    names = getattr(function, "__globals__", None)
    contract = names.get("TOOL_CONTRACT") if isinstance(names, dict) else None
    if not isinstance(names, dict) or not isinstance(contract, dict) or tool not in contract:
        return ""
    own = f"FAILURE_{tool.removeprefix('tool_').upper()}"
    constants = (own, "FAILURE") if len(contract) > 1 else ("FAILURE", own)
    message = next((names[constant] for constant in constants if constant in names), None)
    return message if isinstance(message, str) else ""


def refused(tool: str, function: object, fault: Exception) -> Record:
    """The record for a call whose arguments are of no use to the tool, in the words of its spec.

    Args:
        tool: Name of the tool.
        function: The function as the loaded module holds it.
        fault: What is wrong with them.
    """
    return failed(_not_called(tool, function, fault))


def _not_called(tool: str, function: object, fault: Exception) -> str:
    return f"{failure_message(tool, function)} Tool '{tool}' was not called: {fault}".lstrip()


def lacking(tool: str, function: object, fault: TypeError) -> Record:
    """The record for a call that lacks an argument.

    Args:
        tool: Name of the tool.
        function: The function as the loaded module holds it.
        fault: The error that says what is missing; raised, so that it has a traceback.
    """
    error = _not_called(tool, function, fault)
    return {
        "output": {"success": False, "error": error},
        "error": error,
        "traceback": _trace(fault),
        "success": False,
        "status_code": 500,
    }


def _trace(fault: BaseException) -> str:
    """The traceback without the frames of the runtime above the tool's."""
    import traceback  # noqa: PLC0415 - only for failures

    frames = fault.__traceback__
    while frames is not None and frames.tb_next is not None and _is_ours(frames.tb_frame.f_code.co_filename):
        frames = frames.tb_next
    return "".join(traceback.format_exception(type(fault), fault, frames))


def _is_ours(filename: str) -> bool:
    return filename.startswith(_HERE)


_HERE = __file__.removesuffix("failures.py")
