"""Look at one file: what is wrong with a spec or a tool module, and which tools a spec declares."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from lma_forge import lcp, rules
from lma_forge.lcp.decode import decode
from lma_forge.model import ReservedTool, Tool
from lma_forge.project import comments, summaries
from lma_forge.project.collect import File
from lma_forge.project.config import Config
from lma_forge.project.drift import Declared
from lma_forge.project.results import Result
from lma_forge.project.sources import Source
from lma_forge.rules.toolmodule import LintSettings, ToolModule


class Examiner:
    """What looks at the files of a run.

    Args:
        config: The project's configuration.
        collected: All files of the run; the specs among them say what tools are for.
    """

    def __init__(self, config: Config, collected: Iterable[File]) -> None:
        self._config = config
        self._files = {file.shown: file for file in collected}
        self._declared: Mapping[str, Tool] | None = None
        self._reserved: Mapping[str, ReservedTool] = {}
        self._settings = LintSettings(
            config.target, frozenset(config.known_packages), MappingProxyType(dict(config.lint.sinks))
        )

    def __reduce__(self) -> tuple[type["Examiner"], tuple[Config, tuple[File, ...]]]:
        """Send to another process what it is made of."""
        return Examiner, (replace(self._config, changes=type(self._config.changes)()), tuple(self._files.values()))

    def warm_up(self) -> None:
        """Load and read what every file needs, so that processes made from this one share it."""
        import libcst  # noqa: PLC0415, F401 - as said

        self.declared()

    def declared(self) -> Mapping[str, Tool]:
        """The tools that the project's own specs declare, by function name."""
        if self._declared is None:
            found: dict[str, Tool] = {}
            reserved: dict[str, ReservedTool] = {}
            for file in self._files.values():
                if file.is_spec and file.data is not None and not file.bundled:
                    from lma_forge.project.reading import read  # noqa: PLC0415 - many runs have no spec

                    reading = read(self._config, Source(file.label, file.shown, file.data))
                    found |= {tool.function: tool for tool in reading.spec.tools}
                    reserved |= {tool.function: tool for tool in reading.spec.reserved}
            self._declared, self._reserved = found, reserved
        return self._declared

    def examine(self, file: File) -> Result:
        """Look at a file that was read.

        Args:
            file: A spec or a Python file.

        Returns:
            What was found in it.
        """
        data = file.data or b""
        if file.is_spec:
            return self._spec(Source(file.label, file.shown, data))
        module = self._module(file)
        return Result(
            rules.check_tool_module(module),
            summary=summaries.pack(summaries.summary_of(module.file, data)),
            ignores=comments.ignores(module.source) if comments.has_ignores(data) else (),
        )

    def _spec(self, source: Source) -> Result:
        from lma_forge.emit import libraries  # noqa: PLC0415 - as above
        from lma_forge.project.lock import meaning  # noqa: PLC0415 - as above
        from lma_forge.project.reading import read  # noqa: PLC0415 - as above

        reading = read(self._config, source)
        declared = tuple(
            Declared(
                tool.function,
                tool.name,
                meaning(tool),
                f"{library.stem}/{library.stem}.py",
                source.label,
                tool.name_span,
            )
            for library in libraries(reading.spec, self._config.layout)
            for tool in library.tools
        )
        return Result(reading.diagnostics, declared)

    def _module(self, file: File) -> ToolModule:
        data = file.data or b""
        text, undecodable = decode(data)
        view = lcp.read(data, file.shown)
        if undecodable is not None and view.error is None:
            # In a comment, which Python's compiler passes over and no importer of the file does.
            view = replace(view, error=undecodable)

        def sibling(stem: str) -> ToolModule | None:
            other = self._files.get(f"{file.folder}/{stem}.py" if file.folder else f"{stem}.py")
            return self._module(other) if other is not None and other.data is not None else None

        return ToolModule(
            file.shown,
            text.removeprefix("\ufeff"),
            data,
            view,
            settings=self._settings,
            declared=self.declared(),
            reserved=self._reserved,
            sibling=sibling,
        )
