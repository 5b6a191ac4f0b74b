"""Runs code that nobody has to trust, in a process that can reach nothing.

Three tiers, the best that works on this machine first; each has to hold off real attempts before any
code is given to it:

- `bwrap+box`: bubblewrap shows the process no other files, processes or networks, and the box below
  runs in it. Linux, where user namespaces are permitted.
- `box`: Landlock leaves it a scratch folder and what Python needs to read, seccomp the system calls
  that are harmless. Linux on x86-64, in containers too. It can still learn that a file outside exists,
  and how long it is.
- `wasi`: Python for WebAssembly in wasmtime, in a process that is killed when its time is up. Any
  system; needs the extra `sandbox`. No threads, no packages.

Where none holds, nothing is run. The workspace is lent for reading, without the files that are there to
hold secrets. All of it shares the kernel, so a fault of the kernel is a way out.
"""

import re

from lma_forge.toolkit.own import own_business
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.sandbox.limits import Limits
from lma_forge.toolkit.settings import Config

__all__ = ["run"]

_PYTHON = re.compile(r"(?:c?python|py)[ -]?(?:v?3(?:\.[0-9]{1,2}){0,2})?")
_LONGEST = 256 * 1024


def run(config: Config, code: str, language: str, purpose: str) -> tuple[str, str]:
    """Run code.

    Args:
        config: The host's configuration of the tool.
        code: The code; it runs as a script does.
        language: `python`; others are not available.
        purpose: What the run is for; it must say something.

    Returns:
        What the code wrote as its result, and what it wrote as errors though it succeeded.

    Raises:
        Refusal: It was not run, or it failed: then the message begins with the error's own, and
            explains it in plain words.
    """
    from lma_forge.toolkit.audit.around import digest, recorded  # noqa: PLC0415 - not every import runs code
    from lma_forge.toolkit.sandbox import telling, tiers  # noqa: PLC0415 - as above

    limits = Limits.of(config)
    if not _PYTHON.fullmatch(language.strip().lower()):
        raise Refusal(f"The language {language.strip()[:40]!r} is not available; python is. The code was not run.")
    if not purpose.strip():
        raise Refusal("The purpose is empty; say what the run is for. The code was not run.")
    if len(code.encode("utf-8", "surrogatepass")) > _LONGEST or "\0" in code:
        raise Refusal(f"The code has null characters, or more than {_LONGEST:,} bytes. It was not run.")
    try:
        data = code.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Refusal(f"The code holds {code[error.start]!a}, which is no character. It was not run.") from error
    with recorded(config, "code.run", f"python, to {purpose.strip()}: {digest(code)}") as record, own_business():
        tier = tiers.chosen(config, limits)
        ended = tier.run(data, limits)
        if ended.code or ended.stopped:
            raise Refusal(telling.failure(ended, limits))
    return telling.clean(ended.output), telling.clean(ended.errors) + record.note
