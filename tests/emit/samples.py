"""Tools made by hand, and the bundled templates."""

from lma_forge.model import (
    AllowedValue,
    Approval,
    Block,
    BlockKind,
    Bullet,
    Effect,
    Failure,
    Field,
    FieldType,
    GovernanceRule,
    JsonText,
    Kind,
    Limits,
    Prose,
    Tool,
)
from lma_forge.resources import templates_folder

TEMPLATES = {
    path.relative_to(templates_folder()).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(templates_folder().rglob("*.j2"))
}

STUB = "    raise NotImplementedError\n"


def prose(*paragraphs: str) -> Prose:
    """Paragraphs as prose."""
    return Prose(tuple(Block(BlockKind.PARAGRAPH, text) for text in paragraphs))


def field(name: str, kind: Kind = Kind.STRING, description: str = "Some text.", **more: object) -> Field:
    """A field of a plain type; `item`, `nullable` and `members` go to its type, `default` is a JSON value."""
    type_more = {key: more.pop(key) for key in ("item", "nullable", "members") if key in more}
    if "default" in more:
        more["default"] = JsonText.of(more["default"])
        more["required"] = False
    if "allowed" in more:
        more["allowed"] = tuple(AllowedValue(value) for value in more["allowed"])
    if "limits" in more:
        more["limits"] = Limits(*more["limits"])
    return Field(name, FieldType(kind, **type_more), description, **more)


def with_body(text: str, body: str) -> str:
    """Write `body`, lines without indentation, in place of the last implementation."""
    if not body:
        return text
    head, found, tail = text.rpartition(STUB)
    assert found
    return head + "".join(f"    {line}\n" for line in body.splitlines()) + tail


MEMORY_READER = Tool(
    "MemoryReader",
    description=prose("Reads stored memory from the LMA memory layer."),
    use_when=(
        Bullet("The user asks about previously saved information."),
        Bullet("LMA needs known user preferences, project details, or system context."),
    ),
    do_not_use_when=(Bullet("The information is not stored in memory."),),
    inputs=(field("key", description="The memory key or topic to retrieve."),),
    outputs=(
        field("value", description="The stored memory content."),
        field("found", Kind.BOOLEAN, "Whether the memory was found."),
    ),
    rules=(GovernanceRule("Read only.", 1), GovernanceRule("Do not invent memory.", 2)),
    failures=(Failure("Memory key not found."),),
    effects=(Effect.READ,),
    icon="🧠",
)

FILE_WRITER = Tool(
    "FileWriter",
    description=prose("Creates or updates approved project files."),
    inputs=(
        field("file_path", description="Target file path."),
        field("content", description="New or updated content."),
        field("mode", description="", allowed=("create", "overwrite", "append")),
    ),
    outputs=(field("status", description="Write status."), field("file_path", description="Updated file path.")),
    failures=(Failure("File write failed. No changes were made."),),
    effects=(Effect.WRITE,),
    approval=Approval(required=True, condition="Before anything is overwritten."),
)
