"""How good, how fast and how large is the search of the site, run in Chromium, beside Pagefind and MiniSearch?

    python tests/bench/browser_quality.py --build build --queries QUESTIONS.jsonl [--game 003=red-dragon-inn ...]
        [--peers FOLDER]

Every engine gets a fresh browser and every question, in its game; the metrics are those of `kb eval`. Then
questions are typed letter by letter: milliseconds to the results, also on a processor four times as slow.
Bytes are those of a host that packs text. FOLDER is one in which `npm install pagefind minisearch` ran.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from asked import add_games, questions_in
from static_host import Tally, serving

from kb.entries import Entry
from kb.search.evaluation import CUTOFF, Answers, Question, Scored, score, table
from kb.shipped import templates
from kb.site.scripts import Wish, small_scripts
from kb.store import Library

BENCH = Path(__file__).parent
SHOWN = 8
"""Results that the box of the site shows while a reader types."""

SLOWER = 4
QUESTIONS_TYPED = 30
ENGINES = {"words": "kb, words", "both": "kb, and meaning"}
PEERS = {"minisearch": "MiniSearch", "pagefind": "Pagefind"}


class Tab:
    """A fresh page with one engine, opened when it is first asked."""

    def __init__(self, browser: Any, address: str, engine: str) -> None:
        self._page = browser.new_context().new_page()
        self._page.goto(f"{address}index.html")
        self._page.evaluate("async () => { window.bench = await import('./engines.js') }")
        self._engine = engine

    def ask(self, question: Question) -> list[str]:
        """The ids of the results."""
        script = """async ([engine, query, game, limit]) => {
            window.search ??= await bench.ENGINES[engine]()
            return search(query, game, limit)
        }"""
        found: list[str] = self._page.evaluate(script, [self._engine, question.query, question.game, CUTOFF])
        return found

    def type(self, queries: Sequence[str], slower: int) -> list[float]:
        """Milliseconds of every keystroke, in order of size."""
        session = self._page.context.new_cdp_session(self._page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        script = "([queries, limit]) => bench.typed(search, queries, limit)"
        return sorted(self._page.evaluate(script, [queries, SHOWN]))

    def close(self) -> None:
        """Free what it holds."""
        self._page.context.close()


@contextmanager
def chromium() -> Iterator[Any]:
    """The Chromium on the path."""
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chrome"))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def lay_out(folder: Path, build: Path, entries: Sequence[Entry], peers: Path | None) -> None:
    """What the browser loads: the site as built, the engines beside it."""
    site = (build / "site").resolve()
    (folder / "site").symlink_to(site)
    wishes = {"library": Wish(("library", "vectors", "spelling", "routes"), gives=("open",))}
    for name, script in small_scripts(templates() / "js", wishes).items():
        (folder / name).write_bytes(script)
    shutil.copyfile(BENCH / "browser_engines.js", folder / "engines.js")
    (folder / "index.html").write_text('<!doctype html><link rel="icon" href="data:,">', encoding="utf-8")
    if peers:
        rows = [
            {
                "id": entry.id,
                "game": entry.game,
                "title": " ".join(filter(None, [entry.number, entry.title])),
                "path": " ".join(entry.path),
                "text": entry.text,
            }
            for entry in entries
        ]
        command = ["node", str(BENCH / "browser_peers.mjs"), str(peers.resolve()), str(folder / "peers")]
        subprocess.run(command, input=json.dumps(rows), text=True, check=True)


def measure(name: str, tab: Tab, tally: Tally, questions: Sequence[Question], answers: Answers) -> None:
    """Print an engine's quality, bytes and speed."""
    tally.take()
    tab.ask(questions[0])
    first = tally.take()
    scored = []
    for question in questions:
        groups, lost = answers.groups(question)
        found = tuple(tab.ask(question))
        values = score(found, groups)
        scored.append(Scored(question=question, values=values, found=found, lost=tuple(lost)))
    rest = tally.take()
    print(
        f"\n{name}: {first / 1000:.0f} KB to the first answer, {rest / 1000:.0f} KB more for the other questions"
    )
    report(scored)
    step = max(1, len(questions) // QUESTIONS_TYPED)
    typed = [question.query for question in questions[::step]]
    for slower in (1, SLOWER):
        taken = tab.type(typed, slower)
        p95 = taken[int(0.95 * len(taken))]
        print(
            f"  {len(taken)} keystrokes, processor {slower} x slower: "
            f"median {median(taken):.1f} ms, 95 % {p95:.1f} ms, slowest {taken[-1]:.1f} ms"
        )


def report(scored: Sequence[Scored]) -> None:
    """Print the table of `kb eval`."""
    for name, row in table(scored).items():
        values = "  ".join(f"{metric} {value:.3f}" for metric, value in row.items() if metric != "n")
        print(f"  {name:22} n {row['n']:3.0f}  {values}")


def main() -> None:
    """Measure every engine on the same build and questions."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--build", type=Path, default=Path("build"))
    options.add_argument("--queries", type=Path, required=True)
    add_games(options)
    options.add_argument("--peers", type=Path, help="where Pagefind and MiniSearch are installed")
    given = options.parse_args()

    questions = questions_in([given.queries], given.game)
    with TemporaryDirectory() as scratch, Library(given.build) as library:
        entries = list(library.entries())
        answers = Answers(entries, library.find)
        lay_out(Path(scratch), given.build, entries, given.peers)
        load = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
        print(f"{len(entries)} entries, {len(questions)} questions; {load}")
        with serving(Path(scratch)) as (address, tally), chromium() as browser:
            for engine, name in (ENGINES | (PEERS if given.peers else {})).items():
                tab = Tab(browser, address, engine)
                measure(name, tab, tally, questions, answers)
                tab.close()


if __name__ == "__main__":
    main()
