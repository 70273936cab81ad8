"""A terminal to try programs in: keys go in, and what a person would see comes out."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import pyte

PATIENCE = 60.0
"""Seconds that a screen may take to show what is waited for, on a busy machine."""


class Terminal:
    """A program in a pseudo-terminal; a context manager that ends it."""

    def __init__(
        self, *command: str, columns: int = 100, rows: int = 30, cwd: Path, **environment: str
    ) -> None:
        self.keys = 0
        self.raw: bytearray | None = None
        """All that the program printed, where somebody wants to look at it."""

        self.events: list[tuple[float, str, str]] | None = None
        """What went in ("i") and came out ("o"), each with its second, where somebody keeps the session."""

        self._started = time.monotonic()
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            os.chdir(cwd)
            os.environ.update({"TERM": "xterm-256color", **environment})
            os.execvp(command[0], command)
        self.resize(columns, rows)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        os.close(self._terminal)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._pid, 0)

    def resize(self, columns: int, rows: int) -> None:
        """Make the window another size, as a person drags it."""
        self._screen.resize(rows, columns)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys: str) -> Self:
        """Press keys; each character is one."""
        self.keys += 1 if keys.startswith("\x1b") else len(keys)
        self._keep("i", keys)
        os.write(self._terminal, keys.encode())
        return self

    def see(self, *words: str, gone: str = "") -> str:
        """Wait until the screen shows all words (and one no more); the screen as text."""
        return self.wait(
            lambda text: all(word in text for word in words) and not (gone and gone in text), words
        )

    def wait(self, fits: Callable[[str], bool], about: object = "") -> str:
        """Wait until the screen is as wished; the screen as text."""
        end = time.monotonic() + PATIENCE
        while not fits(self.text):
            if time.monotonic() > end or not self._read(0.1):
                if fits(self.text):
                    break
                raise AssertionError(f"{about!r} never came:\n{self.text}")
        return self.text

    def ended(self, pressing: str = "") -> int:
        """Wait until the program ends, pressing a key about every second; its exit status.

        `input` of Python does not see a ^C that comes after its prompt is printed and before it waits
        for a line; a person presses again.
        """
        start = pressed = time.monotonic()
        while self._read(0.1):
            now = time.monotonic()
            if now > start + PATIENCE:
                raise AssertionError(f"it does not end:\n{self.text}")
            if pressing and now > pressed + 1:
                pressed = now
                with contextlib.suppress(OSError):
                    self.type(pressing)
        return os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])

    def _keep(self, which: str, what: str) -> None:
        if self.events is not None:
            self.events.append((round(time.monotonic() - self._started, 3), which, what))

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._pid

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    def _read(self, seconds: float) -> bool:
        """Take what the program printed; False when it has closed the terminal."""
        if not select.select([self._terminal], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self._terminal, 65536)
        except OSError:
            return False
        if self.raw is not None:
            self.raw += data
        self._keep("o", data.decode("utf-8", "replace"))
        self._stream.feed(data)
        return bool(data)


def kb(
    build: Path, *arguments: str, cwd: Path, columns: int = 100, rows: int = 30, **environment: str
) -> Terminal:
    """`kb` in a terminal, with a memory of its own."""
    told = {"KB_BUILD": str(build), "XDG_STATE_HOME": str(cwd / "state"), **environment}
    return Terminal(sys.executable, "-m", "kb", *arguments, cwd=cwd, columns=columns, rows=rows, **told)
