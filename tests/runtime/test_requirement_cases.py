"""Demands of the document that no other test shows."""


def names(binding):
    return [record["name"] for record in binding.list_tools()]


def test_execute_and_helpers_are_no_tools(tools):
    source = """
    _IGNORED = 1
    def execute(n=1): return "entry point"
    def helper(): return "helper"
    def _resolve_safe_path(name): return name
    def Tool_big(): ...
    def tool_it(): return helper()
    """
    binding = tools.write(lib=source).binding()
    assert names(binding) == ["tool_it"]
    assert binding.execute_tool("tool_it", {})["output"] == "helper"
    for name in ("execute", "lib", "helper", "tool_lib", "_resolve_safe_path"):
        assert binding.execute_tool(name, {})["status_code"] == 404


def test_no_file_beside_the_source_counts(tools):
    tools.write(lib__lib="def tool_it(n: int):\n    '''Is.'''\n    return n\n")
    before = tools.binding().list_tools()
    for name in ("description.yaml", "lib.json", "lib.yaml", "tool_it.md"):
        (tools.root / "lib" / name).write_text("description: other\nname: tool_other\n", encoding="utf-8")
    assert tools.binding().list_tools() == before
