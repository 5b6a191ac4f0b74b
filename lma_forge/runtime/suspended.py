"""A tool call on a thread of its own, which waits while a question of the tool is open."""

import asyncio
import contextvars
import queue
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from lma_forge.runtime.workers import Workers

TIMEOUT = 300.0
"""Seconds that an open question waits for its answer (doctrine 5.B)."""

_workers = Workers("lma-forge-call")

current: contextvars.ContextVar["Run"] = contextvars.ContextVar("lma_forge_run")
"""The call that the code is part of."""


class Question(NamedTuple):
    """What a call wants to know from its client.

    Args:
        requests: Requests of the protocol by key, each a dict with `method` and `params`.
        answerable: Whether a client may send the responses along with its call, before it is
            asked. Never for an approval: a person is to see what is approved.
    """

    requests: dict[str, dict[str, Any]]
    answerable: bool = False


class Lacking(NamedTuple):
    """The end of a call whose client cannot do what the tool needs.

    Args:
        capabilities: The capabilities, as MCP names them.
    """

    capabilities: dict[str, Any]


class Progress(NamedTuple):
    """How far a tool has come.

    Args:
        progress: Steps done.
        total: Steps in all; None when unknown.
        message: What it does.
    """

    progress: float
    total: float | None = None
    message: str | None = None


class Done(NamedTuple):
    """The end of a call.

    Args:
        record: What the binding gave.
    """

    record: dict[str, Any]


Event = Question | Progress | Done | Lacking


class Run:
    """One call. The tool runs once, however often the client comes back with an answer.

    Args:
        loop: The event loop that serves the client.
        can_ask: Whether the person at the client can be asked.
        timeout: Seconds that a question stays open.
        given: Responses that came along with the call, by the key of the request they answer.

    Attributes:
        cancelled: Whether the client gave the call up. Its questions are refused from then on.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        *,
        can_ask: bool,
        timeout: float = TIMEOUT,
        given: dict[str, Any] | None = None,
    ) -> None:
        self.can_ask = can_ask
        self.cancelled = False
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._loop = loop
        self._timeout = timeout
        self._given = given or {}
        self._open: tuple[Question, queue.Queue[dict[str, Any] | None]] | None = None
        self._lock = threading.Lock()

    def start(self, work: Callable[[], dict[str, Any]]) -> None:
        """Run the tool.

        Args:
            work: Calls it and gives its record.
        """
        context = contextvars.copy_context()
        context.run(current.set, self)
        _workers.run(lambda: context.run(self._work, work))

    def _work(self, work: Callable[[], dict[str, Any]]) -> None:
        try:
            record = work()
        except BaseException as fault:  # noqa: BLE001 - an interrupted tool is a failure of the call
            record = {"success": False, "error": f"The call was broken off by {type(fault).__name__}."}
        self.tell(Done(record))

    def tell(self, event: Event) -> None:
        """Hand an event to the loop; from any thread."""
        try:
            self._loop.call_soon_threadsafe(self._events.put_nowait, event)
        except RuntimeError:
            # The loop is closed, so nobody waits any more.
            self.cancelled = True

    async def next(self) -> Event:
        """What the call tells next: `Question`, `Progress`, and at last `Done` or `Lacking`."""
        return await self._events.get()

    def ask(self, question: Question) -> dict[str, Any] | None:
        """Ask the client, on the thread of the tool.

        Returns:
            The responses by key; None when there are none.
        """
        with self._lock:
            # One question at a time: threads of the tool wait their turn.
            if self.cancelled:
                return None
            if question.answerable and question.requests.keys() <= self._given.keys():
                return {key: self._given.pop(key) for key in question.requests}
            answers: queue.Queue[dict[str, Any] | None] = queue.Queue(maxsize=1)
            self._open = (question, answers)
            self.tell(question)
            try:
                return answers.get(timeout=self._timeout)
            except queue.Empty:
                return None
            finally:
                self._open = None

    def answer(self, responses: dict[str, Any] | None) -> None:
        """Give the responses to the open question; those that nobody waits for are dropped."""
        opened = self._open
        if opened is not None:
            try:
                opened[1].put_nowait(responses)
            except queue.Full:
                return

    @property
    def question(self) -> Question | None:
        """The question that is open."""
        opened = self._open
        return None if opened is None else opened[0]

    def cancel(self) -> None:
        """Give the call up: an open question and all later ones are refused.

        A thread cannot be stopped from outside, so a tool that does not look at `is_cancelled`
        works on to its end.
        """
        self.cancelled = True
        self.answer(None)
