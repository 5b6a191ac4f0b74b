"""The one exception with which the toolkit says that it will not, or cannot, do what was asked."""

from lma_forge.errors import ForgeError


class Refusal(ForgeError):  # noqa: N818 - it is an answer, and no error of ours
    """What was asked is not done, and nothing was changed; the message says why and what would help."""


def missing(package: str, extra: str) -> Refusal:
    """Say that a package is not installed.

    Args:
        package: What is missing, as people call it.
        extra: The extra of lma-forge that brings it.
    """
    return Refusal(f"It needs {package}, which is not installed: pip install 'lma-forge[{extra}]'")
