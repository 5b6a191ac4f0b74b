"""What can be wrong with a tool and its sections: SPEC101 to SPEC119. The examples are documents."""

from lma_forge.diagnostics import Rule, Severity

_VARIATIONS = "spec language, Variations and their verdicts"
_TOOL = "spec language, section Tool"

MISSING_TOOL_NAME = Rule(
    "SPEC101",
    "missing-tool-name",
    Severity.ERROR,
    "A tool heading has no name.",
    why="The name becomes the module and the function that the model calls.",
    source="spec language, Grammar (tool-heading)",
    bad="## Tool:\n\nDescription:\n\nReads a note.\n",
    good="## Tool: NoteReader\n\nDescription:\n\nReads a note.\n",
)
UNUSABLE_TOOL_NAME = Rule(
    "SPEC102",
    "unusable-tool-name",
    Severity.ERROR,
    "A tool heading holds more than a name.",
    why="Parentheses, links, anchors and marks have no place in a function's name, and leaving them out by guess would"
    " give the tool a name that nobody wrote.",
    source=_VARIATIONS,
    bad="## Tool: NoteReader (beta)\n",
    good="## Tool: NoteReader\n",
)
NESTED_TOOL_HEADING = Rule(
    "SPEC103",
    "nested-tool-heading",
    Severity.WARNING,
    "A tool heading stands in a list item or a quote and is ignored.",
    why="There it is part of another text, an example perhaps, and where a tool was meant it is missing.",
    source=_VARIATIONS,
    bad="> ## Tool: NoteReader\n",
    good="## Tool: NoteReader\n",
)
DUPLICATE_SECTION = Rule(
    "SPEC105",
    "duplicate-section",
    Severity.ERROR,
    "A tool has the same section twice.",
    why="Which of the two holds is a guess; and a sentence that begins like a label has become one.",
    source=_VARIATIONS,
    bad="## Tool: NoteReader\n\nInput:\n\n- key (string): Which note.\n\nInput:\n\n- page (integer): Which page.\n",
    good="## Tool: NoteReader\n\nInput:\n\n- key (string): Which note.\n- page (integer): Which page.\n",
)
TEXT_BEFORE_LABEL = Rule(
    "SPEC107",
    "text-before-label",
    Severity.WARNING,
    "Text stands before the first label of a tool and is read as its description.",
    why="It is most likely meant so, but a label says it to everybody.",
    source=_VARIATIONS,
    bad="## Tool: NoteReader\n\nReads a note.\n",
    good="## Tool: NoteReader\n\nDescription:\n\nReads a note.\n",
)
EMPTY_SECTION = Rule(
    "SPEC108",
    "empty-section",
    Severity.WARNING,
    "A section says nothing.",
    why="Its content may have been forgotten. `None` says that nothing is meant. A description or a failure behavior"
    " that says nothing is an error, because no tool works without them.",
    source=_VARIATIONS,
    bad="## Tool: NoteReader\n\nInput:\n\nOutput:\n\n- text (string): The note.\n",
    good="## Tool: NoteReader\n\nInput: None\n\nOutput:\n\n- text (string): The note.\n",
)
ALIAS_LABEL = Rule(
    "SPEC109",
    "alias-label",
    Severity.WARNING,
    "A section has another label than the canonical one.",
    why="It is read all the same; one word for one thing makes many tools easier to compare.",
    source=_VARIATIONS,
    bad="## Tool: NoteReader\n\nArgs:\n\n- key (string): Which note.\n",
    good="## Tool: NoteReader\n\nInput:\n\n- key (string): Which note.\n",
    fix="Writes the canonical label.",
)
UNKNOWN_SECTION = Rule(
    "SPEC110",
    "unknown-section",
    Severity.WARNING,
    "A label opens no section of the language.",
    why="What stands under it is kept for people and governs nothing. The configuration can allow such labels.",
    source=_TOOL,
    bad="## Tool: NoteReader\n\nNotes:\n\nWritten in May.\n",
    good="## Tool: NoteReader\n\nDescription:\n\nReads a note. Written in May.\n",
)
MISSPELT_LABEL = Rule(
    "SPEC111",
    "misspelt-label",
    Severity.ERROR,
    "A label is nearly that of a section, or is not written as one.",
    why="Taken for text, or for an unknown section, a slip of the pen would silently drop inputs or rules.",
    source=_VARIATIONS,
    bad="## Tool: NoteReader\n\nImput:\n\n- key (string): Which note.\n",
    good="## Tool: NoteReader\n\nInput:\n\n- key (string): Which note.\n",
    fix="Writes the label that was meant.",
)
BAD_SECTION_VALUE = Rule(
    "SPEC112",
    "bad-section-value",
    Severity.ERROR,
    "A section of one value holds one that it cannot have.",
    why="Effects, approval or a timeout that are not understood would leave the tool less guarded than was written.",
    source=_TOOL,
    bad="## Tool: NoteReader\n\nEffects: raed\n",
    good="## Tool: NoteReader\n\nEffects: read\n",
)
LABEL_AT_TOOL_LEVEL = Rule(
    "SPEC113",
    "label-at-tool-level",
    Severity.WARNING,
    "A label is a heading of the tool's own level.",
    why="The outline of the document then shows the section beside the tool, not inside of it.",
    source=_VARIATIONS,
    bad="## Tool: NoteReader\n\n## Input\n\n- key (string): Which note.\n",
    good="## Tool: NoteReader\n\n### Input\n\n- key (string): Which note.\n",
)
BAD_EXAMPLE = Rule(
    "SPEC114",
    "bad-example",
    Severity.ERROR,
    "An example is no JSON object with an input, and an output or an error.",
    why="Examples are checked against the fields and become tests; one that cannot be read tests nothing.",
    source=_TOOL,
    bad='## Tool: NoteReader\n\nExamples:\n\n```json\n{"input": {"key": "a"}}\n```\n',
    good='## Tool: NoteReader\n\nExamples:\n\n```json\n{"input": {"key": "a"}, "output": {"text": "b"}}\n```\n',
)
IGNORED_BLOCK = Rule(
    "SPEC115",
    "ignored-block",
    Severity.WARNING,
    "A block in a section is not read.",
    why="Code, quotes, tables and HTML have no meaning in a section that is a list.",
    source="spec language, Reading method",
    bad="## Tool: NoteReader\n\nRules:\n\n- Read only.\n\n> Never write.\n",
    good="## Tool: NoteReader\n\nRules:\n\n- Read only.\n- Never write.\n",
)
NEAR_MISS_HEADING = Rule(
    "SPEC116",
    "near-miss-heading",
    Severity.WARNING,
    "A heading looks like that of a tool but is none.",
    why="Where a tool was meant, it is missing, and with it everything below the heading.",
    source=_VARIATIONS,
    bad="## Tools: NoteReader\n",
    good="## Tool: NoteReader\n",
)
RULES_WITHOUT_LIST = Rule(
    "SPEC117",
    "rules-without-list",
    Severity.WARNING,
    "A heading announces rules for all tools, but no list follows.",
    why="Only list items are rules; a paragraph is read by people alone and governs nothing.",
    source="spec language, section Document",
    bad="## Global Tool Rules\n\nDo not fabricate data.\n\n## Tool: NoteReader\n",
    good="## Global Tool Rules\n\n1. Do not fabricate data.\n\n## Tool: NoteReader\n",
)
LABEL_IN_TEXT = Rule(
    "SPEC118",
    "label-in-text",
    Severity.WARNING,
    "A section of one value stands where it is read as text: in a list item, or in an indented block.",
    why="Its author believes that the tool asks for approval, or has a risk or a timeout, and it has none.",
    source="spec language, Grammar (label-open)",
    bad="## Tool: NoteReader\n\nRules:\n\n- Read only.\n- Approval: always\n",
    good="## Tool: NoteReader\n\nRules:\n\n- Read only.\n\nApproval: always\n",
)
UNREAD_LIST_MARK = Rule(
    "SPEC119",
    "unread-list-mark",
    Severity.ERROR,
    "A line begins like a list item, with a mark that markdown does not know.",
    why="The lines are read as one text: two rules become one sentence that no check recognises.",
    source="spec language, section Tool",
    bad="## Tool: NoteReader\n\nRules:\n\n• Read only.\n• Never delete.\n",
    good="## Tool: NoteReader\n\nRules:\n\n- Read only.\n- Never delete.\n",
    fix="Writes `- ` for the mark.",
)
RULES = (
    MISSING_TOOL_NAME,
    UNUSABLE_TOOL_NAME,
    NESTED_TOOL_HEADING,
    DUPLICATE_SECTION,
    TEXT_BEFORE_LABEL,
    EMPTY_SECTION,
    ALIAS_LABEL,
    UNKNOWN_SECTION,
    MISSPELT_LABEL,
    BAD_SECTION_VALUE,
    LABEL_AT_TOOL_LEVEL,
    BAD_EXAMPLE,
    IGNORED_BLOCK,
    NEAR_MISS_HEADING,
    RULES_WITHOUT_LIST,
    LABEL_IN_TEXT,
    UNREAD_LIST_MARK,
)
