"""Fields in every form: names, types, modifiers, values, members, tables."""

import pytest

from lma_forge.model import JsonText, Kind, Limits
from lma_forge.spec.values import code_spans, enumeration, is_lead, json_value, plain_values, unquoted, value_of
from tests.spec.documents import found, read, sliced, tool


def fields(body: str):
    parsed = read(tool(Input=body))
    return parsed.spec.tools[0].inputs, found(parsed)


def one(written: str):
    (field,), codes = fields(f"- {written}")
    return field, codes


@pytest.mark.parametrize(
    ("written", "name", "description"),
    [
        ("key (string): The key (not the name): x.", "key", "The key (not the name): x."),
        ("key (string) : The key.", "key", "The key."),
        ("key (string)", "key", ""),
        ("key (string): ", "key", ""),
        ("key (string): A - b — c.", "key", "A - b — c."),
        ("`key` (string) - The `key`.", "key", "The `key`."),
        ("**`key (string)`**: x", "key", "x"),
        ("__key__ (string): x", "key", "x"),
        ("**key:** (string) x", "key", "x"),
        ("key (string; optional): x", "key", "x"),
    ],
)
def test_names_and_descriptions(written: str, name: str, description: str):
    field, codes = one(written)
    assert codes == []
    assert (field.name, field.type.kind, field.description) == (name, Kind.STRING, description)


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("X-Foo (string): x", "SPEC201"),
        ("2fa (boolean): x", "SPEC201"),
        ("user name (string): x", "SPEC201"),
        ("naïve (string): x", "SPEC201"),
        ("a.b (string): x", "SPEC201"),
        ("The note that is wanted (string): x", "SPEC206"),
        ("The note", "SPEC206"),
        ("key is text", "SPEC206"),
        ("key (string: x", "SPEC204"),
        ("key (string or integer): x", "SPEC204"),
        ("key (list of things): x", "SPEC204"),
        ("key (string, 5 to): x", "SPEC207"),
        ("key (string, max ten): x", "SPEC207"),
        ("key (boolean, max 5): x", "SPEC207"),
        ("key (string, min -1): x", "SPEC207"),
        ("key (integer, max 1.5): x", "SPEC207"),
        ("key (string, -5 to 5): x", "SPEC207"),
        ("key (string): `a`, `a`", "SPEC214"),
        ("key (string): `a`, ` `", "SPEC214"),
        ("key (integer): `1`, `two`", "SPEC214"),
        ("key (any): x", "SPEC215"),
        ("key (string, optional, required): x", "SPEC216"),
        ("key (string, required, default: 'a'): x", "SPEC216"),
        ("key (map of strings): x", "SPEC205"),
        ("key (string, important): x", "SPEC205"),
        ("key (): x", "SPEC203"),
        ("key (optional): x", "SPEC203"),
        ("key: x", "SPEC203"),
        ("key", "SPEC203"),
    ],
)
def test_faults(written: str, code: str):
    codes = fields(f"- {written}")[1]
    assert [found_code.split()[0] for found_code in codes] == [code]


@pytest.mark.parametrize(
    ("written", "claimed", "code"),
    [
        ("- X-Foo (string): x", "X-Foo", "SPEC201"),
        ("- key (  strnig , optional): x", "strnig", "SPEC204"),
        ("- key (string, optinal): x", "optinal", "SPEC205"),
        ("- key (integer, default: five): x", "five", "SPEC213"),
        ("- key (string, 9 to 1): x", "9 to 1", "SPEC207"),
        ("- key (string): `a`, `b`, or `a`.", "a", "SPEC214"),
        ("- key (string): `a`, ``, or `b`.", "``", "SPEC214"),
        ("- key: x", "key", "SPEC203"),
        ("- key (string,\n  strange): x", "strange", "SPEC205"),
        ("- key (string): The\n  `a`, `b`\n- KEY (string): x", "KEY", "SPEC202"),
        ("| Name | Type |\n|---|---|\n| key | strnig |", "strnig", "SPEC204"),
        ("| Name | Type | Default |\n|---|---|---|\n| key | integer | five |", "five", "SPEC213"),
    ],
)
def test_findings_underline_the_fault(written: str, claimed: str, code: str):
    text = tool(Input=written)
    diagnostic = next(item for item in read(text).diagnostics if item.code == code)
    assert sliced(text, diagnostic.span) == claimed


@pytest.mark.parametrize(
    ("written", "limits"),
    [
        ("1 to 100", Limits(1, 100)),
        ("1-100", Limits(1, 100)),
        ("1..100", Limits(1, 100)),
        ("between 1 and 100", Limits(1, 100)),
        ("max 200", Limits(None, 200)),
        ("max: 200", Limits(None, 200)),
        ("at most 10", Limits(None, 10)),
        ("up to 10", Limits(None, 10)),
        ("<= 10", Limits(None, 10)),
        ("min 1", Limits(1, None)),
        ("at least 1", Limits(1, None)),
        ("minimum 1, maximum 5", Limits(1, 5)),
        ("-5 to 5", Limits(-5, 5)),
    ],
)
def test_limits_of_numbers(written: str, limits: Limits):
    field, codes = one(f"size (integer, {written}): x")
    assert codes == []
    assert field.limits == limits


def test_limits_of_lengths_and_fractions():
    assert one("text (string, max 200 characters): x")[0].limits == Limits(None, 200)
    assert one("all (list, 1 to 3 items): x")[0].limits == Limits(1, 3)
    assert one("part (number, 0.5 to 1.5): x")[0].limits == Limits(0.5, 1.5)


@pytest.mark.parametrize(
    ("written", "default"),
    [
        ("integer, default: 5", "5"),
        ("integer, default 5", "5"),
        ("integer, default=5", "5"),
        ("integer, = 5", "5"),
        ("integer, defaults to 5", "5"),
        ("number, default: 0.5", "0.5"),
        ("number, default: 1", "1"),
        ("boolean, default: true", "true"),
        ("boolean, default: False", "false"),
        ("string, default: fast", '"fast"'),
        ("string, default: `a, b`", '"a, b"'),
        ('string, default: "a, b"', '"a, b"'),
        ("string, default: ''", '""'),
        ('string, default: "a) (b"', '"a) (b"'),
        ("string, default: `)`", '")"'),
        ("string, default: f(x)", '"f(x)"'),
        ("string, default: two words", '"two words"'),
        ("list, default: [1, 2]", "[1, 2]"),
        ("list, default: []", "[]"),
        ('object, default: {"b": 1, "a": [2]}', '{"a": [2], "b": 1}'),
        ("string, nullable, default: null", "null"),
        ("string or null, default: None", "null"),
        ("string, default: `null`", '"null"'),
        ("date, default: 2024-01-31", '"2024-01-31"'),
        ("any, default: [1]", "[1]"),
    ],
)
def test_defaults(written: str, default: str):
    field, codes = one(f"value ({written}): x")
    assert [code for code in codes if code != "SPEC215 warning"] == []
    assert field.default == JsonText(default)
    assert not field.required


@pytest.mark.parametrize(
    "written",
    [
        "date, default: today",
        "url, default: here",
        "timestamp, default: noon",
        "integer, default: " + "9" * 5000,
        "number, default: nan",
        "number, default: 1e999",
        "list, default: " + "[" * 3000,
        "integer, default:",
    ],
)
def test_defaults_that_are_none(written: str):
    field, codes = one(f"value ({written}): x")
    assert codes == ["SPEC213 error"]
    assert field.default is None


@pytest.mark.parametrize(
    ("written", "values"),
    [
        ("`a`, `b`, or `c`.", ["a", "b", "c"]),
        ("`a` or `b`", ["a", "b"]),
        ("`a` | `b`", ["a", "b"]),
        ("`a` / `b`", ["a", "b"]),
        ("`a`,`b`", ["a", "b"]),
        ("One of: `a`, `b`", ["a", "b"]),
        ("One of `a` or `b`.", ["a", "b"]),
        ("either `a` or `b`", ["a", "b"]),
        ("Must be one of `a`, `b`.", ["a", "b"]),
        ("Can be `a` or `b`.", ["a", "b"]),
        ("Allowed values: `a`, `b`.", ["a", "b"]),
        ("`partially verified`, or `not verified`.", ["partially verified", "not verified"]),
        ("`a, b`, `c|d`, ``e`f``", ["a, b", "c|d", "e`f"]),
        ("`ok`.", ["ok"]),
    ],
)
def test_descriptions_that_consist_of_values(written: str, values: list[str]):
    field, codes = one(f"mode (string): {written}")
    assert codes == []
    assert [value.value for value in field.allowed] == values
    assert field.description == ""


@pytest.mark.parametrize(
    "written",
    ["Use `a` when quick.", "`a`, `b`, and more.", "`a`, `b`,", "`a` `b`", "a, b or c", "`a`, `b", "`a` and `b`"],
)
def test_descriptions_that_do_not(written: str):
    field, _ = one(f"mode (string): {written}")
    assert field.allowed == ()
    assert field.description == written


def test_values_with_their_type_and_default():
    field, codes = one("level (integer): `1`, `2` (default), or `3`.")
    assert codes == []
    assert [value.value for value in field.allowed] == [1, 2, 3]
    assert field.default == JsonText("2")
    field, codes = one('mode ("a" | "b", default: b): How.')
    assert codes == []
    assert (field.default, field.description) == (JsonText('"b"'), "How.")
    field, codes = one("tags (list of strings, default: [`a`]): `a`, `b`.")
    assert codes == ["SPEC213 error"]
    field, codes = one('tags (list of strings, default: ["a"]): `a`, `b`.')
    assert (codes, field.default) == ([], JsonText('["a"]'))
    assert one("flag (boolean): `true` or `false`.")[0].allowed[0].value is True


def test_nested_values_with_details_and_what_is_no_value():
    read_fields, codes = fields("- mode (string): How to read:\n  - `fast`: quick\n    - very\n  - `deep`")
    assert codes == []
    assert [(item.value, item.description) for item in read_fields[0].allowed] == [("fast", "quick very"), ("deep", "")]
    assert read_fields[0].description == "How to read:"
    read_fields, codes = fields("- mode (string): How.\n  - fast: quick\n  - slow")
    assert codes == ["SPEC217 warning"]
    assert read_fields[0].description == "How. fast: quick slow"


def test_members():
    read_fields, codes = fields("- all (list): Notes.\n  - id (integer): Number.\n  - Id (string): Name.")
    assert codes == ["SPEC202 error"]
    assert read_fields[0].type.item is Kind.OBJECT
    assert [member.name for member in read_fields[0].type.members] == ["id", "Id"]


def test_duplicates_name_both_lines():
    text = tool(Input="- X_Foo (string): x\n- y (string): y\n- xfoo (string): x")
    (diagnostic,) = read(text).diagnostics
    assert diagnostic.code == "SPEC202"
    assert diagnostic.span.line - diagnostic.related[0].span.line == 2


def test_an_input_and_an_output_may_share_a_name():
    assert found(read(tool(Output="- key (string): The key."))) == []


def test_none_among_fields_is_a_fault():
    assert fields("- none\n- key (string): x")[1] == ["SPEC203 warning"]


def test_tables():
    read_fields, codes = fields(
        "| Parameter | Type | Required | Default | Description | Values |\n|:--|---|---|---|---|---|\n"
        "| `key` | string | yes | - | Which \\| what. | |\n"
        "| **size** | integer, 1 to 9 | no | 5 | How many. | |\n"
        "| mode | `a` \\| `b` | no | | How. | |\n"
        "| kind | str | | | | `x`, `y` |\n"
        "| short | bool |\n"
    )
    assert codes == ["SPEC210 info"]
    assert [(item.name, item.type.kind, item.required, item.default, item.description) for item in read_fields] == [
        ("key", Kind.STRING, True, None, "Which | what."),
        ("size", Kind.INTEGER, False, JsonText("5"), "How many."),
        ("mode", Kind.STRING, False, None, "How."),
        ("kind", Kind.STRING, False, None, ""),
        ("short", Kind.BOOLEAN, False, None, ""),
    ]
    assert [value.value for value in read_fields[2].allowed] == ["a", "b"]
    assert [value.value for value in read_fields[3].allowed] == ["x", "y"]


def test_rows_that_are_too_short():
    read_fields, codes = fields("| Type | Name |\n|---|---|\n| string |\n| string | key |\n")
    assert codes == ["SPEC210 info", "SPEC222 warning"]
    assert [item.name for item in read_fields] == ["key"]


def test_a_table_without_names():
    assert fields("| a | b |\n|---|---|\n| c | d |")[1] == ["SPEC206 error"]


def test_spans_of_wrapped_fields():
    text = tool(Input="- `key` (string,\n  optional): Which\n    note.")
    (field,) = read(text).spec.tools[0].inputs
    lines = text.split("\n")
    assert sliced(text, field.name_span) == "key"
    assert lines[field.type_span.line - 1][field.type_span.column - 1 :] == "string,"
    assert lines[field.type_span.end_line - 1][: field.type_span.end_column - 1] == "  optional"
    assert field.span.end_line == field.span.line + 2
    assert lines[field.span.end_line - 1][: field.span.end_column - 1] == "    note."


def test_code_spans_follow_commonmark():
    assert [span.value for span in code_spans("`a` ``b`c`` ` d `")] == ["a", "b`c", "d"]
    assert [span.value for span in code_spans("```open `closed`")] == ["closed"]
    assert code_spans("no `code") == []


def test_values_of_types():
    assert value_of("yes", Kind.BOOLEAN) is True
    assert value_of("+5", Kind.INTEGER) == 5
    assert value_of("text", Kind.ANY) == "text"
    assert value_of("[1]", Kind.ANY, literal=True) == "[1]"
    assert json_value("[1, null]") == [1, None]
    assert unquoted("‘a’") == ("a", True)  # noqa: RUF001
    assert unquoted("`a` b") == ("`a` b", False)
    assert is_lead("One of:")
    assert not is_lead("How to read:")
    assert enumeration("x `a`") is None


@pytest.mark.parametrize(
    ("written", "item", "codes"),
    [
        ("list of lists", Kind.LIST, []),
        ("list of list of strings", Kind.LIST, ["SPEC205 warning"]),
        ("list[list[str]]", Kind.LIST, ["SPEC205 warning"]),
        ("list of dict[str, int]", Kind.OBJECT, ["SPEC205 warning"]),
        ("string[][]", Kind.LIST, ["SPEC205 warning"]),
        ("list of list of things", None, ["SPEC204 error"]),
        ("list[]", Kind.LIST, []),
        ("list of " * 24 + "things", None, ["SPEC204 error"]),
    ],
)
def test_lists_of_lists_keep_the_first_item_type_alone(written: str, item: Kind | None, codes: list[str]):
    field, said = one(f"all ({written}): x")
    assert said == codes
    assert field.type.item is item


@pytest.mark.parametrize(
    ("item", "name"),
    [
        ("key (string), page (integer)", "page"),
        ("key (string); page (integer): Which page.", "page"),
        ("key (string) and `page` (integer)", "page"),
        ("key (string), **page** (optional integer)", "page"),
        ("key (string): Which note. page (integer): Which page.", "page"),
        ("key, page (string)", "page"),
    ],
)
def test_a_second_field_on_one_item_is_reported(item: str, name: str):
    text = tool(Input=f"- {item}")
    (found_one,) = [one for one in read(text).diagnostics if one.code == "SPEC223"]
    assert sliced(text, found_one.span) == name
    assert f"write `- {name} (type): description`" in found_one.message


@pytest.mark.parametrize(
    "item",
    [
        "key (string): The key, page and all.",
        "key (string): Which note (string or number in the old days).",
        "key (string): Which note. Page (the second): never.",
    ],
)
def test_one_field_with_much_to_say(item: str):
    assert fields(f"- {item}")[1] == []


@pytest.mark.parametrize(
    ("described", "listed"),
    [
        ("One of open, closed.", ["open", "closed"]),
        ("Either open or closed.", ["open", "closed"]),
        ("open, closed, or all.", ["open", "closed", "all"]),
        ('"open" or "closed".', ["open", "closed"]),
        ("open | closed", ["open", "closed"]),
        ("The state: must be open or closed.", ["open", "closed"]),
        ("Allowed values: low, high. Default low.", ["low", "high"]),
        ("One of those that are there.", None),
        ("The first, second.", None),
        ("Title or text.", None),
        ("Where it is, or where it was.", None),
    ],
)
def test_values_as_plain_words(described: str, listed: list[str] | None):
    assert plain_values(described) == listed
    assert fields(f"- state (string): {described}")[1] == (["SPEC208 info"] if listed else [])


@pytest.mark.parametrize(
    ("head", "cell", "codes"),
    [
        ("Required", "maybe", ["SPEC222 error"]),
        ("Required", "if page is given", ["SPEC222 error"]),
        ("Optional", "ja", ["SPEC222 error"]),
        ("Required", "yes", []),
        ("Remarks", "see below", ["SPEC222 warning"]),
        ("Remarks", "", []),
        ("Type", "integer", ["SPEC222 warning"]),
    ],
)
def test_what_a_table_says_and_is_not_read_is_reported(head: str, cell: str, codes: list[str]):
    found_codes = fields(f"| Name | Type | {head} |\n|---|---|---|\n| key | string | {cell} |\n")[1]
    assert [code for code in found_codes if code != "SPEC210 info"] == codes


def test_a_cell_beyond_the_last_column_is_reported():
    found_codes = fields("| Name | Type |\n|---|---|\n| key | string | Which note. |\n")[1]
    assert found_codes == ["SPEC210 info", "SPEC222 warning"]


@pytest.mark.parametrize(
    ("typing", "form"),
    [
        ("strnig", "`name (string): description`"),
        ("varchar", "`name (string): description`"),
        ("string or integer", "`name (string): description`"),
        ("string, foo", "`(integer, optional)`"),
        ("string, optinal", "`(string, optional)`"),
        ("string, defautl", "`(string, default: x)`"),
    ],
)
def test_what_is_not_understood_in_parentheses_is_told_with_the_form_to_write(typing: str, form: str):
    (found_one,) = read(tool(Input=f"- key ({typing}): Which note.")).diagnostics
    assert form in found_one.message
