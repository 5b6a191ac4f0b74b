"""The parameters of a loaded function."""

import inspect
import sys
from collections.abc import Callable, Mapping
from typing import Any


def parameters_of(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter] | None:
    """The parameters that a callable really takes, by name; None when it does not tell.

    Args:
        function: Any callable; what `functools.wraps` wraps counts.
    """
    try:
        if sys.version_info >= (3, 14):
            # Annotations are evaluated late there, and one that names nothing must not matter.
            from annotationlib import Format  # noqa: PLC0415

            return inspect.signature(function, annotation_format=Format.STRING).parameters
        return inspect.signature(function).parameters
    except (TypeError, ValueError):
        return None
