"""How good the judging tools are on texts that nobody tuned them on, beside a plain baseline.

    python -m tests.toolkit.quality

The texts stand in `held_out/`, a line each, labelled by people who had the document and not the code.
The baseline knows nothing but which words two texts share.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from lma_forge.toolkit.diagnosis import diagnose
from lma_forge.toolkit.document import document
from lma_forge.toolkit.judging import judge
from lma_forge.toolkit.refusal import Refusal
from lma_forge.toolkit.routing import DIRECT, route
from lma_forge.toolkit.verifying import verify

SPEC = document({})
FOLDER = Path(__file__).parent / "held_out"
Row = dict[str, str]


@dataclass(frozen=True)
class Measure:
    """What came out for a set.

    Args:
        pairs: How often each (label, answer) was seen.
    """

    pairs: Counter[tuple[str, str]]

    @property
    def accuracy(self) -> float:
        """The share of right answers."""
        return sum(count for (label, answer), count in self.pairs.items() if label == answer) / self.pairs.total()

    def precision(self, answer: str) -> float:
        """The share of right ones among the answers of a kind; 1 where there are none."""
        given = sum(count for (_, said), count in self.pairs.items() if said == answer)
        return self.pairs[answer, answer] / given if given else 1.0

    def recall(self, label: str) -> float:
        """The share of a label that was found; 1 where there are none."""
        there = sum(count for (one, _), count in self.pairs.items() if one == label)
        return self.pairs[label, label] / there if there else 1.0

    def table(self) -> str:
        """Write the confusions as lines: the label, and what was answered how often."""
        labels = sorted({label for label, _ in self.pairs})
        lines = []
        for label in labels:
            answers = Counter({said: count for (one, said), count in self.pairs.items() if one == label})
            lines.append(f"  {label:22} " + ", ".join(f"{said} {count}" for said, count in answers.most_common()))
        return "\n".join(lines)


def rows(name: str) -> list[Row]:
    """Read a set; empty where it is not there."""
    path = FOLDER / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def measure(data: Iterable[Row], label: str, answer: Callable[[Row], str]) -> Measure:
    """Ask for each row, and count."""
    return Measure(Counter((row[label], answer(row)) for row in data))


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]{3,}", text.lower()))


def routed(row: Row) -> str:
    """Answer as TaskRouter does; both kinds of no tool count as one."""
    try:
        found = route(row["request"], SPEC, without="TaskRouter").route
    except Refusal:
        return "direct"
    return "direct" if found == DIRECT else found


def routed_by_words(row: Row) -> str:
    """Choose the tool whose text shares most words with the request; none where it shares fewer than two."""
    asked = _words(row["request"])
    counted = [
        (
            len(asked & _words(" ".join((*tool.description.sentences, *(one.full_text for one in tool.use_when))))),
            tool.name,
        )
        for tool in SPEC.tools
        if tool.name != "TaskRouter"
    ]
    most, name = max(counted)
    return name if most > 1 else "direct"


def verified(row: Row) -> str:
    """Answer as SourceVerifier does."""
    return verify(row["claim"], row["source"]).status


def verified_by_words(row: Row) -> str:
    """Call a claim verified where nearly all of its words are in the source."""
    asked = _words(row["claim"])
    share = len(asked & _words(row["source"])) / max(1, len(asked))
    return "verified" if share >= 0.8 else "partially verified" if share >= 0.5 else "not verified"


def judged(row: Row) -> str:
    """Answer as GovernanceChecker does."""
    return judge(row["action"], row["context"], SPEC).status


def judged_by_words(row: Row) -> str:
    """Call what deletes or writes in need of review, and all else approved."""
    words = _words(row["action"])
    return "needs review" if words & {"delete", "write", "overwrite", "send", "remove", "run"} else "approved"


def explained(row: Row) -> str:
    """Answer as ErrorHandler does."""
    try:
        return diagnose(row["message"]).kind
    except Refusal:
        return "unknown"


def explained_by_words(row: Row) -> str:
    """Call a message by the kind whose name shares most words with it."""
    from lma_forge.toolkit.diagnosis import known

    words = _words(row["message"])
    most, kind = max((len(words & _words(one.kind.replace("-", " "))), one.kind) for one in known())
    return kind if most else "unknown"


SETS = {
    "requests": ("route", routed, routed_by_words),
    "claims": ("status", verified, verified_by_words),
    "actions": ("status", judged, judged_by_words),
    "errors": ("kind", explained, explained_by_words),
}


def told() -> str:
    """Write what came out for each set, and how many the baseline gets right."""
    lines = []
    for name, (label, answer, plain) in SETS.items():
        data = rows(name)
        found, beside = measure(data, label, answer), measure(data, label, plain)
        lines.append(f"{name}: {len(data)} rows, accuracy {found.accuracy:.3f}, baseline {beside.accuracy:.3f}")
        lines += [
            f"  {kind}: precision {found.precision(kind):.3f} (baseline {beside.precision(kind):.3f}), "
            f"recall {found.recall(kind):.3f} (baseline {beside.recall(kind):.3f})"
            for kind in (sorted({row[label] for row in data}) if name in {"claims", "actions"} else ())
        ]
        lines.append(found.table())
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(f"{told()}\n")
