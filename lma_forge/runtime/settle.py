"""Turns what a tool returned late (a coroutine, a generator) into what it returned."""

import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any

_PLAIN = frozenset({dict, list, str, int, float, bool, tuple, type(None)})
_ROUNDS = 8


def settle(result: Any) -> Any:  # noqa: ANN401 - a tool may return anything
    """Wait for an awaitable, collect a generator; leave everything else alone.

    Done within the call, so that a coroutine never passes for a success (report R15). The value
    under "output" of a dict is settled as well; the tool's own dict is not changed.

    Args:
        result: What the function returned.

    Returns:
        The result proper.

    Raises:
        BaseException: Whatever the coroutine or generator raises; RuntimeError when it cannot be
            awaited, for example because it was awaited before.
    """
    kind = type(result)
    if kind is dict:
        output = result.get("output")
        if type(output) in _PLAIN:
            return result
        settled = _settled(output)
        return result if settled is output else {**result, "output": settled}
    return result if kind in _PLAIN else _settled(result)


def _settled(value: Any) -> Any:  # noqa: ANN401
    import inspect  # noqa: PLC0415 - heavy, and most tools return plain values

    for _ in range(_ROUNDS):
        if inspect.iscoroutine(value):
            value = _run(value)
        elif inspect.isgenerator(value):
            value = _collect(value)
        elif inspect.isasyncgen(value):
            value = _run(_collect_async(value))
        elif inspect.isawaitable(value) and not isinstance(value, type):
            value = _run(_await(value))
        else:
            return value
    raise RuntimeError("the tool returned coroutines within coroutines without end")


def _collect(generator: Any) -> Any:  # noqa: ANN401
    """The items of a generator, or what it returned when it yielded nothing."""
    items: list[Any] = []
    while True:
        try:
            items.append(next(generator))
        except StopIteration as stop:
            return stop.value if stop.value is not None and not items else items


async def _collect_async(generator: AsyncIterator[Any]) -> list[Any]:
    return [item async for item in generator]


async def _await(awaitable: Awaitable[Any]) -> Any:  # noqa: ANN401
    return await awaitable


def _run(coroutine: Coroutine[Any, Any, Any]) -> Any:  # noqa: ANN401
    """Run a coroutine to its end, on a thread of its own when this thread already runs a loop."""
    import asyncio  # noqa: PLC0415 - heavy, and most tools are plain functions

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(coroutine)
    import contextvars  # noqa: PLC0415

    context = contextvars.copy_context()
    return _on_thread(lambda: context.run(asyncio.run, coroutine))


def _on_thread(work: Callable[[], Any]) -> Any:  # noqa: ANN401
    outcome: list[Any] = []
    fault: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(work())
        except BaseException as error:  # noqa: BLE001 - raised again in the caller's thread
            fault.append(error)

    thread = threading.Thread(target=run, name="lma-forge-await", daemon=True)
    thread.start()
    thread.join()
    if fault:
        raise fault[0]
    return outcome[0]
