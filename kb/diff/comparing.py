"""What changed between two editions, word by word? Which entry is which, and what became of it, the ledger decides."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from kb.diff.records import Change, Comparison, Heir, Side
from kb.diff.words import ADDED, REMOVED, Piece, changes, tokens
from kb.entries import label
from kb.ledger import STATUSES, Ledger, Pair, Printed, Printings
from kb.markup import plain

DEEPEST = 40
"""Levels of what an entry stands under."""


class Editions:
    """The editions of one text, any two of which are compared; what several pairs share is made once."""

    def __init__(self, game: str, ledger: Ledger, source: str) -> None:
        self._game, self._source = game, source
        self._printings = Printings(ledger, source)
        self._lines: dict[str, _Lines] = {}
        self._texts: dict[str, str] = {}
        self._numbers = self._printings.numbers()
        self._cited: dict[str, list[str]] = {}
        self._words: dict[tuple[str, str, tuple[tuple[str, str], ...]], tuple[Piece, ...]] = {}

    def compare(self, old: str, new: str, within: Collection[str] | None = None) -> Comparison:
        """Two editions; with `within` only what is or stands under one of these entities."""
        pairs = self._printings.compare(old, new)
        lines = (self._lines_of(old), self._lines_of(new))
        wanted = [pair for pair in pairs if within is None or not _above(pair, lines).isdisjoint(within)]
        numbers = _renumbered(pairs)
        heirs = _heirs(pairs)
        counts = Counter(pair.status for pair in wanted)
        return Comparison(
            game=self._game,
            source=self._source,
            old=old,
            new=new,
            counts={status: counts[status] for status in STATUSES},
            changes=tuple(
                self._change(pair, lines, numbers, heirs.get(pair.old.entity, ()) if pair.old else ())
                for pair in wanted
                if pair.status != "same"
            ),
        )

    def _lines_of(self, edition: str) -> _Lines:
        if edition not in self._lines:
            self._lines[edition] = _Lines(self._printings.of(edition))
        return self._lines[edition]

    def _change(
        self, pair: Pair, lines: tuple[_Lines, _Lines], numbers: Mapping[str, str], heirs: Sequence[Printed]
    ) -> Change:
        here, line = (pair.new, lines[1]) if pair.new else (pair.old, lines[0])
        assert here is not None
        old, new = self._side(pair.old), self._side(pair.new)
        return Change(
            status=pair.status,
            entity=here.entity,
            kind=here.kind,
            title=here.title,
            old=old,
            new=new,
            words=self._changed(old, new, numbers),
            path=line.path(here),
            heirs=tuple(Heir(number=one.number, title=one.title, address=one.permalink) for one in heirs),
        )

    def _side(self, one: Printed | None) -> Side | None:
        if one is None:
            return None
        if one.markdown not in self._texts:
            self._texts[one.markdown] = plain(one.markdown)
        return Side(number=one.number, title=one.title, address=one.permalink, text=self._texts[one.markdown])

    def _changed(self, old: Side | None, new: Side | None, numbers: Mapping[str, str]) -> tuple[Piece, ...]:
        """What became of the words of an entry, each number told as that of its rule now."""
        if old is None or new is None:
            kind, text = (ADDED, new.text) if new else (REMOVED, old.text if old else "")
            return ((kind, text),) if text else ()
        if old.text not in self._cited:
            self._cited[old.text] = sorted(self._numbers.intersection(map(str.rstrip, tokens(old.text))))
        followed = tuple((one, numbers[one]) for one in self._cited[old.text] if one in numbers)
        key = old.text, new.text, followed
        if key not in self._words:
            self._words[key] = tuple(changes(old.text, new.text, dict(followed)))
        return self._words[key]


def compare_editions(
    game: str, ledger: Ledger, source: str, old: str, new: str, within: Collection[str] | None = None
) -> Comparison:
    """Two editions of a source, compared; with `within` only what is or stands under one of these entities."""
    return Editions(game, ledger, source).compare(old, new, within)


class _Lines:
    """What the entries of an edition stand under."""

    def __init__(self, entries: Sequence[Printed]) -> None:
        self._by_order = {one.order: one for one in entries}
        self._paths: dict[int | None, tuple[str, ...]] = {}

    def above(self, one: Printed | None) -> list[Printed]:
        """What an entry stands under, nearest first."""
        line: list[Printed] = []
        while one is not None and one.parent is not None and len(line) < DEEPEST:
            one = self._by_order.get(one.parent)
            if one is not None:
                line.append(one)
        return line

    def path(self, one: Printed) -> tuple[str, ...]:
        """The labels of what an entry stands under, outermost first."""
        if one.parent not in self._paths:
            line = reversed(self.above(one))
            self._paths[one.parent] = tuple(label(up.number, up.title, kind=up.kind) for up in line)
        return self._paths[one.parent]


def _above(pair: Pair, lines: tuple[_Lines, _Lines]) -> set[str]:
    """The entities that an entry is, stands under or has words of, on either side."""
    sides = [(side, of.above(side)) for side, of in zip((pair.old, pair.new), lines, strict=True) if side]
    return {one.entity for side, line in sides for one in (side, *line)} | {
        one.entity for one in pair.origins
    }


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
