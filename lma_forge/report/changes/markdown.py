"""Changes as markdown to paste into a pull request: what breaks, what weakens, what is new, in that order."""

import re
from collections.abc import Iterator, Sequence

from lma_forge.change import Category, ChangeReport, Judged
from lma_forge.report._screen import visible

_LONGEST = 60_000
"""Most characters of a comment; GitHub takes 65,536."""

_MOST_LINES = 20
_FOLD, _UNFOLD = "<details>", "</details>\n"
_OPEN = (
    ("What breaks", (Category.CALLERS, Category.READERS)),
    ("What weakens governance", (Category.GOVERNANCE,)),
    ("What is new", (Category.ADDITION, Category.TIGHTENING)),
)
_FOLDED = (
    ("What routes the model", (Category.ROUTING,)),
    ("Documentation only", (Category.DOCUMENTATION,)),
)
_PROSE = frozenset(
    ("rules", "global_rules", "sections", "extra", "description", "failure_standard", "use_when", "do_not_use_when")
)
_WORDS = {
    Category.CALLERS: ("breaks callers", "break callers"),
    Category.READERS: ("breaks readers of results", "break readers of results"),
    Category.GOVERNANCE: ("weakens governance", "weaken governance"),
    Category.ROUTING: ("changes what routes the model", "change what routes the model"),
    Category.TIGHTENING: ("tightens governance", "tighten governance"),
    Category.ADDITION: ("is an addition", "are additions"),
    Category.DOCUMENTATION: ("is documentation only", "are documentation only"),
}
_SPECIAL = re.compile(r"[\\`*_{}\[\]()#+.!|~-]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "@<!-- -->", "#": "#<!-- -->"}
_CODE = re.compile(r"`([^`]*)`")
_BACKTICKS = re.compile(r"`+")


def render(report: ChangeReport, *, colour: bool = False) -> str:  # noqa: ARG001 - every format takes it
    """Write the changes as a comment.

    Text of the specs stands in it as text: it makes no markup, mentions nobody, and links nowhere.

    Args:
        report: The changes.
        colour: Without effect here.

    Returns:
        Markdown, cut with a word about it where a comment could not hold it.
    """
    against = f" against {_code(report.against)}" if report.against else ""
    if not report.judged:
        return f"### Spec changes{against}\n\nNothing changed in meaning.\n"
    parts = [f"### Spec changes{against}\n\n{_summary(report)}\n", *_sections(report)]
    length = 0
    for index, part in enumerate(parts):
        length += len(part) + 1
        if length > _LONGEST:
            kept = parts[:index]
            cut = f"{len(parts) - index} more entries do not fit here; `lma-forge changes` lists them.\n"
            is_folded = sum(part.startswith(_FOLD) for part in kept) > kept.count(_UNFOLD)
            return "\n".join([*kept, *([_UNFOLD] if is_folded else []), cut])
    return "\n".join(parts)


def _summary(report: ChangeReport) -> str:
    counted = []
    for category in Category:
        count = sum(one.change.category is category for one in report.open)
        if count:
            counted.append(f"{count} {_WORDS[category][count > 1]}")
    accepted = f"{len(report.accepted)} accepted on purpose" if report.accepted else ""
    said = ", ".join(text for text in (*counted, accepted) if text)
    return f"**{said}.** They ask for a new {report.bump} version."


def _sections(report: ChangeReport) -> Iterator[str]:
    for title, categories in _OPEN:
        found = [one for one in report.open if one.change.category in categories]
        if found:
            yield f"#### {title}\n"
            yield from _entries(found)
    for title, categories in _FOLDED:
        yield from _folded(title, [one for one in report.open if one.change.category in categories])
    yield from _folded("Accepted on purpose", report.accepted)
    if report.remarks:
        yield "#### Accepted changes to look at\n"
        for remark in report.remarks:
            place = _code(f"{remark.span.path}:{remark.span.line}")
            yield f"- {_inline(remark.message)} {place}\n"


def _folded(title: str, found: Sequence[Judged]) -> Iterator[str]:
    if found:
        yield f"{_FOLD}\n<summary>{title} ({len(found)})</summary>\n"
        yield from _entries(found)
        yield _UNFOLD


def _entries(found: Sequence[Judged]) -> Iterator[str]:
    for one in found:
        change = one.change
        marks = [_code(f"{change.new_span.path}:{change.new_span.line}"), _code(change.fingerprint)]
        if one.accept is not None:
            until = f", until {one.accept.until}" if one.accept.until else ""
            marks.append(_inline(f"accepted: {one.accept.reason}{until}"))
        lines = [f"- **{change.code}** {_inline(change.message)}", f"  <sub>{' · '.join(marks)}</sub>"]
        if change.part in _PROSE and (change.old or change.new):
            lines += ("", *(f"  {line}" for line in _diff(change.old, change.new)))
        if change.help:
            lines += ("", f"  {_inline(change.help)}")
        yield "\n".join(lines) + "\n"


def _diff(old: str, new: str) -> list[str]:
    lines = [*_marked("-", old), *_marked("+", new)]
    longest = max((len(run) for line in lines for run in _BACKTICKS.findall(line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}diff", *lines, fence]


def _marked(mark: str, text: str) -> list[str]:
    lines = [f"{mark} {visible(line)}" for line in text.split("\n")] if text else []
    return lines if len(lines) <= _MOST_LINES else [*lines[:_MOST_LINES], f"{mark} …"]


def _code(text: str) -> str:
    """Write a code span that holds any text."""
    shown = visible(text)
    longest = max((len(run) for run in _BACKTICKS.findall(shown)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if shown.startswith("`") or shown.endswith("`") or not shown.strip() else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def _inline(text: str) -> str:
    """Write running text in which single backticks make code, and nothing else makes anything."""
    parts = _CODE.split(" ".join(text.split()))
    return "".join(_code(part) if index % 2 else _escaped(part) for index, part in enumerate(parts))


def _escaped(text: str) -> str:
    return "".join(_ENTITIES.get(one) or _character(one) for one in visible(text)).replace("://", "&#58;//")


def _character(one: str) -> str:
    return f"\\{one}" if _SPECIAL.fullmatch(one) and one not in ".-!()+" else one
