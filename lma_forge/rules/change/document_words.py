"""CHG525, CHG526, CHG604, CHG606 to CHG608: failure standard, source labels and numbers of the document."""

from collections.abc import Iterator

from lma_forge.change import Category, Change
from lma_forge.diagnostics import Severity
from lma_forge.rules.comparison.finding import change_rule
from lma_forge.rules.comparison.pairing import Comparison, DocumentPair
from lma_forge.rules.comparison.rulediff import RuleEdit


@change_rule("CHG525", Category.GOVERNANCE, mirror=("CHG526",))
def forbidden_phrase_removed(comparison: Comparison) -> Iterator[Change]:
    """A phrase that no output might contain is allowed.

    Outputs that pretend in these words pass now.

    Bad:
        # Tool Failure Standard
        Incorrect response style:
        ```text
        I assume the answer is...
        ```
        ```text
        It should be current...
        ```
        =>
        # Tool Failure Standard
        Incorrect response style:
        ```text
        I assume the answer is...
        ```

    Good:
        # Tool Failure Standard
        Incorrect response style:
        ```text
        I assume the answer is...
        ```
        =>
        # Tool Failure Standard
        Incorrect response style:
        ```text
        I assume the answer is...
        ```
        ```text
        It should be current...
        ```
    """
    for document, text in _gone(comparison, "incorrect", turned=False):
        message = f"Failure standard: `{text}` is no longer forbidden in outputs."
        yield forbidden_phrase_removed.at(document.spans(), message, part="failure_standard", texts=(text, ""))


@change_rule("CHG526", Category.TIGHTENING, mirror=("CHG525",))
def forbidden_phrase_added(comparison: Comparison) -> Iterator[Change]:
    """A phrase is new that no output may contain.

    Outputs that said so are faulty now.

    Bad:
        # Tool Failure Standard
        Incorrect response style:
        ```text
        I assume the answer is...
        ```
        =>
        # Tool Failure Standard
        Incorrect response style:
        ```text
        I assume the answer is...
        ```
        ```text
        It should be current...
        ```

    Good:
        # Tool Failure Standard
        Incorrect response style:
        ```text
        I assume the answer is...
        ```
        =>
        # Tool Failure Standard
        Incorrect response style:
        ```
        I assume the answer is...
        ```
    """
    for document, text in _gone(comparison, "incorrect", turned=True):
        message = f"Failure standard: `{text}` is forbidden in outputs now."
        yield forbidden_phrase_added.at(document.spans(), message, part="failure_standard", texts=("", text))


@change_rule("CHG604", Category.DOCUMENTATION, mirror=("CHG604",))
def global_rules_renumbered(comparison: Comparison) -> Iterator[Change]:
    """The global rules are the same in another order.

    They bind as before; whoever cites one by its number means another one now.

    Bad:
        # Global Tool Rules
        1. Do not invent data.
        2. Report every failure.
        =>
        # Global Tool Rules
        1. Report every failure.
        2. Do not invent data.

    Good:
        # Global Tool Rules
        1. Do not invent data.
        2. Report every failure.
        =>
        # Global Tool Rules
        - Do not invent data.
        - Report every failure.
    """
    for found in comparison.rules():
        if found.edit is RuleEdit.ORDER and not found.owner.tool:
            yield global_rules_renumbered.at(
                (found.old_span, found.new_span),
                f"Global rules: those that were {found.before} are {found.after} now; citations by number go wrong.",
                part=found.owner.part,
                field=found.owner.field,
                texts=(found.before, found.after),
            )


@change_rule("CHG606", Category.READERS, mirror=("CHG607",), level=Severity.WARNING)
def source_label_removed(comparison: Comparison) -> Iterator[Change]:
    """A label for the source of an answer is gone.

    Whoever looks for it in answers finds it no more.

    Bad:
        # Source Layer Language
        ```text
        Source Layer: Memory only.
        ```
        ```text
        Source Layer: Live data.
        ```
        =>
        # Source Layer Language
        ```text
        Source Layer: Live data.
        ```

    Good:
        # Source Layer Language
        ```text
        Source Layer: Live data.
        ```
        =>
        # Source Layer Language
        ```
        Source Layer: Live data.
        ```
    """
    for document in comparison.documents:
        for text in _without(document.old.source_labels, document.new.source_labels):
            message = f"Source labels: `{text}` is gone; whoever looks for it in answers finds it no more."
            yield source_label_removed.at(document.spans(), message, part="source_labels", texts=(text, ""))


@change_rule("CHG607", Category.ADDITION, mirror=("CHG606",))
def source_label_added(comparison: Comparison) -> Iterator[Change]:
    """A label for the source of an answer is new.

    Answers may carry it; those that are there stay right.

    Bad:
        # Source Layer Language
        ```text
        Source Layer: Live data.
        ```
        =>
        # Source Layer Language
        ```text
        Source Layer: Live data.
        ```
        ```text
        Source Layer: Memory only.
        ```

    Good:
        # Source Layer Language
        ```text
        Source Layer: Live data.
        ```
        =>
        # Source Layer Language
        ~~~text
        Source Layer: Live data.
        ~~~
    """
    for document in comparison.documents:
        for text in _without(document.new.source_labels, document.old.source_labels):
            message = f"Source labels: `{text}` is new."
            yield source_label_added.at(document.spans(), message, part="source_labels", texts=("", text))


@change_rule("CHG608", Category.ROUTING, mirror=("CHG608",))
def failure_style_changed(comparison: Comparison) -> Iterator[Change]:
    """A phrase that shows how failures should sound is new or gone.

    Models imitate it.

    Bad:
        # Tool Failure Standard
        Correct response style:
        ```text
        I could not verify that.
        ```
        =>
        # Tool Failure Standard
        Correct response style:
        ```text
        I could not verify that.
        ```
        ```text
        No data available.
        ```

    Good:
        # Tool Failure Standard
        Correct response style:
        ```text
        I could not verify that.
        ```
        =>
        # Tool Failure Standard
        Correct response style:
        ~~~text
        I could not verify that.
        ~~~
    """
    for turned, verb in ((False, "gone"), (True, "new")):
        for document, text in _gone(comparison, "correct", turned=turned):
            message = f"Failure standard: `{text}` is {verb} among the phrases to imitate."
            texts = ("", text) if turned else (text, "")
            yield failure_style_changed.at(document.spans(), message, part="failure_standard", texts=texts)


def _gone(comparison: Comparison, kind: str, *, turned: bool) -> Iterator[tuple[DocumentPair, str]]:
    """Phrases of the failure standard that are there on one side only: the old one, or turned, the new one."""
    for document in comparison.documents:
        old, new = (getattr(spec.failure_standard, kind) for spec in (document.old, document.new))
        for text in _without(new, old) if turned else _without(old, new):
            yield document, text


def _without(some: tuple[str, ...], others: tuple[str, ...]) -> Iterator[str]:
    yield from (text for text in dict.fromkeys(some) if text not in others)
