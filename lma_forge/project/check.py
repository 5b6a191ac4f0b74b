"""Check specs and tool files: every file by itself, then all together, then what the project wants to see."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lma_forge.diagnostics import Diagnostic
from lma_forge.errors import UsageError
from lma_forge.project import baseline, files, ignoring
from lma_forge.project.cache import pack, unpack
from lma_forge.project.collect import Collected, File, Wish, collect
from lma_forge.project.config import Config
from lma_forge.project.results import Kept, Result, Results, RuleLine, Work, find_all
from lma_forge.project.selection import Chosen, Selection, check_words, selected, unknown_words, words_of


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks for.

    Args:
        wish: Which files.
        chosen: Which rules.
        work: How to go about it.
        shard: Which part of the tool files, as (number, of how many); (1, 1) for all.
        baseline: The file of known findings, in place of the configured one; None for that one.
        write_baseline: Whether to write what is found there, and to show nothing of it.
    """

    wish: Wish = field(default_factory=Wish)
    chosen: Chosen = field(default_factory=Chosen)
    work: Work = field(default_factory=Work)
    shard: tuple[int, int] = (1, 1)
    baseline: Path | None = None
    write_baseline: bool = False


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found.

    Args:
        diagnostics: The findings, sorted.
        sources: Text of each file that has a finding, by shown path.
        files: How many files were looked at.
        unimplemented: Generated tools whose implementation has not been written.
        generated: How many generated tools there are.
        bundled: Whether the bundled spec was checked, for want of another.
        accepted: How many findings comments accept.
        known: How many findings the baseline holds.
        gone: How many entries of the baseline nothing matches any more.
        written: How many findings were written into the baseline; None where none was asked for.
        collected: The files.
        rules: All rules.
    """

    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, str] = field(default_factory=dict)
    files: int = 0
    unimplemented: tuple[str, ...] = ()
    generated: int = 0
    bundled: bool = False
    accepted: int = 0
    known: int = 0
    gone: int = 0
    written: int | None = None
    collected: Collected = field(default_factory=lambda: Collected(()))
    rules: tuple[RuleLine, ...] = ()


def check(config: Config, paths: Sequence[Path] = (), options: Options | None = None) -> Checked:
    """Check files.

    Args:
        config: The project's configuration.
        paths: Specs, Python files and folders; empty for the whole project, whose generated
            modules are then also compared with what was generated, and with the specs.
        options: What else the command line asks for.

    Returns:
        What was found. A file that cannot be read is one finding, and the others are checked.

    Raises:
        UsageError: There is nothing that could be checked, or a word selects no rule.
    """
    asked = options or Options()
    wish = replace(asked.wish, paths=paths or asked.wish.paths)
    collected = collect(config, wish)
    wanted = _part(collected.files, asked.shard)
    words = words_of(config.lint, asked.chosen)
    results = _results(config, collected, words, replace(asked.work, only=wanted if asked.shard != (1, 1) else None))
    known = {file.shown: file for file in collected.files}
    diagnostics = [one for shown in wanted for one in results.by_file[shown].diagnostics]
    first = asked.shard[0] == 1
    diagnostics += [one for one in results.across if one.span.path in wanted or (first and one.span.path not in known)]
    unimplemented: tuple[str, ...] = ()
    generated = 0
    if collected.whole and first:
        from lma_forge.project.drift import drift  # noqa: PLC0415 - only a whole project can drift

        declared = {file.label: results.by_file[shown].declared for shown, file in known.items() if file.is_spec}
        broken = {file.label for file in known.values() if file.is_spec and _has_error(results.by_file[file.shown])}
        state = drift(config, declared, broken)
        diagnostics += state.diagnostics
        unimplemented, generated = state.unimplemented, state.generated
    wrong = check_words(config, results.rules, asked.chosen)
    selection = Selection(config.lint, results.rules, asked.chosen, config.root)
    shown = selected((*diagnostics, *wrong), selection)
    comments = {name: results.by_file[name].ignores for name in wanted if results.by_file[name].ignores}
    shown, accepted = ignoring.apply(shown, comments, selection, results.rules)
    done = Checked(
        shown,
        _texts(shown, known, config),
        len(wanted),
        unimplemented,
        generated,
        bundled=collected.bundled,
        accepted=accepted,
        collected=collected,
        rules=results.rules,
    )
    return _beside_baseline(config, asked, done, wanted)


def _part(collected: Iterable[File], shard: tuple[int, int]) -> frozenset[str]:
    """The files whose findings are asked for: those of this part, and the specs in the first one."""
    number, of = shard
    tools = sorted(file.shown for file in collected if file.wanted and not file.is_spec)
    specs = [file.shown for file in collected if file.wanted and file.is_spec]
    return frozenset((*tools[number - 1 :: of], *(specs if number == 1 else ())))


def _has_error(result: Result) -> bool:
    return any(found.severity == "error" for found in result.diagnostics)


def _results(config: Config, collected: Collected, words: Iterable[str], work: Work) -> Results:
    kept = Kept(config)
    by_file = find_all(config, collected.files, kept, work)
    across = _across(config, collected, by_file, kept)
    spoken = {word for result in by_file.values() for one in result.ignores for word in one.words}
    rules = _rules(kept, {*words, *spoken})
    kept.save(whole=collected.whole)
    return Results(by_file, across, rules)


def _rules(kept: Kept, words: Iterable[str]) -> tuple[RuleLine, ...]:
    """The rules about tool files, or, where words speak of others, all there are.

    Reading the files of all rules takes longer than a run in which nothing has changed.
    """
    found = _rule_lines(kept, "rules about tools", lint_rules)
    return _rule_lines(kept, "rules", all_rules) if unknown_words(found, words) else found


def _rule_lines(kept: Kept, key: str, listed: Callable[[], Iterable[RuleLine]]) -> tuple[RuleLine, ...]:
    with suppress(TypeError, ValueError):
        return tuple(RuleLine(str(code), str(name), bool(default)) for code, name, default in kept.get(key))
    found = tuple(listed())
    kept.put(key, [[one.code, one.name, one.default] for one in found])
    return found


def lint_rules() -> Iterable[RuleLine]:
    """The rules about tool files."""
    from lma_forge.rules import tool_rules  # noqa: PLC0415 - as said

    yield from (RuleLine(*one) for one in tool_rules())
    yield from (RuleLine(rule.code, rule.name, rule.default) for rule in ignoring.RULES)


def all_rules() -> Iterable[RuleLine]:
    """All rules of all rooms."""
    from lma_forge.project.catalogue import catalogue  # noqa: PLC0415 - as above

    return (RuleLine(rule.code, rule.name, rule.default) for rule in catalogue())


def _across(config: Config, collected: Collected, by_file: Mapping[str, Result], kept: Kept) -> tuple[Diagnostic, ...]:
    """What rules about several files find."""
    tools = [file for file in collected.files if not file.is_spec and by_file[file.shown].summary is not None]
    specs = [file for file in collected.files if file.is_spec]
    declared = [one.pack() for file in specs for one in by_file[file.shown].declared]
    facts: list[Any] = [
        [by_file[file.shown].summary for file in tools],
        sorted(collected.beside),
        list(collected.roots),
        declared if not collected.bundled else [],
        collected.whole,
        config.target,
        config.out_folder.is_dir(),
    ]
    if not tools:
        return ()
    key = f"across-{files.digest(repr(facts).encode('utf-8', 'surrogatepass'))}"
    with suppress(TypeError, ValueError, AttributeError):
        return unpack(kept.get(key))
    from lma_forge.project.together import across  # noqa: PLC0415 - rules are loaded only where they run

    found = across(config, facts)
    kept.put(key, pack(found))
    return found


def _texts(found: Iterable[Diagnostic], known: Mapping[str, File], config: Config) -> dict[str, str]:
    paths = {one.span.path for one in found}
    texts = {path: text_of(known[path]) for path in sorted(paths) if path in known}
    if config.source is not None and files.shown(config.source) in paths:
        texts[files.shown(config.source)] = config.text
    return texts


def text_of(file: File) -> str:
    """The text of a file for showing its lines."""
    return (file.data or b"").decode("utf-8-sig", "replace")


def baseline_path(config: Config, asked: Options) -> Path | None:
    """The file of known findings that holds for a run; None for none."""
    return asked.baseline or (config.root / config.lint.baseline if config.lint.baseline else None)


def _beside_baseline(config: Config, asked: Options, done: Checked, wanted: Iterable[str]) -> Checked:
    named = baseline_path(config, asked)
    if asked.write_baseline:
        if named is None:
            raise UsageError("name the file of the baseline with --baseline, or set `baseline` in the config")
        written = baseline.write(named, done.diagnostics, done.sources)
        left = tuple(one for one in done.diagnostics if one.code.startswith(("FILE", "CFG")))
        return replace(done, diagnostics=left, written=written)
    if named is None:
        return done
    compared = baseline.compare(done.diagnostics, baseline.load(named), done.sources, named, wanted)
    return replace(done, diagnostics=compared.new, known=compared.known, gone=compared.gone)
