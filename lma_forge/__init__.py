"""lma-forge compiles governance written in markdown into LLM tools that obey it."""

__version__ = "0.1.0"

__all__ = ["__version__"]
