"""What is a quotation of a post from? Of all that may be told of it, the likeliest.

Each citation near it may say where it is from, or none does. What stands between the two and beside them, and whose
words it has, add their weights in hundredths of the log of the odds (conditional logit, see
`training/quotations.py`); a trait that taught nothing weighs nothing.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from kb.cite.judging import Judge, Reading
from kb.cite.likely import around
from kb.cite.meaning import Decided
from kb.cite.quotations import Quotation
from kb.cite.shield import masked, merged
from kb.link.patterns import Patterns, table, words

_SAID = Patterns("attributing")

_LIKELY = -70
"""What a reading weighs at least that is told."""

_FAR = 60
"""Words and marks between a quotation and a citation that may say where it is from."""

_MOST = 4
"""Citations before a quotation, and as many behind it, that may."""

_BESIDE = 10
"""Words and marks beside a quotation that are read."""

_NEAR = 6
"""Of these those in which a name may stand of whose words are quoted."""

_BETWEEN = 5
"""Words at either end of what stands between it and a citation that tell something wherever they stand."""

_SAYS = 40
"""Words of a quotation that are read."""

_ALL = 4
"""Words and marks between the two that are read as one."""

_STEPS = (0, 1, 2, 3, 4, 6, 9, 14, 24)
_FEW_STEPS = (1, 3, 6, 14)
"""Up to where a number of words and marks makes no difference."""

_LENGTHS = (3, 4, 5, 7, 9, 11, 14, 19, 29)
"""The same for the words of a quotation."""

_CITED, _QUOTED = "\x02", "\x03"
"""What is read in the place of a citation and of a quotation."""

_EDGE = ("^", "^")
"""What is read before a post begins and where it has ended."""

_LINES = frozenset(("\n", "¶"))
_SENTENCE_ENDS = frozenset(".!?…")
_BEGUN = frozenset((*_LINES, *_SENTENCE_ENDS, "^"))
"""What stands before a word with which a sentence begins."""


def likeliest(
    judge: Judge, text: str, quoted: Sequence[Quotation], cited: Sequence[Decided]
) -> list[Reading | None]:
    """What is to be told of each quotation, in order; None of words that are likely no rule's."""
    told: list[Reading | None] = []
    for each in readings(judge, text, quoted, cited):
        weighed = [(_weight(traits), reading) for reading, traits in each]
        likely = [one for one in weighed if one[0] > _LIKELY]
        best = max(likely, key=lambda one: one[0], default=None)
        if best and best[1].verdict == "not found":  # by a citation it tells more
            by_one = [one for one in likely if one[1].verdict == "not found" and one[1].cited]
            best = max(by_one, key=lambda one: one[0], default=best)
        told.append(best[1] if best else None)
    return told


def _weight(traits: Sequence[str]) -> int:
    """The log of the odds that a reading is right, in hundredths."""
    weights = table("tables")["quotations"]
    return sum(weights.get(trait, 0) for trait in ("always", *traits))


def readings(
    judge: Judge, text: str, quoted: Sequence[Quotation], cited: Sequence[Decided]
) -> Iterator[list[tuple[Reading, tuple[str, ...]]]]:
    """What may be told of each quotation, and the traits of each reading."""
    places = _Places(text, quoted, cited)
    for number, one in enumerate(quoted):
        quotation = judge.without_glosses(one)
        beside = [*places.beside(number), *_own(quotation)]
        says = [f"says {word}" for word in dict.fromkeys(quotation.all_words[:_SAYS])]
        found = [(reading, _alone(reading, [*beside, *says])) for reading in judge.readings(quotation)]
        for near in places.near(number):
            reading = judge.reading(quotation, cited[near])
            if near and reading.verdict not in ("exact", "exact, cut short"):
                between = text[cited[near - 1].end : cited[near].start]
                is_range = _SAID.ranged.fullmatch(between) is not None
                inside = judge.inside(quotation, cited[near - 1], cited[near]) if is_range else None
                reading = inside or reading
            found.append((reading, _by(reading, beside, [*places.between(number, near)])))
        yield found


def _kind(reading: Reading) -> str:
    """What is told, and whether it is by a citation."""
    verdict = {"exact, cut short": "exact", "withdrawn": "changed"}.get(reading.verdict, reading.verdict)
    if reading.cited is None:
        # words that a text had are as surely a rule's as those that one has
        return "alone exact" if reading.past else f"alone {verdict}"
    return f"missing {verdict}" if not reading.cited.entries else verdict


def _alone(reading: Reading, beside: Sequence[str]) -> tuple[str, ...]:
    """The traits of a reading without a citation."""
    kind = _kind(reading)
    own = [*reading.signs, *beside]
    wrong = own if kind != "alone exact" else []
    return (kind, *(f"{kind} {one}" for one in own), *(f"wrong {one}" for one in wrong))


def _by(reading: Reading, beside: Sequence[str], between: Sequence[str]) -> tuple[str, ...]:
    """The same by a citation: where that has the words, what is beside them tells nothing more."""
    kind = _kind(reading)
    own = [*reading.signs, *beside] if kind != "exact" else reading.signs
    traits = [f"{kind} {one}" for one in (*own, *between)]
    traits += [f"wrong {one}" for one in own if kind.endswith(("changed", "not found"))]
    return (kind, *traits, *(f"source {one}" for one in between))


def _own(quotation: Quotation) -> Iterator[str]:
    """How a quotation is set, and what it looks like."""
    yield _shape(quotation)
    said = quotation.text.rstrip()
    yield "asks" if said.endswith("?") else "ends" if said[-1:] in _SENTENCE_ENDS else "open"
    yield f"words {bisect_left(_LENGTHS, len(quotation.all_words))}"
    if quotation.named:
        yield "named"
    if quotation.is_piece:
        yield "piece"


def _shape(quotation: Quotation) -> str:
    return "block" if quotation.block else "emphasised" if quotation.emphasised else "marked"


class _Places:
    """The words and marks of a post, with its quotations and citations each as one."""

    def __init__(self, text: str, quoted: Sequence[Quotation], cited: Sequence[Decided]) -> None:
        self._quoted = quoted
        self._cited = cited
        read = masked(text, merged((one.start, one.end) for one in quoted), _QUOTED)
        read = masked(read, merged((one.start, one.end) for one in cited), _CITED)
        found = list(_SAID.piece.finditer(read))
        starts = [match.start() for match in found]
        self._pieces = [*_EDGE, *(_read(match[0]) for match in found), *_EDGE]
        self._is_capital = [*(False for _ in _EDGE), *(match[0][:1].isupper() for match in found)]
        self._at_quoted = [bisect_right(starts, one.start) - 1 + len(_EDGE) for one in quoted]
        self._at_cited = [bisect_right(starts, one.start) - 1 + len(_EDGE) for one in cited]

    def beside(self, number: int) -> Iterator[str]:
        """What stands before a quotation and behind it."""
        at = self._at_quoted[number]
        before, behind = self._pieces[max(0, at - _BESIDE) : at], self._pieces[at + 1 : at + 1 + _BESIDE]
        yield from around(before, behind)
        if any(
            self._is_capital[one] and self._pieces[one - 1] not in _BEGUN
            for one in range(max(at - _NEAR, 1), at)
        ):
            yield "name before"
        for name in ("books", "others"):
            if not words(name).isdisjoint(before):
                yield f"{name} before"
            if not words(name).isdisjoint(behind):
                yield f"{name} behind"

    def near(self, number: int) -> Iterator[int]:
        """The citations that may say where a quotation is from."""
        at = self._at_quoted[number]
        after = bisect_left(self._at_cited, at)
        for near in range(max(0, after - _MOST), min(len(self._cited), after + _MOST)):
            if self._at_cited[near] != at and abs(self._at_cited[near] - at) <= _FAR:
                yield near

    def between(self, number: int, near: int) -> Iterator[str]:
        """What stands between a quotation and a citation, and what is beside either."""
        quotation, cited = self._quoted[number], self._cited[near]
        at, by, pieces = self._at_quoted[number], self._at_cited[near], self._pieces
        side = "<" if by < at else ">"
        shape = f"{side}{_shape(quotation)}"
        first, last = sorted((at, by))
        between = pieces[first + 1 : last]
        far = bisect_left(_STEPS, len(between))
        yield f"{shape} far {far}"
        yield f"{side} far {far}"
        yield f"{shape} lines {min(3, sum(one in _LINES for one in between))} {min(2, between.count('¶'))}"
        is_ended = by > at and quotation.text.rstrip()[-1:] in _SENTENCE_ENDS
        yield f"{shape} ends {min(2, sum(one in _SENTENCE_ENDS for one in between))} {int(is_ended)}"
        yield f"{shape} cited {min(3, between.count(_CITED))}"
        yield f"{shape} quoted {min(2, between.count(_QUOTED))}"
        if len(between) <= _ALL:
            yield f"{shape} all {' '.join(between)}"
            yield f"{side} all {' '.join(between)}"
        edge = ["=", "=", "="]
        inline = [one for one in between if one not in _LINES]
        left, right = [*inline, *edge], [*edge, *inline]
        yield f"{side} first {left[0]}"
        yield f"{side} first {left[0]} {left[1]}"
        yield f"{side} first {left[0]} {left[1]} {left[2]}"
        yield f"{side} last {right[-1]}"
        yield f"{side} last {right[-2]} {right[-1]}"
        yield f"{side} last {right[-3]} {right[-2]} {right[-1]}"
        said = [one for one in between if one in _LINES or one == "#" or any(map(str.isalpha, one))]
        for word in dict.fromkeys((*said[:_BETWEEN], *said[-_BETWEEN:])):
            yield f"{side} by {word}"
        out = 1 if by > at else -1
        yield f"{side} cited beside {pieces[by + out]}"
        yield f"{side} cited beside {pieces[by + out]} {pieces[by + 2 * out]}"
        yield f"{side} quoted beside {pieces[at - out]}"
        yield f"{side} quoted beside {pieces[at - out]} {pieces[at - 2 * out]}"
        few = bisect_left(_FEW_STEPS, len(between))
        yield f"{side} rival {few} {self._next(self._at_cited, at, -out)}"
        yield f"{side} other {few} {self._next(self._at_quoted, by, out)}"
        yield f"form {cited.found.form}"

    def _next(self, places: Sequence[int], at: int, out: int) -> int:
        """How far the next citation or quotation is on the other side, in steps."""
        number = bisect_left(places, at + (out > 0)) - (out < 0)
        far = abs(places[number] - at) - 1 if 0 <= number < len(places) else _FAR
        return bisect_left(_FEW_STEPS, far)


def _read(piece: str) -> str:
    """A word or mark as it is compared."""
    if piece[0] == "\n":
        return "¶" if piece.count("\n") > 1 else "\n"
    if piece[0] in (_CITED, _QUOTED):
        return piece[0]
    return "#" if piece[0].isdigit() else piece.lower().replace("’", "'")
