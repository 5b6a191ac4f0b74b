"""Carry a module over to a tool's new name: its definitions are renamed, whatever calls them too."""

import re
import tokenize
from collections.abc import Iterable, Mapping

from lma_forge.project.contract import Definition
from lma_forge.project.graft import BOM
from lma_forge.project.placing import File, Place, signature_of
from lma_forge.project.written import Base


def names_of(old: Iterable[str], new: Iterable[str], before: str, after: str) -> dict[str, str]:
    """Find which definition of the old contract is which of the new.

    Args:
        old: Names of the old contract's definitions, its implementation among them.
        new: Those of the new contract.
        before: The tool's name as it was, in snake case.
        after: The name as it is.

    Returns:
        New name by old name; what the two have in common is left out.
    """
    olds, news = set(old), set(new)
    left, free = olds - news, news - olds
    found: dict[str, str] = {}
    for name in sorted(left):
        for one, other in ((before, after), (before.upper(), after.upper())):
            candidate = re.sub(rf"(?<![A-Za-z0-9]){re.escape(one)}(?![A-Za-z0-9])", other, name)
            if candidate in free:
                found[name] = candidate
    classes = [[name for name in names if name.endswith("Output")] for names in (left, free)]
    if all(len(names) == 1 for names in classes):
        found[classes[0][0]] = classes[1][0]
    return found


def rename(text: str, base: Base, names: Mapping[str, str]) -> tuple[str, Base]:
    """Rename definitions in a module, as code and not in texts and comments.

    Args:
        text: The module.
        base: What was last written of it.
        names: New name by old name.

    Returns:
        The module, and the base as if it had been written under the new names; a definition that
        was edited by hand still differs from it.

    Raises:
        SyntaxError: The text is no Python.
        ValueError: The text holds a NUL.
        RecursionError: It is nested too deeply.
    """
    mark = BOM if text.startswith(BOM) else ""
    file = File(text.removeprefix(BOM))
    renamed = _renamed(file, names)
    other = File(renamed)
    pairs = list(zip(file.places, other.places, strict=True))
    known, stubs = (_joined(part, names) for part in (base.known, base.stubs))
    signatures = _joined(
        {name: frozenset(_in_text(one, names) for one in found) for name, found in base.signatures.items()}, names
    )
    for place, after in pairs:
        digest = _digest(file, place)
        for was, becomes in ((base.known, known), (base.stubs, stubs)):
            if digest in was.get(place.name, ()):
                becomes[after.name] |= frozenset({_digest(other, after)})
        if signature_of(file, place) in base.signatures.get(place.name, ()):
            signatures[after.name] |= frozenset({signature_of(other, after)})
    return mark + renamed, Base(known, signatures, stubs, _joined(base.lost, names))


def _joined(part: Mapping[str, frozenset[str]], names: Mapping[str, str]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for name, values in part.items():
        new = names.get(name, name)
        found[new] = found.get(new, frozenset()) | values
    return found


def _in_text(text: str, names: Mapping[str, str]) -> str:
    for old, new in names.items():
        text = re.sub(rf"\b{re.escape(old)}\b", lambda _, name=new: name, text)  # type: ignore[misc]
    return text


def _digest(file: File, place: Place) -> str:
    return Definition(place.name, file.text(place), 1).digest


def _renamed(file: File, names: Mapping[str, str]) -> str:
    lines = list(file.lines)
    source = iter([line.rstrip("\r\n") + "\n" for line in lines])
    found: list[tuple[int, int, str]] = []
    before = ""
    for token in tokenize.generate_tokens(lambda: next(source, "")):
        if token.type == tokenize.NAME and token.string in names and before != ".":
            found.append((token.start[0] - 1, token.start[1], token.string))
        before = token.string
    for line, column, name in reversed(found):
        text = lines[line]
        lines[line] = text[:column] + names[name] + text[column + len(name) :]
    return "".join(lines)
