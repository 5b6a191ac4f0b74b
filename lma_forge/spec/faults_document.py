"""What can be wrong with a file or a document as a whole: SPEC001 to SPEC016."""

from lma_forge.diagnostics import Rule, Severity

VIEWER_COPY = Rule("SPEC001", "viewer-copy", Severity.WARNING, "The document was copied off a page that shows files as a table.")
UNDECODABLE_FILE = Rule("SPEC002", "undecodable-file", Severity.ERROR, "The file is no UTF-8.")
NUL_CHARACTER = Rule("SPEC003", "nul-character", Severity.ERROR, "The file holds a NUL.")
EMPTY_DOCUMENT = Rule("SPEC004", "empty-document", Severity.ERROR, "The document is empty.")
NOT_A_TOOL_SPEC = Rule("SPEC005", "not-a-tool-spec", Severity.ERROR, "The document declares no tool.")
OVERSIZED_DOCUMENT = Rule("SPEC006", "oversized-document", Severity.ERROR, "The document is too large to be read.")
TOO_DEEP = Rule("SPEC007", "nesting-too-deep", Severity.ERROR, "Lists or quotes are nested too deeply to be read.")
UNCLOSED_FENCE = Rule("SPEC010", "unclosed-fence", Severity.ERROR, "A code fence is never closed and hides what follows.")
HIDING_HTML = Rule("SPEC011", "hiding-html", Severity.ERROR, "A comment or an HTML block hides parts of the spec.")
RULE_UNDER_TEXT = Rule("SPEC012", "rule-under-text", Severity.WARNING, "A horizontal rule stands right under text, which makes it a heading elsewhere.")
INDENTED_LABEL = Rule("SPEC013", "indented-label", Severity.WARNING, "A label is indented into the list item above it.")
TEXT_IN_LABEL_HEADING = Rule("SPEC014", "text-in-label-heading", Severity.WARNING, "A label that is a heading carries the section's text.")
HIDDEN_COMMENT = Rule("SPEC015", "hidden-comment", Severity.INFO, "A comment in a tool is not part of the spec.")
MALFORMED_DIRECTIVE = Rule("SPEC016", "malformed-directive", Severity.WARNING, "A comment that addresses lma-forge is not understood.")
RULES = (
    VIEWER_COPY, UNDECODABLE_FILE, NUL_CHARACTER, EMPTY_DOCUMENT, NOT_A_TOOL_SPEC, OVERSIZED_DOCUMENT, TOO_DEEP, UNCLOSED_FENCE,
    HIDING_HTML, RULE_UNDER_TEXT, INDENTED_LABEL, TEXT_IN_LABEL_HEADING, HIDDEN_COMMENT, MALFORMED_DIRECTIVE,
)
