"""Starts Dask schedulers and workers as people do: each a process of its own, found by a file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 60


class Dask:
    """A scheduler on this machine; `options` are those of its command and of its workers'."""

    def __init__(self, folder: Path, *options: object) -> None:
        self.folder, self._options = folder, options
        self._file = folder / "scheduler.json"
        self._started: list[subprocess.Popen[bytes]] = []
        self._start("scheduler", "--port", 0, "--scheduler-file", self._file)
        until(lambda: self._file.exists() and self._file.read_text())
        self.address: str = json.loads(self._file.read_text())["address"]

    def worker(self, name: str, *options: object, **environment: str) -> subprocess.Popen[bytes]:
        """Start a worker, which registers with the scheduler by and by; its folder is that of its name."""
        wanted = ("--nthreads", 1, "--no-nanny", "--local-directory", self.folder / name, "--name", name)
        return self._start("worker", *wanted, "--scheduler-file", self._file, *options, **environment)

    def at_work(self, name: str = "*") -> list[Path]:
        """The folders in which workers, or one of them, do pieces of work."""
        return [*self.folder.glob(f"{name}/**/kb-*")]

    def close(self) -> None:
        """End all of them, workers first."""
        for process in reversed(self._started):
            process.kill()
            process.wait()

    def _start(self, what: str, *options: object, **environment: str) -> subprocess.Popen[bytes]:
        common = ("--host", "127.0.0.1", "--no-dashboard", *self._options)
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *map(str, (*options, *common))]
        told = {"KB_CACHE": str(self.folder / "cache"), **environment}
        with (self.folder / f"{what}{len(self._started)}.log").open("wb") as log:
            started = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **told})
        self._started.append(started)
        return started


def until(is_so: Callable[[], object]) -> None:
    """Wait until something is so; fails where it never is."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "waited for too long"
        time.sleep(0.02)
