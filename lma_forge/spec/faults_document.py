"""What can be wrong with a file or a document as a whole: SPEC001 to SPEC016.

The examples are documents; where a fault cannot be shown as text, there is none.
"""

from lma_forge.diagnostics import Rule, Severity

_VARIATIONS = "spec language, Variations and their verdicts"
_READING = "spec language, Reading method"

VIEWER_COPY = Rule(
    "SPEC001",
    "viewer-copy",
    Severity.WARNING,
    "The document was copied off a page that shows files as a table.",
    why="Every line stands in a table row, so other readers see one large table and no headings at all. The text is"
    " taken out of the rows and read; where text would be lost, that is an error.",
    source=_VARIATIONS,
    bad="| ## Tool: NoteReader | |\n| Input: | |\n| - key (string): Which note. | |\n",
    good="## Tool: NoteReader\nInput:\n- key (string): Which note.\n",
)
UNDECODABLE_FILE = Rule(
    "SPEC002",
    "undecodable-file",
    Severity.ERROR,
    "The file is no UTF-8.",
    why="A guess at another encoding would change names and messages without anybody noticing.",
    source="spec language, Diagnostics (Bytes)",
)
NUL_CHARACTER = Rule(
    "SPEC003",
    "nul-character",
    Severity.ERROR,
    "The file holds a NUL.",
    why="No text editor writes one: the file is binary or damaged, and what is left of it cannot be trusted.",
    source="spec language, Diagnostics (Bytes)",
)
EMPTY_DOCUMENT = Rule(
    "SPEC004",
    "empty-document",
    Severity.ERROR,
    "The document is empty.",
    why="Nothing would be generated, which looks like success.",
    source="spec language, Diagnostics",
    bad="\n\n",
    good="## Tool: NoteReader\n",
)
NOT_A_TOOL_SPEC = Rule(
    "SPEC005",
    "not-a-tool-spec",
    Severity.ERROR,
    "The document declares no tool.",
    why="Notes, settings or a design text given by mistake would silently produce nothing. The message says what the"
    " document looks like, and repeats none of its text, which may be secret.",
    source="spec language, Diagnostics",
    bad="# Notes\n\nBuy bread.\n",
    good="# Notes\n\n## Tool: NoteReader\n",
)
OVERSIZED_DOCUMENT = Rule(
    "SPEC006",
    "oversized-document",
    Severity.ERROR,
    "The document is larger than 16 MiB.",
    why="No governance document is as large; reading it would take minutes and gigabytes.",
    source="spec language, Diagnostics",
)
TOO_DEEP = Rule(
    "SPEC007",
    "nesting-too-deep",
    Severity.ERROR,
    "Lists or quotes are nested so deeply that their text is not read.",
    why="The block parser stops at a fixed depth. What stands deeper would be lost without a word.",
    source=_READING,
    bad="- " * 60 + "deep\n",
    good="- - - not so deep\n",
)
UNCLOSED_FENCE = Rule(
    "SPEC010",
    "unclosed-fence",
    Severity.ERROR,
    "A code fence is never closed.",
    why="Everything below it is code for every reader of markdown: tools and sections vanish. A fence that hides"
    " neither is a warning.",
    source=_VARIATIONS,
    bad="## Tool: NoteReader\n\n```\nnotes = read()\n\n## Tool: NoteWriter\n",
    good="## Tool: NoteReader\n\n```\nnotes = read()\n```\n\n## Tool: NoteWriter\n",
)
HIDING_HTML = Rule(
    "SPEC011",
    "hiding-html",
    Severity.ERROR,
    "A comment or an HTML block hides parts of the spec.",
    why="A comment that is never closed, or a tag without a blank line below it, takes the lines that follow with it.",
    source=_VARIATIONS,
    bad="<details>\n## Tool: NoteReader\n</details>\n",
    good="<details>\n\n## Tool: NoteReader\n\n</details>\n",
)
RULE_UNDER_TEXT = Rule(
    "SPEC012",
    "rule-under-text",
    Severity.WARNING,
    "A horizontal rule stands right under text.",
    why="Markdown calls that a heading, so other readers show the last sentence of a tool in large letters.",
    source=_READING,
    bad="## Tool: NoteReader\n\nDescription:\n\nReads a note.\n---\n",
    good="## Tool: NoteReader\n\nDescription:\n\nReads a note.\n\n---\n",
    fix="Puts a blank line before the rule.",
)
INDENTED_LABEL = Rule(
    "SPEC013",
    "indented-label",
    Severity.WARNING,
    "A label is indented into the list item above it.",
    why="Some formatters do this to a document without blank lines. The section is read, but every other reader shows"
    " its label as part of the item.",
    source=_VARIATIONS,
    bad="## Tool: NoteReader\n\nUse When:\n\n- A note is asked for.\n  Input:\n\n- key (string): Which note.\n",
    good="## Tool: NoteReader\n\nUse When:\n\n- A note is asked for.\n\nInput:\n\n- key (string): Which note.\n",
    fix="Moves the label to the start of its line.",
)
TEXT_IN_LABEL_HEADING = Rule(
    "SPEC014",
    "text-in-label-heading",
    Severity.WARNING,
    "A label that is a heading carries the section's text.",
    why="A heading is a title; its text is not where people and other tools look for the section.",
    source=_VARIATIONS,
    bad="## Tool: NoteReader\n\n### Description: Reads a note.\n",
    good="## Tool: NoteReader\n\n### Description\n\nReads a note.\n",
)
HIDDEN_COMMENT = Rule(
    "SPEC015",
    "hidden-comment",
    Severity.INFO,
    "A comment in a tool is not part of the spec.",
    why="Readers of the page do not see it, so its text never reaches a model or a module. Text behind it on the same"
    " line is lost as well, which is a warning.",
    source=_VARIATIONS,
    bad="## Tool: NoteReader\n\n<!-- Also reads letters. -->\n\nDescription:\n\nReads a note.\n",
    good="## Tool: NoteReader\n\nDescription:\n\nReads a note. Also reads letters.\n",
)
MALFORMED_DIRECTIVE = Rule(
    "SPEC016",
    "malformed-directive",
    Severity.WARNING,
    "A comment that addresses lma-forge is not understood.",
    why="Its author believes that a finding is accepted, and it is not.",
    source="spec language, Grammar (suppress)",
    bad="<!-- lma: ignore SPEC203 -- a key is always text -->\n\n## Tool: NoteReader\n",
    good="<!-- lma: disable SPEC203 -- a key is always text -->\n\n## Tool: NoteReader\n",
)
RULES = (
    VIEWER_COPY,
    UNDECODABLE_FILE,
    NUL_CHARACTER,
    EMPTY_DOCUMENT,
    NOT_A_TOOL_SPEC,
    OVERSIZED_DOCUMENT,
    TOO_DEEP,
    UNCLOSED_FENCE,
    HIDING_HTML,
    RULE_UNDER_TEXT,
    INDENTED_LABEL,
    TEXT_IN_LABEL_HEADING,
    HIDDEN_COMMENT,
    MALFORMED_DIRECTIVE,
)
