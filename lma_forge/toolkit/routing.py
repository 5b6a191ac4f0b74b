"""Picks the tool of a spec that fits a request, or none, by what the spec says of its tools.

Nothing here knows a tool: what a tool is for is read from its name, description, guidance, inputs
and examples. A tool wins where it shares more of the request's turns of phrase and words than the
others and than what speaks against it. What a request asks for in a turn of phrase that no tool of
the document uses (a poem, a translation, a definition) speaks for a direct answer.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from lma_forge.model import ReservedTool, Spec, Tool
from lma_forge.names import title
from lma_forge.toolkit.language import meaning, stems
from lma_forge.toolkit.language.phrases import frames, weight_of
from lma_forge.toolkit.refusal import Refusal

DIRECT = "direct answer"
"""The route where no tool is needed."""

_ENOUGH = 2.5
_CLAIMED, _POWER, _LED, _FURTHER = 0.5, 1.5, 1.2, 1.0
_FRAME, _WORDS, _UNCLAIMED, _HINTED = 3.0, 0.4, 3.5, 0.5
_PARTS = {"name": 1.6, "use": 1.0, "description": 0.8, "values": 0.7, "examples": 1.0, "inputs": 0.3, "category": 0.3}
_AGAINST = 1.6
_DONE, _GENERAL, _DEFINING, _DEFINED = "~done", "=general", "=defining", 4.0
_DESCRIBED = 1.5
_OTHER_MOOD = 0.4
_LONG = 12


@dataclass(frozen=True, slots=True)
class Route:
    """Where a request goes.

    Args:
        route: The name of a tool, or `DIRECT`.
        reason: Why, in a few words.
        candidates: The tools that were close, the best first; the chosen one among them.
    """

    route: str
    reason: str
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Line:
    """A piece of what a spec says of a tool: its text, what it speaks of, and how much that counts."""

    text: str
    features: frozenset[str]
    weight: float


@dataclass(frozen=True, slots=True)
class _Profile:
    tool: Tool
    lines: tuple[_Line, ...]
    uses: tuple[_Line, ...]
    against: tuple[_Line, ...]
    frames: Mapping[str, float]


def route(
    request: str, spec: Spec, *, without: str = "", choose: Callable[[str, tuple[str, ...]], str] | None = None
) -> Route:
    """Say which tool a request needs.

    Args:
        request: What the user is asking for.
        spec: The document whose tools may be used.
        without: The name of the tool that asks; a route never leads back to it.
        choose: Picks one of the candidates where several are close, such as a language model; what
            it answers beyond them is ignored.

    Returns:
        The route with its reason.

    Raises:
        Refusal: The request is empty, or needs something that no tool may do.
    """
    if not request.strip():
        raise Refusal("The request is empty.")
    asked = meaning(request)
    profiles = tuple(_profile(tool) for tool in spec.tools if tool.name != without)
    rarity = _rarity(profiles)
    for reserved in spec.reserved:
        if _names(reserved, request, asked, rarity):
            raise Refusal(f"It would need {reserved.name}, which is reserved and cannot be called.")
    turns = frames(request)
    rare = _frame_rarity(profiles)
    scores = sorted(
        ((_WORDS * _score(asked, one, rarity) + _FRAME * _turns(turns, one, rare), one) for one in profiles),
        key=lambda pair: -pair[0],
    )
    free = _free(turns, rare) + _HINTED * ("~chat" in asked)
    best = [(score, one) for score, one in scores if score >= _ENOUGH + free]
    named = next((one for one in profiles if re.search(rf"\b{one.tool.name}\b", request)), None)
    if not best and named is None:
        return Route(DIRECT, "Nothing in the request calls for what a tool does.")
    close = tuple(one.tool.name for score, one in best if score >= best[0][0] * 0.8)
    chosen = best[0][1] if best else named
    if choose is not None and len(close) > 1 and (pick := choose(request, close)) in close:
        chosen = next(one for _, one in best if one.tool.name == pick)
    assert chosen is not None  # noqa: S101 - one of the two is there, as tested above
    return Route(chosen.tool.name, _reason(asked, chosen, rarity), close)


def _frame_rarity(profiles: tuple[_Profile, ...]) -> dict[str, float]:
    found: dict[str, float] = {}
    for frame in {frame for one in profiles for frame in one.frames}:
        shares = [one.frames.get(frame, 0.0) for one in profiles]
        if max(shares) >= _CLAIMED:
            found[frame] = math.log((len(profiles) + 1) / (sum(shares) + 0.5))
    return found


def _free(asked: Mapping[str, int], claimed: Mapping[str, float]) -> float:
    """How much a request asks for what no tool is for."""
    others = [place for frame, place in asked.items() if frame not in claimed]
    if not others:
        return 0.0
    leads = min(others) == min(asked.values())
    defines = _DEFINED if _DEFINING in asked else 0.0
    return _UNCLAIMED * (_LED if leads else 1.0) + _FURTHER * (len(others) - 1) + defines


def _turns(asked: Mapping[str, int], one: _Profile, rarity: Mapping[str, float]) -> float:
    first = min(asked.values(), default=0)
    return sum(
        (_LED if place == first else 1.0) * weight_of(frame) * one.frames.get(frame, 0.0) * rarity[frame]
        for frame, place in asked.items()
        if frame in rarity
    )


def _names(reserved: ReservedTool, request: str, asked: frozenset[str], common: Mapping[str, float]) -> bool:
    """Tell whether a request names a reserved tool, or speaks of what its name and its purpose say."""
    if re.search(rf"\b{re.escape(reserved.name)}\b", request, re.IGNORECASE):
        return True
    turns = frames(f"{title(reserved.name)}. {' '.join(reserved.purpose.sentences)}").keys()
    if turns and not turns & frames(request).keys():
        return False
    parts = stems(title(reserved.name))
    telling = [part for part in parts if part not in _ACTORS]
    if len(telling) == 1 and telling[0] in common:
        telling = list(parts)
    return bool(telling) and all(part in asked for part in telling)


_ACTORS = frozenset(
    {"connector", "reader", "writer", "helper", "builder", "tool", "engin", "manag", "handler", "client"}
)
"""The last words of tools' names, by their stems: they say what kind of thing a tool is, not what it is for."""


@lru_cache(maxsize=512)
def _profile(tool: Tool) -> _Profile:
    uses = [bullet.full_text for bullet in tool.use_when]
    texts = [
        ("name", title(tool.name)),
        *(("use", line) for line in uses),
        ("description", " ".join(tool.description.sentences)),
        ("values", " ".join(str(one.value) for field in tool.inputs for one in field.allowed)),
        *(("inputs", f"{title(field.name)} {field.description}") for field in tool.inputs),
        *(("examples", one.input.text) for one in tool.examples),
        ("category", tool.category),
    ]
    lines = tuple(_Line(text, meaning(text), _PARTS[part]) for part, text in texts if text)
    told = tuple(line for line in lines if line.weight in {_PARTS["use"], _PARTS["description"]})
    against = tuple(_Line(text, meaning(text), 1.0) for text in (one.full_text for one in tool.do_not_use_when))
    return _Profile(tool, lines, told, against, _shares(told))


def _shares(told: tuple[_Line, ...]) -> dict[str, float]:
    """Say how much of what is told of a tool uses each turn of phrase; what it is comes before when it is used."""
    counts: dict[str, float] = {}
    for line in told:
        found = frames(line.text)
        # Whatever explains in general says less of a tool than the rest of the line.
        for frame in found.keys() - {_GENERAL} or found:
            counts[frame] = counts.get(frame, 0.0) + (_DESCRIBED if line.weight == _PARTS["description"] else 1.0)
    most = max(counts.values(), default=1.0)
    return {frame: (count / most) ** _POWER for frame, count in counts.items()}


def _rarity(profiles: tuple[_Profile, ...]) -> dict[str, float]:
    seen = Counter(feature for one in profiles for feature in frozenset().union(*(line.features for line in one.lines)))
    return {
        feature: math.log((len(profiles) + 1) / (count + 0.5)) for feature, count in seen.items() if feature != _DONE
    }


def _score(asked: frozenset[str], one: _Profile, rarity: Mapping[str, float]) -> float:
    shared: dict[str, float] = {}
    for line in one.lines:
        weight = line.weight * _mood(asked, line)
        for feature in asked & line.features:
            shared[feature] = max(shared.get(feature, 0.0), weight * rarity.get(feature, 0.0))
    best = max((_covered(asked, line, rarity) for line in one.uses), default=0.0)
    against = max((_covered(asked, line, rarity) for line in one.against), default=0.0)
    return sum(shared.values()) + best - (_AGAINST * against if against > best else 0.0)


def _mood(asked: frozenset[str], line: _Line) -> float:
    """How well it fits that one speaks of what has been done, and the other of what shall be done."""
    done = _DONE in line.features and _DONE not in asked
    past = "~recall" in line.features and "~remember" in asked and "~recall" not in asked
    return _OTHER_MOOD if done or past else 1.0


def _covered(asked: frozenset[str], line: _Line, rarity: Mapping[str, float]) -> float:
    """How much of a line a request speaks of, in the rarity of what they share."""
    shared = sum(rarity.get(feature, 0.0) for feature in asked & line.features)
    return _mood(asked, line) * shared / math.sqrt(1 + min(len(line.features), _LONG) / 4)


def _reason(asked: frozenset[str], one: _Profile, rarity: Mapping[str, float]) -> str:
    line = max(one.uses, key=lambda line: _covered(asked, line, rarity), default=None)
    return f"It fits what {one.tool.name} is for: {line.text}" if line else f"It fits {one.tool.name}."
