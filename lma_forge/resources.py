"""Where the templates and specs that ship with lma-forge are, installed or in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _bundled(name: str) -> Path:
    # A wheel carries the two folders inside the package; in a checkout (and so in an editable
    # install) they stand beside it.
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def package_folder() -> Path:
    """Find the folder of the package itself, whose files tell one build from another."""
    return _PACKAGE


def templates_folder() -> Path:
    """Find the folder of the bundled templates; the keys of `templates` are paths below it."""
    return _bundled("templates")


def specs_folder() -> Path:
    """Find the folder of the bundled specs."""
    return _bundled("specs")


def bundled_spec() -> Path:
    """Find the spec that is used where a project has none."""
    return specs_folder() / "Tools.md"
