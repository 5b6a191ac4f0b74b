"""What can be wrong with a field: SPEC201 to SPEC219."""

from lma_forge.diagnostics import Rule, Severity

BAD_FIELD_NAME = Rule("SPEC201", "bad-field-name", Severity.ERROR, "A field's name is no ASCII identifier.")
DUPLICATE_FIELD = Rule("SPEC202", "duplicate-field", Severity.ERROR, "Two fields of one section have the same name, or names that differ only by case or underscores.")
MISSING_TYPE = Rule("SPEC203", "missing-type", Severity.WARNING, "A field states no type and is read as a string.")
UNKNOWN_TYPE = Rule("SPEC204", "unknown-type", Severity.ERROR, "The type of a field is none of the known words.")
UNKNOWN_MODIFIER = Rule("SPEC205", "unknown-modifier", Severity.WARNING, "Something in a field's parentheses is not understood.")
NOT_A_FIELD = Rule("SPEC206", "not-a-field", Severity.ERROR, "A list item under Input or Output is no field.")
BAD_LIMIT = Rule("SPEC207", "bad-limit", Severity.ERROR, "A limit is no number, does not fit the type, or allows nothing.")
VALUES_IN_PROSE = Rule("SPEC208", "values-in-prose", Severity.INFO, "A description speaks of several values in a sentence, which is no enumeration.")
FIELD_AS_PARAGRAPH = Rule("SPEC209", "field-as-paragraph", Severity.WARNING, "A field is written as a paragraph, not as a list item.")
FIELDS_AS_TABLE = Rule("SPEC210", "fields-as-table", Severity.INFO, "Fields are written as a table.")
FIELD_AS_TASK = Rule("SPEC211", "field-as-task", Severity.INFO, "A field carries a task-list box.")
BAD_DEFAULT = Rule("SPEC213", "bad-default", Severity.ERROR, "A default is no value of the field.")
BAD_ALLOWED_VALUE = Rule("SPEC214", "bad-allowed-value", Severity.ERROR, "An allowed value is empty, repeated, or of another type than the field.")
UNCHECKED_TYPE = Rule("SPEC215", "unchecked-type", Severity.WARNING, "A field of type any is never checked.")
CONTRADICTING_MODIFIERS = Rule("SPEC216", "contradicting-modifiers", Severity.WARNING, "A field's modifiers contradict each other.")
LOST_NESTING = Rule("SPEC217", "nesting-not-read", Severity.WARNING, "Bullets are nested under a field that can have no members.")
RULES = (
    BAD_FIELD_NAME, DUPLICATE_FIELD, MISSING_TYPE, UNKNOWN_TYPE, UNKNOWN_MODIFIER, NOT_A_FIELD, BAD_LIMIT, VALUES_IN_PROSE,
    FIELD_AS_PARAGRAPH, FIELDS_AS_TABLE, FIELD_AS_TASK, BAD_DEFAULT, BAD_ALLOWED_VALUE, UNCHECKED_TYPE,
    CONTRADICTING_MODIFIERS, LOST_NESTING,
)
