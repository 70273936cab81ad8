"""Which names in a post cite their entries? What stands beside them tells, as posts with known citations taught.

Each trait of a name, a word before it, a quotation of its entry behind it, adds its weight in hundredths of the log of
the odds (logistic regression, see `training/names.py`); a trait that taught nothing weighs nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.cite.comparing import Texts
from kb.cite.finders import entry_named
from kb.cite.meaning import Decided
from kb.cite.quotations import Quotation, is_inside
from kb.cite.rules import Rules
from kb.cite.shield import masked
from kb.entries import Entry
from kb.link.everyday import is_common
from kb.link.names import Names, best_kind, straight
from kb.link.patterns import Patterns, table
from kb.link.stretches import merged

_LIKELY = 100
"""What a name weighs at least that cites its entry."""

_MOST_TURNS = 5
"""A post is read so often at most for names that others make likely; more than two others make no difference."""

_BESIDE = 10
"""Words and marks beside a name that are read."""

_WORDS = 4
"""Words there that tell something wherever they stand."""

_NEAR = 3
"""Words and marks at most between a name and a quotation right beside it."""

_FEWEST_WORDS = 4
"""Of a quotation whose entry is looked for."""

_MOST_HOLDING = 4
_ALIKE = 0.5
"""Share of a quotation's words in an entry, from which it may be that entry's."""

_MOST_WORDS = 3
_MOST_TIMES = 3
_MOST_OTHERS = 2
_EDGES = ("^", "^", "^")
_ENDS = frozenset(("^", "\n", "¶"))
"""Where a text begins and ends, a line and a paragraph."""

_CITED = "\0"
"""What is read in the place of a citation and of another name, so that a post with its links reads as before them."""

_SAID = Patterns("likely")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A word or mark of a post, or a name in it, from and to."""

    start: int
    end: int
    text: str
    """In small letters; "#" for what begins with a digit."""

    name: str = ""
    """Of what entries it is the name, in small letters."""

    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A name that stands in a post, and what tells whether it cites its entry."""

    start: int
    end: int
    entries: tuple[Entry, ...]
    """What is called so."""

    traits: tuple[str, ...]

    @property
    def weight(self) -> int:
        """The log of the odds that it cites one of them, in hundredths."""
        weights = table("tables")["likely"]
        return sum(weights.get(trait, 0) for trait in ("always", *self.traits))


def with_likely(
    rules: Rules, post: str, quoted: Sequence[Quotation], decided: list[Decided], game: str
) -> list[Decided]:
    """The same with the names that likely cite their entries, each of which may make others so."""
    held: dict[int, frozenset[str | None]] = {}
    for _ in range(_MOST_TURNS):
        found = []
        for one in candidates(rules, post, quoted, decided, game, decided, held):
            entries = best_kind(one.entries)
            if len(entries) == 1 and one.weight > _LIKELY:
                found.append(Decided(found=entry_named(post, one.start, one.end), entries=tuple(entries)))
        if not found:
            return decided
        decided = merged(decided, found)
    return decided


def candidates(
    rules: Rules,
    post: str,
    quoted: Sequence[Quotation],
    decided: Sequence[Decided],
    game: str,
    cited: Sequence[Decided],
    held: dict[int, frozenset[str | None]],
) -> Iterator[Candidate]:
    """The names of a game's entries in a post, outside of quotations and what is decided, each with its traits.

    `cited` are all citations of which something can be told: those that are decided, but where names are taught.
    `held` keeps for each quotation which entries have its words, from one turn to the next.
    """
    names = rules.names(game)
    text = masked(straight(post), [(one.start, one.end) for one in decided])
    pieces = _pieces(names, text, quoted)
    is_numbered = any(one.entry is not None and bool(one.entry.number) for one in decided)
    named = [one for one in cited if one.entry is not None and not one.entry.number]
    counts = Counter(one.entry.id for one in named if one.entry)
    times: Counter[str] = Counter()
    for number, piece in enumerate(pieces):
        if not piece.name:
            continue
        times[piece.name] += 1
        before = [one.text for one in pieces[max(0, number - _BESIDE) : number]]
        behind = [one.text for one in pieces[number + 1 : number + 1 + _BESIDE]]
        traits = [
            f"game {int(bool(names.shapes))}{int(names.has_terms)}",
            f"numbers {int(is_numbered)}",
            f"time {min(_MOST_TIMES, times[piece.name])}",
            *_own(text[piece.start : piece.end], piece),
            *_elsewhere(piece, named, counts),
            *around(before, behind),
            *_quoted_beside(rules.texts(game), pieces, number, quoted, held),
        ]
        yield Candidate(start=piece.start, end=piece.end, entries=piece.entries, traits=tuple(traits))


def _pieces(names: Names, text: str, quoted: Sequence[Quotation]) -> list[Piece]:
    """A text in words, marks and names, the longest that begins at each word; citations side by side are one piece."""
    pieces: list[Piece] = []
    end = 0
    for match in _SAID.piece.finditer(text):
        start, piece = match.start(), match[0].lower()
        if start < end or (piece == _CITED and pieces and pieces[-1].text == _CITED and not pieces[-1].name):
            continue
        name, entries = _name_at(names, text, start, piece)
        ending = _SAID.ending.match(text, start + len(name)) if name else None
        one = Piece(
            start=start, end=ending.end() if ending else match.end(), text=_CITED, name=name, entries=entries
        )
        if not name or is_inside(one, quoted):
            one = Piece(start=start, end=match.end(), text="#" if piece[0].isdigit() else piece)
        pieces.append(one)
        end = one.end
    return pieces


def _name_at(names: Names, text: str, start: int, word: str) -> tuple[str, tuple[Entry, ...]]:
    """The longest name that stands at a word, in small letters, and what is called so; "" where none does."""
    for opener in dict.fromkeys((word, word.removesuffix("s"), word.removesuffix("es"))):
        for length, called_so in names.openers.get(opener, {}).items():
            name = text[start : start + length].lower()
            if name in called_so and _SAID.ending.match(text, start + length):
                return name, called_so[name]
    return "", ()


def _own(said: str, piece: Piece) -> Iterator[str]:
    """What a name is, and how it is written."""
    yield f"words {min(_MOST_WORDS, piece.name.count(' ') + 1)}"
    yield "small" if said.islower() else "shouted" if said.isupper() else "capital"
    yield "one" if len(said) == len(piece.name) else "several"
    if is_common(piece.name):
        yield "common"
    for kind in dict.fromkeys(entry.kind for entry in piece.entries):
        yield f"kind {kind}"


def _elsewhere(piece: Piece, named: Sequence[Decided], counts: Mapping[str, int]) -> Iterator[str]:
    """Whether the post cites by names elsewhere, and this one; `counts` has how often it cites each entry so."""
    number = bisect_left(named, piece.start + 1, key=lambda one: one.end)
    own = named[number] if number < len(named) and named[number].start < piece.end else None
    yield f"others {min(_MOST_OTHERS, len(named) - (own is not None))}"
    if any(counts.get(one.id, 0) > (own is not None and own.entry is one) for one in piece.entries):
        yield "elsewhere"


def around(before: Sequence[str], behind: Sequence[str]) -> Iterator[str]:
    """The words and marks beside a name or a quotation."""
    before, behind = [*_EDGES, *before], [*behind, *_EDGES]
    for place in (1, 2, 3):
        yield f"-{place} {before[-place]}"
        yield f"+{place} {behind[place - 1]}"
    yield f"-2-1 {before[-2]} {before[-1]}"
    yield f"+1+2 {behind[0]} {behind[1]}"
    yield f"-1+1 {before[-1]} {behind[0]}"
    said, saying = [*filter(_is_said, before)], [*filter(_is_said, behind)]
    for place in (1, 2):
        yield f"-w{place} {said[-place]}"
        yield f"+w{place} {saying[place - 1]}"
    for word in dict.fromkeys((*said[-_WORDS:], *saying[:_WORDS])):
        yield f"by {word}"
    if _is_bare([*reversed(before)]):
        yield "begins"
    if _is_bare(behind):
        yield "ends"


def _is_said(piece: str) -> bool:
    """Whether it is a word, or the edge of a line or of what is read."""
    return piece in _ENDS or piece == "#" or any(map(str.isalpha, piece))


def _is_bare(pieces: Sequence[str]) -> bool:
    """Whether no word stands between a name and the end of its line."""
    for piece in pieces:
        if piece in _ENDS:
            return True
        if any(map(str.isalnum, piece)) or piece in ("#", _CITED):
            return False
    return True


def _quoted_beside(
    texts: Texts,
    pieces: Sequence[Piece],
    number: int,
    quoted: Sequence[Quotation],
    held: dict[int, frozenset[str | None]],
) -> Iterator[str]:
    """Whether the quotations before and behind a name, in its line, have words of its entry."""
    piece = pieces[number]
    last = bisect_left(quoted, piece.start, key=lambda one: one.start) - 1
    for side in (last, last + 1):
        if not 0 <= side < len(quoted) or quoted[side].start <= piece.start < quoted[side].end:
            continue
        between = _between(pieces, number, quoted[side])
        if len(between) > _BESIDE or "\n" in between:
            continue
        if side not in held:
            held[side] = _holding(texts, quoted[side])
        is_own = any(entry.id in held[side] for entry in piece.entries)
        whose = "own" if is_own else "other" if held[side] else "none"
        near = "right " if len(between) <= _NEAR else ""
        yield f"quoted {near}{'before' if side == last else 'behind'} {whose}"


def _between(pieces: Sequence[Piece], number: int, quotation: Quotation) -> list[str]:
    """What stands between a name and a quotation: more than is read beside a name where that is far away."""
    if quotation.start > pieces[number].start:
        after = bisect_left(pieces, quotation.start, key=lambda one: one.start)
        return [one.text for one in pieces[number + 1 : min(after, number + 2 + _BESIDE)]]
    after = bisect_left(pieces, quotation.end, key=lambda one: one.start)
    return [one.text for one in pieces[max(after, number - 1 - _BESIDE) : number]]


def _holding(texts: Texts, quotation: Quotation) -> frozenset[str | None]:
    """The ids of the entries that have a quotation's words, or nearly, and of what these are parts of."""
    if len(quotation.all_words) < _FEWEST_WORDS:
        return frozenset()
    held = texts.holding(quotation.parts)[:_MOST_HOLDING]
    near = held or [*filter(None, [texts.nearest(quotation.parts, _ALIKE)[0]])]
    return frozenset(id for entry in near for id in (entry.id, entry.parent))
