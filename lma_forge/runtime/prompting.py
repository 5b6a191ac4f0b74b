"""Evaluates prompt providers: functions that describe a tool or library anew (doctrine 3)."""

import types

from lma_forge.lcp import PromptView
from lma_forge.runtime.notices import warn
from lma_forge.runtime.settle import settle


def prompt_text(prompt: PromptView, module: types.ModuleType | None) -> str | None:
    """The text of a provider.

    Args:
        prompt: The provider.
        module: Its loaded module; without one only a literal text can be given.

    Returns:
        The text; None when the provider gives none, fails, or would have to be loaded first.
    """
    if prompt.text is not None:
        return prompt.text.strip() and prompt.text
    function = getattr(module, prompt.name, None)
    if not callable(function):
        return None
    try:
        text = settle(function())
        return None if text is None else str(text).strip() and str(text)
    except Exception as fault:  # noqa: BLE001 - it is the module's code
        warn(f"prompt provider '{prompt.name}' raised", fault)
        return None
