"""The host's terms for code."""

from dataclasses import dataclass

from lma_forge.toolkit import settings
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.settings import Config

TIERS = ("bwrap+box", "box", "wasi")
"""The names of the tiers, the best first."""

_MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """The host's terms.

    Args:
        seconds: How long a run may take.
        memory: How many bytes of memory it may use.
        output: How many bytes it may write, results and errors together.
        scratch: How many bytes its files may have.
        files: How many files it may make.
        workspace: The folder that it may read; the current one unless the host names one.
        packages: Folders of packages that it may import.
        backend: The only tier that is used; "" for the best that works.
    """

    seconds: float = 10
    memory: int = 1024 * _MIB
    output: int = _MIB
    scratch: int = 64 * _MIB
    files: int = 2_000
    workspace: str = "."
    packages: tuple[str, ...] = ()
    backend: str = ""

    @classmethod
    def of(cls, config: Config) -> "Limits":
        """Read the terms.

        Args:
            config: The host's configuration of the tool.

        Raises:
            Refusal: A value has the wrong type, or there is no such tier.
        """
        plain = cls()
        backend = settings.text(config, "backend")
        if backend not in ("", *TIERS):
            raise Refusal(f"There is no backend {backend!r}; there are {', '.join(TIERS)}.")
        return cls(
            settings.number(config, "timeout_seconds", plain.seconds, least=0.1),
            int(settings.number(config, "memory_mb", plain.memory // _MIB, least=64) * _MIB),
            int(settings.number(config, "output_bytes", plain.output, least=1)),
            int(settings.number(config, "scratch_mb", plain.scratch // _MIB, least=1) * _MIB),
            int(settings.number(config, "scratch_files", plain.files, least=1)),
            settings.text(config, "workspace", plain.workspace),
            settings.names(config, "packages"),
            backend,
        )
