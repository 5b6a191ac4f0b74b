"""Markdown to the model of a spec, and back."""

from lma_forge.spec.decoding import decode
from lma_forge.spec.parsing import parse
from lma_forge.spec.reading import Parsed, ReadOptions, Suppression
from lma_forge.spec.write import write

__all__ = ["Parsed", "ReadOptions", "Suppression", "decode", "parse", "write"]
