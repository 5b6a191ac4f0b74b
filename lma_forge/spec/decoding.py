"""Bytes to text: UTF-8 with or without a byte order mark, and a finding about everything else."""

import codecs

from lma_forge.diagnostics import Diagnostic, Span
from lma_forge.spec import faults_document as faults
from lma_forge.spec.source import split_lines

MAX_SIZE = 16 * 1024 * 1024
"""Largest document in bytes, and in characters, that is read: some twenty thousand tools."""

_OTHER_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


def decode(data: bytes, path: str) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """Decode the content of a file.

    Args:
        data: The bytes.
        path: The name under which the finding speaks of the file.

    Returns:
        The text without a byte order mark, and no finding; or None and what is wrong with the file.
    """
    if len(data) > MAX_SIZE:
        return None, (oversized(path, len(data), "bytes"),)
    other = next((name for mark, name in _OTHER_MARKS if data.startswith(mark)), None)
    if other is not None:
        return None, (faults.UNDECODABLE_FILE.at(Span(path), f"The file is {other}, not UTF-8: save it as UTF-8."),)
    skipped = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    body = data[skipped:]
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        message = (
            f"Byte {body[error.start]:#04x} at offset {error.start + skipped} is no UTF-8: save the file as UTF-8."
        )
        return None, (faults.UNDECODABLE_FILE.at(_span(path, body[: error.start].decode("utf-8")), message),)
    nul = text.find("\0")
    if nul >= 0:
        offset = len(text[:nul].encode()) + skipped
        message = f"The file holds a NUL at offset {offset}: it is no text, or it was damaged."
        return None, (faults.NUL_CHARACTER.at(_span(path, text[:nul]), message),)
    return text, ()


def oversized(path: str, size: int, unit: str) -> Diagnostic:
    """Make the finding about a document that is too large.

    Args:
        path: Its name.
        size: How large it is.
        unit: What `size` counts: bytes or characters.
    """
    return faults.OVERSIZED_DOCUMENT.at(
        Span(path), f"The document has {size:,} {unit}, and at most {MAX_SIZE:,} are read: split it into several."
    )


def _span(path: str, before: str) -> Span:
    """Make the span of the character that follows `before`."""
    lines = split_lines(before)
    line, column = len(lines), len(lines[-1]) + 1
    return Span(path, line, column, line, column + 1)
