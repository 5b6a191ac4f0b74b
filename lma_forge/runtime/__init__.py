"""Runs LCP tool libraries: discovers, loads, calls, and brings results into one shape.

Needs nothing but the standard library, and imports nothing of the rest of lma-forge but `lcp`.
"""

from lma_forge.runtime.binding import LCPBinding
from lma_forge.runtime.normalize import normalize
from lma_forge.runtime.notices import Notice

__all__ = ["LCPBinding", "Notice", "normalize"]
