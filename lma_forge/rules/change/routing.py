"""CHG505 to CHG507, CHG605: when a tool is to be used and when it is not."""

from collections.abc import Iterator

from lma_forge.change import Category, Change
from lma_forge.model import Bullet
from lma_forge.rules.comparison.finding import change_rule
from lma_forge.rules.comparison.pairing import Comparison
from lma_forge.rules.comparison.plain import full_text, quoted
from lma_forge.spec.likeness import pair as pair_up


@change_rule("CHG505", Category.GOVERNANCE, mirror=("CHG506",))
def avoid_removed(comparison: Comparison) -> Iterator[Change]:
    """An item of Do Not Use When is gone.

    The model may use the tool where it was told not to.

    Bad:
        ## Tool: NoteReader
        Do Not Use When:
        - The note is private.
        - Nobody asked for it.
        =>
        ## Tool: NoteReader
        Do Not Use When:
        - The note is private.

    Good:
        ## Tool: NoteReader
        Do Not Use When:
        - The note is private.
        =>
        ## Tool: NoteReader
        Do Not Use When:
        - The note is private.
        - Nobody asked for it.
    """
    for pair in comparison.tools:
        for bullet in pair.avoids.removed:
            text = full_text(bullet)
            yield avoid_removed.at(
                (bullet.span, pair.spans("do_not_use_when")[1]),
                f"{pair.name}, Do Not Use When: {quoted(text)} is gone, so the model may use the tool there.",
                tool=pair.name,
                part="do_not_use_when",
                texts=(text, ""),
            )


@change_rule("CHG506", Category.TIGHTENING, mirror=("CHG505",))
def avoid_added(comparison: Comparison) -> Iterator[Change]:
    """An item of Do Not Use When is new.

    The model is told not to use the tool where it could.

    Bad:
        ## Tool: NoteReader
        Do Not Use When:
        - The note is private.
        =>
        ## Tool: NoteReader
        Do Not Use When:
        - The note is private.
        - Nobody asked for it.

    Good:
        ## Tool: NoteReader
        Do Not Use When:
        - The note is private.
        - Nobody asked for it.
        =>
        ## Tool: NoteReader
        Do Not Use When:
        - Nobody asked for it.
        - The note is private.
    """
    for pair in comparison.tools:
        for bullet in pair.avoids.added:
            text = full_text(bullet)
            yield avoid_added.at(
                (pair.spans("do_not_use_when")[0], bullet.span),
                f"{pair.name}, Do Not Use When: {quoted(text)} is new.",
                tool=pair.name,
                part="do_not_use_when",
                texts=("", text),
            )


@change_rule("CHG507", Category.ROUTING, mirror=("CHG507",))
def use_when_changed(comparison: Comparison) -> Iterator[Change]:
    """An item of Use When is new, gone, or says something else.

    The model reads it to choose between tools, so the same request may go elsewhere.

    Bad:
        ## Tool: NoteReader
        Use When:
        - The user names a note.
        =>
        ## Tool: NoteReader
        Use When:
        - The user names a note or a page.

    Good:
        ## Tool: NoteReader
        Use When:
        - The user names a note.
        =>
        ## Tool: NoteReader
        Use When:
        * The user names a note.
    """
    for pair in comparison.tools:
        at = pair.spans("use_when")
        found: list[tuple[Bullet | None, Bullet | None]] = [(bullet, None) for bullet in pair.uses.removed]
        found += (both for both in pair.uses.pairs if both[0] != both[1])
        found += ((None, bullet) for bullet in pair.uses.added)
        for before, after in found:
            texts = (full_text(before) if before else "", full_text(after) if after else "")
            what = "became" if before and after else "is new" if after else "is gone"
            shown = f"{quoted(texts[0])} became {quoted(texts[1])}" if what == "became" else quoted("".join(texts))
            yield use_when_changed.at(
                (before.span if before else at[0], after.span if after else at[1]),
                f"{pair.name}, Use When: {shown if what == 'became' else f'{shown} {what}'}; "
                "the model may choose otherwise.",
                tool=pair.name,
                part="use_when",
                texts=texts,
            )


@change_rule("CHG605", Category.ROUTING, mirror=("CHG605",))
def flow_changed(comparison: Comparison) -> Iterator[Change]:
    """A step of the recommended flow is new, gone, elsewhere, or says something else.

    The flow tells the model in which order to reach for tools.

    Bad:
        ## Tool: NoteReader
        Input: None
        # Recommended Flow
        1. Read the request.
        2. Ask NoteReader.
        =>
        ## Tool: NoteReader
        Input: None
        # Recommended Flow
        1. Read the request.

    Good:
        ## Tool: NoteReader
        Input: None
        # Recommended Flow
        1. Read the request.
        =>
        ## Tool: NoteReader
        Input: None
        # Recommended Flow
        1) Read the request.
    """
    for document in comparison.documents:
        at = document.spans()
        old, new = document.old.flow, document.new.flow
        steps = pair_up(old, new, (lambda step: step, lambda step: step.text or None), lambda step: step.text)
        for step in steps.removed:
            message = f"Flow: step {quoted(step.text)} is gone."
            yield flow_changed.at((step.span, at[1]), message, part="flow", texts=(step.text, ""))
        for before, after in steps.pairs:
            texts = before.text, after.text
            if texts[0] != texts[1]:
                message = f"Flow: step {quoted(texts[0])} became {quoted(texts[1])}."
                yield flow_changed.at((before.span, after.span), message, part="flow", texts=texts)
            elif before.tools != after.tools:
                named = ", ".join(before.tools), ", ".join(after.tools)
                message = f"Flow: step {quoted(after.text)} names other tools."
                yield flow_changed.at((before.span, after.span), message, part="flow", field="flow tools", texts=named)
        for step in steps.added:
            message = f"Flow: step {quoted(step.text)} is new."
            yield flow_changed.at((at[0], step.span), message, part="flow", texts=("", step.text))
        numbers = tuple(", ".join(str(both[side].number) for both in steps.pairs) for side in (0, 1))
        moved = len(steps.pairs) == len(old) == len(new) and numbers[0] != numbers[1]
        if moved or not steps.keeps_order:
            order = "; ".join(step.text for step in old), "; ".join(step.text for step in new)
            message = "Flow: the steps stand in another order."
            spans = (old[0].span, new[0].span)
            yield flow_changed.at(spans, message, part="flow", field="flow order", texts=order)
