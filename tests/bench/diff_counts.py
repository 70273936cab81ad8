"""Are the counts of `kb diff` right? Held against a comparison of the bare lines that knows nothing of `kb`.

    python tests/bench/diff_counts.py [--from 2024-11-08] [--to 2026-01-16]

Rules and terms are cut out of both texts by two patterns, put side by side by `difflib` where they stand in one
order and by the likeness of their letters where not, and counted. What both tell otherwise is listed, to be judged by
reading.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from tempfile import TemporaryDirectory

from rapidfuzz import fuzz

sys.path.insert(0, str(Path(__file__).parents[1]))

from carry_over import NUMBER, TEXTS, carried
from real_texts import FOLDER

from kb import ledger
from kb.markup import plain

START = re.compile(r"^(\d{1,3}\.(?:\d+)?)\.?([a-z]?)\.?\s*(\S.*)$")
WORDS = re.compile(r"\d+(?:\.\d+)?[a-z]?|[^\W_]+|[^\w\s]")
ENOUGH_BETWEEN, ENOUGH, CONTAINED = 45, 62, 95
"""Likeness, of a hundred, from which two are one: between neighbours that are one, anywhere, and of a rule to the part
of one with its number that is like it."""


@dataclass(frozen=True)
class Piece:
    """A rule, heading or term; a term has no number."""

    number: str
    words: tuple[str, ...]

    @property
    def neutral(self) -> tuple[str, ...]:
        return tuple("#" if NUMBER.fullmatch(word) else word for word in self.words)

    @property
    def letters(self) -> str:
        return " ".join(self.neutral)


def pieces(path: Path) -> list[Piece]:
    """What a text holds, in its order, from behind its contents to its credits."""
    data = path.read_bytes()
    text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    lines = [line.strip() for line in re.split(r"\r\n|\r|\n", text)]
    first = len(lines) - 1 - lines[::-1].index("1. Game Concepts")
    glossary = len(lines) - 1 - lines[::-1].index("Glossary")
    credits = len(lines) - 1 - lines[::-1].index("Credits")
    return [*_rules(lines[first:glossary]), *_terms(lines[glossary + 1 : credits])]


def _rules(lines: Sequence[str]) -> Iterator[Piece]:
    number, said = "", list[str]()
    for line in lines:
        if found := START.match(line):
            if said:
                yield _piece(number, said)
            number, said = found[1].rstrip(".") + found[2], [found[3]]
        elif line:
            said.append(line)
    yield _piece(number, said)


def _terms(lines: Sequence[str]) -> Iterator[Piece]:
    said: list[str] = []
    for line in (*lines, ""):
        if line:
            said.append(line)
        elif said:
            yield _piece("", said)
            said = []


def _piece(number: str, said: Sequence[str]) -> Piece:
    return Piece(number, tuple(WORDS.findall(" ".join(said).lower().replace("’", "'"))))


def side_by_side(old: Sequence[Piece], new: Sequence[Piece]) -> dict[int, int]:
    """Old place → new place."""
    pairs: dict[int, int] = {}
    signs = [[(bool(one.number), one.neutral) for one in side] for side in (old, new)]
    blocks = SequenceMatcher(None, signs[0], signs[1], autojunk=False).get_opcodes()
    for kind, a, b, c, _ in blocks:
        if kind == "equal":
            pairs.update((a + n, c + n) for n in range(b - a))
    _equal_elsewhere(signs, pairs)
    back = set(pairs.values())
    for kind, a, b, c, d in blocks:
        if kind == "replace":
            _nearest(old, new, range(a, b), range(c, d), ENOUGH_BETWEEN, pairs, back)
    _nearest(old, new, range(len(old)), range(len(new)), ENOUGH, pairs, back)
    return pairs


def _equal_elsewhere(signs: Sequence[Sequence[object]], pairs: dict[int, int]) -> None:
    taken, places = set(pairs.values()), defaultdict(list)
    for place, sign in enumerate(signs[1]):
        if place not in taken:
            places[sign].append(place)
    for place, sign in enumerate(signs[0]):
        if place not in pairs and places[sign]:
            pairs[place] = places[sign].pop(0)


def _nearest(
    old: Sequence[Piece],
    new: Sequence[Piece],
    olds: Sequence[int],
    news: Sequence[int],
    enough: int,
    pairs: dict[int, int],
    back: set[int],
) -> None:
    scored = [
        (score, -abs(a - b), a, b)
        for a in olds
        if a not in pairs
        for b in news
        if b not in back and bool(old[a].number) == bool(new[b].number)
        if (score := _alike(old[a], new[b])) >= enough
    ]
    for _, _, a, b in sorted(scored, reverse=True):
        if a not in pairs and b not in back:
            pairs[a] = b
            back.add(b)


def _alike(one: Piece, other: Piece) -> float:
    alike = fuzz.ratio(one.letters, other.letters)
    if alike < ENOUGH and one.number and one.number == other.number:
        return max(alike, float(fuzz.partial_ratio(one.letters, other.letters) >= CONTAINED and CONTAINED))
    return alike


def told(old: Sequence[Piece], new: Sequence[Piece]) -> dict[tuple[str, str], str]:
    """What became of each: (old number or title, new one) → status."""
    pairs = side_by_side(old, new)
    numbers = {old[a].number: new[b].number for a, b in pairs.items() if old[a].number}
    found: dict[tuple[str, str], str] = {}
    for a, b in pairs.items():
        one, other = old[a], new[b]
        moved = [numbers.get(word, word) for word in one.words]
        is_same = len(moved) == len(other.words) and all(
            word in (was, now) for was, now, word in zip(one.words, moved, other.words, strict=True)
        )
        status = "changed" if not is_same else "same" if one.number == other.number else "renumbered"
        found[_name(one), _name(other)] = status
    found |= {(_name(one), ""): "removed" for a, one in enumerate(old) if a not in pairs}
    there = set(pairs.values())
    return found | {("", _name(one)): "added" for b, one in enumerate(new) if b not in there}


def _name(piece: Piece) -> str:
    return piece.number or " ".join([word for word in piece.words if word.isalpha()][:10])


def told_by_kb(old: str, new: str) -> dict[tuple[str, str], str]:
    with TemporaryDirectory() as folder:
        held = carried(Path(folder))
    (source,) = ledger.editions(held)
    pairs = ledger.compare(held, source, old, new)
    return {
        (_called(pair.old), _called(pair.new)): pair.status
        for pair in pairs
        if (pair.new or pair.old).number or (pair.new or pair.old).kind == "term"
    }


def _called(printed: ledger.Printed | None) -> str:
    if printed is None:
        return ""
    return _name(_piece(printed.number or "", [printed.title or "", plain(printed.markdown)]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--from", dest="old", default="2024-11-08", choices=TEXTS)
    parser.add_argument("--to", dest="new", default="2026-01-16", choices=TEXTS)
    wanted = parser.parse_args()
    texts = {edition: pieces(FOLDER / "corpora/mtg-cr" / name) for edition, name in TEXTS.items()}
    started = time.process_time()
    bare = told(texts[wanted.old], texts[wanted.new])
    print(f"compared in {time.process_time() - started:.0f} s of CPU", file=sys.stderr)
    kb = told_by_kb(wanted.old, wanted.new)
    for name, of in (("lines", bare), ("kb", kb)):
        print(f"{name:6} {dict(sorted(Counter(of.values()).items()))}, {len(of)} in all")
    for which, mine, theirs in (("lines", bare, kb), ("kb", kb, bare)):
        for key, status in sorted(mine.items()):
            if theirs.get(key) != status:
                print(f"only {which}: {key[0] or '–'} → {key[1] or '–'} {status}")


if __name__ == "__main__":
    main()
