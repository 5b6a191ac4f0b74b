"""Random tool modules with many of the faults that people make, for laws about finding and mending."""

from random import Random

_ANNOTATIONS = (
    *("", ": str", ": int", ": float", ": bool", ": list", ": dict", ": List[int]", ": Dict[str, bool]", ": Any"),
    *(": Optional[str]", ": int | None", ": Path", ': "list[float]"', ": Literal['paint', 'matt']", ": bytes"),
)
_DEFAULTS = ("", "", "", " = None", " = 5", ' = "5"', " = _LIMIT", " = []", " = {}", " = (1, 2)", " = -1", " = 2 * 3")
_NAMES = (
    "text",
    "limit",
    "args",
    "kwargs",
    "n",
    "keep",
    "größe",
    "path",
    "tool_context",
    "values",
    "lollms_client_instance",
)
_HEADS = (
    "Args:",
    "Arguments:",
    "Parameters:\n    ----------",
    "",
)
_LINES = (
    "{name} (str): The {name}.",
    "{name} (int): The {name},\n            which goes on here.",
    "{name}: One of:\n            - a: first\n            - b: second",
    ":param {name}: The {name}.",
    "`{name}`: The {name}.",
    "gone (str): Not there any more.",
    "tool_context (dict): From the host.",
    "{name} - the {name}",
)
_BODIES = (
    'return {{"success": True, "output": str({name})}}',
    "if {name}:\n        return {{}}\n    return {name} * 2",
    "for _ in range({name}): pass\n    return dict(a={name})",
    "global _STATE; _STATE = {name}\n    return {{'é': _STATE}}",
    "yield {name}",
    "def inner({name}=1):\n        '''In.'''\n        return {name}\n    return inner()",
    "# nothing but a comment\n    pass",
    'print({name})\n    return {{"success": "yes", "message": f"{{{name}}} done"}}',
    'rows = [{name}, 1]\n    return {{\n        "success": True,\n        "output": "read", "rows": rows,\n    }}',
    'try:\n        return dict(success=True, output=open({name}).read())\n    except:\n        return {{"error": "x"}}',
    'text = open("x", {name}).read()\n    return {{"success": True, "output": text}}',
    "return {{'success': True, 'output': {{1, 2}}, 'status': 'error'}}",
    'frame = pd.DataFrame([{name}])\n    return {{"success": False, "error": str(frame)}}',
    "raise ValueError({name})",
    'tool_context.get("x")\n    return {{"ok": False, "output": []}}',
)
_TOPS = (
    "import pandas as pd",
    "import pandas as pd  # for frames",
    "from lollms_client import LollmsClient",
    'TOOL_LIBRARY_NAME: str = "The Desk"',
    "TOOL_LIBRARY_NAME = ('The '\n    'Desk')",
    'TOOL_LIBRARY_LOAD_FLAG: str = "enable_it"',
    'TOOL_LIBRARY_LOAD_FLAG = "enable-it"',
    "_LIMIT = 20",
    "_STATE = None  # lma: ignore[global-state-write] one state is enough",
    "_CONFIRM_HANDLER = None",
    'if True:\n    X = """\n  text: with a colon\n"""',
)
_FUNCTIONS = (
    "def init_tool_library(config=None):\n    pass",
    "def init_tools_library():\n    return {'status': 'error'}",
    "def set_confirm_handler(handler, label):\n    global _CONFIRM_HANDLER\n    _CONFIRM_HANDLER = handler",
    'def search(word: str):\n    """Searches.\n\n    Args:\n        word (str): The word.\n    """\n    return word',
    "def logged(f):\n    def inner(*a, **k):\n        return f(*a, **k)\n    return inner",
    "def execute(params):\n    return params",
    "async def helper(): return 1",
    "class Box:\n    def tool_in_box(self): pass",
)
_IMPORTS = "from pathlib import Path\nfrom typing import Any, Dict, List, Literal, Optional\n"


def careless_module(random: Random) -> str:
    """A module that parses."""
    parts = [_IMPORTS] if random.random() < 0.8 else []
    parts += random.sample(_TOPS, random.randint(0, 4))
    functions = random.sample(_FUNCTIONS, random.randint(0, 3))
    functions += [_tool(random, index) for index in range(random.randint(1, 4))]
    random.shuffle(functions)
    blank = random.choice(("\n\n\n", "\n\n", "\n"))
    text = blank.join((*parts, *functions)) + random.choice(("\n", "", "\n\n# end\n"))
    if random.random() < 0.2:
        text = f'"""Tools."""{random.choice(("", "  # lma: ignore[missing-docstring] none needed"))}\n{text}'
    return text.replace("\n", random.choice(("\n", "\n", "\n", "\r\n")))


def _tool(random: Random, index: int) -> str:
    names = random.sample(_NAMES, random.randint(0, 4))
    parts: list[str] = []
    defaulted = False
    star = random.randint(1, 9)
    for position, name in enumerate(names, 1):
        default = random.choice(_DEFAULTS) or (" = 1" if defaulted else "")
        defaulted = defaulted or bool(default)
        if position == star:
            parts.append("*")
        parts.append(f"{name}{random.choice(_ANNOTATIONS)}{default}")
        if position == star + 3 and not defaulted:
            parts.append("/")
    parts += random.sample(("**more",), random.randint(0, 1))
    join = random.choice((", ", ",\n    "))
    signature = (
        join.join(parts) if join == ", " or not parts else f"\n    {join.join(parts)},\n".replace("**more,", "**more")
    )
    name = names[0] if names else "index"
    head = random.choice(("def", "def", "def", "async def"))
    decorator = random.choice(("", "", "", "@logged\n"))
    body = random.choice(_BODIES).format(name=name)
    doc = _docstring(random, names)
    comment = random.choice(("", "", "  # lma: ignore[missing-docstring] plain", "  # lma: ignore[missing-annotation]"))
    return f"{decorator}{head} tool_{random.choice(('a', 'b', 'c', index))}({signature}):{comment}\n{doc}    {body}"


def _docstring(random: Random, names: list[str]) -> str:
    if random.random() < 0.2:
        return random.choice(("", '    f"""Computed."""\n', "    'One line.'\n"))
    blank = random.choice(("\n", "", "    \n", "        \n"))
    lines = [random.choice(_LINES).format(name=name) for name in names for _ in range(random.randint(0, 2))]
    listed = "".join(f"        {line}\n" for line in lines)
    head = random.choice(_HEADS)
    returns = random.choice(("", "\n    Returns:\n        dict: what there is.\n", "    Note: cheap.\n"))
    return f'    """Does it.\n{blank}    {head}\n{listed}{returns}    """\n'
