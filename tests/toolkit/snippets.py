"""Ordinary code as people have it run: each must do in the sandbox what it does in Python."""

from pathlib import Path

NEEDS_MORE = frozenset({"subprocess", "multiprocessing", "numpy"})
"""Snippets that need another process, or a package that is not there."""

_FOLDER = Path(__file__).resolve().parents[1] / "corpus" / "snippets"
SNIPPETS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(_FOLDER.glob("*.py"))}
"""Each by its name; they print nothing that depends on the machine or the moment."""
