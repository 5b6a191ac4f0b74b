"""Random folders of libraries and what a host is asked about them, the same for the same seed.

They keep to what both hosts do alike: no folder without a module, no library below a library, no
loose file that is mounted by a name, no load flag in a sibling, no two modules of one stem, and a
gated library has no tools in common with others. What differs there stands in the table of
requirements.
"""

import random
from pathlib import Path

NAMES = ("alpha", "beta_tools", "Gamma", "delta-x", "tool_eps", "my lib", "zeta", "tests", ".hidden")
TOOLS = tuple(f"tool_{name}{number}" for name in ("a", "b", "c", "alpha", "zeta") for number in range(3))
TITLES = ("Large Print", "Under Water", "Quiet Hours")
ALIASES = ("al", "bee", "zz top")
OPERATIONS = (
    *("mount_tool_library", "mount_tool_library_if_absent", "is_library_mounted", "find_library_for_tool"),
    *("is_tool_available", "load_tool_by_name", "register_tool_from_code", "unregister_tools_by_prefix", "call"),
)

Plan = dict[str, object]


def layout(seed: int, home: Path) -> Plan:
    """Write folders of libraries below `home`.

    Args:
        seed: Which ones.
        home: An empty folder.

    Returns:
        Options of a binding, paths below `home`, and operations with their arguments.
    """
    rng = random.Random(seed)
    whole: list[str] = []
    taken: set[str] = set()
    for folder in ("tools", "more"):
        (home / folder).mkdir(parents=True)
        for name in rng.sample([name for name in NAMES if name not in taken], rng.randint(1, 4)):
            taken.add(name)
            _library(rng, home / folder, name, whole)
    options = {"tools_folders": rng.choice((["tools"], ["tools", "more"], ["more", "tools"], ["tools", "none"]))}
    if rng.random() < 0.5:
        options["enable_a"] = rng.choice((True, "false", "on", False))
    operations = [_operation(rng, whole) for _ in range(rng.randint(2, 7))]
    if any(name == "register_tool_from_code" for name, _ in operations):
        # The host trips over tools without a file when it looks for one.
        operations = [each for each in operations if each[0] != "load_tool_by_name"]
    return {"options": options, "operations": operations}


def _library(rng: random.Random, folder: Path, name: str, whole: list[str]) -> None:
    kind = rng.random()
    if kind < 0.25:
        # No name that is meant for another is close to this one.
        (folder / f"qqq{len(name)}qq{ord(name[-1])}.py").write_text(
            _source(rng, name, flag=True, titled=False), encoding="utf-8"
        )
        return
    whole.append(name)
    (folder / name).mkdir()
    siblings = [f"{stem}_of_{len(whole)}" for stem in rng.sample(("aux", "helper", "zz"), rng.randint(0, 2))]
    if kind < 0.75:
        (folder / name / f"{name}.py").write_text(_source(rng, name, flag=not siblings), encoding="utf-8")
    else:
        siblings = siblings or [f"aux_of_{len(whole)}"]
    for stem in siblings:
        (folder / name / f"{stem}.py").write_text(_source(rng, f"{name}/{stem}"), encoding="utf-8")
    if rng.random() < 0.2:
        (folder / name / "__init__.py").write_text(_source(rng, f"{name}/init"), encoding="utf-8")


def _source(rng: random.Random, where: str, *, flag: bool = False, titled: bool = True) -> str:
    if flag and rng.random() < 0.2:
        tool = f"tool_gated_{rng.randint(0, 10**9)}"
        return f"TOOL_LIBRARY_LOAD_FLAG = 'enable_a'\ndef {tool}():\n    '''Says.'''\n    return '{where}'\n"
    text = ""
    if titled and rng.random() < 0.3:
        text += f"TOOL_LIBRARY_NAME = {rng.choice(TITLES)!r}\n"
    if titled and rng.random() < 0.3:
        text += f"TOOL_LIBRARY_ALIASES = [{rng.choice(ALIASES)!r}]\n"
    for tool in rng.sample(TOOLS, rng.randint(1, 2)):
        text += f"def {tool}():\n    '''Says.'''\n    return '{where}:{tool}'\n"
    return text


def _operation(rng: random.Random, whole: list[str]) -> tuple[str, list[str]]:
    name = rng.choice(OPERATIONS)
    if name in ("mount_tool_library", "mount_tool_library_if_absent", "is_library_mounted"):
        known = whole or ["none"]
        return name, [rng.choice((*known, *known, f" {known[0]} ", f"tool_{known[0]}", "nothing at all"))]
    if name == "register_tool_from_code":
        tool = rng.choice((*TOOLS, "tool_dynamic"))
        return name, [tool.removeprefix("tool_"), f"def {tool}():\n    '''Is new.'''\n    return 'new'\n"]
    if name == "unregister_tools_by_prefix":
        return name, [rng.choice(("a", "dyn", "zeta", "alpha", "tool_b1", "c0"))]
    return name, [rng.choice((*TOOLS, "tool_none"))]
