"""Reads files of the workspace: regular ones only, of bounded size, without showing secrets."""

import errno
import os
import re
import stat

from lma_forge.toolkit import approval
from lma_forge.toolkit.files.folders import Folder, descend, open_root
from lma_forge.toolkit.files.form import decoded
from lma_forge.toolkit.files.limits import Limits
from lma_forge.toolkit.files.paths import parts_of
from lma_forge.toolkit.redaction import names_secrets, redact
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.settings import Config

_AT_ONCE = 1 << 20
_LONG = 400
_MOST_OUTLINED = 60
_HEADINGS = re.compile(
    r"^(?:#{1,6} .+|(?:export |public |private |static |async )*(?:class|def|function|fn|func|interface|struct|impl|"
    r"type|enum|module|namespace) +\w.*|\[\[?[^\]]+\]\]?)$",
    re.MULTILINE,
)


def read_text(config: Config, file_path: str, limits: Limits) -> tuple[str, str]:
    """Read a text file; see `files.read`."""
    parts = parts_of(file_path)
    shown = "/".join(parts)
    is_secret = names_secrets(shown, limits.secret_names)
    if is_secret:
        question = f"FileReader: reads {shown}, which may hold secrets, and shows them to the model."
        if reason := approval.refused(config, "tool_file_reader", question, {"file_path": file_path}):
            raise Refusal(f"{shown} may hold secrets: {reason}.")
    approved = is_secret and config.get("autonomy_level") != "full_access"
    text, form = decoded(read_bytes(parts, limits))
    lines = text.count("\n") + (not text.endswith("\n") and bool(text))
    status = [f"Read {shown}: {lines:,} line{'' if lines == 1 else 's'}, {len(text):,} characters, {form.name}."]
    if not approved and not limits.show_secrets:
        redacted = redact(text)
        if redacted.kinds:
            count = len(redacted.kinds)
            status.append(
                f"{count} secret{'s' * (count > 1)} hidden ({', '.join(dict.fromkeys(redacted.kinds))}); do not write "
                "this content back."
            )
        text = redacted.text
    if lines > _LONG:
        status.append(_outline(text))
    return text, " ".join(status)


def _outline(text: str) -> str:
    """Summarise a long text by what stands out in it (Tools.md, FileReader, rule 3)."""
    found = [(text.count("\n", 0, one.start()) + 1, one[0].strip()) for one in _HEADINGS.finditer(text)]
    if not found:
        return "The file is long; it has no headings or definitions to outline it by."
    shown = [f"{line}: {heading[:80]}" for line, heading in found[:_MOST_OUTLINED]]
    more = f"; and {len(found) - _MOST_OUTLINED:,} more" if len(found) > _MOST_OUTLINED else ""
    return f"The file is long; outline by line: {'; '.join(shown)}{more}."


def read_bytes(parts: tuple[str, ...], limits: Limits) -> bytes:
    """Read a regular file of the workspace.

    Args:
        parts: The names that lead to it.
        limits: The host's terms.

    Raises:
        Refusal: It is missing, no regular file, behind a link, too large, or cannot be read.
    """
    shown = "/".join(parts)
    try:
        root = open_root(limits.root)
        try:
            folder = descend(root, parts[:-1])
            try:
                return bytes_in(folder, parts[-1], limits)
            finally:
                folder.close()
        finally:
            root.close()
    except OSError as error:
        raise Refusal(f"{shown}: {reason(error)}.") from error


def bytes_in(folder: Folder, name: str, limits: Limits) -> bytes:
    """Read a regular file in an open folder.

    Args:
        folder: The folder.
        name: The file's name in it.
        limits: The host's terms.

    Raises:
        Refusal: It is no regular file, or too large.
        OSError: It cannot be opened or read.
    """
    # A pipe would keep us waiting for a writer, and a terminal would become ours.
    descriptor = folder.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    try:
        status = os.fstat(descriptor)
        refuse_special(name, status)
        if status.st_size > limits.most_bytes:
            raise Refusal(f"{name} has {status.st_size:,} bytes, and {limits.most_bytes:,} are the most.")
        data = bytearray()
        # It may grow while it is read, or not know its size, as files of the kernel do.
        while len(data) <= limits.most_bytes:
            read = os.read(descriptor, _AT_ONCE)
            if not read:
                return bytes(data)
            data += read
        raise Refusal(f"{name} has more than {limits.most_bytes:,} bytes.")
    finally:
        os.close(descriptor)


def refuse_special(name: str, status: os.stat_result) -> None:
    """Refuse whatever is no regular file.

    Args:
        name: Its name.
        status: What it is.

    Raises:
        Refusal: It is a link, a folder, a pipe, a socket or a device.
    """
    if not stat.S_ISREG(status.st_mode):
        kinds = {stat.S_IFLNK: "a symbolic link", stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe"}
        kind = kinds.get(stat.S_IFMT(status.st_mode), "a socket or a device")
        raise Refusal(f"{name} is {kind}; only regular files are read and written.")


def reason(error: OSError) -> str:
    """Say in a few words what the system refused.

    Args:
        error: Its error.
    """
    if error.errno in (errno.ELOOP, errno.EXDEV, errno.EMLINK):
        return "the path goes through a symbolic link or leaves the workspace"
    if error.errno == errno.ENXIO:
        return "this is a socket or a device; only regular files are read and written"
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]
