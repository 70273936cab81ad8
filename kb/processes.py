"""How is work on many games shared out? Each piece in a process of its own, with a limit of its own to its memory."""

from __future__ import annotations

import os
import resource
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Generic, TypeVar

from kb.errors import BuildError, KbError, of_system

MOST_MEMORY = 3_000
"""Megabytes that one piece of work may take, unless `KB_MEMORY` says otherwise."""

_PASSED_ON = ("KB_", "XDG_CACHE_HOME", "HOME")
"""Variables of the environment, by how they begin, that every piece of work sees as its caller does."""

Job = TypeVar("Job")
Result = TypeVar("Result")
Tell = Callable[[str], None]
Work = Callable[[Job, Tell], Result]


class Failed(BuildError):
    """A piece of work that could not be done."""


class Processes(Generic[Job, Result]):
    """Runs pieces of work several at once, as many as there are processors; nothing is started before the first one.

    `work` is a function of a module, called with a job and with what hears how far it is. `preload` names modules
    that every process needs. With `KB_PROCESSES=0` all is done in this process, one after the other.
    """

    def __init__(self, work: Work[Job, Result], tell: Tell, preload: Iterable[str] = ()) -> None:
        self._work, self._tell, self._preload = work, tell, [*preload]
        self._pool: ProcessPoolExecutor | None = None
        self._futures: dict[Future[Result], Job] = {}
        self._news: Any = None
        self._listener: threading.Thread | None = None

    def __enter__(self) -> Processes[Job, Result]:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=True)
        if self._listener:
            self._news.put(None)
            self._listener.join()

    def submit(self, job: Job) -> None:
        """Begin a piece of work as soon as a processor is free."""
        if count():
            self._pool = self._pool or self._open(count())
            self._futures[self._begin(self._pool, job)] = job
        else:
            self._futures[_done(self._work, job, self._tell)] = job

    def results(self) -> Iterator[tuple[Job, Result | KbError]]:
        """Every piece of work with what came of it, in the order in which they end; Failed where it was no result."""
        lost = []
        while self._futures:
            done, _ = wait(self._futures, return_when=FIRST_COMPLETED)
            for future in done:
                job = self._futures.pop(future)
                if isinstance(future.exception(), BrokenProcessPool):
                    lost.append(job)  # it, or another one that ran at the same time, was killed
                else:
                    yield job, _outcome(future)
        for job in lost:
            yield job, self._alone(job)

    def _alone(self, job: Job) -> Result | KbError:
        """A piece of work once more, in a pool of its own: so one that dies takes no other with it."""
        with self._open(1) as pool:
            outcome: Result | KbError = _outcome(self._begin(pool, job))
            return outcome

    def _begin(self, pool: ProcessPoolExecutor, job: Job) -> Future[Result]:
        seen = {name: value for name, value in os.environ.items() if name.startswith(_PASSED_ON)}
        return pool.submit(_run, self._work, job, seen)

    def _open(self, count: int) -> ProcessPoolExecutor:
        context = get_context("forkserver" if hasattr(os, "fork") else "spawn")
        if hasattr(context, "set_forkserver_preload"):
            context.set_forkserver_preload(self._preload)
        if self._news is None:
            self._news = context.SimpleQueue()
            self._listener = threading.Thread(target=self._listen, daemon=True)
            self._listener.start()
        return ProcessPoolExecutor(count, context, _start, (self._news, memory()))

    def _listen(self) -> None:
        while (told := self._news.get()) is not None:
            self._tell(told)


def count() -> int:
    """How many processors this process may use."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return int(os.environ.get("KB_PROCESSES") or usable)


def memory() -> int:
    """Bytes that one piece of work may take."""
    return int(os.environ.get("KB_MEMORY") or MOST_MEMORY) * 1_000_000


def _outcome(future: Future[Any]) -> Any:
    """What came of a piece of work; an error that is no fault of its input goes on."""
    try:
        return future.result()
    except KbError as error:
        return error
    except MemoryError:
        return Failed(f"needs more than {memory() // 1_000_000:,} MB of memory; KB_MEMORY=N gives it N MB")
    except BrokenProcessPool:
        return Failed("its process was killed, for want of memory or by somebody")
    except OSError as error:
        return Failed(of_system(error))
    except Exception as error:
        if os.environ.get("KB_DEBUG"):
            raise
        return Failed(f"unexpected {type(error).__name__}: {error} (KB_DEBUG=1 shows where)")


def _done(work: Work[Job, Result], job: Job, tell: Tell) -> Future[Result]:
    """A piece of work that is done at once."""
    future: Future[Result] = Future()
    try:
        future.set_result(work(job, tell))
    except Exception as error:
        future.set_exception(error)
    return future


_news: Any = None


def _start(news: Any, most: int) -> None:
    """In a new process: the limit to its memory, and where its news goes."""
    global _news
    _news = news
    limited = resource.RLIMIT_DATA if hasattr(resource, "RLIMIT_DATA") else resource.RLIMIT_AS
    _, hard = resource.getrlimit(limited)
    resource.setrlimit(limited, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _run(work: Work[Job, Result], job: Job, environment: Mapping[str, str]) -> Result:
    for name in [name for name in os.environ if name.startswith(_PASSED_ON) and name not in environment]:
        del os.environ[name]
    os.environ.update(environment)
    return work(job, _news.put)
