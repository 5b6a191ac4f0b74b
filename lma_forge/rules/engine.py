"""The engine behind all rules: a decorator that turns a generator into a check, and discovery.

A rule is one file with one decorated generator. Its docstring is its documentation:

    First line: what is flagged.

    A paragraph or more: why it matters, and to whom.

    Source: document and section.

    Bad:
        a smallest input that is flagged

    Good:
        the same input, mended

    Fix: what the fixer does, where it does anything.

There is no list to register a rule in: every module of a rules package is looked at.
"""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

from lma_forge.diagnostics import Diagnostic, Fix, Related, Rule, Severity, Span

Subject = TypeVar("Subject")
Member = TypeVar("Member", bound="Findable")
Finder = Callable[[Subject], Iterator[Diagnostic]]

_HEADING = re.compile(r"(Source|Bad|Good|Fix):[ \t]*(.*)")


class Findable(Protocol):
    """What discovery needs to know of a decorated generator."""

    @property
    def find(self) -> Callable[[Any], Any]:
        """The generator."""


@dataclass(frozen=True, slots=True)
class Check(Generic[Subject]):
    """A rule together with the generator that finds what it flags.

    Args:
        rule: Code, name, severity and documentation.
        find: Yields the findings in a subject, such as a spec or a tool file.
    """

    rule: Rule
    find: Finder[Subject]

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
        return self.rule.at(span, message, help=help, related=related, fix=fix, severity=severity)

    def __call__(self, subject: Subject) -> Iterator[Diagnostic]:
        """Find what the rule flags in `subject`."""
        return self.find(subject)


def rule(code: str, *, severity: Severity) -> Callable[[Finder[Subject]], Check[Subject]]:
    """Turn a generator function into a check.

    Args:
        code: The rule's stable code, such as `SPEC106`.
        severity: The severity of its diagnostics unless one says otherwise.

    Returns:
        A decorator. The rule's name is the function's with hyphens, its documentation the
        function's docstring.
    """

    def decorate(find: Finder[Subject]) -> Check[Subject]:
        parts = sections(inspect.getdoc(find) or "")
        name = getattr(find, "__name__", "").replace("_", "-")
        return Check(Rule(code, name, severity, **parts), find)

    return decorate


def sections(docstring: str) -> dict[str, str]:
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
    return parts


def checks(package: ModuleType) -> tuple[Check[Any], ...]:
    """Collect the checks of all modules in a package.

    Args:
        package: A package of rule files.

    Returns:
        The checks that its modules define, by code.
    """
    return tuple(sorted(members(package, Check), key=lambda check: check.rule.code))


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
