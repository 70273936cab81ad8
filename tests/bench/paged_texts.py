"""What pages give: entries found, share of characters accounted for and seconds, for texts that print pages.

`python tests/bench/paged_texts.py` reads the texts in the folder that KB_TEXTS names; what is not there is left out.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from ingest_reading import letters_of, read_file
from real_texts import FOLDER

MAGIC = FOLDER / "corpora" / "mtg-cr"
LAWS = FOLDER / "corpora" / "ifab-laws" / "pages"


def timed(path):
    """The entries of a text and a line about them."""
    cpu, wall = time.process_time(), time.perf_counter()
    reading, entries = read_file(path)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    kinds = Counter(entry.kind for entry in entries)
    share = 100 * reading.source.accounted / reading.source.characters
    told = ", ".join(f"{many} {kind}" for kind, many in kinds.most_common())
    print(f"{path.name:42} {share:7.2f} %  {cpu:5.2f} s of our own, {wall:5.2f} s in all  {told}")
    return entries


def wordings(entries):
    """Letters of every numbered rule with its examples, and of every term."""
    rules = {entry.id: letters_of(f"{entry.title or ''}{entry.text}") for entry in entries}
    for entry in entries:
        if entry.kind == "example" and entry.parent in rules:
            rules[entry.parent] += rules.pop(entry.id)
    numbered = {entry.number: rules[entry.id] for entry in entries if entry.number}
    return numbered, {entry.title: letters_of(entry.text) for entry in entries if entry.kind == "term"}


def wrong(right, found):
    """How many of one print the other does not have, or has in other words."""
    return sum(1 for name in right if right[name] != found.get(name))


def magic():
    """The same rules as text, as PDF and as text of the PDF."""
    names = [f"MagicCompRules-2024-11-08{suffix}" for suffix in (".txt", ".pdf", ".pdftext.txt")]
    if not (MAGIC / names[0]).is_file():
        return
    right, *others = [wordings(timed(MAGIC / name)) for name in names]
    for name, found in zip(names[1:], others, strict=True):
        print(
            f"  {name}: {wrong(right[0], found[0])} of {len(right[0])} numbers wrong, "
            f"{wrong(right[1], found[1])} of {len(right[1])} terms wrong"
        )


def laws():
    """Pages of a booklet, once, four and sixteen times."""
    if not LAWS.is_dir():
        return
    pages = sorted(LAWS.iterdir(), key=lambda page: int(re.sub(r"\D", "", page.name)))
    words = "\f".join(page.read_text(encoding="utf-8") for page in pages)
    with tempfile.TemporaryDirectory() as folder:
        for times in (1, 4, 16):
            path = Path(folder) / f"laws-times-{times}.txt"
            path.write_text("\f".join([words] * times), encoding="utf-8")
            timed(path)


if __name__ == "__main__":
    magic()
    laws()
