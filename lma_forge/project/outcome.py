"""What a run of `generate` did or would do, in the form in which it is told and kept."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lma_forge.diagnostics import Diagnostic, Severity, sort
from lma_forge.project import cache, faults
from lma_forge.project.plan import Action, Plan, Step


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the modules.

    Args:
        modules: Paths of the modules, below the folder of generated modules, by what became of them.
        tools: How many tools are in the modules that are as the spec says.
        reserved: Names of the reserved tools.
        diagnostics: All findings, of the specs and of the modules.
        sources: Text of the specs, by path.
        stopped: Whether an error in a spec stopped the run.
        bundled: Whether the bundled spec was used.
    """

    modules: Mapping[Action, tuple[str, ...]]
    tools: int
    reserved: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    stopped: bool = False
    bundled: bool = False

    @property
    def is_good(self) -> bool:
        """Whether every module is now as the spec says."""
        wrong = any(one.severity is Severity.ERROR and one.code.startswith("GEN") for one in self.diagnostics)
        return not (self.stopped or wrong or self.modules.get(Action.REFUSE) or self.modules.get(Action.FAIL))

    @property
    def is_broken(self) -> bool:
        """Whether something failed that is nobody's spec or code: a disk, or our own verification."""
        codes = {faults.UNWRITABLE_FILE.code, faults.FAILED_VERIFICATION.code}
        return any(found.code in codes for found in self.diagnostics)

    @classmethod
    def of(cls, plan: Plan, steps: Iterable[Step] | None = None, extra: Iterable[Diagnostic] = ()) -> "Outcome":
        """Sum up a plan, or what applying it did.

        Args:
            plan: The plan.
            steps: Its steps as they came out; None for the plan's own.
            extra: Findings that came up on the way.
        """
        done = plan.steps if steps is None else tuple(steps)
        modules: dict[Action, list[str]] = {}
        for step in done:
            modules.setdefault(step.action, []).append(step.path)
        right = {Action.KEEP, Action.CREATE, Action.UPDATE, Action.MOVE, Action.RESTORE}
        found = [*plan.diagnostics, *extra, *(one for step in done for one in step.diagnostics)]
        return cls(
            {action: tuple(paths) for action, paths in modules.items()},
            sum(len(step.functions) for step in done if step.action in right),
            plan.reserved,
            tuple(sorted(sort(found), key=lambda one: one.code != faults.FEWER_TOOLS.code)),
            plan.sources,
            plan.stopped,
            plan.bundled,
        )

    def settled(self) -> "Outcome":
        """Say the same of a later run that finds everything as this one left it.

        What was found on the way, such as a missing lock, is mended by then; what stands in the specs is not.
        """
        order = (Action.KEEP, Action.CREATE, Action.UPDATE, Action.MOVE, Action.RESTORE)
        paths = sorted(path for action in order for path in self.modules.get(action, ()))
        found = tuple(one for one in self.diagnostics if not one.code.startswith("GEN"))
        return Outcome(
            {Action.KEEP: tuple(paths)}, self.tools, self.reserved, found, self.sources, bundled=self.bundled
        )

    def pack(self) -> dict[str, Any]:
        """Turn into JSON values, without the sources."""
        return {
            "modules": {str(action): list(paths) for action, paths in self.modules.items()},
            "tools": self.tools,
            "reserved": list(self.reserved),
            "diagnostics": cache.pack(self.diagnostics),
            "bundled": self.bundled,
        }

    @classmethod
    def unpack(cls, values: Any, sources: Mapping[str, str]) -> "Outcome":  # noqa: ANN401 - whatever was kept
        """Turn JSON values from `pack` back.

        Raises:
            ValueError: They are something else.
        """
        try:
            return cls(
                {Action(action): tuple(paths) for action, paths in values["modules"].items()},
                int(values["tools"]),
                tuple(values["reserved"]),
                cache.unpack(values["diagnostics"]),
                sources,
                bundled=bool(values["bundled"]),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError("this is no kept outcome") from error
