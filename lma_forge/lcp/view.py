"""What a host sees of a Python file, as values: tools, parameters, library metadata, faults."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from lma_forge.diagnostics import Span

HIDDEN = frozenset({"tool_context", "lollms_client_instance", "discussion_instance", "user_interaction_handler"})
"""Parameters that only the host fills and the model never sees (doctrine 4.5 and 13)."""

HOOKS = frozenset({"init_tools_library", "set_confirm_handler", "set_user_interaction_handler"})
"""Module-level functions that a host calls (doctrine 6 and 13)."""

PREFIX = "tool_"
"""What the name of every tool starts with (doctrine 1.4)."""


Where = tuple[str, int, int, int, int]
"""A stretch of a file as path, line, column, end line, end column, as in `Span`."""


def _span(where: Where) -> "Span":
    # Hosts read thousands of files and show no spans; they need neither the values nor the module.
    from lma_forge.diagnostics import Span  # noqa: PLC0415

    return Span(*where)


@dataclass(frozen=True, slots=True)
class Shape:
    """The JSON values that an annotation stands for.

    Args:
        type: JSON Schema type: integer, number, boolean, string, array or object.
        items: Shape of the elements of an array, where the annotation says it.
        enum: The only values allowed (`Literal`); empty when any value of the type is.
        nullable: Whether None is allowed as well.
        also: Further alternatives of a union, none of them nullable.
        exact: Whether the annotation says so. False for no annotation, `Any` and classes: such a
            parameter is shown as text and takes whatever comes.
    """

    type: str = "string"
    items: "Shape | None" = None
    enum: tuple[str | int | float | bool, ...] = ()
    nullable: bool = False
    also: tuple["Shape", ...] = ()
    exact: bool = True


@dataclass(frozen=True, slots=True)
class ParameterView:
    """One parameter of a tool function.

    Args:
        name: Its name, for `*args` and `**kwargs` without the stars.
        kind: positional-only, positional, var-positional, keyword-only or var-keyword.
        annotation: Source of the annotation, normalised as `ast.unparse` has it; "" without one.
        shape: The JSON values that the annotation stands for; inexact text without one.
        has_default: Whether a call may leave it out.
        literal: Whether the default is a literal, so that `default` is its value.
        default: Value of a literal default; None otherwise. Treat it as read-only.
        default_text: Source of the default; "" without one.
        hidden: Whether only the host fills it and the model never sees it (doctrine 4.5).
        doc: Its description in the docstring; "" without one.
        where: Where it stands.
    """

    name: str
    kind: str
    annotation: str
    shape: Shape
    has_default: bool
    literal: bool
    default: object
    default_text: str
    hidden: bool
    doc: str
    where: Where

    @property
    def span(self) -> "Span":
        """Where it stands."""
        return _span(self.where)

    @property
    def variadic(self) -> bool:
        """Whether it is `*args` or `**kwargs`."""
        return self.kind.startswith("var-")


Details = tuple[str, str, tuple[ParameterView, ...], tuple[str, ...], str]
"""Description, docstring, parameters, decorators and returns of a tool."""

_DETAILS = ("description", "docstring", "parameters", "decorators", "returns")
_MORE = ("contract", "hooks", "docstring")


def _fetched(view: Any, name: str, fields: tuple[str, ...]) -> Any:  # noqa: ANN401 - a field of any type
    """Fill the fields of a view that are worked out later; several threads may do it at once."""
    if name not in fields:
        raise AttributeError(f"{type(view).__name__!r} object has no attribute {name!r}")
    later = view.later
    if later is not None:
        for each, value in zip(fields, later(), strict=True):
            object.__setattr__(view, each, value)
        object.__setattr__(view, "later", None)
    return object.__getattribute__(view, name)


@dataclass(frozen=True, slots=True)
class ToolView:
    """One tool as a host finds it.

    Args:
        name: Name of the function, which is the name the model calls.
        description: First paragraph of the docstring, or the host's placeholder.
        docstring: The whole docstring, indentation cleaned; "" without one.
        parameters: All parameters in the order of the signature, hidden and variadic ones too.
        is_async: Whether it is an `async def`.
        decorators: Source of each decorator, outermost first.
        returns: Source of the return annotation; "" without one.
        where: From `def` to the end of the body.
        rebound: Line where the module later deletes the name or binds it anew; 0 if nowhere.
        broken: Whether the file does not parse, so that this is a guess and a call must fail.
        later: Gives the `Details` when one of them is first asked for; None when they are there.
    """

    name: str
    description: str
    docstring: str
    parameters: tuple[ParameterView, ...]
    is_async: bool
    decorators: tuple[str, ...]
    returns: str
    where: Where
    rebound: int = 0
    broken: bool = False
    later: Callable[[], Details] | None = field(default=None, repr=False, compare=False)

    @classmethod
    def lazy(  # noqa: PLR0913 - the fields that are always there
        cls,
        name: str,
        *,
        is_async: bool,
        where: Where,
        rebound: int,
        broken: bool,
        later: Callable[[], Details],
    ) -> Self:
        """Make a view whose details are worked out when they are first asked for.

        A host that finds thousands of tools needs the details of few at once, or only later.
        """
        made = object.__new__(cls)
        fill = object.__setattr__
        fill(made, "name", name)
        fill(made, "is_async", is_async)
        fill(made, "where", where)
        fill(made, "rebound", rebound)
        fill(made, "broken", broken)
        fill(made, "later", later)
        return made

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - called for what is not there yet
            return _fetched(self, name, _DETAILS)

    @property
    def span(self) -> "Span":
        """From `def` to the end of the body."""
        return _span(self.where)

    @property
    def has_docstring(self) -> bool:
        """Whether the function has a docstring with any text."""
        return bool(self.docstring)

    @property
    def takes_any(self) -> bool:
        """Whether it declares `**kwargs`, which lets unknown arguments through (doctrine 7.4)."""
        return any(parameter.kind == "var-keyword" for parameter in self.parameters)

    @property
    def visible(self) -> tuple[ParameterView, ...]:
        """The parameters that the model fills."""
        return tuple(p for p in self.parameters if not p.hidden and not p.variadic)


@dataclass(frozen=True, slots=True)
class Unreachable:
    """A `tool_…` name that no host can call, why, and where it stands."""

    name: str
    reason: str
    where: Where

    @property
    def span(self) -> "Span":
        """Where it stands."""
        return _span(self.where)


@dataclass(frozen=True, slots=True)
class PromptView:
    """A prompt provider: a function whose text describes a tool or library anew on each request.

    Args:
        name: Name of the function, `tool_…_prompt`.
        tool: The tool of the same file that it describes; "" when it speaks of the library.
        text: What it returns, where its body is one literal; None when it must be run.
        where: Where it stands.
    """

    name: str
    tool: str
    text: str | None
    where: Where

    @property
    def span(self) -> "Span":
        """Where it stands."""
        return _span(self.where)


@dataclass(frozen=True, slots=True)
class Library:
    """The `TOOL_LIBRARY_…` constants of a file.

    Args:
        name: TOOL_LIBRARY_NAME; None when absent or not a text literal.
        desc: TOOL_LIBRARY_DESC, likewise.
        icon: TOOL_LIBRARY_ICON, likewise.
        aliases: TOOL_LIBRARY_ALIASES.
        load_flag: TOOL_LIBRARY_LOAD_FLAG: the option that must be on for a host to load the file.
        unreadable: Constants that are there but not literals of the right kind. An unreadable
            load flag must count as a flag that is off.
    """

    name: str | None = None
    desc: str | None = None
    icon: str | None = None
    aliases: tuple[str, ...] = ()
    load_flag: str | None = None
    unreadable: tuple[str, ...] = ()

    @property
    def gated(self) -> bool:
        """Whether a host must not load the file unless an option is on."""
        return bool(self.load_flag) or "TOOL_LIBRARY_LOAD_FLAG" in self.unreadable


@dataclass(frozen=True, slots=True)
class ReadError:
    """Why a file does not parse, at a 1-based line and column (in code points)."""

    message: str
    line: int
    column: int


More = tuple[dict[str, object] | None, tuple[str, ...], str]
"""Contract, hooks and docstring of a file."""


@dataclass(frozen=True, slots=True)
class ToolFile:
    """What a host sees of one Python file.

    Args:
        path: As given to `read`; not looked at.
        tools: The tools, in the order in which their names first appear.
        unreachable: `tool_…` names that cannot be called, with the reason.
        prompts: Prompt providers (doctrine 3).
        library: Its metadata constants.
        contract: The literal dict TOOL_CONTRACT; None when absent or not a literal.
        hooks: Names of the host hooks that it defines, sorted.
        docstring: The module's docstring, indentation cleaned; "" without one.
        error: Why the file does not parse; its tools are guesses then, marked broken.
        later: Gives contract, hooks and docstring when one of them is first asked for; None when
            they are there.
    """

    path: str
    tools: tuple[ToolView, ...] = ()
    unreachable: tuple[Unreachable, ...] = ()
    prompts: tuple[PromptView, ...] = ()
    library: Library = field(default_factory=Library)
    contract: dict[str, object] | None = None
    hooks: tuple[str, ...] = ()
    docstring: str = ""
    error: ReadError | None = None
    later: Callable[[], More] | None = field(default=None, repr=False, compare=False)

    @classmethod
    def lazy(  # noqa: PLR0913 - the fields that are always there
        cls,
        path: str,
        *,
        tools: tuple[ToolView, ...],
        unreachable: tuple[Unreachable, ...],
        prompts: tuple[PromptView, ...],
        library: Library,
        error: ReadError | None,
        later: Callable[[], More],
    ) -> Self:
        """Make a view of which contract, hooks and docstring are worked out when they are first asked for."""
        made = object.__new__(cls)
        fill = object.__setattr__
        fill(made, "path", path)
        fill(made, "tools", tools)
        fill(made, "unreachable", unreachable)
        fill(made, "prompts", prompts)
        fill(made, "library", library)
        fill(made, "error", error)
        fill(made, "later", later)
        return made

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - called for what is not there yet
            return _fetched(self, name, _MORE)

    def tool(self, name: str) -> ToolView | None:
        """The tool called `name`, or None."""
        return next((tool for tool in self.tools if tool.name == name), None)
