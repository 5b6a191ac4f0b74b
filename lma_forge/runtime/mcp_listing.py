"""What an MCP server says of its tools, and whether that is still what the host was told."""

from typing import Any, NamedTuple

Json = dict[str, Any]
SEPARATOR = "::"
"""Between a server's alias and the name of its tool (doctrine 11)."""


class RemoteTool(NamedTuple):
    """A tool of a server.

    Args:
        name: Its name there.
        description: What the model reads.
        input_schema: JSON Schema of its arguments.
        output_schema: JSON Schema of its structured result, or None.
        annotations: The server's hints about what it does; no more than claims.
    """

    name: str
    description: str
    input_schema: Json
    output_schema: Json | None
    annotations: Json

    def record(self, alias: str) -> Json:
        """The tool as hosts list it: a fresh dict."""
        record: Json = {
            "name": f"{alias}{SEPARATOR}{self.name}",
            "description": self.description,
            "input_schema": _copy(self.input_schema),
        }
        if self.output_schema is not None:
            record["output_schema"] = _copy(self.output_schema)
        if self.annotations:
            record["annotations"] = dict(self.annotations)
        return record

    @property
    def only_reads(self) -> bool:
        """Whether the server claims that the tool changes nothing."""
        return self.annotations.get("readOnlyHint") is True


def remote_tool(given: Any) -> RemoteTool:  # noqa: ANN401 - the SDK's type
    """Read a tool of the SDK's list."""
    hints = given.annotations
    return RemoteTool(
        str(given.name),
        str(given.description or ""),
        dict(given.input_schema or {}),
        None if given.output_schema is None else dict(given.output_schema),
        {} if hints is None else hints.model_dump(by_alias=True, exclude_none=True),
    )


def difference(known: RemoteTool, now: RemoteTool | None) -> str:
    """Say in what a tool differs from what the host was told; "" when it does not."""
    if now is None:
        return "the server does not offer it any more"
    words = ("name", "description", "arguments", "result", "hints")
    changed = [word for word, old, new in zip(words, known, now, strict=True) if old != new]
    return f"its {' and '.join(changed)} changed" if changed else ""


def result_record(given: Any) -> Json:  # noqa: ANN401 - the SDK's type
    """Turn a server's result into what a tool would return, for the normaliser.

    An error is a failure, whatever it holds. Of a success, structured content is the output, else
    its text.
    """
    texts: list[str] = []
    images: list[str] = []
    kinds: list[str] = []
    for part in given.content or ():
        kind = getattr(part, "type", "")
        if kind == "text":
            texts.append(part.text)
        elif kind == "image":
            images.append(part.data)
            kinds.append(part.mime_type)
        elif kind == "resource":
            text = getattr(part.resource, "text", None)
            texts.append(text if text is not None else f"[{part.resource.uri}: binary content]")
        elif kind == "resource_link":
            texts.append(f"[{part.name}: {part.uri}]")
        else:
            texts.append(f"[{kind} content]")
    text = "\n".join(texts)
    if given.is_error:
        return {"success": False, "error": text or "The server reports an error and does not say which."}
    record: Json = {"success": True, "output": text if given.structured_content is None else given.structured_content}
    if images:
        record |= {"images": images, "image_media_types": kinds}
    return record


def _copy(value: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value
