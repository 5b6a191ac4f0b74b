"""What calls do with their arguments, by the table of known calls, and what comes into the program through them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lma_forge.rules.calls import PATH_ACTS, Act, Argument, Effect
from lma_forge.rules.flow.assigning import store
from lma_forge.rules.flow.naming import is_secret_name
from lma_forge.rules.flow.tables import LOG_NAMES
from lma_forge.rules.flow.transfers import secret
from lma_forge.rules.flow.values import OF_SECRETS, Atom, Step, Taint, Value, merged_taints, only

if TYPE_CHECKING:
    from lma_forge.rules.flow.invocations import Given
    from lma_forge.rules.flow.machine import Machine

_PATH_LIKE = frozenset({"open", "exists", "is_file", "is_dir", "stat", "lstat", "glob", "walk", "chmod"})
_ON_PATHS = frozenset(
    {"os.chmod", "os.lchmod", "os.chown", "os.utime", "shutil.chown", "shutil.copymode", "shutil.copystat"}
)
_NO_PATHS = frozenset({"file", "buffer", "answer", "archive", "table", "document", "image"})
_SAVING = frozenset(
    {"PIL", "docx", "pptx", "openpyxl", "fitz", "pymupdf", "matplotlib", "plotly", "reportlab", "imageio"}
)
_LOGGERS = re.compile(r"(?:^|_)log(?:ger|ging)?$|^ASCIIColors$|^logging$|^console$", re.IGNORECASE)
_STORES = frozenset(
    {"json.dump", "pickle.dump", "yaml.dump", "yaml.safe_dump", "toml.dump", "marshal.dump", "joblib.dump"}
)
_QUERIES = frozenset({"pandas.read_sql", "pandas.read_sql_query", "pandas.read_sql_table"})
_SETTINGS = re.compile(r"conf(?:ig)?|cfg|setting|cred|secret|vault|keyring", re.IGNORECASE)


def note(machine: Machine, node: ast.Call, owner: Value, name: str, dotted: str, arguments: Given) -> None:  # noqa: PLR0913, PLR0917 - a call in its parts
    """Note what a call does with what its arguments hold.

    Args:
        machine: The function under analysis.
        node: The call.
        owner: The object whose method it is; nothing for a function.
        name: The method; "" for a function.
        dotted: The dotted name of what is called; "" where it has none.
        arguments: The arguments.
    """
    if machine.is_quiet or not (owner.taints or arguments.holds_origins):
        return
    effect = effect_of(machine, owner, name, dotted)
    if effect is not None:
        label = (
            dotted if machine.flow.calls.of(dotted) is not None else f"Path.{name}" if owner.kind == "path" else name
        )
        _act(machine, node, owner, effect, label, arguments)
    if name in {"glob", "rglob"} and owner.made != "glob":
        machine.use("pattern", arguments.get(0, "pattern"), node, name)
    if name == "save" and effect is None and owner.made.partition(".")[0] in _SAVING:
        machine.use("path", arguments.get(0), node, name)
    _tell(machine, node, owner, name, dotted, arguments)


def effect_of(machine: Machine, owner: Value, name: str, dotted: str) -> Effect | None:
    """What the table knows of a call."""
    calls = machine.flow.calls
    effect = calls.of(dotted) if dotted else None
    if effect is None and name:
        effect = calls.method(owner.kind, name)
        if effect is None and owner.taints and owner.kind == "" and name in _PATH_LIKE:
            effect = calls.method("path", name)
    return effect


def _act(machine: Machine, node: ast.Call, owner: Value, effect: Effect, label: str, arguments: Given) -> None:  # noqa: PLR0913, PLR0917 - as above
    for use in effect.uses:
        if use.act in PATH_ACTS:
            for argument in use.arguments:
                for value in _values(argument, owner, arguments):
                    if value.kind in _NO_PATHS:
                        continue
                    kind = "probe" if use.act is Act.PROBE else "path"
                    if label in {"glob.glob", "glob.iglob"} and argument.position == 0:
                        # What stands in front of the pattern's first joint is a folder.
                        machine.use("path", value, node, label, plain=False)
                        kind = "pattern"
                    machine.use(kind, value, node, label)
        elif use.act is Act.PROCESS or (use.act is Act.HOST and label in _ON_PATHS):
            for argument in use.arguments:
                for value in _values(argument, owner, arguments):
                    machine.use("path", value, node, label, plain=label in _ON_PATHS)


def _values(argument: Argument, owner: Value, arguments: Given) -> Iterator[Value]:
    if argument.receiver:
        yield owner
        return
    if argument.position is not None:
        if argument.rest:
            yield from arguments.positional[argument.position :]
            return
        if argument.position < len(arguments.positional):
            yield arguments.positional[argument.position]
            return
    for keyword in argument.keywords:
        if keyword in arguments.named:
            yield arguments.named[keyword]
            return
    if arguments.rest and argument.position is not None:
        yield arguments.spread


def _tell(machine: Machine, node: ast.Call, owner: Value, name: str, dotted: str, arguments: Given) -> None:  # noqa: PLR0913, PLR0917 - as above
    """Note secrets that are logged or stored."""
    held = merged_taints(only(one.taints, OF_SECRETS) for one in arguments.every)
    if not held:
        return
    value = Value(held)
    if dotted == "print" or dotted.startswith("logging.") or (name in LOG_NAMES and _is_logger(node)):
        machine.use("log", value, node, dotted or name)
    elif (
        dotted in _STORES
        or name in {"write_text", "write_bytes"}
        or (name in {"write", "writelines"} and owner.kind == "file")
    ):
        machine.use("store", value, node, dotted or name)


def _is_logger(node: ast.Call) -> bool:
    function = node.func
    if not isinstance(function, ast.Attribute):
        return False
    owner = function.value
    name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
    return bool(_LOGGERS.search(name))


def sourced(  # noqa: C901, PLR0911, PLR0913, PLR0917 - a call in its parts
    machine: Machine, node: ast.Call, dotted: str, name: str, owner: Value, arguments: Given, found: Value
) -> Value:
    """The result of a call with what comes into the program through it.

    Args:
        machine: The function under analysis.
        node: The call.
        dotted: The dotted name of what is called.
        name: The method; "" for a function.
        owner: Its object.
        arguments: Its arguments.
        found: What is known of the result so far.
    """
    if dotted in {"getpass.getpass", "getpass.unix_getpass", "keyring.get_password"}:
        return secret(machine, node, "the answer", "a secret is asked for")
    asked = _asks_for_secret(machine, node, arguments)
    if asked is not None:
        return asked
    effect = effect_of(machine, owner, name, dotted)
    if effect is not None:
        acts = effect.acts
        if Act.OPEN in acts or Act.READ in acts or Act.NETWORK in acts:
            kind = found.kind
            if not kind:
                kind = "answer" if Act.NETWORK in acts else "file" if Act.OPEN in acts else ""
            if isinstance(node.func, ast.Attribute) and found.kind in {"", "file"} and owner.made.endswith("()"):
                _fill(machine, node, node.func.value)
            note = "this comes from the network" if Act.NETWORK in acts else "this is the content of a file"
            atom = Atom("content", f"{node.lineno}:{node.col_offset}")
            taints = {atom: Taint(step=Step(machine.code, node, note))}
            return Value(taints if kind != "archive" else {}, made=found.made, kind=kind)
        if found.kind not in {"path", "paths", "walk", "text", "mapping"}:
            return found._replace(taints={})
        return found
    if dotted in _QUERIES or (name in {"fetchall", "fetchone", "fetchmany"} and owner.kind in {"database", ""}):
        step = Step(machine.code, node, "this is the content of a database")
        return found._replace(taints={Atom("content", f"{node.lineno}:{node.col_offset}"): Taint(step=step)})
    if name == "get" and node.args and not owner.taints and _names_settings(node):
        text = arguments.get(0).text
        if text is not None and is_secret_name(text):
            return secret(machine, node, text, f"{text} is read from the settings")
    return found


def _fill(machine: Machine, node: ast.Call, owner: ast.expr) -> None:
    """An object that reads a file, such as a parser or a graph, holds its content from then on."""
    step = Step(machine.code, node, "this is the content of a file")
    content = Value({Atom("content", f"{node.lineno}:{node.col_offset}"): Taint(step=step)})
    store(machine, owner, None, content)


def _asks_for_secret(machine: Machine, node: ast.Call, arguments: Given) -> Value | None:
    """The answer to a request of the type `secret` (doctrine 13), or to one whose type the caller chooses."""
    for one in arguments.positional:
        kind = one.fields.get("type") if one.fields else None
        if kind is not None and kind.text == "secret":
            return secret(machine, node, "the answer", "a secret is asked for")
        chosen = next((atom for atom in kind.taints if atom.species == "param"), None) if kind is not None else None
        if chosen is not None and not chosen.path:
            step = Step(machine.code, node, "the question is asked")
            return Value({Atom("asked", chosen.name): Taint(step=step)}, kind="text")
    return None


def _names_settings(node: ast.Call) -> bool:
    function = node.func
    owner = function.value if isinstance(function, ast.Attribute) else None
    name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
    return bool(_SETTINGS.search(name))
