"""Each shell completes a REF behind its colon, where a person presses Tab."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from pathlib import Path

import pytest
from processes import run_kb
from terminal_screen import Terminal

_READY, _GO = "READY>", "\r"
_START = {
    "bash": ("--norc", "--noprofile", "-i"),
    "zsh": ("-f", "-i"),
    "fish": ("--no-config", "-i"),
}
_SOURCE = {
    "bash": f"PS1='{_READY} '; eval \"$(_KB_COMPLETE=bash_source kb)\"",
    "zsh": f"PS1='{_READY} '; autoload -Uz compinit && compinit -u -D; eval \"$(_KB_COMPLETE=zsh_source kb)\"",
    "fish": f"function fish_prompt; echo '{_READY} '; end; _KB_COMPLETE=fish_source kb | source",
}


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with a `kb` in it, as an installation has one."""
    program = tmp_path / "bin" / "kb"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m kb "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program.parent


@pytest.mark.parametrize("shell", _START)
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("kb show hearthmoor:emb", "kb show hearthmoor:ember"),
        ("kb show hearthm", "kb show hearthmoor"),
        ("kb cite 702.2 hearthmoor:emb", "kb cite 702.2 hearthmoor:ember"),
        ("kb refs --game hearthmoor hearthmoor:emb", "kb refs --game hearthmoor hearthmoor:ember"),
        ("kb sho", "kb show"),
    ],
)
def test_tab_completes(
    build: Path, tmp_path: Path, programs: Path, shell: str, typed: str, completed: str
) -> None:
    if not shutil.which(shell):
        pytest.skip(f"no {shell} here")
    told = {"PATH": f"{programs}:{os.environ['PATH']}", "KB_BUILD": str(build), "HOME": str(tmp_path)}
    with Terminal(shell, *_START[shell], cwd=tmp_path, columns=120, **told) as terminal:
        terminal.type(_SOURCE[shell] + _GO)
        terminal.see(f"\n{_READY}")
        terminal.type(typed + "\t").see(completed)
        assert f"{completed.split(':')[0]}:{completed.split(':')[0]}" not in terminal.text


def test_the_script_of_every_shell_is_printed(build: Path) -> None:
    for shell in _START:
        done = run_kb(_KB_COMPLETE=f"{shell}_source", KB_BUILD=str(build))
        assert done.returncode == 0
        assert "_KB_COMPLETE" in done.stdout
