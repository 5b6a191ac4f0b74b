"""What `generate` last wrote of a module: the base of a merge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lma_forge.project.contract import Definition

PARTS = "."
"""Stands for the contract itself where names are kept by the function that uses them."""

ABSENT = ""
"""Stands among the hashes of a definition that may be missing, since a run that was cut off may have removed it."""


@dataclass(frozen=True, slots=True)
class Base:
    """The merge base: what `generate` last wrote, or was about to write when it was cut off.

    Args:
        known: Hashes by name of the contract's definitions; `ABSENT` among them for one that may be missing.
        signatures: Signatures of each implementation, by the function's name.
        stubs: Hashes of each implementation's stub, by the function's name.
        lost: Names that hand-written code used and nothing gave it when it was last merged: inputs by
            the implementation's name, parts of the contract under `PARTS`.
    """

    known: Mapping[str, frozenset[str]] = field(default_factory=dict)
    signatures: Mapping[str, frozenset[str]] = field(default_factory=dict)
    stubs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    lost: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, written: Sequence[Definition]) -> "Base":
        """Take a rendering as it was written for the base."""
        return cls(
            {part.name: frozenset({part.digest}) for part in written if part.text and not part.is_stub},
            {part.name: frozenset({part.signature}) for part in written if part.is_stub},
            {part.name: frozenset({part.digest}) for part in written if part.is_stub},
        )

    def joined(self, other: "Base") -> "Base":
        """Take what was written in two files of a library together."""
        return Base(
            _joined(self.known, other.known),
            _joined(self.signatures, other.signatures),
            _joined(self.stubs, other.stubs),
            _joined(self.lost, other.lost),
        )


def _joined(one: Mapping[str, frozenset[str]], more: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    return {name: one.get(name, frozenset()) | more.get(name, frozenset()) for name in (*one, *more)}
