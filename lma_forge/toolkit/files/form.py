"""The form of a text file: its encoding and its line ends, which stay what they are when it changes."""

import codecs
import re
from dataclasses import dataclass

from lma_forge.toolkit.refusal import Refusal

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class Form:
    """How a text stands in its file.

    Args:
        encoding: The name of its encoding.
        mark: The byte-order mark that it begins with.
        newline: What ends its lines where all end alike; "" where they do not, or there is one only.
    """

    encoding: str = "utf-8"
    mark: bytes = b""
    newline: str = ""

    @property
    def name(self) -> str:
        """The encoding for people."""
        return f"{self.encoding.upper()} with byte-order mark" if self.mark else self.encoding.upper()

    def fitted(self, text: str) -> str:
        """Give text the line ends of the file, where it has plain ones of its own.

        Args:
            text: Text that is to stand in the file.
        """
        if self.newline in ("", "\n") or "\r" in text:
            return text
        return text.replace("\n", self.newline)

    def encoded(self, text: str) -> bytes:
        """Write text in this form, its line ends as they are.

        Args:
            text: The text.

        Raises:
            Refusal: It holds what no file can.
        """
        try:
            return self.mark + text.removeprefix("\ufeff" if self.mark else "").encode(self.encoding)
        except UnicodeEncodeError as error:
            raise Refusal(f"The content holds {error.object[error.start]!a}, which is no character.") from error


def decoded(data: bytes) -> tuple[str, Form]:
    """Read the bytes of a text file.

    Args:
        data: All of them.

    Returns:
        The text without its mark, and its form.

    Raises:
        Refusal: They are no text in UTF-8, nor in what their mark says.
    """
    mark, encoding = next(((mark, name) for mark, name in _BOMS if data.startswith(mark)), (b"", "utf-8"))
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        raise Refusal(f"It is no text: byte {error.start + len(mark):,} does not fit {encoding.upper()}.") from error
    if "\0" in text:
        raise Refusal("It is no text: it holds null bytes.")
    ends = set(re.findall(r"\r\n|\r|\n", text))
    return text, Form(encoding, mark, ends.pop() if len(ends) == 1 else "")
