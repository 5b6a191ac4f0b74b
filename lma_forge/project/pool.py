"""Work spread over processes."""

import gc
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from typing import Any

from lma_forge.project.collect import File
from lma_forge.project.examine import Examiner

_LOOK_SECONDS = 1.0
_examiner: Examiner | None = None


def spread(
    examiner: Examiner, pieces: Sequence[Sequence[File]], jobs: int
) -> Iterator[tuple[Sequence[File], list[list[Any]]]]:
    """Examine pieces of a run in several processes.

    Args:
        examiner: What examines a file; forked processes share it, others get a copy.
        pieces: The files.
        jobs: How many processes at most.

    Yields:
        Each piece with its packed results, as they are done.
    """
    global _examiner  # noqa: PLW0603 - what forked processes find without its being sent
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else None)
    _examiner = examiner
    examiner.warm_up()
    gc.freeze()
    executor = ProcessPoolExecutor(
        min(jobs, len(pieces)), mp_context=context, initializer=_begin, initargs=(examiner, os.getpid())
    )
    try:
        futures: dict[Future[list[list[Any]]], Sequence[File]] = {
            executor.submit(_examine, piece): piece for piece in pieces
        }
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
        gc.unfreeze()


def _begin(examiner: Examiner, parent: int) -> None:
    global _examiner  # noqa: PLW0603 - one a process
    # The person's Ctrl+C is the parent's to deal with; a parent that was killed can no longer do so.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, args=(parent,), daemon=True).start()
    gc.disable()
    _examiner = examiner


def _outlive_nobody(parent: int) -> None:
    """End this process when its parent has gone: nobody would ever give it work again."""
    while os.getppid() == parent:
        time.sleep(_LOOK_SECONDS)
    os._exit(1)


def _examine(piece: Sequence[File]) -> list[list[Any]]:
    if _examiner is None:
        raise RuntimeError("the process was not prepared")
    return [_examiner.examine(file).pack() for file in piece]
