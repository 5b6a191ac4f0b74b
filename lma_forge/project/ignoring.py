"""What comments in Python files accept, what is wrong with such comments, and how to write them."""

import re
from collections.abc import Iterable, Mapping, Sequence

from lma_forge.diagnostics import Diagnostic, Edit, Fix, Rule, Severity, Span, sort
from lma_forge.project.comments import MARK, Ignore, logical_lines
from lma_forge.project.results import RuleLine
from lma_forge.project.selection import Selection, unknown_words

_SOURCE = "architecture, section Words (suppression)"
_TOOL = 'def tool_read(path: str) -> dict:\n    """Reads a note."""\n    return {"success": True, "output": path}\n'

UNUSED_IGNORE = Rule(
    code="LCP091",
    name="unused-ignore",
    severity=Severity.WARNING,
    summary="A comment accepts a finding that is not there.",
    why="It is left over from a fault that was mended, and would hide the next one of its kind.",
    source=_SOURCE,
    bad=_TOOL.replace(":\n", ":  # lma: ignore[missing-annotation] the host converts it\n", 1),
    good=_TOOL,
    fix="removes the comment, or the name from it.",
)
IGNORE_WITHOUT_REASON = Rule(
    code="LCP092",
    name="ignore-without-reason",
    severity=Severity.WARNING,
    summary="A comment accepts a finding without saying why, or without saying which.",
    why="The next reader cannot tell whether the finding was weighed or waved through. The comment has no effect.",
    source=_SOURCE,
    bad=_TOOL.replace("path: str", "path").replace(":\n", ":  # lma: ignore[missing-annotation]\n", 1),
    good=_TOOL.replace("path: str", "path").replace(
        ":\n", ":  # lma: ignore[missing-annotation] the host converts it\n", 1
    ),
)
RULES = (UNUSED_IGNORE, IGNORE_WITHOUT_REASON)
"""The catalogue entries of what can be wrong with such comments."""


def apply(
    found: Iterable[Diagnostic],
    ignores: Mapping[str, Sequence[Ignore]],
    selection: Selection,
    rules: Sequence[RuleLine],
) -> tuple[tuple[Diagnostic, ...], int]:
    """Leave out the findings that comments accept with a reason, and report comments that do not work.

    Args:
        found: Selected findings.
        ignores: The comments of each file, by shown path.
        selection: Which findings are shown; a comment for others is no mistake.
        rules: All rules.

    Returns:
        The remaining findings with those about the comments, sorted, and how many were accepted.
    """
    remaining: list[Diagnostic] = []
    used: set[tuple[str, int, str]] = set()
    accepted = 0
    for one in found:
        path = one.span.path
        comments = [
            (comment, word)
            for comment in ignores.get(path, ())
            if comment.reason and comment.first <= one.span.line <= comment.last
            for word in comment.words
            if word in {one.code, one.name}
        ] or _on_first_line(one, ignores.get(path, ()))
        used.update((path, comment.line, word) for comment, word in comments)
        if comments:
            accepted += 1
        else:
            remaining.append(one)
    for path, listed in ignores.items():
        for comment in listed:
            remaining += (one for one in _faults(path, comment, used, selection, rules) if selection.wants(one))
    return sort(remaining), accepted


def _on_first_line(one: Diagnostic, comments: Sequence[Ignore]) -> list[tuple[Ignore, str]]:
    """A finding about a file as a whole is accepted by a comment on the file's first line."""
    if one.span.line != 1 or one.span.end_column != 1:
        return []
    first = [comment for comment in comments if comment.line == 1 and comment.reason]
    return [(comment, word) for comment in first for word in comment.words if word in {one.code, one.name}]


def _faults(
    path: str, comment: Ignore, used: set[tuple[str, int, str]], selection: Selection, rules: Sequence[RuleLine]
) -> Iterable[Diagnostic]:
    span = Span(path, comment.line, comment.column, comment.line, comment.end_column)
    if not comment.words:
        yield IGNORE_WITHOUT_REASON.at(
            span,
            "This comment does not say which rule it is about, so it has no effect; "
            "write # lma: ignore[rule-name] and the reason.",
        )
        return
    if not comment.reason:
        yield IGNORE_WITHOUT_REASON.at(
            span,
            f"This comment does not say why {' and '.join(comment.words)} is accepted, so it has no effect; "
            "write the reason behind the bracket.",
        )
        return
    names = {rule.code: rule.name for rule in rules}
    codes = {rule.name: rule.code for rule in rules}
    unknown = dict(unknown_words(rules, comment.words))
    unused = [
        word
        for word in comment.words
        if (path, comment.line, word) not in used
        and (word in unknown or selection.has(codes.get(word, word), names.get(word, word)))
    ]
    if unused:
        advice = [f"there is no rule {word}; {unknown[word]}" for word in unused if word in unknown]
        message = advice[0] if advice else f"Nothing here is reported as {' or '.join(unused)}; remove it."
        yield UNUSED_IGNORE.at(span, message[:1].upper() + message[1:], fix=_removal(path, comment, unused))


def _removal(path: str, comment: Ignore, unused: Sequence[str]) -> Fix:
    left = [word for word in comment.words if word not in unused]
    if left:
        span = Span(path, comment.line, comment.column, comment.line, comment.end_column)
        return Fix(
            f"Remove {' and '.join(unused)}", (Edit(span, f"# lma: ignore[{', '.join(left)}] {comment.reason}"),)
        )
    if comment.alone:
        return Fix("Remove the comment", (Edit(Span(path, comment.line, 1, comment.line + 1, 1), ""),))
    start = max(1, comment.column - 2)
    return Fix("Remove the comment", (Edit(Span(path, comment.line, start, comment.line, comment.end_column), ""),))


def additions(found: Iterable[Diagnostic], source: str, reason: str) -> tuple[Edit, ...]:
    """The edits that accept findings of one file by comments.

    Args:
        found: The findings.
        source: The file's text.
        reason: Why they are accepted.

    Returns:
        For each logical line with findings one edit: a comment at its end, or a name more in the
        comment that is there and has the same reason.
    """
    lines = re.split(r"\r\n|\r|\n", source)
    logical = logical_lines(source)
    by_line: dict[int, list[Diagnostic]] = {}
    for one in found:
        last = next((end for start, end in logical if start <= one.span.line <= end), one.span.line)
        by_line.setdefault(last, []).append(one)
    return tuple(
        _addition(line, lines[line - 1], sorted({one.name for one in here}), reason, here[0].span.path)
        for line, here in sorted(by_line.items())
        if line <= len(lines)
    )


def _addition(number: int, text: str, names: Sequence[str], reason: str, path: str) -> Edit:
    marked = MARK.search(text)
    if marked and marked[1] is not None and marked[2].strip() == reason:
        words = [word.strip() for word in marked[1].split(",")]
        joined = ", ".join(dict.fromkeys([*words, *names]))
        span = Span(path, number, marked.start() + 1, number, len(text) + 1)
        return Edit(span, f"# lma: ignore[{joined}] {reason}")
    end = len(text.rstrip())
    blank = "  " if end else ""
    return Edit(
        Span(path, number, end + 1, number, len(text) + 1), f"{blank}# lma: ignore[{', '.join(names)}] {reason}"
    )
