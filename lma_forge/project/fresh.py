"""Fresh modules: rendered, formatted and verified, all of a run together, before anything is compared or written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from lma_forge import lcp
from lma_forge import spec as language
from lma_forge.diagnostics import Diagnostic
from lma_forge.emit import Library, implementation_name, render, verify
from lma_forge.errors import UsageError
from lma_forge.model import Spec, Tool
from lma_forge.project import faults
from lma_forge.project.config import Config
from lma_forge.project.contract import Definition, definitions
from lma_forge.project.files import digest
from lma_forge.project.lock import Entry, contract_of, meaning
from lma_forge.project.style import style
from lma_forge.project.templates import load


@dataclass(frozen=True, slots=True)
class Fresh:
    """A module as the spec wants it.

    Args:
        library: The tools in it.
        label: The spec that it comes from, relative to the project.
        text: The formatted module.
        definitions: Its top-level statements; empty for a module that failed its verification.
        problems: What the verification found; such a module must not be written.
    """

    library: Library
    label: str
    text: str
    definitions: tuple[Definition, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """The module's path below the folder of generated modules, with `/`."""
        return f"{self.library.stem}/{self.library.stem}.py"

    @property
    def data(self) -> bytes:
        """The bytes to write."""
        return self.text.encode("utf-8")

    def entries(self, layout: str, before: Mapping[str, Entry] = MappingProxyType({})) -> dict[str, Entry]:
        """Make the lock's entries of the module's tools, by function name.

        Args:
            layout: The layout in force.
            before: Entries from which a text may be taken over that has not changed.
        """
        contract = {part.name: part.digest for part in self.definitions if not part.is_stub}
        stubs = {part.name: part for part in self.definitions if part.is_stub}
        module = digest(self.data)
        every = contract_of(contract)
        found: dict[str, Entry] = {}
        for tool in self.library.tools:
            stub = stubs.get(implementation_name(tool))
            said, last = meaning(tool), before.get(tool.function)
            found[tool.function] = Entry(
                tool=tool.name,
                source=self.label,
                path=self.path,
                layout=layout,
                spec=said,
                module=module,
                contract=every,
                definitions=contract,
                signature=stub.signature if stub else "",
                stub=stub.digest if stub else "",
                text=last.text if last and last.text and last.spec == said else document_of(tool),
            )
        return found

    def faults(self) -> tuple[Diagnostic, ...]:
        """Say what the verification found, at the first of the module's tools in the spec."""
        span = self.library.tools[0].name_span
        message = f"{self.path} was not written, because it does not say what the spec says: "
        return tuple(
            faults.FAILED_VERIFICATION.at(span, f"{message}{problem.rstrip('.')}.", help=_WHOSE_FAULT)
            for problem in self.problems
        )


def document_of(tool: Tool) -> str:
    """Write what the spec says of a tool as a document of its own, as the lock keeps it."""
    return language.write(Spec(tools=(replace(tool, group=""),)))


_WHOSE_FAULT = "a template of the project may be the cause; otherwise please report this, with the spec"


def make(libraries: Sequence[tuple[str, Library]], config: Config) -> Iterator[Fresh]:
    """Render, format and verify modules.

    Args:
        libraries: Each library with the name of the spec that it comes from.
        config: Says where the project's templates are, and where the guidance stands.

    Yields:
        The modules in the same order. One that fails its verification says so in `problems`.

    Raises:
        ForgeError: A template or ruff does not work.
    """
    templates = load(config)
    styled = style([_rendered(label, library, templates, config) for label, library in libraries])
    for (label, library), module in zip(libraries, styled, strict=True):
        yield _verified(library, label, module.text, module.problems, config.guidance)


def _rendered(label: str, library: Library, templates: dict[str, str], config: Config) -> str:
    try:
        return render(library, templates, config.guidance, label)
    except Exception as error:
        # What a template of the project raises is any exception at all; ours are tested.
        if not config.templates:
            raise
        place = ":".join(str(part) for part in (getattr(error, "name", None), getattr(error, "lineno", None)) if part)
        said = str(error) or type(error).__name__
        raise UsageError(f"a template in {config.templates} fails{f' ({place})' if place else ''}: {said}") from error


def _verified(library: Library, label: str, text: str, problems: tuple[str, ...], guidance: str) -> Fresh:
    if not problems:
        problems = verify(text, library, guidance)
    if problems:
        return Fresh(library, label, text, problems=problems)
    return Fresh(library, label, text, definitions(text, lcp.syntax(text, alike=True)))
