"""One thing that an examination has found."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Issue:
    """Something that is wrong, or not clear.

    Args:
        message: What.
        advice: How it can be mended.
        line: Where, counted from 1; 0 where it has no line.
        column: The column, counted from 1; 0 where it has none.
        grave: Whether the content fails for it.
    """

    message: str
    advice: str
    line: int = 0
    column: int = 0
    grave: bool = False

    @property
    def shown(self) -> str:
        """The message with its place."""
        if not self.line:
            return self.message
        return f"Line {self.line}{f', column {self.column}' if self.column else ''}: {self.message}"


def place(text: str, position: int) -> tuple[int, int]:
    """Give line and column of a position, each counted from 1.

    Args:
        text: The text.
        position: An index into it.
    """
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)
