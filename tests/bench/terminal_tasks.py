"""How many keys do ten real tasks take, in the reader and with rg and fzf on the text; how soon can one type?

    python tests/bench/terminal_tasks.py --build BUILD --text RULES --older OLDER_RULES [--cast FILE]

BUILD holds the rules of Magic in two editions, RULES and OLDER_RULES are these texts. Every task is done in a
pseudo-terminal, and counts only when what was looked for stands on the screen. The reader is opened once and stays
open; rg is called for each task from a shell in the folder of the text, which is called cr.txt (the shortest name that
says what it is); of fzf the
query and Enter count, which prints the line, not the command that opens it on the text. A key that a person must hold
counts as one with the key it changes. --cast keeps the session of the reader as an asciicast.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from terminal_screen import Terminal, kb

ENTER, BACKSPACE, TAB, CTRL_U = "\r", "\x7f", "\t", "\x15"
IMPORT = (
    "import prompt_toolkit.application, prompt_toolkit.buffer, prompt_toolkit.layout, prompt_toolkit.styles,"
    " prompt_toolkit.key_binding, prompt_toolkit.mouse_events, click, sqlite3, rich.text, rich.console"
)
RUNS = 7


@dataclass(frozen=True)
class Task:
    """A task, the keys that do it, and what then stands on the screen; no keys where a tool cannot do it."""

    name: str
    reader: tuple[str, ...]
    rg: str
    fzf: str
    seen: str
    """In the reader, and with the others unless `elsewhere` says what stands there."""

    elsewhere: str = ""


TASKS = (
    Task("read the rule 702.19b", ("702.19b",), "rg ^702.19b cr.txt", "702.19b", "lethal damage"),
    Task(
        "read on: the next rule", (ENTER, "n"), "rg ^702.19c cr.txt", "702.19c", "Trample over planeswalkers is"
    ),
    Task(
        "read all of trample",
        ("/", "trample", ENTER),
        "rg ^702.19 cr.txt",
        "",
        "Trample is a static ability",
        "Multiple instances",
    ),
    Task("what cites 704.5j", ("/", "704.5j"), "rg 704.5j cr.txt", "704.5j", "Cited by", "704.5j"),
    Task("how did that change", (ENTER, "h"), "rg ^704.5j *.txt", "", "History of 704.5j", "704.5j"),
    Task("back, and cite it for a post", (BACKSPACE, "y"), "rg ^704.5j cr.txt", "704.5j", "](magic/704.5j@", "704.5j"),
    Task(
        "may a tapped creature block",
        ("/", "can a tapped creature block"),
        "rg -i 'untapped.*block' cr.txt",
        "untapped block",
        "must be untapped",
        "untapped",
    ),
    Task("what is an etb trigger", (CTRL_U, "etb"), "rg -i 'enters.the.battlefield' cr.txt", "enters the battlefield",
         "when it’s moved", "nters"),
    Task("a word spelt wrongly: deathtuoch", (CTRL_U, "deathtuoch"), "rg -i deathtouch cr.txt", "deathtouch",
         "702.2", "eathtouch"),
    Task("follow its first reference", (ENTER, TAB, ENTER), "rg ^702.2 cr.txt", "^702.2", "Magic ›", "702.2"),
)  # fmt: skip


def keys_of(terminal: Terminal, typed: tuple[str, ...], seen: str) -> int:
    """Type what does a task; how many keys that was."""
    before = terminal.keys
    for keys in typed:
        terminal.type(keys)
    terminal.see(seen)
    return terminal.keys - before


def in_reader(build: Path, cwd: Path, cast: Path | None) -> list[int]:
    """The keys of each task in the reader; the first pays for opening it (kb, Enter)."""
    with kb(build, cwd=cwd, columns=110, rows=40) as terminal:
        terminal.events = [] if cast else None
        terminal.see("type a question")
        counted = [keys_of(terminal, task.reader, task.seen) for task in TASKS]
        if cast:
            keep(cast, terminal)
    return [counted[0] + len("kb") + 1, *counted[1:]]


def keep(cast: Path, terminal: Terminal) -> None:
    """Write what happened as an asciicast, version 2."""
    events = terminal.events or []
    lines = [{"version": 2, "width": 110, "height": 40, "title": "Ten tasks in the reader of kb"}, *events]
    cast.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines), encoding="utf-8")


def with_rg(cwd: Path) -> list[int]:
    """The keys of each task in a shell with rg."""
    counted = []
    for task in TASKS:
        with Terminal("bash", "--norc", "--noprofile", cwd=cwd, columns=110, rows=200, PS1="> ") as terminal:
            terminal.see(">")
            counted.append(keys_of(terminal, (task.rg, ENTER), f"{task.rg}\n"))
            terminal.wait(
                lambda text, task=task: (task.elsewhere or task.seen) in text.partition(task.rg)[2], task
            )
    return counted


def with_fzf(cwd: Path) -> list[int | None]:
    """The keys of each task in an fzf that stays open; None where it cannot."""
    counted: list[int | None] = []
    lines = len((cwd / "cr.txt").read_text(encoding="utf-8").splitlines())
    for task in TASKS:
        if not task.fzf:
            counted.append(None)
            continue
        with Terminal("sh", "-c", "fzf < cr.txt; sleep 1", cwd=cwd, columns=110, rows=40) as terminal:
            terminal.see(f"{lines}/{lines}")
            terminal.type(task.fzf).see(f"> {task.fzf}", gone=f"{lines}/{lines}")
            terminal.type(ENTER).see(task.elsewhere or task.seen)
            counted.append(terminal.keys)
    return counted


def first_key(build: Path, cwd: Path) -> tuple[float, float]:
    """Seconds until a key that was typed at once stands on the screen, and megabytes after an answer."""
    started = time.monotonic()
    with kb(build, cwd=cwd, columns=110, rows=40) as terminal:
        terminal.type("x").see("> x")
        seconds = time.monotonic() - started
        terminal.type(BACKSPACE + "can a tapped creature block").see("must be untapped")
        status = Path(f"/proc/{terminal.pid}/status").read_text()
        peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return seconds, int(peak.split()[1]) / 1000


def imported() -> float:
    """Seconds of a process that imports the libraries of the reader and ends."""
    started = time.monotonic()
    subprocess.run([sys.executable, "-c", IMPORT], check=True)
    return time.monotonic() - started


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--older", type=Path, required=True)
    parser.add_argument("--cast", type=Path)
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        cwd = Path(folder)
        for text, name in ((wishes.text, "cr.txt"), (wishes.older, "old.txt")):
            lines = text.read_text(encoding="utf-8-sig").splitlines()  # of bare returns rg makes one line
            (cwd / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        os.environ["PAGER"] = "cat"
        reader = in_reader(wishes.build.absolute(), cwd, wishes.cast)
        rg = with_rg(cwd) if shutil.which("rg") else [len(task.rg) + 1 for task in TASKS]
        fzf: list[int | None] = (
            with_fzf(cwd)
            if shutil.which("fzf")
            else [len(task.fzf) + 1 if task.fzf else None for task in TASKS]
        )
        print(f"{'task':36}{'kb':>4}{'rg':>5}{'fzf':>5}")
        for task, *keys in zip(TASKS, reader, rg, fzf, strict=True):
            print(f"{task.name:36}{keys[0]:4}{keys[1]:5}{keys[2] or '-':>5}")
        for told, opening in (("query and Enter", 0), ("opened for each", len("fzf<cr.txt") + 1)):
            fewer = sum(
                own < min(one, two + opening if two else one)
                for own, one, two in zip(reader, rg, fzf, strict=True)
            )
            print(f"of fzf {told}: fewer keys than with both in {fewer} of {len(TASKS)}")
        print(f"all: {sum(reader)} in the reader, {sum(rg)} with rg")
        starts = [(*first_key(wishes.build.absolute(), cwd / f"r{run}"), imported()) for run in range(RUNS)
                  if not (cwd / f"r{run}").mkdir()]  # fmt: skip
        own, memory, bare = (statistics.median(values) for values in zip(*starts, strict=True))
        print(f"first key {own:.2f} s, libraries {bare:.2f} s: ratio {own / bare:.2f}; {memory:.0f} MB")


if __name__ == "__main__":
    main()
