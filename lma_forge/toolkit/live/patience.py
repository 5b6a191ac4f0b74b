"""Reads what came within a time: a page or a feed can be made so that its reader takes minutes."""

import contextvars
import ctypes
import threading
from collections.abc import Callable
from typing import TypeVar

from lma_forge.toolkit.refusal import Refusal

T = TypeVar("T")


class _LateError(BaseException):
    """Ends the thread of work that has taken too long; no handler for errors holds it up."""


def within(seconds: float, work: Callable[[], T], late: str) -> T:
    """Do something, and give up when the time is over.

    Args:
        seconds: How long it may take.
        work: What is to be done. When the time is over, it is stopped at its next step in Python.
        late: What to say then.

    Raises:
        Refusal: The time is over.
    """
    done: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except _LateError:
            pass
        except BaseException as error:  # noqa: BLE001 - raised again where it was asked for
            raised.append(error)

    # A process that ends does not wait for it; the runtime's guard comes along with the context.
    thread = threading.Thread(target=contextvars.copy_context().run, args=(run,), daemon=True)
    thread.start()
    thread.join(seconds)
    if raised:
        raise raised[0]
    if done:
        return done[0]
    if thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(_LateError))
    raise Refusal(late)
