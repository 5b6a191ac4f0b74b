"""Small projects on disk for the tests of commands."""

from dataclasses import dataclass
from pathlib import Path

from lma_forge.project.config import Config, load
from lma_forge.project.outcome import Outcome
from lma_forge.project.plan import Action, Plan
from lma_forge.project.run import generate, preview
from lma_forge.project.sources import find

READER = """
## Tool: NoteReader

Description:
Reads a note from the notebook.

Use When:
- The user asks about an earlier note.

Do Not Use When:
- The note is in the conversation.

Input:
- key (string): Which note.

Output:
- text (string): The note.

Rules:
- Read only.

Failure Behavior:
- Return: `Note not found.`

Effects: read
Approval: no
"""

WRITER = """
## Tool: NoteWriter

Description:
Writes a note into the notebook.

Use When:
- The user asks to remember something.

Do Not Use When:
- Nobody asked for it.

Input:
- key (string): Which note.
- text (string): What to write.

Output:
- status (string): `created` or `replaced`.

Rules:
- Ask before overwriting.

Failure Behavior:
- Return: `Note not written.`

Effects: write
Approval: yes
"""

RESERVED = """
## Future Tool: NoteMailer

Purpose:
Sends notes by mail.

Status: reserved
"""

SPEC = f"# Notes\n\n# Tools\n{READER}{WRITER}\n# Later\n{RESERVED}"


@dataclass(frozen=True)
class Project:
    """A project in a folder of its own."""

    root: Path

    @property
    def out(self) -> Path:
        """The generated modules."""
        return self.root / "generated_tools"

    def write(self, text: str, name: str = "specs/Tools.md") -> "Project":
        """Write a file."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        return self

    def config(self) -> Config:
        """Read the configuration."""
        return load(self.root)

    def generate(self, *named: str, keep_going: bool = False) -> Outcome:
        """Run `generate`."""
        config = self.config()
        sources = find(config, [self.root / name for name in named])
        return generate(config, sources, keep_going=keep_going)

    def preview(self) -> Plan:
        """Work out what `generate` would do."""
        config = self.config()
        return preview(config, find(config))

    def module(self, stem: str) -> Path:
        """Name the module of a library."""
        return self.out / stem / f"{stem}.py"

    def files(self) -> dict[str, bytes]:
        """Read every file but kept results."""
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes()
            for path in sorted(self.root.rglob("*"))
            if path.is_file() and ".lma_forge_cache" not in path.parts and "__pycache__" not in path.parts
        }


def actions(outcome: Outcome) -> dict[str, str]:
    """Say what became of each module, by its stem."""
    return {path.partition("/")[0]: str(action) for action in Action for path in outcome.modules.get(action, ())}


def codes(outcome: Outcome) -> list[str]:
    """List the codes of the findings."""
    return [found.code for found in outcome.diagnostics]
