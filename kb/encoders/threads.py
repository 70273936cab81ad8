"""On how many threads does numpy work? On one of its own; a question's work is shared out in halves by us.

Texts of a build share the processors, one batch on each (`minilm.py`).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import cache, partial
from queue import SimpleQueue
from typing import Generic, NoReturn, TypeVar

VARIABLES = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""What the libraries that numpy comes with read, once, when they are loaded."""

Result = TypeVar("Result")


def use_one_thread() -> None:
    """Let numpy work on one thread, unless people have chosen: to be called before numpy is imported.

    A question's products are so small that threads mostly wait for one another: a cold search with the full
    encoder took 614 ms with two and 347 with one on a busy machine.
    """
    for name in VARIABLES:
        os.environ.setdefault(name, "1")


def both(work: Callable[[int], Result]) -> tuple[Result, Result]:
    """What `work` makes of 0 and of 1: at the same time where a second processor is ours to use.

    Only for work that numpy does nearly alone, for Python's own runs on one thread at a time.
    """
    if not has_second_processor():
        return work(0), work(1)
    other = _Half(work)
    _second_thread(os.getpid()).put(other.run)
    return work(0), other.result()


def has_second_processor() -> bool:
    """Whether a second processor idles, and numpy's library has been told to leave it to us.

    On a busy machine halves wait for one another: at a load of 6 on two processors a question took 62 ms instead
    of 52, at a load of 2 it took 8.6 instead of 11.2.
    """
    processors = os.cpu_count() or 1
    return processors > 1 and _load() < processors and _is_told()


def _is_told() -> bool:
    return all(os.environ.get(name) == "1" for name in VARIABLES)


def _load() -> float:
    """How many threads have wanted to run in the last minute; 1, ourselves, where no system tells."""
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):
        return 1.0


class _Half(Generic[Result]):
    """The second half of some work, for the other thread."""

    def __init__(self, work: Callable[[int], Result]) -> None:
        self._work = work
        self._done: SimpleQueue[Callable[[], Result]] = SimpleQueue()

    def run(self) -> None:
        """Work, and tell whoever waits, also of an error."""
        try:
            found = self._work(1)
        except BaseException as error:
            self._done.put(partial(_throw, error))
        else:
            self._done.put(lambda: found)

    def result(self) -> Result:
        """Wait for what came of it."""
        return self._done.get()()


def _throw(error: BaseException) -> NoReturn:
    raise error


@cache
def _second_thread(process: int) -> SimpleQueue[Callable[[], None]]:
    """What the second thread of this process is given to do; a forked process has to start its own."""
    tasks: SimpleQueue[Callable[[], None]] = SimpleQueue()

    def serve() -> None:
        while True:
            tasks.get()()

    threading.Thread(target=serve, name="kb second half", daemon=True).start()
    return tasks
