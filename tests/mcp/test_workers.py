"""Threads that are kept for the next call."""

import threading
import weakref

from lma_forge.runtime.workers import Workers


def run(workers, work):
    """Run work to its end; gives the thread it ran on."""
    done, where = threading.Event(), []

    def all_of_it():
        work()
        where.append(threading.get_ident())
        done.set()

    workers.run(all_of_it)
    assert done.wait(30)
    return where[0]


def wait(condition):
    """Wait until a condition holds."""
    for _ in range(3_000):
        if condition():
            return True
        threading.Event().wait(0.005)
    return False


def test_a_thread_is_used_again():
    workers = Workers("test", idle=20)
    first = run(workers, lambda: None)
    assert wait(lambda: workers._idle)
    assert run(workers, lambda: None) == first


def test_work_that_waits_holds_up_no_other():
    workers = Workers("test", idle=1)
    go, met = threading.Event(), threading.Barrier(5)
    for _ in range(4):
        workers.run(lambda: (met.wait(30), go.wait(30)))
    met.wait(30)
    assert run(workers, lambda: None)
    go.set()


def test_a_thread_without_work_ends_and_holds_nothing():
    class Thing:
        pass

    thing = Thing()
    seen = weakref.ref(thing)
    workers = Workers("test-ends", idle=0.05)

    def use(held):
        assert held is not None

    workers.run(lambda held=thing: use(held))
    del thing
    assert wait(lambda: seen() is None)
    assert wait(lambda: not any(thread.name == "test-ends" for thread in threading.enumerate()))
    assert not workers._idle
    assert run(workers, lambda: None)
