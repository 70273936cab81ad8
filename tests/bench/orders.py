"""Does it matter in which order editions are added, and when they are built? Whole sites, compared file by file.

    nice -n 19 python tests/bench/orders.py [--keep FOLDER]

Adds three editions of the Magic rules, each with nothing but `--game`, in all six orders with a build after each, and
holds the ledger, what `kb diff` says of each pair and every file of the site, the exported entries among them, against
those of one build of all three. What is there besides may only answer addresses that builds in between gave out; what
a browser keeps to be read without a net packs these, too, and is told apart.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import time
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from carry_over import TEXTS
from real_texts import FOLDER

from kb import builds, ledger, pipeline
from kb.adding import add
from kb.diff import diff
from kb.diff.records import record
from kb.homes import Wanted
from kb.ledger import Ledger

GAME = "magic"
KEPT = re.compile(r"\.pack$|/offline-\w+\.json$|^offline/state-\w+\.json$|^worker\.js$")
"""What a browser keeps of a site to be read without a net."""


class State:
    """A corpus and its build in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.corpus, self.build = folder / "corpus", folder / "build"

    def add(self, edition: str) -> None:
        self.corpus.mkdir(parents=True, exist_ok=True)
        add([FOLDER / "corpora/mtg-cr" / TEXTS[edition]], self.corpus, Wanted(game=GAME))

    def make(self) -> None:
        started = time.monotonic()
        report = pipeline.build(self.corpus, self.build, quick=True)
        assert not report.failed, report.failed
        print(
            f"  {self.folder.name}: built in {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True
        )

    @property
    def ledger(self) -> Ledger:
        return ledger.built(builds.game(self.build, GAME) / builds.LEDGERS, GAME)

    def differences(self) -> list[object]:
        pairs = combinations(sorted(TEXTS), 2)
        return [record(diff(self.build, GAME, old=old, new=new), str) for old, new in pairs]


def fates(held: Ledger) -> dict[str, tuple[object, ...]]:
    """What is said at each permanent address, and what became of it."""
    return {
        address: (one.markdown, one.number, one.title, one.fate, one.entry, one.parts, one.editions)
        for one in ledger.revisions(GAME, held)
        for address in (one.address, *one.also)
    }


def histories(held: Ledger) -> list[object]:
    """Every rule through all editions."""
    return [
        (
            one.key,
            one.ids,
            one.now,
            one.heirs,
            [(each.address, each.places, each.hash) for each in one.wordings],
        )
        for one in held.entities
    ]


def orders(state: State, left: tuple[str, ...]) -> Iterator[State]:
    """All orders of adding what is left, a build after each; what two orders begin with is built once."""
    if not left:
        yield state
        return
    for edition in left:
        after = State(state.folder.with_name(f"{state.folder.name} {edition[:4]}".strip()))
        if state.folder.is_dir():
            shutil.copytree(state.folder, after.folder)
        after.add(edition)
        after.make()
        yield from orders(after, tuple(one for one in left if one != edition))
        shutil.rmtree(after.folder)


def held_against(one: State, other: State) -> dict[str, object]:
    """What of a state is as in another, and what it has besides."""
    mine, theirs = fates(one.ledger), fates(other.ledger)
    more = {address.rstrip("/") for address in mine.keys() - theirs.keys()}
    files, found = _files(one), _files(other)
    besides = [name for name in files.keys() - found.keys() if str(Path(name).parent) not in more]
    differ = [name for name in found if name not in files or not _same(files[name], found[name])]
    kept = [name for name in (*differ, *besides) if KEPT.search(name)]
    return {
        "histories": histories(one.ledger) == histories(other.ledger),
        "fates": {address: mine.get(address) for address in theirs} == theirs,
        "diffs": one.differences() == other.differences(),
        "files": len(found),
        "more addresses": len(more),
        "other files": sorted({*differ, *besides} - {*kept}),
        "kept without a net": len(kept),
    }


def _files(state: State) -> dict[str, Path]:
    site = state.build / builds.SITE
    return {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}


def _same(one: Path, other: Path) -> bool:
    return one.read_bytes() == other.read_bytes()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--keep", type=Path, help="a folder for the builds, which are left there")
    wanted = parser.parse_args()
    with TemporaryDirectory() as temporary:
        folder = wanted.keep or Path(temporary)
        once = State(folder / "once")
        if not once.build.is_dir():
            for edition in TEXTS:
                once.add(edition)
            once.make()
        for state in orders(State(folder / "in order"), tuple(TEXTS)):
            print(json.dumps({"order": state.folder.name, **held_against(state, once)}), flush=True)


if __name__ == "__main__":
    main()
