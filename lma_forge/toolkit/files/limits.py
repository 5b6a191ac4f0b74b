"""The host's terms for files."""

from dataclasses import dataclass

from lma_forge.toolkit import settings
from lma_forge.toolkit.settings import Config


@dataclass(frozen=True, slots=True)
class Limits:
    """The host's terms.

    Args:
        root: The workspace.
        most_bytes: The most bytes of a file that is read or written.
        secret_names: Patterns of names of files that hold secrets, beside those that are known.
        show_secrets: Whether secrets in other files are shown.
        backups: How many backups of a file are kept.
        protected: Patterns of paths that are never written.
    """

    root: str = "."
    most_bytes: int = 8 * 1024 * 1024
    secret_names: tuple[str, ...] = ()
    show_secrets: bool = False
    backups: int = 5
    protected: tuple[str, ...] = (".git/*",)

    @classmethod
    def of(cls, config: Config, root: str = ".") -> "Limits":
        """Read the terms.

        Args:
            config: The host's configuration of the tool.
            root: The workspace.

        Raises:
            Refusal: A value has the wrong type.
        """
        plain = cls()
        return cls(
            root,
            int(settings.number(config, "max_file_bytes", plain.most_bytes, least=1)),
            settings.names(config, "secret_names"),
            settings.flag(config, "show_secrets"),
            int(settings.number(config, "backups", plain.backups)),
            settings.names(config, "protected_names", plain.protected),
        )
