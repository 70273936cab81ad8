"""Runs `kb` as a shell does: in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys


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
