"""Faults that people met with tools like this one, as small inputs with the right outcome."""

from lma_forge import lcp
from tests.rules.examples import by_code, findings
from tests.test_fixing import mend


def only(code: str, source: str):
    (found,) = [one for one in findings(source) if one.code == code]
    return found


def tool(doc: str, params: str) -> str:
    return f'def tool_a({params}) -> dict:\n    """{doc}\n    """\n    return {{"success": True, "output": "x"}}\n'


def test_of_a_description_in_several_lines_the_model_sees_the_first():
    doc = "Does it.\n\n    Args:\n        mode (str): One of:\n            - fast: quick\n            - deep: slow"
    found = only("LCP224", tool(doc, "mode: str"))
    assert "the model reads 'One of:'" in found.message


def test_a_block_without_an_empty_line_before_it_is_taken_for_the_description_and_mended():
    source = tool("Gets weather.\n    Args:\n        city: Town.", "city: str")
    assert "the model reads goes on with 'Args:'" in only("LCP218", source).message
    (mended,) = lcp.read(mend(source)).tools
    assert lcp.schema(mended, "lollms")["description"] == "Gets weather."


def test_a_docstring_that_opens_with_args_lacks_its_summary_and_its_parameters_are_read():
    source = tool("Args:\n        to (str): Address.", "to: str")
    assert "for want of a summary" in only("LCP218", source).message
    (read,) = lcp.read(source).tools
    assert read.parameters[0].doc == "Address."


def test_a_tool_that_stands_in_two_files_is_an_error_that_names_both():
    text = tool("Does the same.", "").replace("tool_a", "tool_same")
    example = f"# --- file: x/x.py\n{text}# --- file: y/y.py\n{text}"
    (found,) = [one for one in findings(example) if one.code == "LCP109"]
    assert found.span.path == "y/y.py"
    assert "x/x.py" in found.message
    assert [one.span.path for one in found.related] == ["x/x.py"]


def test_a_name_that_providers_refuse_is_an_error():
    assert "LCP113" in by_code(findings(tool("Does it.", "").replace("tool_a", "tool_" + "a" * 66)))
