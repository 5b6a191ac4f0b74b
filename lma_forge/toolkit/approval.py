"""Asks the operator about what only shows within a call, in the form that the LCP doctrine's section 5 has."""

import json
from collections.abc import Mapping

from lma_forge.toolkit.settings import Config


def refused(config: Config, label: str, question: str, arguments: Mapping[str, object]) -> str:
    """Ask whether something may be done.

    Args:
        config: The host's configuration; its key `confirm_handler` is who is asked, and with the
            autonomy level `full_access` nobody is.
        label: Which function asks.
        question: What is about to be done, in a sentence.
        arguments: The arguments of the call, all of which the operator sees.

    Returns:
        "" where it may be done, else why not. Only the exact answers `allow` and `always` permit it.
    """
    if config.get("autonomy_level") == "full_access":
        return ""
    handler = config.get("confirm_handler")
    if not callable(handler):
        return "an operator must approve that, and there is none to ask"
    argv = [f"{name}={json.dumps(value)}" for name, value in arguments.items()]
    try:
        answer = handler("\n".join([question, *argv]), label, argv)
    except Exception as error:  # noqa: BLE001 - whatever a host's function raises is no yes
        return f"the operator could not be asked: {error}"
    decision, reason = (*answer, "", "")[:2] if isinstance(answer, tuple) else ("", "")
    if isinstance(decision, str) and decision in ("allow", "always"):
        return ""
    return str(reason or "").strip() or "the operator did not approve it"
