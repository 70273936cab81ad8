"""How fast does a cold `kb` answer? Ratios to bare processes, so that they mean the same on every machine.

    python tests/bench/cold_start.py --build build

`kb show` is held against a process that only imports click, `kb search --mode lexical` against one that only
imports Whoosh and searches the same index, `kb search` by meaning too (with the encoder that the build used)
against one that only imports Whoosh and numpy.
The first game of the build is asked. Medians of interleaved runs, the files in the page cache.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

SHOW_LIMIT, SEARCH_LIMIT, HYBRID_LIMIT = 1.6, 1.5, 2.0

# As installed: with byte code, which the first run writes where pip did not.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

BARE_CLICK = "import click"
BARE_NUMPY = "import whoosh.index, whoosh.qparser, numpy"
BARE_WHOOSH = """
import sys
from whoosh import index
from whoosh.qparser import OrGroup, QueryParser
with index.open_dir(sys.argv[1]).searcher() as searcher:
    query = QueryParser(sys.argv[2], searcher.schema, group=OrGroup.factory(0.9)).parse(sys.argv[3])
    [hit.fields() for hit in searcher.search(query, limit=10)]
"""


def seconds(command: list[str]) -> float:
    """Run once, output thrown away."""
    started = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=ENVIRONMENT)
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.decode()}")
    return time.perf_counter() - started


def medians(commands: dict[str, list[str]], runs: int) -> dict[str, float]:
    """Milliseconds of each command; runs are interleaved so that noise meets all alike."""
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for run in range(runs + 1):
        for name, command in commands.items():
            spent = seconds(command)
            if run:  # the first fills the page cache
                taken[name].append(spent)
    return {name: 1000 * median(spent) for name, spent in taken.items()}


def main() -> None:
    """Print the ratios beside the limits of the project."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--build", type=Path, default=Path(os.environ.get("KB_BUILD", "build")))
    options.add_argument("--runs", type=int, default=21)
    options.add_argument("--query", default="can a tapped creature block an attacking creature")
    args = options.parse_args()

    kb = shutil.which("kb", path=str(Path(sys.executable).parent)) or "kb"
    build = ["--build", str(args.build)]
    entries = subprocess.run([kb, "export", *build], capture_output=True, text=True, check=True).stdout
    ref = json.loads(entries.partition("\n")[0])["id"]
    game = ref.partition(":")[0]
    asked = [*build, "--game", game, "--", args.query]
    index, field = whoosh_index(args.build / "games" / game / "index")
    times = medians(
        {
            "bare click": [sys.executable, "-c", BARE_CLICK],
            "kb show": [kb, "show", ref, *build],
            "bare whoosh": [sys.executable, "-c", BARE_WHOOSH, str(index), field, args.query],
            "kb search": [kb, "search", "--mode", "lexical", *asked],
            "bare numpy": [sys.executable, "-c", BARE_NUMPY],
            "hybrid": [kb, "search", *asked],
        },
        args.runs,
    )
    report("kb show", times["kb show"], "bare click", times["bare click"], SHOW_LIMIT)
    report("kb search", times["kb search"], "bare whoosh", times["bare whoosh"], SEARCH_LIMIT)
    report("hybrid", times["hybrid"], "bare numpy", times["bare numpy"], HYBRID_LIMIT)


def whoosh_index(folder: Path) -> tuple[Path, str]:
    """Where the Whoosh index lies, and its field with most text."""
    from whoosh.index import exists_in, open_dir

    folders = [folder, *(path for path in sorted(folder.rglob("*")) if path.is_dir())]
    place = next(path for path in folders if exists_in(str(path)))
    with open_dir(str(place)).reader() as reader:
        field = max(reader.schema.scorable_names(), key=reader.field_length)
    return place, field


def report(name: str, taken: float, bare: str, baseline: float, limit: float) -> None:
    """One line: times, ratio, limit."""
    times = f"{taken:6.1f} ms, {bare:11} {baseline:6.1f} ms"
    print(f"{name:10} {times}, ratio {taken / baseline:.2f} (at most {limit})")


if __name__ == "__main__":
    main()
