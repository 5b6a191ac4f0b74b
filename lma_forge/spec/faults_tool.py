"""What can be wrong with a tool and its sections: SPEC101 to SPEC118."""

from lma_forge.diagnostics import Rule, Severity

MISSING_TOOL_NAME = Rule("SPEC101", "missing-tool-name", Severity.ERROR, "A tool heading has no name.")
UNUSABLE_TOOL_NAME = Rule("SPEC102", "unusable-tool-name", Severity.ERROR, "A tool's name holds more than a name.")
NESTED_TOOL_HEADING = Rule("SPEC103", "nested-tool-heading", Severity.WARNING, "A tool heading stands in a list item or a quote and is ignored.")
DUPLICATE_SECTION = Rule("SPEC105", "duplicate-section", Severity.ERROR, "A tool has the same section twice.")
TEXT_BEFORE_LABEL = Rule("SPEC107", "text-before-label", Severity.WARNING, "Text stands before the first label of a tool and is read as its description.")
EMPTY_SECTION = Rule("SPEC108", "empty-section", Severity.WARNING, "A section says nothing.")
ALIAS_LABEL = Rule("SPEC109", "alias-label", Severity.WARNING, "A section has another label than the canonical one.")
UNKNOWN_SECTION = Rule("SPEC110", "unknown-section", Severity.WARNING, "A label opens no section of the language.")
MISSPELT_LABEL = Rule("SPEC111", "misspelt-label", Severity.ERROR, "A label is nearly that of a section.")
BAD_SECTION_VALUE = Rule("SPEC112", "bad-section-value", Severity.ERROR, "A section of one value holds another one than it can have.")
LABEL_AT_TOOL_LEVEL = Rule("SPEC113", "label-at-tool-level", Severity.WARNING, "A label is a heading of the tool's own level.")
BAD_EXAMPLE = Rule("SPEC114", "bad-example", Severity.ERROR, "An example is no JSON object with an input and an output or error.")
IGNORED_BLOCK = Rule("SPEC115", "ignored-block", Severity.WARNING, "A block in a section is not read.")
NEAR_MISS_HEADING = Rule("SPEC116", "near-miss-heading", Severity.WARNING, "A heading looks like that of a tool but is none.")
RULES_WITHOUT_LIST = Rule("SPEC117", "rules-without-list", Severity.WARNING, "A heading announces rules for all tools, but no list follows.")
RULES = (
    MISSING_TOOL_NAME, UNUSABLE_TOOL_NAME, NESTED_TOOL_HEADING, DUPLICATE_SECTION, TEXT_BEFORE_LABEL, EMPTY_SECTION, ALIAS_LABEL,
    UNKNOWN_SECTION, MISSPELT_LABEL, BAD_SECTION_VALUE, LABEL_AT_TOOL_LEVEL, BAD_EXAMPLE, IGNORED_BLOCK, NEAR_MISS_HEADING,
    RULES_WITHOUT_LIST,
)
