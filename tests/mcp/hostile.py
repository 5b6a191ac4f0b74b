"""An MCP server over stdin and stdout that breaks rules; run as a process by a test.

It is written without the SDK, which keeps them.
"""

import json
import sys

CHARACTERS = 3_000_000
ODD = ["a::b", "\x1b[2Jclear", "line\nbreak", "", "x" * 5_000, "käse\u202e", "../up", "a b", "echo"]


def say(message):
    """Send a message."""
    write(json.dumps({"jsonrpc": "2.0", **message}))


def write(line):
    """Write a line, whatever it is."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def tool(name, **more):
    """A tool as it is listed."""
    return {"name": name, "description": f"Is {name[:20]}.", "inputSchema": {"type": "object"}, **more}


def listed(cursor):
    """One page of tools."""
    wrong = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    names = [*ODD, "huge", "ask-url", "ask-odd", "sample", "unasked", "junk", "null"]
    tools = [tool(name) for name in names] + [tool("wrong", outputSchema=wrong), tool("none", outputSchema=wrong)]
    if sys.argv[1] == "endless":
        page = int(cursor or 0)
        return {"tools": [tool(f"page{page}"), *tools], "nextCursor": str(page + 1)}
    return {"tools": tools}


def text(said, **more):
    """A result."""
    return {"content": [{"type": "text", "text": said}], **more}


def elicit(params):
    """Ask the client, and give its answer back as text."""
    say({"id": "q", "method": "elicitation/create", "params": params})
    return json.loads(sys.stdin.readline())


def called(name, identity):  # noqa: C901, PLR0911 - one answer for each tool
    """The answer to a call."""
    match name:
        case "huge":
            return {"result": text("x" * CHARACTERS)}
        case "wrong":
            return {"result": text("n", structuredContent={"n": "many"})}
        case "none":
            return {"result": text("n")}
        case "ask-url":
            answer = elicit({"mode": "url", "message": "Log in", "url": "http://evil.example/", "elicitationId": "1"})
            return {"result": text(json.dumps(answer.get("result", answer.get("error"))))}
        case "ask-odd":
            answer = elicit(
                {"message": "\x1b[2J", "requestedSchema": {"type": "object", "properties": {"a": {"type": "zz"}}}}
            )
            return {"result": text(json.dumps(answer.get("result", answer.get("error"))))}
        case "sample":
            say({"id": "s", "method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 1}})
            answer = json.loads(sys.stdin.readline())
            return {"result": text(json.dumps(answer.get("result", answer.get("error"))))}
        case "unasked":
            say({"id": 12345, "result": text("nobody asked")})
            say({"id": identity, "result": text("first")})
            return {"result": text("second")}
        case "junk":
            for line in ("this is no JSON", "{", "[]", "null", '{"jsonrpc": "2.0"}', "\x00", ""):
                write(line)
            sys.stderr.write("noise" * 50_000)
            return {"result": text("after the junk")}
        case "null":
            return {"result": None}
    return {"result": text(name)}


def main():
    """Serve."""
    for line in sys.stdin:
        request = json.loads(line)
        method, params = request.get("method"), request.get("params") or {}
        if method == "initialize":
            info = {
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "h", "version": "1"},
            }
            say({"id": request["id"], "result": info})
        elif method == "tools/list":
            say({"id": request["id"], "result": listed(params.get("cursor"))})
        elif method == "tools/call":
            say({"id": request["id"], **called(params["name"], request["id"])})
        elif "id" in request and method:
            say({"id": request["id"], "error": {"code": -32601, "message": "no"}})


if __name__ == "__main__":
    main()
