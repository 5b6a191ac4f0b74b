"""Decides which libraries may be loaded: by their load flag, and as the lollms host does."""

from collections.abc import Mapping
from typing import Any

from lma_forge.runtime.files import ReadFile
from lma_forge.runtime.options import is_on

OFFICE = frozenset(
    {
        "as_is_document_tools",
        "document_editor",
        "pptx_builder",
        "docx_mastery",
        "pptx_mastery",
        "xlsx_mastery",
        "powerpoint_tools",
        "word_tools",
        "excel_tools",
    }
)
"""Stems that the lollms host hides unless a session flag is on."""

_OWN_FLAG = {"powerpoint_tools": "enable_powerpoint", "word_tools": "enable_word", "excel_tools": "enable_excel"}


class Gates:
    """What decides whether a library is loaded.

    Args:
        flags: Load flags given to the binding's constructor.
        compat: "lollms" to hide what that host hides.
    """

    def __init__(self, flags: Mapping[str, object], compat: str | None) -> None:
        self.flags = dict(flags)
        self.session: dict[str, Any] = {}
        self._compat = compat

    def permits(self, file: ReadFile, configs: Mapping[str, Any]) -> bool:
        """Whether a module may be loaded.

        The flag that it names is looked up in the library's host configuration, then among the
        constructor's options; without a value, or when it cannot be read, the module stays out.

        Args:
            file: The module.
            configs: `host_tool_configs`.
        """
        if self._compat == "lollms" and not self._office_admits(file.stem):
            return False
        library = file.view.library
        if not library.gated:
            return True
        if not library.load_flag:
            return False
        config = configs.get(file.stem)
        value = config.get(library.load_flag) if isinstance(config, dict) and library.load_flag in config else None
        if value is None:
            value = self.flags.get(library.load_flag, False)
        return is_on(value)

    def _office_admits(self, stem: str) -> bool:
        if stem not in OFFICE:
            return True
        own = _OWN_FLAG.get(stem)
        wanted = (own,) if own else ("enable_office_files", *_OWN_FLAG.values())
        return any(self.session.get(flag) for flag in wanted)
