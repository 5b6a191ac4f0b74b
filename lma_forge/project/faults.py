"""What can be wrong with a project: its configuration (CFG), its files (FILE), its generated modules (GEN)."""

from lma_forge.diagnostics import Rule, Severity

_PRODUCT = "product, section Commands"
_MODULE = "generated module, section Regeneration"

BROKEN_CONFIG = Rule(
    code="CFG101",
    name="broken-config",
    severity=Severity.ERROR,
    summary="The configuration file is no TOML.",
    why="A configuration that cannot be read would silently give way to the defaults.",
    source=_PRODUCT,
    bad='[tool.lma-forge]\nout = "generated_tools\n',
    good='[tool.lma-forge]\nout = "generated_tools"\n',
)
UNKNOWN_KEY = Rule(
    code="CFG102",
    name="unknown-key",
    severity=Severity.ERROR,
    summary="A key of [tool.lma-forge] that does not exist.",
    why="A misspelt key would silently have no effect.",
    source=_PRODUCT,
    bad='[tool.lma-forge]\nspec = ["specs/Tools.md"]\n',
    good='[tool.lma-forge]\nspecs = ["specs/Tools.md"]\n',
)
WRONG_TYPE = Rule(
    code="CFG103",
    name="wrong-type",
    severity=Severity.ERROR,
    summary="A value of [tool.lma-forge] of the wrong type.",
    why="Guessing what was meant could read or write the wrong files.",
    source=_PRODUCT,
    bad='[tool.lma-forge]\nspecs = "specs/Tools.md"\n',
    good='[tool.lma-forge]\nspecs = ["specs/Tools.md"]\n',
)
WRONG_VALUE = Rule(
    code="CFG104",
    name="wrong-value",
    severity=Severity.ERROR,
    summary="A value of [tool.lma-forge] that is none of those allowed.",
    why="The setting would have no effect, or another one than meant.",
    source=_PRODUCT,
    bad='[tool.lma-forge]\nlayout = "folder"\n',
    good='[tool.lma-forge]\nlayout = "tool"\n',
)

NO_SUCH_FILE = Rule(
    code="FILE001",
    name="no-such-file",
    severity=Severity.ERROR,
    summary="A path that was asked for and does not exist.",
    why="A gate that checks nothing must not pass.",
    source=_PRODUCT,
)
UNREADABLE_FILE = Rule(
    code="FILE002",
    name="unreadable-file",
    severity=Severity.ERROR,
    summary="A file that the system does not let us read.",
    why="What is not read is not checked; the other files still are.",
    source=_PRODUCT,
)
NOT_A_FILE = Rule(
    code="FILE003",
    name="not-a-file",
    severity=Severity.ERROR,
    summary="A folder, a pipe or a device where a file is needed.",
    why="Reading a pipe or a device may never end.",
    source=_PRODUCT,
)
FILE_TOO_LARGE = Rule(
    code="FILE004",
    name="file-too-large",
    severity=Severity.ERROR,
    summary="A file of more than 32 MiB.",
    why="No spec and no tool module is as large; something else stands there.",
    source=_PRODUCT,
)
UNWRITABLE_FILE = Rule(
    code="FILE005",
    name="unwritable-file",
    severity=Severity.ERROR,
    summary="A file that cannot be written; what stood there before still stands.",
    why="The full disk or the missing permission has to be mended before the run is repeated.",
    source="product, section Promises",
)
NOTHING_TO_CHECK = Rule(
    code="FILE006",
    name="nothing-to-check",
    severity=Severity.ERROR,
    summary="A folder or file that holds neither a spec nor a Python file.",
    why="A gate that checks nothing must not pass.",
    source=_PRODUCT,
)

SPEC_DRIFT = Rule(
    code="GEN101",
    name="spec-drift",
    severity=Severity.ERROR,
    summary="A generated module that differs from what the spec says now.",
    why="The model would be told one thing and the document another.",
    source=_MODULE,
    fix="`lma-forge generate` brings the module up to date.",
)
TEMPLATE_DRIFT = Rule(
    code="GEN102",
    name="template-drift",
    severity=Severity.ERROR,
    summary="A generated module that an older template or version wrote, while the spec is the same.",
    why="After an upgrade every module may differ; that is no change of meaning.",
    source=_MODULE,
    fix="`lma-forge generate` brings the module up to date.",
)
EDITED_CONTRACT = Rule(
    code="GEN103",
    name="edited-contract",
    severity=Severity.ERROR,
    summary="A definition of the generated contract that was edited by hand.",
    why="The contract belongs to the spec; an edit in the module would be lost or would contradict it.",
    source=_MODULE,
)
SIGNATURE_CONFLICT = Rule(
    code="GEN104",
    name="signature-conflict",
    severity=Severity.ERROR,
    summary="An implementation whose signature was changed by hand and does not fit the spec's inputs.",
    why="The contract passes what the spec declares, so the call would fail; which side is right nobody can guess.",
    source=_MODULE,
)
REMOVED_INPUT = Rule(
    code="GEN105",
    name="removed-input",
    severity=Severity.WARNING,
    summary="Hand-written code that still uses an input, or a helper of the contract, which is no longer there.",
    why="The name is bound to nothing any more, and the tool fails when it gets there.",
    source=_MODULE,
    fix="Change the code that uses it; it is told until nothing does.",
)
NEW_INPUT = Rule(
    code="GEN106",
    name="new-input",
    severity=Severity.INFO,
    summary="A new input of the spec that the implementation does not use yet.",
    why="The model may set it, and nothing comes of it.",
    source=_MODULE,
)
LIVE_ORPHAN = Rule(
    code="GEN107",
    name="live-orphan",
    severity=Severity.ERROR,
    summary="A module in the folder of generated modules whose tool is no longer in the spec, or is reserved.",
    why="Hosts still offer the tool, against the spec.",
    source=_MODULE,
    fix="`lma-forge generate` removes it, or sets it aside where it holds hand-written code.",
)
QUARANTINED = Rule(
    code="GEN108",
    name="quarantined",
    severity=Severity.WARNING,
    summary="Hand-written code of a tool that is no longer in the spec; it was set aside, where no host finds it.",
    why="Left in place the tool would stay callable, and deleted the code would be lost.",
    source=_MODULE,
    fix="`lma-forge generate --prune` deletes what was set aside; bringing the tool back restores it.",
)
UNREADABLE_MODULE = Rule(
    code="GEN109",
    name="unreadable-module",
    severity=Severity.ERROR,
    summary="A generated module that is no Python, no UTF-8, too large, or a link that leaves the output folder.",
    why="What it holds may be somebody's work, so it is neither read nor replaced.",
    source=_MODULE,
)
DELETED_MODULE = Rule(
    code="GEN110",
    name="deleted-module",
    severity=Severity.ERROR,
    summary="A module that was generated and then deleted by hand, while the spec still has its tool.",
    why="Making it again would undo the deletion; leaving it unmentioned would hide that the tool is missing.",
    source=_MODULE,
    fix="`lma-forge generate --restore` makes it again.",
)
BROKEN_LOCK = Rule(
    code="GEN111",
    name="broken-lock",
    severity=Severity.WARNING,
    summary="The lock file is missing while modules are there, or it cannot be read.",
    why="Without it nobody can tell what was generated from what was written by hand, so every difference counts as "
    "written by hand.",
    source=_MODULE,
    fix="`lma-forge generate` writes it anew.",
)
UNIMPLEMENTED = Rule(
    code="GEN112",
    name="unimplemented",
    severity=Severity.INFO,
    summary="A generated tool whose implementation still raises NotImplementedError.",
    why="A call of it fails and says that it is not implemented yet.",
    source=_MODULE,
)
RENAME_OFFERED = Rule(
    code="GEN113",
    name="rename-offered",
    severity=Severity.WARNING,
    summary="A tool that is gone and a new one that are much alike: perhaps one tool under another name.",
    why="Nobody is asked to write the same code twice; whether it is the same tool only a person can say.",
    source=_MODULE,
    fix="`lma-forge generate --rename OLD=NEW` carries the code over.",
)
FEWER_TOOLS = Rule(
    code="GEN114",
    name="fewer-tools",
    severity=Severity.WARNING,
    summary="The spec has fewer tools than the last time modules were generated.",
    why="A heading that went wrong takes a tool with it; a removal that was meant needs no action.",
    source=_MODULE,
)
FAILED_VERIFICATION = Rule(
    code="GEN115",
    name="failed-verification",
    severity=Severity.ERROR,
    summary="A rendered module that, read back, does not say what the spec says; it was not written.",
    why="A host would offer another tool than the one that was specified.",
    source="product, section Promises",
)
WRITTEN_MODULE = Rule(
    code="GEN116",
    name="written-module",
    severity=Severity.ERROR,
    summary="A tool that would move to another module, while hand-written code stands in its old one.",
    why="Which of the functions beside the tool go with it, nobody can tell.",
    source=_MODULE,
)
CARRIED = Rule(
    code="GEN117",
    name="carried-over",
    severity=Severity.INFO,
    summary="Hand-written code that was carried over into the module in which its tool stands now.",
    why="Whoever looks for it in its old place should know where it is.",
    source=_MODULE,
)
MODULE_COLLISION = Rule(
    code="GEN118",
    name="module-collision",
    severity=Severity.ERROR,
    summary="Two specs, or two categories, that meet in one module or one tool name.",
    why="One would overwrite the other, and hosts call only one of two tools of the same name.",
    source="generated module, section Names",
)

RULES: tuple[Rule, ...] = tuple(value for value in tuple(globals().values()) if isinstance(value, Rule))
"""The catalogue entries of everything above."""
