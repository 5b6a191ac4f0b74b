"""The concrete syntax of libcst, loaded when a rule first looks at code.

Importing libcst takes longer than checking a small file, so nothing may import it before a file
needs it. Rules write `from lma_forge.rules import cst` and use `cst.Call` as they would with
`import libcst as cst`, inside functions only; annotations stay unevaluated with
`from __future__ import annotations`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from libcst import *  # noqa: F403 - type checkers see all of libcst
else:

    def __getattr__(name: str) -> Any:  # noqa: ANN401 - any of libcst
        if name.startswith("__"):
            raise AttributeError(name)
        import libcst  # noqa: PLC0415 - that is the point

        value = getattr(libcst, name)
        globals()[name] = value
        return value
