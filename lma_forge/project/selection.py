"""Which findings a project wants to see: rules by code, family or name, for all files or for some."""

import fnmatch
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from lma_forge.diagnostics import Diagnostic, Span, sort
from lma_forge.errors import UsageError
from lma_forge.names import nearest
from lma_forge.project import faults, files
from lma_forge.project.config import Config, Lint
from lma_forge.project.places import places
from lma_forge.project.results import RuleLine

_ALWAYS = ("FILE", "CFG")
_FAMILY = re.compile(r"[A-Z]+[0-9]*x*\Z")
_EXACT = 100


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the command line adds to the configuration: rules to show, and rules not to show.

    Args:
        select: Show these alone, whatever the configuration selects.
        extend_select: Show these as well.
        ignore: Do not show these.
    """

    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()


class Selection:
    """Decides which findings are shown.

    The more exact word wins: a name or a code over a family, a longer family over a shorter one.
    Among equals the command line wins over the configuration, and leaving out over showing.

    Args:
        lint: What the configuration says.
        rules: All rules.
        chosen: What the command line says.
        root: The project, which patterns of files are relative to.
    """

    def __init__(
        self, lint: Lint, rules: Iterable[RuleLine], chosen: Chosen = Chosen(), root: Path | None = None
    ) -> None:
        self._lint = lint
        self._chosen = chosen
        self._root = root
        self._rules = {rule.code: rule for rule in rules}
        self._known: dict[str, bool] = {}

    def has(self, code: str, name: str) -> bool:
        """Whether findings of a rule are shown at all."""
        if code.startswith(_ALWAYS):
            return True
        if code not in self._known:
            self._known[code] = self._decided(code, name)
        return self._known[code]

    def _decided(self, code: str, name: str) -> bool:
        lint, chosen = self._lint, self._chosen
        selected = chosen.select or lint.select
        rule = self._rules.get(code)
        shown = rule is None or rule.default
        votes = [(-1, 0, not selected and shown)]
        votes += [(rank, 1 if chosen.select else 0, True) for rank in _ranks(selected, code, name)]
        votes += [(rank, 0, True) for rank in _ranks(lint.extend_select, code, name)]
        votes += [(rank, 1, True) for rank in _ranks(chosen.extend_select, code, name)]
        votes += [(rank, 0, False) for rank in _ranks(lint.ignore, code, name)]
        votes += [(rank, 1, False) for rank in _ranks(chosen.ignore, code, name)]
        return min(votes, key=lambda vote: (-vote[0], -vote[1], vote[2]))[2]

    def wants(self, found: Diagnostic) -> bool:
        """Whether a finding is shown."""
        if not self.has(found.code, found.name):
            return False
        if not self._lint.per_file_ignores or found.code.startswith(_ALWAYS):
            return True
        paths = self._paths(found.span.path)
        return not any(
            any(fnmatch.fnmatch(path, pattern) for path in paths) and _ranks(words, found.code, found.name)
            for pattern, words in self._lint.per_file_ignores
        )

    def _paths(self, shown: str) -> set[str]:
        """What a pattern may fit: the path as shown, relative to the project, and the name of the file."""
        paths = {shown, shown.rpartition("/")[2]}
        if self._root is not None:
            paths.add(os.path.relpath(shown, self._root).replace(os.sep, "/"))
        return paths


def selected(diagnostics: Iterable[Diagnostic], selection: Selection) -> tuple[Diagnostic, ...]:
    """Leave out what a selection does not want to see, and sort the rest."""
    return sort(found for found in diagnostics if selection.wants(found))


def _ranks(words: Iterable[str], code: str, name: str) -> list[int]:
    """How exactly each word that fits a rule fits it."""
    found = []
    for word in words:
        if word == "ALL":
            found.append(0)
        elif word in {code, name}:
            found.append(_EXACT)
        elif _FAMILY.match(word) and code.startswith(word.rstrip("x")):
            found.append(len(word.rstrip("x")))
    return found


def words_of(lint: Lint, chosen: Chosen) -> frozenset[str]:
    """All words that select rules, in the configuration and on the command line."""
    files_too = (word for _, words in lint.per_file_ignores for word in words)
    stated = (*lint.select, *lint.ignore, *lint.extend_select, *files_too)
    return frozenset((*stated, *chosen.select, *chosen.extend_select, *chosen.ignore))


def unknown_words(rules: Iterable[RuleLine], words: Iterable[str]) -> list[tuple[str, str]]:
    """The words that select no rule, each with advice."""
    listed = tuple(rules)
    known = [*(rule.code for rule in listed), *(rule.name for rule in listed), "ALL"]
    found = []
    for word in words:
        if word != "ALL" and not any(_ranks([word], rule.code, rule.name) for rule in listed):
            close = nearest(word, known)
            found.append((word, f"did you mean {close}?" if close else "`lma-forge rules` lists them."))
    return found


def check_words(config: Config, rules: Iterable[RuleLine], chosen: Chosen) -> tuple[Diagnostic, ...]:
    """Find words of the configuration and of the command line that select no rule.

    Args:
        config: The configuration.
        rules: All rules.
        chosen: What the command line says.

    Returns:
        What is wrong with the configuration, each at its place.

    Raises:
        UsageError: A word of the command line is none.
    """
    listed = tuple(rules)
    for word, advice in unknown_words(listed, (*chosen.select, *chosen.extend_select, *chosen.ignore)):
        raise UsageError(f"there is no rule or family `{word}`; {advice}")
    lint = config.lint
    by_key: Mapping[tuple[str, ...], tuple[str, ...]] = {
        ("select",): lint.select,
        ("ignore",): lint.ignore,
        ("extend-select",): lint.extend_select,
        **{("per-file-ignores", pattern): words for pattern, words in lint.per_file_ignores},
    }
    wrong = [
        (key, str(words.index(word)), word, advice)
        for key, words in by_key.items()
        for word, advice in unknown_words(listed, words)
    ]
    if not wrong or config.source is None:
        return ()
    shown = files.shown(config.source)
    where = places(config.text, shown).values
    return sort(
        faults.WRONG_VALUE.at(
            where.get(("tool", "lma-forge", "lint", *key, index), Span(shown)),
            f"there is no rule or family `{word}`; {advice}",
        )
        for key, index, word, advice in wrong
    )
