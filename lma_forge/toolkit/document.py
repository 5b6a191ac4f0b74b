"""The spec that tools consult about tools: the host's, or the bundled one.

It is never looked for in the workspace, whose files a model may change: whoever could write the
document there would decide what is allowed.
"""

from functools import lru_cache
from pathlib import Path

from lma_forge import resources
from lma_forge.model import Spec
from lma_forge.spec import decode, parse
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.settings import Config, text


def document(config: Config) -> Spec:
    """Read the spec.

    Args:
        config: The host's configuration; its key `spec_path` is the absolute path of the document,
            and without it the bundled one is read.

    Raises:
        Refusal: It cannot be read, or has errors; nothing is judged by half a document.
    """
    chosen = text(config, "spec_path")
    path = Path(chosen) if chosen else resources.bundled_spec()
    if not path.is_absolute():
        raise Refusal(f"The host's configuration has {chosen!r} as spec_path; it must be an absolute path.")
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise Refusal(f"The document {path} cannot be read: {problem}.") from error
    content, found = decode(data, str(path))
    if content is None:
        raise Refusal(f"The document {path} cannot be read: {found[0].message}")
    return _read(content, str(path))


@lru_cache(maxsize=4)
def _read(content: str, path: str) -> Spec:
    parsed = parse(content, path)
    errors = [one for one in parsed.diagnostics if one.severity.value == "error"]
    if errors:
        raise Refusal(f"The document {path} has errors, such as line {errors[0].span.line}: {errors[0].message}")
    return parsed.spec
