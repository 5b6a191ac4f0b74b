"""What may be stored: the form of keys, the length of values, and who may see which category."""

import re
import unicodedata
from dataclasses import dataclass

from lma_forge.toolkit import settings
from lma_forge.toolkit.redaction import MARK, redact
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.settings import Config

UNSORTED = "general"
"""The category of keys that name none."""

_LONGEST_KEY = 200
_SEPARATORS = re.compile(r"[/:.]")


@dataclass(frozen=True, slots=True)
class Terms:
    """The host's terms.

    Args:
        most_value: The most characters of one value.
        most_entry: The most characters that an entry may grow to.
        private: Categories that are not read out.
        open_private: Whether they are all the same.
        secrets: Whether values that look like secrets are stored.
    """

    most_value: int = 4_000
    most_entry: int = 64_000
    private: tuple[str, ...] = ("private",)
    open_private: bool = False
    secrets: bool = False

    @classmethod
    def of(cls, config: Config) -> "Terms":
        """Read the terms.

        Args:
            config: The host's configuration of the tool.

        Raises:
            Refusal: A value has the wrong type.
        """
        plain = cls()
        return cls(
            int(settings.number(config, "max_value_chars", plain.most_value, least=1)),
            int(settings.number(config, "max_entry_chars", plain.most_entry, least=1)),
            tuple(map(str.casefold, settings.names(config, "private_categories", plain.private))),
            settings.flag(config, "allow_private"),
            settings.flag(config, "allow_secrets"),
        )

    def hides(self, category: str) -> bool:
        """Tell whether entries of a category are kept back."""
        return not self.open_private and category.casefold() in self.private

    def key(self, given: str) -> str:
        """Bring a key into its one form.

        Args:
            given: The key; composed characters, and no spaces around it, are the form.

        Raises:
            Refusal: It is empty, too long, or has characters that cannot be seen.
        """
        key = unicodedata.normalize("NFC", given).strip()
        if not key or len(key) > _LONGEST_KEY or not key.isprintable():
            shown = given if len(given) <= 40 else f"{given[:40]}…"  # noqa: PLR2004 - enough to know it by
            raise Refusal(f"A key has 1 to {_LONGEST_KEY} visible characters, and {shown!r} has not.")
        return key

    def value(self, given: str) -> str:
        """Take a value that is worth keeping.

        Args:
            given: The value; spaces around it are taken off.

        Raises:
            Refusal: It is empty, too long, no text, or looks like a secret.
        """
        value = given.strip()
        if not value:
            raise Refusal("The value is empty; there is nothing to store.")
        if len(value) > self.most_value:
            raise Refusal(f"The value has {len(value):,} characters, and {self.most_value:,} are the most; shorten it.")
        odd = next((one for one in value if not one.isprintable() and one not in "\n\r\t"), "")
        if odd and unicodedata.category(odd) in ("Cc", "Cs"):
            raise Refusal(f"The value holds the character {odd!a}, which is no text.")
        if MARK in value:
            raise Refusal("The value holds the mark of a hidden secret; it is not the original text.")
        if not self.secrets and (kinds := redact(value).kinds):
            raise Refusal(f"The value looks like it holds a secret ({kinds[0]}); secrets are not stored in memory.")
        return value


def category_of(key: str) -> str:
    """Tell the category of a key: what stands before its first `/`, `:` or `.`.

    Args:
        key: A key in its one form.
    """
    first, *rest = _SEPARATORS.split(key, maxsplit=1)
    return (first.strip() if rest else "") or UNSORTED
