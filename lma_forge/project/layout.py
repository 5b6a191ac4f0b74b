"""Specs in the canonical layout: read, laid out, proved, and only then to be written."""

from collections import Counter
from dataclasses import dataclass

from lma_forge import rules, spec
from lma_forge.diagnostics import Diagnostic, Severity
from lma_forge.errors import InternalError
from lma_forge.project.config import Config
from lma_forge.project.sources import Source
from lma_forge.spec.layout import Left, lay_out


@dataclass(frozen=True, slots=True)
class Formatted:
    """A spec and its canonical layout.

    Args:
        source: The file.
        old: Its text; None where it cannot be read.
        new: The laid-out text; None where the spec has errors.
        left: The tools that were left as they are, each with the reason.
        diagnostics: Why it was not laid out.
    """

    source: Source
    old: str | None
    new: str | None
    left: tuple[Left, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def changes(self) -> bool:
        """Whether the file is to be written."""
        return self.new is not None and self.source.data != self.new.encode("utf-8")


def formatted(config: Config, source: Source) -> Formatted:
    """Lay a spec out, and prove that its meaning is the same.

    Args:
        config: The project's labels.
        source: The file.

    Returns:
        The layout. A spec with errors has none: what could not be read could be lost.

    Raises:
        InternalError: The layout means something else, or a second run would change it again.
    """
    if source.data is None:
        return Formatted(source, None, None, diagnostics=source.diagnostics)
    text, undecodable = spec.decode(source.data, source.shown)
    if text is None:
        return Formatted(source, None, None, diagnostics=undecodable)
    options = spec.ReadOptions(aliases=config.aliases, allowed_labels=frozenset(config.allowed_labels))
    before = rules.check_spec(spec.parse(text, source.shown, options))
    errors = tuple(found for found in before if found.severity is Severity.ERROR)
    if errors:
        return Formatted(source, text, None, diagnostics=errors)
    try:
        laid = lay_out(text, source.shown, options)
        again = lay_out(laid.text or "", source.shown, options)
    except ValueError as error:
        raise InternalError(f"{error}; nothing was written. Please report it, with the spec") from error
    if laid.text is None or again.text != laid.text:
        raise InternalError(f"a second run would change {source.shown} again; nothing was written. Please report it")
    after = rules.check_spec(spec.parse(laid.text, source.shown, options))
    if Counter(found.code for found in after) - Counter(found.code for found in before):
        raise InternalError(f"the layout of {source.shown} has new findings; nothing was written. Please report it")
    return Formatted(source, text, laid.text, laid.left)
