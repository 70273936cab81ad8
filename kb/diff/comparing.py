"""What changed between two editions, word by word? Which entry is which, and what became of it, the ledger decides."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from kb.diff.records import Change, Comparison, Heir, Side
from kb.diff.words import ADDED, REMOVED, Piece, changes
from kb.entries import label
from kb.ledger import STATUSES, Ledger, Pair, Printed, compare, printed
from kb.markup import plain

DEEPEST = 40
"""Levels of what an entry stands under."""


def compare_editions(
    game: str, ledger: Ledger, source: str, old: str, new: str, within: Collection[str] | None = None
) -> Comparison:
    """Two editions of a source, compared; with `within` only what is or stands under one of these entities."""
    pairs = compare(ledger, source, old, new)
    lines = (_Lines(printed(ledger, source, old)), _Lines(printed(ledger, source, new)))
    wanted = [pair for pair in pairs if within is None or not _above(pair, lines).isdisjoint(within)]
    numbers = _renumbered(pairs)
    heirs = _heirs(pairs)
    counts = Counter(pair.status for pair in wanted)
    return Comparison(
        game=game,
        source=source,
        old=old,
        new=new,
        counts={status: counts[status] for status in STATUSES},
        changes=tuple(
            _change(pair, lines, numbers, heirs.get(pair.old.entity, ()) if pair.old else ())
            for pair in wanted
            if pair.status != "same"
        ),
    )


class _Lines:
    """What the entries of an edition stand under."""

    def __init__(self, entries: Sequence[Printed]) -> None:
        self._by_order = {one.order: one for one in entries}

    def above(self, one: Printed | None) -> list[Printed]:
        """What an entry stands under, nearest first."""
        line: list[Printed] = []
        while one is not None and one.parent is not None and len(line) < DEEPEST:
            one = self._by_order.get(one.parent)
            if one is not None:
                line.append(one)
        return line


def _above(pair: Pair, lines: tuple[_Lines, _Lines]) -> set[str]:
    """The entities that an entry is, stands under or has words of, on either side."""
    sides = [(side, of.above(side)) for side, of in zip((pair.old, pair.new), lines, strict=True) if side]
    return {one.entity for side, line in sides for one in (side, *line)} | {
        one.entity for one in pair.origins
    }


def _change(
    pair: Pair, lines: tuple[_Lines, _Lines], numbers: Mapping[str, str], heirs: Sequence[Printed]
) -> Change:
    here, line = (pair.new, lines[1]) if pair.new else (pair.old, lines[0])
    assert here is not None
    old, new = _side(pair.old), _side(pair.new)
    return Change(
        status=pair.status,
        entity=here.entity,
        kind=here.kind,
        title=here.title,
        old=old,
        new=new,
        words=tuple(_words(old, new, numbers)),
        path=tuple(label(up.number, up.title, kind=up.kind) for up in reversed(line.above(here))),
        heirs=tuple(Heir(number=one.number, title=one.title, address=one.permalink) for one in heirs),
    )


def _side(one: Printed | None) -> Side | None:
    if one is None:
        return None
    return Side(number=one.number, title=one.title, address=one.permalink, text=plain(one.markdown))


def _words(old: Side | None, new: Side | None, numbers: Mapping[str, str]) -> list[Piece]:
    if old is None or new is None:
        kind, text = (ADDED, new.text) if new else (REMOVED, old.text if old else "")
        return [(kind, text)] if text else []
    return changes(old.text, new.text, numbers)


def _renumbered(pairs: Sequence[Pair]) -> dict[str, str]:
    """Each number of the older edition whose rule has another now; one that several had only where all moved alike."""
    numbers: dict[str, set[str]] = defaultdict(set)
    for pair in pairs:
        if pair.old and pair.old.number:
            numbers[pair.old.number].add((pair.new and pair.new.number) or pair.old.number)
    return {number: next(iter(now)) for number, now in numbers.items() if len(now) == 1 and number not in now}


def _heirs(pairs: Sequence[Pair]) -> dict[str, list[Printed]]:
    """By each old entity the new entries that took up words of it."""
    found: dict[str, list[Printed]] = defaultdict(list)
    for pair in pairs:
        for origin in pair.origins:
            if pair.new:
                found[origin.entity].append(pair.new)
    return found
