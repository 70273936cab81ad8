"""Is what the ledger carries over right? Held against a comparison of the bare lines that knows nothing of `kb`.

    python tests/bench/carry_over.py [--sample FILE] [--seed 15]

Reads three editions of the Magic rules, each added with nothing but `--game`. A second reading by two patterns tells
which rules have the same words in two editions, numbers inside them aside, and which headings have the same title; all
of these have to be carried. `--sample` writes 200 changed rules, taken at random, to be judged by reading.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from real_texts import FOLDER

from kb import ledger
from kb.adding import add
from kb.editions import understand
from kb.homes import Wanted
from kb.ingest import ingest
from kb.sources import read_corpus

TEXTS = {
    "2016-09-30": "MagicCompRules-2016-09-30.utf16le.txt",
    "2024-11-08": "MagicCompRules-2024-11-08.txt",
    "2026-01-16": "MagicCompRules-2026-01-16.txt",
}
RULE = re.compile(r"^(\d{3}\.\d+)(?:\.|([a-z]))\s+(\S.*)$")
HEADING = re.compile(r"^(\d{3}(?:\.\d+)?)\.\s+(\S[^.]{0,60})$")
NUMBER = re.compile(r"\d+(?:\.\d+)?[a-z]?")
SAMPLED = 200


def bare(path: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Number → words of each rule, and number → title of each heading, by two patterns and nothing else."""
    data = path.read_bytes()
    text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    rules: dict[str, str] = {}
    headings: dict[str, str] = {}
    for line in re.split(r"\r\n|\r|\n", text):
        if (found := HEADING.match(line.strip())) and not re.search(r"[.:”]$", line.strip()):
            headings[found[1]] = found[2].strip()
        elif found := RULE.match(line.strip()):
            rules.setdefault(found[1] + (found[2] or ""), found[3].strip())
    return rules, headings


def neutral(words: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", NUMBER.sub("#", words.lower()).replace("’", "'")))


def same(old: dict[str, str], new: dict[str, str]) -> Iterator[tuple[str, set[str]]]:
    """Each number of an edition whose words stand in the other too, with the numbers that they have there.

    Only words that stand in both as often: of more copies in one than in the other somebody has to be left.
    """
    there: dict[str, set[str]] = defaultdict(set)
    for number, words in new.items():
        there[neutral(words)].add(number)
    often, then = Counter(map(neutral, new.values())), Counter(map(neutral, old.values()))
    for number, words in old.items():
        key = neutral(words)
        if key and then[key] <= often[key]:
            yield number, there[key]


def carried(folder: Path) -> ledger.Ledger:
    """The ledger of all three editions."""
    for name in TEXTS.values():
        add([FOLDER / "corpora/mtg-cr" / name], folder, Wanted(game="magic"))
    corpus = read_corpus(folder)
    started = time.process_time()
    ingested = ingest(corpus)
    made = understand(corpus, ingested, {"magic": ledger.Ledger()}, {}).ledgers["magic"]
    print(f"read and matched in {time.process_time() - started:.1f} s of CPU", file=sys.stderr)
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sample", type=Path)
    parser.add_argument("--seed", type=int, default=15)
    wanted = parser.parse_args()
    texts = {edition: bare(FOLDER / "corpora/mtg-cr" / name) for edition, name in TEXTS.items()}
    with TemporaryDirectory() as folder:
        held = carried(Path(folder))
    (source,) = ledger.editions(held)
    print("| editions | same words | carried | same title | carried | of one number, other words | pairs |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    judged = []
    for old, new in combinations(TEXTS, 2):
        pairs = [pair for pair in ledger.compare(held, source, old, new) if pair.old and pair.new]
        to = {pair.old.number: pair.new.number for pair in pairs if pair.old and pair.new}
        told = []
        for kind in (0, 1):
            found = list(same(texts[old][kind], texts[new][kind]))
            missed = [
                (number, there, to.get(number)) for number, there in found if to.get(number) not in there
            ]
            told += [len(found), len(found) - len(missed)]
            for number, there, got in missed:
                print(
                    f"{old} {number} is {sorted(there)}, not {got}: {texts[old][kind][number][:90]}",
                    file=sys.stderr,
                )
        status = Counter(pair.status for pair in ledger.compare(held, source, old, new))
        other = sum(
            1
            for number, words in texts[old][0].items()
            if number in texts[new][0] and neutral(words) != neutral(texts[new][0][number])
        )
        print(
            f"| {old} → {new} | {told[0]:,} | {told[1]:,} | {told[2]} | {told[3]} | {other:,} | {dict(status)} |"
        )
        judged += [(old, new, pair) for pair in pairs if pair.status == "changed"]
    if wanted.sample:
        chosen = random.Random(wanted.seed).sample(judged, SAMPLED)
        wanted.sample.write_text(
            "".join(
                f"{old} {pair.old.number} {pair.old.title or ''}: {pair.old.markdown}\n"
                f"{new} {pair.new.number} {pair.new.title or ''}: {pair.new.markdown}\n\n"
                for old, new, pair in chosen
            )
        )


if __name__ == "__main__":
    main()
