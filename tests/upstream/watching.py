"""What a binding shows of its tools and gives for calls, in a form that two processes can compare.

Imports nothing of the project: the other host's process runs it too.
"""

import inspect
import re


def watch(binding, calls):
    """List the tools of a binding and make calls.

    Args:
        binding: Any host's.
        calls: Lists of arguments by tool.

    Returns:
        `{"tools": {name: schema}, "results": {name: [record, …]}}`, all as text that JSON can carry.
    """
    tools = {}
    for tool in binding.list_tools():
        tools[tool["name"]] = shown([tool["description"], tool["input_schema"]])
    results = {}
    for name, sent in calls.items():
        results[name] = [shown(binding.execute_tool(name, dict(params))) for params in sent]
    return {"tools": tools, "results": results}


def shown(value):
    """Write any value as text that is the same in both processes."""
    if isinstance(value, dict):
        items = sorted((repr(key), shown(item)) for key, item in value.items())
        return "{" + ", ".join(f"{key}: {item}" for key, item in items) + "}"
    if isinstance(value, (list, tuple)):
        inner = ", ".join(shown(item) for item in value)
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    if inspect.iscoroutine(value):
        value.close()
        return "<coroutine>"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(repr, value))) + "}"
    return re.sub(r"0x[0-9a-fA-F]{6,}", "0x", repr(value))


def watch_layout(make, home, plan):
    """Make a binding on a layout and do its operations.

    Args:
        make: The binding's class.
        home: The folder of the layout.
        plan: What `layouts.layout` gave, as JSON carries it.

    Returns:
        What each operation gave, and which tools there were then.
    """
    options = dict(plan["options"])
    options["tools_folders"] = [f"{home}/{folder}" for folder in options["tools_folders"]]
    binding = make(**options)
    seen = [sorted(tool["name"] for tool in binding.list_tools())]
    for name, arguments in plan["operations"]:
        if name == "call":
            record = binding.execute_tool(arguments[0], {})
            outcome = [record.get("output"), record["status_code"]]
        else:
            outcome = getattr(binding, name)(*arguments)
        if isinstance(outcome, dict):
            outcome = outcome["name"]
        seen.append([name, arguments, outcome, sorted(tool["name"] for tool in binding.discovered_tools)])
    return seen
