"""How is work on many games shared out? Each piece in a process of its own, with a limit of its own to its memory.

Where the work is done is exchanged as a whole: in processes of this machine, in this one, or elsewhere (`cluster.py`).
"""

from __future__ import annotations

import gc
import os
import resource
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from kb.errors import BuildError, KbError, of_system

MOST_MEMORY = 3_000
"""Megabytes that one piece of work may take, unless `KB_MEMORY` says otherwise."""

_MADE_BETWEEN_SWEEPS = 100_000
"""Objects, instead of Python's 700: texts become millions that stay, and each sweep for cycles looks at the newest."""

_PASSED_ON = ("KB_", "XDG_CACHE_HOME", "HOME")
"""Variables of the environment, by how they begin, that every piece of work sees as its caller does."""

Job = TypeVar("Job")
Result = TypeVar("Result")
Tell = Callable[[str], None]
Work = Callable[[Job, Tell], Any]


class Failed(BuildError):
    """A piece of work that could not be done."""


class Unworkable(BuildError):
    """Where work should be done none can be done any more: no other piece need be tried."""


class Executor(Protocol):
    """Where pieces of work are done. What came of one that died with its process is a BrokenProcessPool."""

    def begin(self, work: Work[Job], job: Job, *, alone: bool = False) -> Future[Any]:
        """Do a piece of work as soon as there is room; `alone`: so that, if it dies, no other one does."""

    def fetch(self, job: Any, done: Any) -> Any:
        """What came of a piece of work, with all that it wrote where it would stand if it had been done here."""

    def close(self) -> None:
        """Give up what was not begun yet, and leave nothing behind."""


class Sharing(Generic[Job, Result]):
    """Shares out pieces of work, several at once; nothing is started before the first one.

    `work` is a function of a module, called with a job and with what hears how far it is; `finish` makes, in this
    process, the result of what came of it.
    """

    def __init__(self, executor: Executor, work: Work[Job], finish: Callable[[Job, Any], Result]) -> None:
        self._executor, self._work, self._finish = executor, work, finish
        self._futures: dict[Future[Any], Job] = {}

    def __enter__(self) -> Sharing[Job, Result]:
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.close()

    def submit(self, job: Job) -> None:
        """Begin a piece of work as soon as there is room for it."""
        self._futures[self._executor.begin(self._work, job)] = job

    @property
    def is_busy(self) -> bool:
        """Whether any work is still to be done."""
        return not all(future.done() for future in self._futures)

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
                    yield job, self._outcome(job, future)
        for job in lost:
            yield job, self._outcome(job, self._executor.begin(self._work, job, alone=True))

    def _outcome(self, job: Job, future: Future[Any]) -> Result | KbError:
        """What came of a piece of work; an error that is no fault of its input goes on."""
        try:
            return self._finish(job, self._executor.fetch(job, future.result()))
        except Unworkable:
            raise
        except KbError as error:
            return error
        except MemoryError:
            return Failed(
                f"needs more than {memory() // 1_000_000:,} MB of memory; KB_MEMORY=N gives it N MB"
            )
        except BrokenProcessPool:
            return Failed("its process was killed, for want of memory or by somebody")
        except OSError as error:
            return Failed(of_system(error))
        except Exception as error:
            if os.environ.get("KB_DEBUG"):
                raise
            return Failed(f"unexpected {type(error).__name__}: {error} (KB_DEBUG=1 shows where)")


class Processes:
    """Work in processes of this machine, as many as there are processors; `preload` names modules that each needs.

    With `KB_PROCESSES=0` all is done in this process, one piece after the other.
    """

    def __init__(self, tell: Tell, preload: Iterable[str] = ()) -> None:
        self._tell, self._preload = tell, [*preload]
        self._pool: ProcessPoolExecutor | None = None
        self._news: Any = None
        self._listener: threading.Thread | None = None

    def begin(self, work: Work[Job], job: Job, *, alone: bool = False) -> Future[Any]:
        """Do a piece of work as soon as a processor is free, or now, in a process of its own."""
        if not count():
            return _settled(lambda: work(job, self._tell))
        if alone:
            with self._open(1) as pool:
                return _submit(pool, work, job)
        self._pool = self._pool or self._open(count())
        try:
            return _submit(self._pool, work, job)
        except BrokenProcessPool as error:  # a piece before died already
            return _settled(partial(_throw, error))

    def fetch(self, job: Any, done: Any) -> Any:
        """What came of a piece of work: it was done here."""
        return done

    def close(self) -> None:
        """End all processes."""
        if self._pool:
            self._pool.shutdown(cancel_futures=True)
        if self._listener:
            self._news.put(None)
            self._listener.join()

    def _open(self, count: int) -> ProcessPoolExecutor:
        from kb.encoders.threads import use_one_thread

        use_one_thread()  # while no process has loaded numpy: else each has as many threads as there are processors
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


def _submit(pool: ProcessPoolExecutor, work: Work[Job], job: Job) -> Future[Any]:
    seen = {name: value for name, value in os.environ.items() if name.startswith(_PASSED_ON)}
    return pool.submit(_run, work, job, seen)


def _settled(work: Callable[[], Any]) -> Future[Any]:
    """What comes of some work that is done now."""
    future: Future[Any] = Future()
    try:
        future.set_result(work())
    except Exception as error:
        future.set_exception(error)
    return future


def _throw(error: Exception) -> NoReturn:
    raise error


_news: Any = None


def _start(news: Any, most: int) -> None:
    """In a new process: the limit to its memory, and where its news goes."""
    global _news
    _news = news
    gc.freeze()  # what is loaded stays
    gc.set_threshold(_MADE_BETWEEN_SWEEPS)
    limited = resource.RLIMIT_DATA if hasattr(resource, "RLIMIT_DATA") else resource.RLIMIT_AS
    _, hard = resource.getrlimit(limited)
    resource.setrlimit(limited, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _run(work: Work[Job], job: Job, environment: Mapping[str, str]) -> Any:
    for name in [name for name in os.environ if name.startswith(_PASSED_ON) and name not in environment]:
        del os.environ[name]
    os.environ.update(environment)
    return work(job, _news.put)
