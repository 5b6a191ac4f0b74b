"""Lets the toolkit do its own business while a tool runs under the runtime guard.

The guard holds a tool to its workspace and its declared effects. A store in the host's data folder
and the process of the sandbox are no effects of the tool on the workspace, and the toolkit confines
both by itself: the reader's connection cannot write, the code's process cannot do anything.
"""

import contextlib
import sys


def own_business() -> contextlib.AbstractContextManager[None]:
    """Suspend the guard for what the toolkit does itself, in this thread and those that it starts.

    Where the guard's module is not loaded, there is no guard; so it is not imported for this.
    """
    guard = sys.modules.get("lma_forge.runtime.guard")
    return contextlib.nullcontext() if guard is None else guard.unguarded()
