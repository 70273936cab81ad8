"""How long does a whole build take, step by step, and how much memory?

    python tests/bench/full_build.py comprehensive-rules.txt

Adds the texts to a corpus of their own and builds it five times: when nothing changed, after one changed line, and
after that line changed again, when the pages from before the last build are gone on with, as from then on. All is done
in this process, so that its memory and its processor's time are those of the build.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from kb import pipeline
from kb.adding import add
from kb.homes import Wanted

SECONDS_LIMIT, MEGABYTES_LIMIT = 25, 600
GAME = "measured"
TOLD_OF = f"{GAME}: "


class Steps:
    """Told each step as it begins; knows how long each took, by the clock and of a processor."""

    def __init__(self) -> None:
        self.seconds: dict[str, tuple[float, float]] = {}
        self._began: tuple[str, float, float] | None = None

    def __call__(self, step: str) -> None:
        """End the step before and begin this one."""
        now, worked = time.perf_counter(), time.process_time()
        if self._began:
            name, since, before = self._began
            self.seconds[name] = now - since, worked - before
        self._began = (step, now, worked)


def peak_megabytes() -> float:
    """The most memory this process ever had."""
    unit = 1 if sys.platform == "darwin" else 1024  # bytes there, kilobytes here
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def edit(corpus: Path) -> None:
    """Add a sentence in the middle of the longest text; its checksum no longer fits and is dropped."""
    game_file = next(corpus.glob("*/game.toml"))
    kept = [line for line in game_file.read_text("utf-8").splitlines() if not line.startswith("sha256")]
    game_file.write_text("\n".join(kept) + "\n", "utf-8")
    text = max(game_file.parent.glob("*.txt"), key=lambda file: file.stat().st_size)
    content = text.read_bytes()
    middle = content.index(b". ", len(content) // 2)
    text.write_bytes(content[:middle] + b". Nothing else changes" + content[middle:])


def main() -> None:
    """Print seconds of each step, entries, megabytes."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("texts", nargs="+", type=Path)
    args = options.parse_args()

    os.environ["KB_PROCESSES"] = "0"
    with TemporaryDirectory() as scratch:
        corpus, build = Path(scratch, "corpus"), Path(scratch, "build")
        add(args.texts, corpus, Wanted(game=GAME))
        for run in ("first", "unchanged", "edited", "edited again", "edited again"):
            if run.startswith("edited"):
                edit(corpus)
            steps = Steps()
            report = pipeline.build(corpus, build, progress=steps)
            steps("done")
            told = ", ".join(
                f"{name.removeprefix(TOLD_OF).lower()} {clock:.1f} ({worked:.1f})"
                for name, (clock, worked) in steps.seconds.items()
            )
            entries = sum(sum(one.counts.values()) for one in report.games)
            print(f"{run:12} build of {entries:,} entries: {report.seconds:.1f} s ({told})")
        size = sum(path.stat().st_size for path in build.rglob("*") if path.is_file()) / 1e6
        print(
            f"build folder {size:.0f} MB; peak memory {peak_megabytes():.0f} MB (at most {MEGABYTES_LIMIT})"
        )
        print(f"at most {SECONDS_LIMIT} s; {os.cpu_count()} cores here, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
