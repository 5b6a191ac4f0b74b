"""The one place that converts names: spec name, snake name, tool function, class, title.

MemoryReader  ->  memory_reader  ->  tool_memory_reader  /  MemoryReaderOutput  /  "Memory Reader"
"""

import keyword
import re
import sys
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

TOOL_PREFIX = "tool_"
MAX_TOOL_NAME = 64
"""Longest function name that every provider takes (OpenAI and Anthropic: [A-Za-z0-9_-]{1,64})."""

HOST_PARAMETERS = frozenset(
    {"args", "kwargs", "tool_context", "lollms_client_instance", "discussion_instance", "user_interaction_handler"}
)
"""Names that a host keeps from the model (LCP doctrine, section 4.5)."""

RESERVED_FIELD_NAMES = HOST_PARAMETERS | {"self", "None", "True", "False", "__debug__"}
"""Names that no input may have: hidden from the model, or no identifier at all."""

GATED_STEMS = frozenset(
    {
        "as_is_document_tools",
        "document_editor",
        "docx_mastery",
        "excel_tools",
        "powerpoint_tools",
        "pptx_builder",
        "pptx_mastery",
        "word_tools",
        "xlsx_mastery",
    }
)
"""Module stems that lollms hides unless the host sets an office flag (lollms_client 1.21.1)."""

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z", re.ASCII)
_DEVICE = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")
_SEPARATORS = re.compile(r"[\s\-./:]+")
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_UNDERSCORES = re.compile(r"_{2,}")


def snake(name: str) -> str:
    """Convert a tool's name to snake_case, keeping acronyms together.

    Args:
        name: A name as people write it: PascalCase, camelCase, kebab-case, dotted or spaced.

    Returns:
        The name in snake_case: `HTTPFetcher` gives `http_fetcher`, `fs.read` gives `fs_read`.
        Characters that no identifier may hold are kept, so that the caller can see them.
    """
    separated = _SEPARATORS.sub("_", name.strip())
    humps = _HUMPS.sub("_", separated)
    return _UNDERSCORES.sub("_", humps).strip("_").lower()


def tool_function(name: str) -> str:
    """Name the function of a tool: `MemoryReader` gives `tool_memory_reader`."""
    return TOOL_PREFIX + snake(name)


def title(name: str) -> str:
    """Write a tool's name for people: `memory_reader` and `MemoryReader` give `Memory Reader`."""
    separated = _SEPARATORS.sub(" ", name.strip()).replace("_", " ")
    words = _HUMPS.sub(" ", separated).split()
    return " ".join(word if word.isupper() else word[:1].upper() + word[1:] for word in words)


def pascal(name: str) -> str:
    """Write a tool's name as a class name: `memory_reader` gives `MemoryReader`."""
    return "".join(word[:1].upper() + word[1:] for word in title(name).split())


def is_identifier(name: str) -> bool:
    """Tell whether `name` is an ASCII identifier (keywords included)."""
    return _IDENTIFIER.match(name) is not None


def is_keyword(name: str) -> bool:
    """Tell whether Python reserves `name`, so that it needs a trailing underscore."""
    return keyword.iskeyword(name)


def parameter(name: str) -> str:
    """Name the Python parameter of a field: a keyword gets a trailing underscore."""
    return f"{name}_" if is_keyword(name) else name


def shadows_stdlib(stem: str) -> bool:
    """Tell whether a module called `stem` is a keyword or hides a standard-library module."""
    return keyword.iskeyword(stem) or stem in sys.stdlib_module_names


def is_device(stem: str) -> bool:
    """Tell whether Windows keeps a name for a device, so that no file or folder there can have it.

    Source: Microsoft, "Naming Files, Paths, and Namespaces", section on reserved names.
    """
    return _DEVICE.fullmatch(stem.lower()) is not None


def folded(name: str) -> str:
    """Fold case and separators, so that names that differ only by them compare equal."""
    return re.sub(r"[\W_]+", "", name).lower()


def propose_identifier(name: str) -> str:
    """Propose an ASCII identifier close to `name`.

    Args:
        name: Any text.

    Returns:
        A valid identifier: accents dropped, other characters turned to underscores, a leading
        digit prefixed; `value` when nothing is left.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    cleaned = _UNDERSCORES.sub("_", re.sub(r"\W+", "_", plain, flags=re.ASCII)).strip("_")
    if not cleaned:
        return "value"
    return f"n{cleaned}" if cleaned[0].isdigit() else cleaned


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Find the known word that a person most likely meant.

    Args:
        word: What was written.
        known: What could have been meant.

    Returns:
        The closest of `known` when it is close enough to propose, else None.
    """
    by_fold: dict[str, str] = {}
    for candidate in known:
        by_fold.setdefault(candidate.lower(), candidate)
    found = get_close_matches(word.lower(), by_fold, n=1, cutoff=0.7)
    return by_fold[found[0]] if found else None
