"""What can be wrong with a field: SPEC201 to SPEC223. The examples are documents."""

from lma_forge.diagnostics import Rule, Severity

_VARIATIONS = "spec language, Variations and their verdicts"
_FIELD = "spec language, section Field"
_HEAD = "## Tool: NoteReader\n\nInput:\n\n"

BAD_FIELD_NAME = Rule(
    "SPEC201",
    "bad-field-name",
    Severity.ERROR,
    "A field's name is no ASCII identifier.",
    why="The name is the parameter that the model gives and the function takes, exactly as written.",
    source=_VARIATIONS,
    bad=_HEAD + "- X-Foo (string): A header.\n",
    good=_HEAD + "- x_foo (string): A header.\n",
)
DUPLICATE_FIELD = Rule(
    "SPEC202",
    "duplicate-field",
    Severity.ERROR,
    "Two fields of one section have the same name, or names that differ only by case or underscores.",
    why="One of the two would silently win, and a model cannot tell them apart.",
    source=_VARIATIONS,
    bad=_HEAD + "- key (string): Which note.\n- Key (string): Which key.\n",
    good=_HEAD + "- note (string): Which note.\n- key (string): Which key.\n",
)
MISSING_TYPE = Rule(
    "SPEC203",
    "missing-type",
    Severity.WARNING,
    "A field states no type and is read as a string.",
    why="A number that is read as text is never checked as a number.",
    source=_VARIATIONS,
    bad=_HEAD + "- key: Which note.\n",
    good=_HEAD + "- key (string): Which note.\n",
)
UNKNOWN_TYPE = Rule(
    "SPEC204",
    "unknown-type",
    Severity.ERROR,
    "The type of a field is none of the known words.",
    why="A guess would check the wrong thing, or nothing.",
    source=_VARIATIONS,
    bad=_HEAD + "- key (strnig): Which note.\n",
    good=_HEAD + "- key (string): Which note.\n",
)
UNKNOWN_MODIFIER = Rule(
    "SPEC205",
    "unknown-modifier",
    Severity.WARNING,
    "Something in a field's parentheses is not understood.",
    why="Its author believes that it has an effect, and it has none.",
    source=_VARIATIONS,
    bad=_HEAD + "- key (string, optinal): Which note.\n",
    good=_HEAD + "- key (string, optional): Which note.\n",
)
NOT_A_FIELD = Rule(
    "SPEC206",
    "not-a-field",
    Severity.ERROR,
    "A list item or table under Input or Output is no field.",
    why="What it says would be missing from the tool's schema.",
    source="spec language, section Diagnostics",
    bad=_HEAD + "- The note that the user asks for.\n",
    good=_HEAD + "- key (string): The note that the user asks for.\n",
)
BAD_LIMIT = Rule(
    "SPEC207",
    "bad-limit",
    Severity.ERROR,
    "A limit is no number, does not fit the type, or allows nothing.",
    why="The check that its author wants would not be made.",
    source=_FIELD,
    bad=_HEAD + "- page (integer, 10 to 1): Which page.\n",
    good=_HEAD + "- page (integer, 1 to 10): Which page.\n",
)
VALUES_IN_PROSE = Rule(
    "SPEC208",
    "values-in-prose",
    Severity.INFO,
    "A description names several values in a sentence, which is no enumeration.",
    why="Only a description that consists of values limits the field to them; in a sentence they are advice.",
    source=_VARIATIONS,
    bad=_HEAD + "- mode (string): Use `fast` when in a hurry, else `deep`.\n",
    good=_HEAD + "- mode (string): `fast` or `deep`.\n",
)
FIELD_AS_PARAGRAPH = Rule(
    "SPEC209",
    "field-as-paragraph",
    Severity.WARNING,
    "A field is written as a paragraph; text that is no field at all is an error.",
    why="Fields are list items. Other text under Input or Output is easily taken for one, or lost.",
    source=_VARIATIONS,
    bad=_HEAD + "key (string): Which note.\n",
    good=_HEAD + "- key (string): Which note.\n",
)
FIELDS_AS_TABLE = Rule(
    "SPEC210",
    "fields-as-table",
    Severity.INFO,
    "Fields are written as a table.",
    why="They are read, but a list is the usual form, and a table leaves little room for modifiers.",
    source=_VARIATIONS,
    bad=_HEAD + "| Name | Type | Description |\n| --- | --- | --- |\n| key | string | Which note. |\n",
    good=_HEAD + "- key (string): Which note.\n",
)
FIELD_AS_TASK = Rule(
    "SPEC211",
    "field-as-task",
    Severity.INFO,
    "A field carries a task-list box.",
    why="The box means nothing here; it does not make a field optional.",
    source=_VARIATIONS,
    bad=_HEAD + "- [ ] key (string): Which note.\n",
    good=_HEAD + "- key (string): Which note.\n",
)
BAD_DEFAULT = Rule(
    "SPEC213",
    "bad-default",
    Severity.ERROR,
    "A default is no value of the field: of another type, not among the allowed values, or beyond a limit.",
    why="The tool would refuse its own default.",
    source=_VARIATIONS,
    bad=_HEAD + "- page (integer, default: first): Which page.\n",
    good=_HEAD + "- page (integer, default: 1): Which page.\n",
)
BAD_ALLOWED_VALUE = Rule(
    "SPEC214",
    "bad-allowed-value",
    Severity.ERROR,
    "An allowed value is empty, repeated, or of another type than the field.",
    why="A value that can never be given is a slip of the pen for one that should be.",
    source=_FIELD,
    bad=_HEAD + "- mode (string): `fast`, `fast`, or `deep`.\n",
    good=_HEAD + "- mode (string): `fast` or `deep`.\n",
)
UNCHECKED_TYPE = Rule(
    "SPEC215",
    "unchecked-type",
    Severity.WARNING,
    "A field of type any is never checked.",
    why="Whatever the model sends reaches the implementation.",
    source=_FIELD,
    bad=_HEAD + "- key (any): Which note.\n",
    good=_HEAD + "- key (string): Which note.\n",
)
CONTRADICTING_MODIFIERS = Rule(
    "SPEC216",
    "contradicting-modifiers",
    Severity.WARNING,
    "A field is called required and optional, or required with a default.",
    why="One of the two words has no effect, and a reader cannot tell which.",
    source=_FIELD,
    bad=_HEAD + "- page (integer, required, default: 1): Which page.\n",
    good=_HEAD + "- page (integer, default: 1): Which page.\n",
)
LOST_NESTING = Rule(
    "SPEC217",
    "unread-nesting",
    Severity.WARNING,
    "Bullets below a field are neither its members nor its allowed values.",
    why="They are read as part of the description and check nothing.",
    source=_VARIATIONS,
    bad=_HEAD + "- mode (string): How to read.\n  - fast: quickly\n",
    good=_HEAD + "- mode (string): How to read.\n  - `fast`: quickly\n",
)
UNREAD_CELL = Rule(
    "SPEC222",
    "unread-cell",
    Severity.WARNING,
    "A column, cell or row of a table of fields is not read.",
    why="Its author believes that it says something. Where it ought to say whether an input is required and says"
    " neither, that is an error.",
    source="spec language, Grammar (table)",
    bad=_HEAD + "| Name | Type | Remarks |\n| --- | --- | --- |\n| key | string | Which note. |\n",
    good=_HEAD + "| Name | Type | Description |\n| --- | --- | --- |\n| key | string | Which note. |\n",
)
SECOND_FIELD = Rule(
    "SPEC223",
    "second-field",
    Severity.ERROR,
    "A list item holds a second field.",
    why="One item is one field; the second one would be part of the first one's description, and missing from the"
    " tool's schema.",
    source=_FIELD,
    bad=_HEAD + "- key (string), page (integer)\n",
    good=_HEAD + "- key (string): Which note.\n- page (integer): Which page.\n",
)
RULES = (
    BAD_FIELD_NAME,
    DUPLICATE_FIELD,
    MISSING_TYPE,
    UNKNOWN_TYPE,
    UNKNOWN_MODIFIER,
    NOT_A_FIELD,
    BAD_LIMIT,
    VALUES_IN_PROSE,
    FIELD_AS_PARAGRAPH,
    FIELDS_AS_TABLE,
    FIELD_AS_TASK,
    BAD_DEFAULT,
    BAD_ALLOWED_VALUE,
    UNCHECKED_TYPE,
    CONTRADICTING_MODIFIERS,
    LOST_NESTING,
    UNREAD_CELL,
    SECOND_FIELD,
)
