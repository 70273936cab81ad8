"""How is work done on other machines? By the workers of a Dask cluster, each piece in a folder of its own.

So a worker that dies, or that is thought dead and goes on, never touches what another one writes.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import socket
import threading
import uuid
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, suppress
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol
from urllib.parse import urlsplit

from kb import shipped, unchanged
from kb.errors import BuildError, KbError, of_system
from kb.parcels import Place
from kb.processes import Tell, Unworkable, Work

PATIENCE = 5
"""Seconds in which a scheduler has to answer, and then to know a worker."""

_TOPIC = "kb"


class Movable(Protocol):
    """A piece of work that can be done where its folders are not."""

    @property
    def folders(self) -> Mapping[str, Path]:
        """The folders that errors speak of, each with where it stands below another one."""

    @property
    def needed(self) -> Mapping[str, Path]:
        """Files and folders that it reads, each with where it stands below another one."""

    @property
    def made(self) -> Path:
        """The folder that holds what it comes to."""

    def below(self, folder: Path) -> Movable:
        """The same work, with all its folders below another one."""


class Cluster:
    """The workers of a Dask cluster, for work that is Movable; its results are to be fetched."""

    def __init__(self, address: str, through: str, tell: Tell) -> None:
        """`through` is a folder, or an address that fsspec knows, which this machine and all workers reach."""
        _refuse_open(address)
        self._address, self._tell, self._name = address, tell, f"kb-{uuid.uuid4().hex}"
        self._place = Place(through, self._name)
        self._opened = ExitStack()
        self._executor: Any = None

    def begin(self, work: Work[Any], job: Any, *, alone: bool = False) -> Future[Any]:
        """Have a piece of work done as soon as a worker is free; one that dies is begun anew, by the cluster."""
        self._executor = self._executor or self._open()
        done: Future[Any] = Future()
        parcel = uuid.uuid4().hex
        try:
            self._place.send(parcel, job.needed)
        except OSError as error:
            done.set_exception(error)
            return done
        task = pickle.dumps((work, job, self._place, self._name, parcel))
        future = self._executor.submit(_by_value(), task, *_versions())
        future.add_done_callback(lambda _: self._pass_on(future, done))
        return done

    def fetch(self, job: Any, done: tuple[Any, str | None]) -> Any:
        """What came of a piece of work, as if it had been done here."""
        result, parcel = done
        if parcel is None:
            raise Unworkable(f"{result}: install the same kb on all machines, and restart workers")
        self._place.receive(parcel, job.made)
        self._place.remove(parcel)
        return result

    def close(self) -> None:
        """Leave the cluster; what is still at work there stops at its next step."""
        self._opened.close()

    def _open(self) -> Any:
        """A connection, the place for parcels, and ears for news."""
        try:
            client = self._connected()
        except ImportError:
            raise BuildError("--workers needs Dask: pip install 'kb-rules[dask]'") from None
        self._place.open()
        self._opened.callback(self._place.close)
        client.subscribe_topic(_TOPIC, self._hear)
        executor = client.get_executor(pure=False)
        self._opened.callback(executor.shutdown, wait=False)
        return executor

    def _connected(self) -> Any:
        """A client of the scheduler; BuildError where none answers soon, or knows no worker."""
        import dask
        import distributed

        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters of it we tell
        is_secret = self._address.startswith("tls:")
        security = distributed.Security(require_encryption=is_secret)
        for file in (security.tls_ca_file, security.tls_client_cert) if is_secret else ():
            if not file or not Path(file).is_file():
                why = f"{file} is no file" if file else "Dask's settings name none"
                raise BuildError(
                    f"tls:// needs certificates, {why}; see README, When one machine is not enough"
                )
        impatience = {"distributed.comm.timeouts.connect": f"{PATIENCE}s"}
        self._opened.enter_context(dask.config.set(impatience))
        try:
            with ThreadPoolExecutor(1) as thread:  # this one's loop may be running: a notebook's, say
                asked = _ask(self._address, security.get_connection_args("client"))
                thread.submit(asyncio.run, asked).result()
        except Exception as error:
            told = (of_system(error) if isinstance(error, OSError) else f"{error}") or "it says nothing"
            raise BuildError(f"no Dask scheduler answers at {self._address}: {told}") from error
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", distributed.versions.VersionMismatchWarning)  # we tell ours
            client = distributed.Client(self._address, security=security, set_as_default=False, name="kb")
        self._opened.enter_context(client)
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise BuildError(f"the Dask scheduler at {self._address} has no worker yet; start one") from None
        return client

    def _hear(self, event: tuple[float, Mapping[str, str]]) -> None:
        if event[1]["build"] == self._name:
            self._tell(event[1]["told"])

    def _pass_on(self, future: Future[Any], done: Future[Any]) -> None:
        """Tell what came of a piece of work in words that do not speak of Dask."""
        import distributed

        if future.cancelled():
            done.set_exception(Unworkable(f"the Dask scheduler at {self._address} is gone; build again"))
            return
        error = future.exception()
        if isinstance(error, distributed.KilledWorker):
            error = BrokenProcessPool()
        elif type(error).__module__.startswith("distributed"):
            error = Unworkable(f"the Dask cluster at {self._address} gave up: {error}")
        if error:
            done.set_exception(error)
        else:
            done.set_result(future.result())


def _refuse_open(address: str) -> None:
    """Raise BuildError for an address at which everybody could send programs and read what is sent."""
    scheme, host, port = _parts(address)
    if scheme not in ("tcp", "tls") or not host or not port:
        raise BuildError(f"{address} is no address of a Dask scheduler; it looks like tls://HOST:8786")
    is_here = host == "localhost"
    with suppress(ValueError):
        is_here = is_here or ip_address(host).is_loopback
    if scheme != "tls" and not is_here:
        raise BuildError(
            f"{address} is not on this machine, so it has to be tls://: Dask runs what it is sent"
        )


def _parts(address: str) -> tuple[str, str, int]:
    """The scheme, host and port of an address; empty and 0 where it has none."""
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    try:
        return parts.scheme, parts.hostname or "", parts.port or 0
    except ValueError:
        return parts.scheme, "", 0


async def _ask(address: str, connection: Mapping[str, Any]) -> None:
    """Ask whoever listens at an address what it is: a client would wait much longer, and close badly."""
    from distributed.core import rpc

    _, host, port = _parts(address)
    socket.create_connection((host, port), PATIENCE).close()  # told at once where nobody listens
    async with asyncio.timeout(PATIENCE):
        async with rpc(address, timeout=PATIENCE, connection_args=connection) as scheduler:
            await scheduler.identity()


def _versions() -> tuple[str, tuple[str, ...]]:
    """What decides whether two machines make the same of the same texts: a digest, and what people know of it."""
    return unchanged.made_with(False), shipped.versions()


def _by_value() -> Callable[[bytes, str, tuple[str, ...]], tuple[Any, str | None]]:
    """What a worker does with a task. It is sent as it stands here, not by its name, and with bytes only: a worker
    that knows no such kb would end at once, and every other one that is given the task after it."""

    def on_worker(task: bytes, digest: str, versions: tuple[str, ...]) -> tuple[Any, str | None]:
        """What came of a task, and the parcel that holds it; else what this worker has that is unlike, and None."""
        from distributed import get_worker

        here = f"the worker at {get_worker().address} has"
        try:
            from kb import cluster

            own_digest, own = cluster._versions()
        except Exception:
            return f"{here} no kb, or an older one", None
        if own_digest == digest:
            return cluster._done(task)
        there, asked = sorted({*own} - {*versions}), sorted({*versions} - {*own})
        if not there and not asked:
            return f"{here} other files of {own[0]}", None
        return f"{here} {', '.join(there) or 'less'}, this machine {', '.join(asked) or 'less'}", None

    return on_worker


_at_work = threading.Lock()
"""A process builds one game at a time, however many threads its worker has."""


def _done(task: bytes) -> tuple[Any, str]:
    """Do a piece of work on a worker; returns what came of it, and the parcel with what it made."""
    from distributed import get_worker

    worker = get_worker()
    work, job, place, build, parcel = pickle.loads(task)

    def tell(step: str) -> None:
        if not place.holds(parcel):
            raise Unworkable("nobody waits for this any more")
        worker.log_event(_TOPIC, {"build": build, "told": step})

    with _at_work, TemporaryDirectory(prefix="kb-", dir=worker.local_directory) as name:
        folder = Path(name).resolve()
        try:
            place.receive(parcel, folder)
        except Exception as error:
            raise Unworkable(
                f"the worker at {worker.address} cannot read {place} ({error}); --through names a folder "
                "or an object store that all machines reach"
            ) from None
        there = job.below(folder)
        try:
            result = work(there, tell)
        except (KbError, OSError) as error:
            for each, known in job.folders.items():
                _rename(error, str(there.folders[each]), str(known))
            raise
        back = uuid.uuid4().hex
        place.send(back, {"": there.made})
    if not place.holds(parcel):
        place.close()
        raise Unworkable("nobody waits for this any more")
    return result, back


def _rename(error: KbError | OSError, folder: str, known: str) -> None:
    """Let an error speak of a folder as the machine knows it that asked."""
    if isinstance(error, KbError):
        error.args = tuple(str(each).replace(folder, known) for each in error.args)
    elif error.filename:
        error.filename = str(error.filename).replace(folder, known)
