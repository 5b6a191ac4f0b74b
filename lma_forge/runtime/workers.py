"""Threads that are kept for the next call: to start one takes longer than most calls."""

import queue
import threading
from collections.abc import Callable

_Work = Callable[[], None]

IDLE = 10.0
"""Seconds that a thread without work is kept."""


class Workers:
    """Runs work on threads, each at once: there are as many as there is work that waits for something.

    Args:
        name: What the threads are called.
        idle: Seconds that a thread without work is kept.
    """

    def __init__(self, name: str, idle: float = IDLE) -> None:
        self._name = name
        self._kept = idle
        self._lock = threading.Lock()
        self._idle: list[queue.SimpleQueue[_Work]] = []

    def run(self, work: _Work) -> None:
        """Run work on a thread. It must not raise."""
        with self._lock:
            box = self._idle.pop() if self._idle else None
        if box is None:
            threading.Thread(target=self._serve, args=(work,), name=self._name, daemon=True).start()
        else:
            box.put(work)

    def _serve(self, work: _Work) -> None:
        box: queue.SimpleQueue[_Work] = queue.SimpleQueue()
        while True:
            work()
            # What a call held must not live on while the thread waits.
            del work
            with self._lock:
                self._idle.append(box)
            try:
                work = box.get(timeout=self._kept)
            except queue.Empty:
                with self._lock:
                    if box in self._idle:
                        self._idle.remove(box)
                        return
                work = box.get()
