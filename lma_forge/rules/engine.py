"""The engine behind all rules: a decorator that turns a generator into a check, and discovery.

A rule is one file with one decorated generator, named as the rule. Its docstring is its
documentation:

    First line: what is flagged.

    A paragraph or more: why it matters, and to whom.

    Source: document and section.

    Bad:
        a smallest input that is flagged

    Good:
        the same input, mended

    Fix: what the fixer does, where it does anything.

There is no list to register a rule in: every module of a rules package is looked at. Bad and good
run as tests; `# --- file: tools/notes/notes.py` lines split an example into several files, and
`# --- spec: …` lines give what a spec says (tests/rules/examples.py). Backslashes and triple
quotes of an example are escaped as in any docstring.

Rules about tool files
----------------------
The annotation of the generator's one parameter says what a rule looks at:

`ToolFile` (lma_forge.lcp)
    The host's view: tools, parameters, descriptions, library constants. For rules about what a
    model is told. Also run on a file that does not parse (`file.error`).
`ToolModule` (lma_forge.rules.toolmodule)
    One file that parses: `module.file` is the host's view, `module.source` and `module.data` the
    text and the bytes, `module.definition(tool)` the `ast` node of a tool, whose positions are free;
    `module.tree` the libcst tree and `module.facts` the index of the code.
`SourceFile` (lma_forge.rules.toolmodule)
    One file as bytes, whether it parses or not: for rules about the encoding.
`ToolSet` (lma_forge.rules.toolset)
    Summaries of all files of a run: duplicates, layout, tools missing from the spec.

A rule that walks code touches `module.facts` only after the host's view shows that there can be
something to flag, since the first touch parses the file with libcst. It never visits the tree
itself: one walk has filed every node under its class and its scope.

    facts.tools                      functions that hosts call; each a Scope with .tool (ToolView)
    facts.functions, facts.scopes    all functions, all scopes (module, classes, functions)
    facts.of(cst.Call)               all nodes of a class, in order; scope.of(…) those of one scope
                                     without inner functions, scope.every(…) with them
    facts.parent(n), facts.ancestors(n), facts.statement(n), facts.order(n), facts.scope(n)
    facts.tries(n), facts.is_guarded(n), facts.handler(n), facts.conditions(n)
    facts.dotted(n)                  "os.path.join", imports undone; "pathlib.Path().open" for chains
    facts.callee(call)               the Scope of this module that a call runs, or None
    facts.constant(n)                the value of a constant expression, or UNKNOWN
    facts.constants                  names that the module assigns once, with their expressions
    facts.arguments(call)            {0: first, "timeout": …}
    scope.parameters, scope.bound, scope.reads, scope.imports, scope.shared, scope.outward()
    statements(block)                the statements of a body, `a; b` split (rules.facts)
    facts.inside(n), facts.children(n)    a node and all in it; what is directly in it
    falls_through(facts, block)      whether control can come to its end (rules.control)
    values_of(facts, scope, name, n) the expressions that a local name may hold where a node runs
    module.kept(results).dicts       the dicts that tools return: keys, where, and as what hosts take them
    module.kept(reached)             the functions that tools run, each with its tool (rules.reach)
    effects(module, scope)           the calls that do something, in a function and what it runs (rules.acts)
    module.span(n), module.head(def) positions, worked out when asked; ask only to report
    module.text(n)                   the source of a node
    module.replacing(n, text), module.before(n, text), module.after(n, text)    edits for a Fix
    module.settings                  target, known_packages, sinks
    module.declared                  the spec's tools (lma_forge.model.Tool) by function name
    module.reserved                  those that it reserves for later
    module.sibling(stem)             another ToolModule of the same folder, or None
    module.kept(calls_by_name)       calls by the name that they call (rules.named), to look at few of them
    module.kept(calls_of)            what known calls do to files, programs, … (rules.calls), sinks included
    module.kept(origins_of)          what an object is: `backend.click` as `pyautogui.click` (rules.origins)
    module.kept(judged)              whether acts lie behind an operator's yes (rules.approval.verdicts)

Write `from __future__ import annotations` and `from lma_forge.rules import cst` (a door that loads
libcst late) in such a file, and use `cst.…` inside functions only; never libcst.matchers, metadata
or visitors. Analyses that several rules share are modules of `lma_forge.rules` or a package below
it that is not `tool`, hold no state, and may be kept per module with `module.kept(function)`,
which calls `function(module)` once.

Severity and defaults: an error is a tool lost, broken, lying, escaping or acting unasked; a
warning misleads a model or reader; info is a remark and, like a rule whose precision has not been
shown on real libraries, gets `default=False`: it is off until somebody selects it.
`host="lollms"` marks a rule about that host alone; it is off for projects with another target.
`helpers=True` marks a rule that also looks at modules in which a host finds nothing.
"""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, Generic, Protocol, TypedDict, TypeVar, cast

from lma_forge.diagnostics import Diagnostic, Fix, Related, Rule, Severity, Span

Subject = TypeVar("Subject")
Member = TypeVar("Member", bound="Findable")
Finder = Callable[[Subject], Iterator[Diagnostic]]

_HEADING = re.compile(r"(Source|Bad|Good|Fix):[ \t]*(.*)")


class Texts(TypedDict):
    """The documentation of a rule by field of `Rule`; empty where it is missing."""

    summary: str
    why: str
    source: str
    bad: str
    good: str
    fix: str


class Findable(Protocol):
    """What discovery needs to know of a decorated generator."""

    @property
    def find(self) -> Callable[[Any], Any]:
        """The generator."""


@dataclass(frozen=True, slots=True)
class Check(Generic[Subject]):
    """A rule together with the generator that finds what it flags.

    Args:
        code: The rule's stable code.
        name: Its name.
        severity: The severity of its diagnostics unless one says otherwise.
        find: Yields the findings in a subject, such as a spec or a tool file.
        subject: The name of the class that the generator takes, such as `ToolFile`.
        default: Whether its findings are shown unless the selection says otherwise.
        host: The host that it speaks of; empty when it holds for all.
        helpers: Whether it also looks at modules in which a host finds nothing.
    """

    code: str
    name: str
    severity: Severity
    find: Finder[Subject]
    subject: str = ""
    default: bool = True
    host: str = ""
    helpers: bool = False

    @property
    def rule(self) -> Rule:
        """The catalogue entry, with the documentation read from the generator's docstring."""
        return _documented(self)

    def at(  # noqa: PLR0913 - mirrors Rule.at
        self,
        span: Span,
        message: str,
        *,
        help: str = "",  # noqa: A002 - the field is called help
        related: Iterable[Related] = (),
        fix: Fix | None = None,
        severity: Severity | None = None,
    ) -> Diagnostic:
        """Make a diagnostic of this check's rule; see `Rule.at`."""
        return Diagnostic(
            self.code, self.name, severity or self.severity, message, span, help=help, related=tuple(related), fix=fix
        )

    def __call__(self, subject: Subject) -> Iterator[Diagnostic]:
        """Find what the rule flags in `subject`."""
        return self.find(subject)


def rule(
    code: str, *, severity: Severity, default: bool = True, host: str = "", helpers: bool = False
) -> Callable[[Finder[Subject]], Check[Subject]]:
    """Turn a generator function into a check.

    Args:
        code: The rule's stable code, such as `SPEC106`.
        severity: The severity of its diagnostics unless one says otherwise.
        default: Whether its findings are shown unless the selection says otherwise.
        host: The host that it speaks of; empty when it holds for all.
        helpers: Whether it also looks at modules in which a host finds nothing, such as one that keeps
            the confirm handler of a program.

    Returns:
        A decorator. The rule's name is the function's with hyphens, its documentation the
        function's docstring.
    """

    def decorate(find: Finder[Subject]) -> Check[Subject]:
        name = getattr(find, "__name__", "").replace("_", "-")
        return Check(code, name, severity, find, _subject(find), default, host, helpers)

    return decorate


@cache
def _documented(check: Check[Any]) -> Rule:
    texts = sections(inspect.getdoc(check.find) or "")
    return Rule(check.code, check.name, check.severity, **texts, default=check.default, host=check.host)


def _subject(find: Callable[..., Any]) -> str:
    """The class that a generator's first parameter is annotated with, by name."""
    first = next(iter(getattr(find, "__annotations__", {}).values()), None)
    return str(first if isinstance(first, str) else getattr(first, "__name__", ""))


def sections(docstring: str) -> Texts:
    """Split a rule's docstring into the parts of its catalogue entry.

    Args:
        docstring: The docstring without indentation.

    Returns:
        The texts by field of `Rule`: summary, why, source, bad, good, fix; empty where missing.
        Paragraphs keep their line breaks, code blocks lose their indentation.
    """
    lines = docstring.splitlines()
    collected: dict[str, list[str]] = {"why": []}
    current = "why"
    for line in lines[1:]:
        heading = _HEADING.match(line)
        if heading:
            current = heading[1].lower()
            collected[current] = [heading[2]] if heading[2] else []
        else:
            collected[current].append(line)
    parts = dict.fromkeys(("summary", "why", "source", "bad", "good", "fix"), "")
    parts["summary"] = lines[0].strip() if lines else ""
    parts |= {name: inspect.cleandoc("\n" + "\n".join(found)).strip("\n") for name, found in collected.items()}
    return cast("Texts", parts)


def checks(package: ModuleType) -> tuple[Check[Any], ...]:
    """Collect the checks of all modules in a package.

    Args:
        package: A package of rule files.

    Returns:
        The checks that its modules define, by code.
    """
    return tuple(sorted(members(package, Check), key=lambda check: check.code))


def members(package: ModuleType, kind: type[Member]) -> Iterator[Member]:
    """Walk over the decorated generators that the modules of a package define.

    Args:
        package: A package of rule files.
        kind: What their decorator makes of them.
    """
    for module_info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{module_info.name}")
        for value in vars(module).values():
            if isinstance(value, kind) and value.find.__module__ == module.__name__:
                yield value
