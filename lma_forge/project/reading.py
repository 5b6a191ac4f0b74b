"""Specs from bytes to checked models, for every command that works on their meaning."""

from dataclasses import dataclass

from lma_forge import rules, spec
from lma_forge.diagnostics import Diagnostic
from lma_forge.model import Spec
from lma_forge.project.config import Config
from lma_forge.project.sources import Source


@dataclass(frozen=True, slots=True)
class Reading:
    """A spec as read and checked.

    Args:
        source: The file.
        spec: Its meaning; empty where the file holds no text.
        diagnostics: What is wrong with the file, its text or its meaning.
        text: Its text, for showing lines.
    """

    source: Source
    spec: Spec
    diagnostics: tuple[Diagnostic, ...]
    text: str = ""


def read(config: Config, source: Source) -> Reading:
    """Read and check a spec.

    Args:
        config: The project's labels.
        source: The file.

    Returns:
        The reading; it is complete as far as the file is.
    """
    empty = Spec(path=source.shown)
    if source.data is None:
        return Reading(source, empty, source.diagnostics)
    text, undecodable = spec.decode(source.data, source.shown)
    if text is None:
        return Reading(source, empty, undecodable)
    options = spec.ReadOptions(aliases=config.aliases, allowed_labels=frozenset(config.allowed_labels))
    parsed = spec.parse(text, source.shown, options)
    return Reading(source, parsed.spec, (*undecodable, *rules.check_spec(parsed)), text)
