"""What is to be told of a merge, as values."""

from dataclasses import dataclass
from enum import StrEnum


class Trouble(StrEnum):
    """Why a merge stopped, or what it could not settle."""

    EDITED = "edited"
    MISSING = "missing"
    TAKEN = "taken"
    REPLACED = "replaced"
    SIGNATURE = "signature"
    ELSEWHERE = "elsewhere"
    REMOVED_INPUT = "removed-input"
    REMOVED_PART = "removed-part"
    NEW_INPUT = "new-input"


@dataclass(frozen=True, slots=True)
class Note:
    """Something to tell of a merge.

    Args:
        trouble: What kind of thing it is.
        name: The definition or the input that it is about.
        line: Where, in the file as it was; for names that are used, in the file as it becomes.
        detail: More: the edit as a diff, what was replaced, both signatures, or the function.
        file: The file of the library; empty for the module itself.
        lines: All lines that it is about, where there are several.
    """

    trouble: Trouble
    name: str
    line: int
    detail: str = ""
    file: str = ""
    lines: tuple[int, ...] = ()

    @property
    def stops(self) -> bool:
        """Whether nothing was merged because of it."""
        return self.trouble in {Trouble.EDITED, Trouble.MISSING, Trouble.TAKEN}
