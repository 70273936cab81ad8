"""Which rules lived through which editions? Only what the editions say decides, not when they were added or built."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kb.entries import edition_key
from kb.ledger.likeness import Text, Weights
from kb.ledger.match import Side, match
from kb.ledger.said import Edition, Key, Said

_SHARED_ENOUGH = 0.2
"""What two with one number in two different texts must share of their rare words for the one to replace the other."""


@dataclass(eq=False, slots=True)
class Life:
    """One rule, term or section in all editions of its source."""

    source: str
    spoken: list[tuple[Key, int, Said]] = field(default_factory=list)
    """Each edition, where it stands there, and what it says."""

    heirs: list[tuple[Life, str, str | None]] = field(default_factory=list)
    """In which its words went on, why, and in which edition."""


def lives(editions: Iterable[Edition]) -> list[Life]:
    """The lives of all entries of all editions: source by source, in the order in which they were first printed."""
    by_source: dict[str, list[Edition]] = defaultdict(list)
    for edition in editions:
        by_source[edition.issue.source].append(edition)
    found = {source: _of_source(_sorted(held)) for source, held in sorted(by_source.items())}
    held = {source for source, of in by_source.items() if any(one.issue.held for one in of)}
    _replace_withdrawn(found, held, current(by_source))
    return [life for of_source in found.values() for life in of_source]


def current(by_source: dict[str, list[Edition]]) -> dict[str, Key]:
    """The newest edition of each source that the corpus holds."""
    return {
        source: _sorted(found)[-1].key
        for source, editions in by_source.items()
        if (found := [one for one in editions if one.issue.held])
    }


def _sorted(editions: Sequence[Edition]) -> list[Edition]:
    return sorted(editions, key=lambda one: edition_key(one.issue.edition))


def _of_source(editions: Sequence[Edition]) -> list[Life]:
    found: list[Life] = []
    alive: dict[int, Life] = {}
    before = Side(())
    for edition in editions:
        side = Side(edition.said)
        matched = match(before, side)
        now = {new: alive[old] for old, new in matched.pairs.items()}
        still = {id(life) for life in alive.values()}
        now.update(_come_back(edition, now, [life for life in found if id(life) not in still]))
        for place in range(len(edition.said)):
            if place not in now:
                now[place] = Life(edition.issue.source)
                found.append(now[place])
        for place, life in now.items():
            life.spoken.append((edition.key, place, edition.said[place]))
        for why, pairs in (("split", matched.split), ("merged", matched.merged)):
            for old, new in pairs:
                if alive[old] is not now[new]:
                    alive[old].heirs.append((now[new], why, edition.issue.edition))
        alive, before = now, side
    return found


def _come_back(edition: Edition, now: dict[int, Life], gone: Sequence[Life]) -> Iterable[tuple[int, Life]]:
    """What an earlier edition held, the last one did not, and this one holds again."""
    free = [place for place in range(len(edition.said)) if place not in now]
    if not free or not gone:
        return
    said = [life.spoken[-1][2] for life in gone]
    matched = match(Side(said), Side([edition.said[place] for place in free]), placed=False)
    for old, new in matched.pairs.items():
        gone[old].heirs.clear()
        yield free[new], gone[old]


def _replace_withdrawn(found: dict[str, list[Life]], held: set[str], newest: dict[str, Key]) -> None:
    """Lead from the entries of a text that was taken out to those of another text that say the same."""
    gone = [life for source, of_source in found.items() if source not in held for life in of_source]
    there = [
        life
        for source, of_source in found.items()
        if source in held
        for life in of_source
        if life.spoken[-1][0] == newest[source]
    ]
    if not gone or not there:
        return
    olds, news = [life.spoken[-1][2] for life in gone], [life.spoken[-1][2] for life in there]
    sides = Side(olds), Side(news)
    pairs = dict(match(*sides, placed=False).pairs)
    weights = Weights(sides[0].holders + sides[1].holders, len(olds) + len(news))
    numbered = {one.number: place for place, one in reversed([*enumerate(news)]) if one.number}
    for place, one in enumerate(olds):
        other = numbered.get(one.number or "")
        if other is None or place in pairs:
            continue
        if weights.shared(Text(one), Text(news[other])) >= _SHARED_ENOUGH:
            pairs[place] = other
    for place, heir in sorted(pairs.items()):
        gone[place].heirs.append((there[heir], "replaced", newest[there[heir].source][1]))
