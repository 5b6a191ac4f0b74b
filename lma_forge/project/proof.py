"""The proof of a merge: every line that the person wrote still stands, byte for byte and in order."""

import ast

from lma_forge.project.placing import head_of, take_apart

_MARK = "\ufeff"


def keeps(old: str, new: str, contract: frozenset[str], implementations: frozenset[str]) -> bool:
    """Prove that a merge lost nothing: the person's lines are the same, byte for byte and in order.

    Args:
        old: The module before.
        new: The module after.
        contract: Names of all definitions that belong to the spec, before or after.
        implementations: Names of the implementations, whose signatures the spec may change.

    Returns:
        Whether every line outside the contract's definitions still stands, blank lines and added
        imports apart.
    """
    before = _personal(old, contract, implementations)
    after = iter(_personal(new, contract, implementations))
    return all(any(line == other for other in after) for line in before)


def _personal(text: str, contract: frozenset[str], implementations: frozenset[str]) -> list[str]:
    file = take_apart(text.removeprefix(_MARK))
    owned: set[int] = set()
    lines = list(file.lines)
    for place in file.places:
        if place.name in contract:
            owned.update(range(place.start, place.end))
        elif place.name in implementations and isinstance(place.node, ast.FunctionDef | ast.AsyncFunctionDef):
            head = head_of(file, place)
            if head is not None:
                # The signature is the spec's to change; the rest of its lines is the person's.
                first, last = head
                lines[last[0]] = lines[last[0]][last[1] :]
                owned.update(range(first[0], last[0]))
    # A last line without an end gets one when something is put behind it.
    return [line.rstrip("\r\n") for number, line in enumerate(lines) if number not in owned and line.strip()]
