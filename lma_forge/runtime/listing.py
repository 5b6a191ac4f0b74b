"""Lists the tools of a binding: as records, and as the host's chat loop takes them (doctrine 8)."""

from collections.abc import Iterable

from lma_forge.runtime.chat import Execute, chat_spec
from lma_forge.runtime.entry import Entry
from lma_forge.runtime.lifecycle import Lifecycle, LoadError, module_of
from lma_forge.runtime.normalize import Record
from lma_forge.runtime.notices import warn
from lma_forge.runtime.prompting import prompt_text
from lma_forge.runtime.registry import Registry
from lma_forge.runtime.workspace import inside


class Listing:
    """Describes the tools of one binding.

    A prompt provider replaces the description of its tool (doctrine 3). In a plain list it does so
    only when its text is known without running code: a literal, or a module that is loaded.

    Args:
        registry: The tools.
        lifecycle: Their loaded modules.
        workspace: The folder to be in while a provider runs; None to stay where the host is.
        compat: As for `lma_forge.lcp.schema`.
    """

    def __init__(self, registry: Registry, lifecycle: Lifecycle, workspace: str | None, compat: str | None) -> None:
        self._registry = registry
        self._lifecycle = lifecycle
        self._workspace = workspace
        self._compat = compat

    def records(self, names: Iterable[str] | None = None) -> list[Record]:
        """The tools as fresh records.

        Args:
            names: Only these, or this one; all when None.
        """
        entries = self._registry.entries
        if names is None:
            return [self._record(entry) for entry in entries.values()]
        wanted = {names} if isinstance(names, str) else set(names)
        return [self._record(entry) for name, entry in entries.items() if name in wanted]

    def record(self, name: str) -> Record | None:
        """One tool as a fresh record, or None when there is none of this name."""
        entry = self._registry.entries.get(name)
        return None if entry is None else self._record(entry)

    def chat_specs(self, records: Iterable[Record], execute: Execute) -> dict[str, Record]:
        """The tools as the chat loop takes them, with every prompt provider evaluated.

        Args:
            records: The tools.
            execute: The binding's `execute_tool`.
        """
        specs: dict[str, Record] = {}
        for record in records:
            described = self.described(record["name"])
            if described:
                record["description"] = described
            specs[record["name"]] = chat_spec(record, execute)
        return specs

    def described(self, name: str) -> str | None:
        """Evaluate the prompt provider of a tool; None when it has none, or it gives nothing."""
        entry = self._registry.entries.get(name)
        return None if entry is None else self._text(entry, load=True)

    def library_prompts(self) -> dict[str, str]:
        """Evaluate the providers that speak of a whole library; the texts by library."""
        found: dict[str, str] = {}
        for library, providers in self._registry.prompts.items():
            texts: list[str] = []
            for file, prompt, whole in providers:
                try:
                    with inside(self._workspace):
                        module = self._lifecycle.ready(file.path, file.stem, whole=whole).module
                        texts.append(prompt_text(prompt, module) or "")
                except (LoadError, OSError, RuntimeError) as fault:
                    warn(f"prompt provider '{prompt.name}' cannot be run: {fault}")
            if any(texts):
                found[library] = "\n\n".join(text for text in texts if text)
        return found

    def _record(self, entry: Entry) -> Record:
        return entry.record(self._compat, None if entry.prompt is None else self._text(entry, load=False))

    def _text(self, entry: Entry, *, load: bool) -> str | None:
        prompt = entry.prompt
        if prompt is None:
            return None
        module = entry.module or self._lifecycle.loaded(entry.path)
        try:
            with inside(self._workspace):
                if module is None and load and prompt.text is None:
                    module = module_of(entry, self._lifecycle).module
                return prompt_text(prompt, module)
        except (LoadError, OSError, RuntimeError) as fault:
            warn(f"prompt provider '{prompt.name}' cannot be run: {fault}")
            return None
