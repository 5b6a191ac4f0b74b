"""Puts our binding into the lollms host by name."""

from pathlib import Path


def bindings_dir() -> Path:
    """The folder that `LollmsClient(tools_bindings_dir=…)` takes; the binding is called "lma_forge" there."""
    return Path(__file__).parent
