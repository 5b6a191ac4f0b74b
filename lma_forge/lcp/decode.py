"""Turns the bytes of a module into text as Python itself does: byte-order mark and PEP 263 cookie."""

import io

from lma_forge.lcp.view import ReadError

_HOW = "save the file as UTF-8, or name its encoding in a first line such as '# -*- coding: latin-1 -*-'"


def decode(source: bytes) -> tuple[str, ReadError | None]:
    """Decode a module as the interpreter would.

    Args:
        source: The bytes of the file.

    Returns:
        The text, and None or why it cannot be decoded; then undecodable bytes are left out.
    """
    import tokenize  # noqa: PLC0415 - only for files with other than plain ASCII

    fault: ReadError | None
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        return source.decode(encoding), None
    except UnicodeDecodeError as bad:
        fault = _undecodable(source, bad)
    except (SyntaxError, LookupError, ValueError) as unknown:
        fault = _undecodable_utf8(source) or ReadError(str(unknown), 1, 1)
    return source.decode("utf-8", "ignore"), fault


def _undecodable_utf8(source: bytes) -> ReadError | None:
    try:
        source.decode("utf-8")
    except UnicodeDecodeError as bad:
        return _undecodable(source, bad)
    return None


def _undecodable(source: bytes, bad: UnicodeDecodeError) -> ReadError:
    before = source[: bad.start].decode("utf-8", "replace")
    line = before.count("\n") + 1
    column = len(before) - before.rfind("\n")
    return ReadError(f"byte 0x{source[bad.start]:02X} is not valid {bad.encoding}; {_HOW}", line, column)


def without_mark(text: str) -> str:
    """`text` without a leading byte-order mark, which Python ignores in files."""
    return text.removeprefix("\ufeff")
