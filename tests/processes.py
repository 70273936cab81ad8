"""Runs `kb` as a shell does, in a process of its own; and what is asynchronous in a thread of its own."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def start_kb(*arguments: object, **environment: str) -> subprocess.Popen[str]:
    """A `kb` that runs while the test goes on; `communicate` ends it."""
    return subprocess.Popen(
        [sys.executable, "-m", "kb", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        env={**os.environ, **environment},
    )


def run_kb(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """A `kb` that has ended, with what it printed."""
    process = start_kb(*arguments, **environment)
    output, errors = process.communicate()
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)


def run_apart(asked: Coroutine[Any, Any, Any]) -> Any:
    """What a coroutine comes to, in a thread of its own: where a browser was driven, this one's loop is running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asked).result()
