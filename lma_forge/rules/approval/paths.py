"""What is known of the files that calls act on: temporary, made by the function itself, looked at before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lma_forge.rules import cst
from lma_forge.rules.calls import Act, Calls, calls_of
from lma_forge.rules.named import name_of
from lma_forge.rules.origins import Origins, origins_of
from lma_forge.rules.scopes import Scope
from lma_forge.rules.walk import children

if TYPE_CHECKING:
    from lma_forge.rules.toolmodule import ToolModule

_DEPTH = 5
_MOST = 200
_WRAPPERS = frozenset({"str", "os.fspath", "pathlib.Path", "os.path.abspath", "os.path.realpath", "os.path.expanduser"})
_SAME = frozenset({"resolve", "absolute", "expanduser", "as_posix"})
_MAKERS = ("save", "write", "dump", "export", "to_", "extract", "download", "render", "convert", "copy", "create")
_LOOKS = frozenset({"exists", "is_file", "isfile", "lexists", "stat", "samefile", "read_bytes"})
_COPIES = frozenset({"shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.move", "os.replace", "os.rename"})
_COPY_NAMES = frozenset(name.rpartition(".")[2] for name in _COPIES)
_MAKING = frozenset({Act.WRITE, Act.CREATE})
_KNOWN_BEFORE = ("snapshot", "backup", "before", "preexisting", "pre_existing", "already_there")
_MEMORY = frozenset({"io.BytesIO()", "io.StringIO()", "pandas.ExcelWriter()", "open()", "io.open()"})
_UNIQUE = ("uuid.uuid", "secrets.token", "time.time", "time.strftime", "datetime.datetime.now", "datetime.now")
_KEPT_BACK = ("snapshot", "backup", "original", "previous", "old_content")


class Paths:
    """Looks at the paths of one module.

    Args:
        module: The module.
    """

    def __init__(self, module: ToolModule) -> None:
        self._module = module
        self._facts = module.facts
        self._calls: Calls = module.kept(calls_of)
        self._origins: Origins = module.kept(origins_of)
        self._made: dict[Scope, dict[str, int]] = {}
        self._looked: dict[Scope, dict[str, int]] = {}
        self._by_name: dict[str, list[cst.Call]] | None = None
        self._read: set[str] | None = None

    def is_temporary(self, path: cst.BaseExpression) -> bool:
        """Whether a path lies in a place that `tempfile` made."""
        return any(self._is_temporary(node) for node in self._sources(path, _DEPTH))

    def _is_temporary(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Call):
            return self._facts.dotted(node.func).startswith("tempfile.")
        return False

    def is_in_memory(self, target: cst.BaseExpression) -> bool:
        """Whether what is written to is a buffer, or a file that was opened before."""
        return bool(self._origins.of(target) & _MEMORY)

    def names_child(self, argument: cst.BaseExpression) -> bool:
        """Whether an argument holds the id of a process that is known as an object, such as `process.pid`."""
        for node in self._sources(argument, _DEPTH):
            if isinstance(node, cst.Attribute) and node.attr.value == "pid":
                origins = self._origins.of(node.value)
                return not any(one.startswith("psutil") for one in origins)
        return False

    def is_own(self, call: cst.Call, path: cst.BaseExpression) -> bool:
        """Whether a path is temporary, or was made by the function that the call is in, before the call."""
        if self.is_temporary(path):
            return True
        scope, order = self._facts.scope(call), self._facts.order(call)
        if self._made_in(scope).get(self._key(path), order) < order:
            return True
        return self._is_new_file(scope, path)

    def _is_new_file(self, scope: Scope, path: cst.BaseExpression) -> bool:
        """Whether a loop takes the path from what the function wrote down as made, or passes over what was there."""
        if not isinstance(path, cst.Name):
            return False
        for binding in scope.bound.get(path.value, ()):
            if not isinstance(binding, cst.For):
                continue
            listed = self._listed(binding.iter)
            if listed and any(self._is_filled(scope, name) for name in listed):
                return True
            tests = (one for one in scope.of(cst.Comparison) if self._is_inside(one, binding))
            if any(self._asks_before(one) for one in tests):
                return True
        return False

    def _listed(self, source: cst.BaseExpression) -> set[str]:
        while isinstance(source, cst.Call) and source.args:
            source = source.args[0].value
        return {source.value} if isinstance(source, cst.Name) else set()

    def _is_filled(self, scope: Scope, name: str) -> bool:
        """Whether a local list gets paths that the function makes."""
        made = self._made_in(scope)
        for call in scope.of(cst.Call):
            func = call.func
            if not isinstance(func, cst.Attribute) or func.attr.value not in {"append", "add"} or not call.args:
                continue
            if isinstance(func.value, cst.Name) and func.value.value == name:
                return self._key(call.args[0].value) in made
        return False

    def _is_inside(self, node: cst.CSTNode, loop: cst.CSTNode) -> bool:
        return any(parent is loop for parent, _ in self._facts.ancestors(node))

    def _asks_before(self, test: cst.Comparison) -> bool:
        """Whether a test asks whether something is in a list of what was there before."""
        for target in test.comparisons:
            if isinstance(target.operator, cst.In | cst.NotIn) and isinstance(target.comparator, cst.Name):
                name = target.comparator.value.lower()
                return any(word in name for word in _KNOWN_BEFORE)
        return False

    def is_looked_at(self, call: cst.Call, path: cst.BaseExpression | None) -> bool:
        """Whether a function asks before a call whether the file is there, or keeps its old content."""
        if path is None:
            return False
        order = self._facts.order(call)
        return self._looked_in(self._facts.scope(call)).get(self._key(path), order) < order

    def _looked_in(self, scope: Scope) -> dict[str, int]:
        """The paths that a function asks for or copies, each with the first such place."""
        known = self._looked.get(scope)
        if known is None:
            known = self._looked[scope] = {}
            for call in scope.of(cst.Call):
                for path in self._subjects(call):
                    known.setdefault(self._key(path), self._facts.order(call))
        return known

    def _subjects(self, call: cst.Call) -> Iterator[cst.BaseExpression]:
        func = call.func
        name = name_of(call)
        if name in _LOOKS:
            if isinstance(func, cst.Attribute) and not call.args:
                yield func.value
            yield from (one.value for one in call.args)
        elif call.args and name in _COPY_NAMES and self._facts.dotted(func) in _COPIES:
            yield call.args[0].value

    def is_new_name(self, path: cst.BaseExpression) -> bool:
        """Whether a path has something in it that is different each time."""
        return any(
            isinstance(node, cst.Call) and self._facts.dotted(node.func).startswith(_UNIQUE)
            for node in self._sources(path, _DEPTH)
        )

    def is_read_back(self, path: cst.BaseExpression) -> bool:
        """Whether the module also reads the file, by the same name: a file of its own that it keeps up to date."""
        if self._read is None:
            self._read = set()
            for call in self._facts.of(cst.Call):
                effect = self._origins.effect(call, self._calls) if self._may_read(call) else None
                for argument in effect.of(Act.READ, Act.OPEN) if effect is not None else ():
                    if argument.receiver and isinstance(call.func, cst.Attribute):
                        self._read.add(self._key(call.func.value))
                    elif (found := argument.of(self._facts.arguments(call))) is not None:
                        self._read.add(self._key(found))
        return self._key(path) in self._read and not self.is_given(path)

    def _may_read(self, call: cst.Call) -> bool:
        name = name_of(call)
        return name in {"open", "read_text", "read_bytes", "load"}

    def is_given(self, value: cst.BaseExpression) -> bool:
        """Whether a value depends on a parameter that the model, or a caller in the module, fills."""
        for node in self._sources(value, _DEPTH):
            if not isinstance(node, cst.Name):
                continue
            for scope in self._facts.scope(node).outward():
                if node.value in scope.bound and node.value not in scope.shared:
                    if any(isinstance(one, cst.Param) for one in scope.bound[node.value]):
                        hidden = {one.name for one in scope.tool.parameters if one.hidden} if scope.tool else {"self"}
                        if node.value not in hidden:
                            return True
                    break
        return False

    def is_backup(self, call: cst.Call) -> bool:
        """Whether a call copies a file to a name made from its own, such as `x.bak`."""
        if self._facts.dotted(call.func) not in _COPIES or len(call.args) < 2:  # noqa: PLR2004 - from and to
            return False
        source, target = (self._key(one.value) for one in call.args[:2])
        return source in target and source != target

    def is_restored(self, content: cst.BaseExpression) -> bool:
        """Whether what is written is the content that was kept before."""
        names = (node.value.lower() for node in self._sources(content, 1) if isinstance(node, cst.Name))
        return any(word in name for name in names for word in _KEPT_BACK)

    # --- names and what they stand for ---

    def _key(self, path: cst.BaseExpression) -> str:
        """The text of a path without what changes nothing of which file it is."""
        while True:
            if isinstance(path, cst.Call):
                func = path.func
                if isinstance(func, cst.Attribute) and func.attr.value in _SAME and not path.args:
                    path = func.value
                    continue
                if len(path.args) == 1 and self._facts.dotted(func) in _WRAPPERS:
                    path = path.args[0].value
                    continue
            return self._module.text(path)

    def _made_in(self, scope: Scope) -> dict[str, int]:
        """The paths that calls of a function write to, each with the first such place."""
        known = self._made.get(scope)
        if known is None:
            known = self._made[scope] = {}
            for call in scope.of(cst.Call):
                for path in self._written(call):
                    known.setdefault(self._key(path), self._facts.order(call))
        return known

    def _written(self, call: cst.Call) -> Iterator[cst.BaseExpression]:
        name = name_of(call)
        known = name in self._calls.names
        if not known and not any(part in name for part in _MAKERS):
            return
        effect = self._origins.effect(call, self._calls) if known else None
        arguments = self._facts.arguments(call)
        if effect is not None:
            mode = effect.mode.of(arguments) if effect.mode is not None else None
            effect = effect.in_mode(None if mode is None else self._facts.constant(mode))
            # What may be there already is not made: `mkdir(exist_ok=True)`, `touch()`.
            makes = {Act.WRITE} if "exist_ok" in arguments or name == "touch" else _MAKING
            for argument in effect.of(*makes):
                if argument.receiver and isinstance(call.func, cst.Attribute):
                    yield call.func.value
                elif (found := argument.of(arguments)) is not None:
                    yield found
            return
        if any(part in name for part in _MAKERS):
            yield from (argument.value for argument in call.args)

    def _sources(self, node: cst.CSTNode, depth: int) -> Iterator[cst.CSTNode]:
        """The nodes of an expression and of what its local names were assigned."""
        pending: list[tuple[cst.CSTNode, int]] = [(node, depth)]
        seen: set[cst.CSTNode] = set()
        while pending:
            one, left = pending.pop()
            if one in seen or len(seen) > _MOST:
                continue
            seen.add(one)
            yield one
            if isinstance(one, cst.Name):
                if left > 0:
                    pending += [(value, left - 1) for value in self._assigned(one)]
                continue
            pending += [(child, left) for child in children(one)]

    def _assigned(self, name: cst.Name) -> Iterator[cst.CSTNode]:
        for scope in self._facts.scope(name).outward():
            if name.value in scope.bound and name.value not in scope.shared:
                for binding in scope.bound[name.value]:
                    yield from self._value(scope, name.value, binding)
                return

    def _value(self, scope: Scope, name: str, binding: cst.CSTNode) -> Iterator[cst.CSTNode]:
        match binding:
            case cst.Assign(value=value) | cst.AnnAssign(value=value) | cst.NamedExpr(value=value):
                if value is not None:
                    yield value
            case cst.AsName():
                holder = self._facts.parent(binding)
                if isinstance(holder, cst.WithItem):
                    yield holder.item
            case cst.For(iter=source):
                yield source
            case cst.Param():
                yield from self._given(scope, name)

    def _given(self, scope: Scope, name: str) -> Iterator[cst.CSTNode]:
        """What the only call of a function in the module gives for a parameter."""
        if scope.tool is not None:
            return
        if self._by_name is None:
            self._by_name = {}
            for call in self._facts.of(cst.Call):
                if isinstance(call.func, cst.Name):
                    self._by_name.setdefault(call.func.value, []).append(call)
        calls = [call for call in self._by_name.get(scope.name, ())[:2] if self._facts.callee(call) is scope]
        if len(calls) == 1:
            arguments = self._facts.arguments(calls[0])
            place = list(scope.parameters).index(name)
            given = arguments.get(name, arguments.get(place))
            if given is not None:
                yield given
