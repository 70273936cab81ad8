"""Which words of a post cite a rule? `[[Leap]]`, "CR 314.6", "rules 603.7d–f", "see Fatigue", “Leap”, LEAP.

The finders run in order and the first to claim a stretch keeps it; what they found is decided in `deciding`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from kb.cite.weighing import DISMISSED, weigh
from kb.link.citations import numbers_at
from kb.link.patterns import pattern
from kb.refs.numbers import range_end


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Words that may cite an entry, before anybody knows which."""

    start: int
    end: int
    form: str
    """`wiki`, `number`, `bare`, `place`, `page`, `entry`, `see`, `quoted`, `capitals`, `phrase`, `keyword`."""

    name: str
    """The number or name, without the words around it."""

    cue: str = ""
    """The kind of thing it is said to be: `rule`, `section`; of a page its book; empty for a bare number or name."""

    shown: str = ""
    """What the link says, where that is not the words themselves: the label of `[[Leap|jump]]`."""

    weight: int = 0
    """What the words around a bare number say for or against its being a rule's."""

    instead: tuple[str, ...] = ()
    """How the number may also be meant, tried first: 702.19b for "702,19b"."""


_LEGAL = frozenset(("section", "article", "paragraph", "para.", "clause"))
"""What codes of law number, too."""

Find = Callable[[str], Iterable[Found]]

_WIKI = pattern("finders.wiki")
_CUE = pattern("finders.cue")
_TYPED = pattern("finders.typed")
_BRACKETED = pattern("finders.bracketed")
_CONTINUED = pattern("finders.continued")
_BARE = pattern("finders.bare")
_PLACE = pattern("finders.place")
_PAGE = pattern("finders.page")
_PAGE_OF = pattern("finders.page_of")
_ENTRY = pattern("finders.entry")
_ENTRY_BEHIND = pattern("finders.entry_behind")
_ENTRY_IN = pattern("finders.entry_in")
_ENTRY_SAYS = pattern("finders.entry_says")
_OF_LAW = pattern("finders.of_law")
_ENTRY_FOR = pattern("finders.entry_for")
_SEE = pattern("finders.see")
_CAPITAL_NAME = pattern("finders.capital_name")
_QUOTED = pattern("finders.quoted")
_CLOSING = pattern("citations.closing")
_CAPITALS = pattern("finders.capitals")
_SMALL = pattern("finders.small")
_PHRASE = pattern("finders.phrase")


def find(post: str, finders: Iterable[Find] | None = None) -> list[Found]:
    """Everything in a post (with what is not ours blotted out) that may cite, in order, none overlapping."""
    kept: list[Found] = []
    for finder in FINDERS if finders is None else finders:
        kept = _merged(kept, finder(post))
    return kept


def _merged(kept: list[Found], new: Iterable[Found]) -> list[Found]:
    """Both in order; what overlaps something found earlier is dropped."""
    result: list[Found] = []
    number = 0
    for one in sorted(new, key=lambda each: (each.start, -each.end)):
        while number < len(kept) and kept[number].start < one.end:
            result.append(kept[number])
            number += 1
        if not result or result[-1].end <= one.start:
            result.append(one)
    return result + kept[number:]


def wiki_links(post: str) -> Iterator[Found]:
    """Names in double brackets."""
    for match in _WIKI.finditer(post):
        shown = (match[2] or match[1]).strip()
        yield Found(start=match.start(), end=match.end(), form="wiki", name=match[1].strip(), shown=shown)


def announced_numbers(post: str) -> Iterator[Found]:
    """Numbers after a word or sign that announces them."""
    for match in _CUE.finditer(post):
        written = (match["cue"] or match["short"] or match["sign"]).lower()
        cue = "rule" if written[:1] in ("c", "r") and not written.startswith(("cl", "ch", "reg")) else written
        cue = {"sec.": "section", "entries": "entry", "§": "section", "§§": "section", "art.": "article"}.get(
            cue, cue.rstrip("s")
        )
        numbers = list(_numbers(post, match.start(), match.end(), cue, "number"))
        if not (numbers and cue in _LEGAL and _OF_LAW.match(post, numbers[-1].end)):
            yield from numbers


def bare_numbers(post: str) -> Iterator[Found]:
    """Dotted numbers with nothing before them that announces them, and what speaks for or against each."""
    for match in _BARE.finditer(post):
        weight = weigh(post, *match.span())
        if weight > DISMISSED:
            for one in _numbers(post, match.start(), match.start(), "", "bare"):
                yield replace(one, weight=weight)


def places(post: str) -> Iterator[Found]:
    """Appendices, with or without "see" before them, and a step of one."""
    for match in _PLACE.finditer(post):
        instead = (match["step"],) if match["step"] else ()
        name = f"{match['cue'].lower()} {match['number']}"
        yield Found(start=match.start(), end=match.end(), form="place", name=name, instead=instead)


def pages(post: str) -> Iterator[Found]:
    """Pages of a book that is named: "Reference Manual p. 11", "page 11 of the Reference Manual"."""
    for finder in (_PAGE, _PAGE_OF):
        for match in finder.finditer(post):
            yield Found(
                start=match.start(), end=match.end(), form="page", name=match["page"], cue=match["book"]
            )


def named_entries(post: str) -> Iterator[Found]:
    """Names that are said to be an entry's: "the Leap entry", "glossary entry for Berserk"."""
    for match in _ENTRY.finditer(post):
        yield Found(start=match.start("name"), end=match.end(), form="entry", name=match["name"])
    for named in (_ENTRY_BEHIND, _ENTRY_IN, _ENTRY_SAYS):
        for match in named.finditer(post):
            yield Found(start=match.start("name"), end=match.end("name"), form="entry", name=match["name"])
    for match in _ENTRY_FOR.finditer(post):
        if name := _CAPITAL_NAME.match(post, match.end()):
            yield Found(start=name.start(), end=name.end(), form="see", name=name[0])


def names_seen(post: str) -> Iterator[Found]:
    """Names with a capital right after "see"."""
    for match in _SEE.finditer(post):
        if name := _CAPITAL_NAME.match(post, match.end()):
            yield Found(start=name.start(), end=name.end(), form="see", name=name[0])


def quoted_terms(post: str) -> Iterator[Found]:
    """Words in quotation marks that may be a term."""
    for match in _QUOTED.finditer(post):
        if match[1].islower() and " " not in match[1] and _CLOSING.match(post, match.end()) is None:
            continue  # "cast" triggers: scare quotes
        yield Found(start=match.start(1), end=match.end(1), form="quoted", name=match[1].strip(" .,;:!?"))


def capitals(post: str) -> Iterator[Found]:
    """Words in capitals where the rest of the line is not."""
    for match in _CAPITALS.finditer(post):
        line = post[max(0, match.start() - 60) : match.start()] + post[match.end() : match.end() + 60]
        if _SMALL.search(line):
            yield Found(start=match.start(), end=match.end(), form="capitals", name=match[0])


def phrases(post: str) -> Iterator[Found]:
    """Several words that each begin with a capital."""
    for match in _PHRASE.finditer(post):
        yield Found(start=match.start(), end=match.end(), form="phrase", name=match[0])


FINDERS: tuple[Find, ...] = (
    wiki_links,
    places,
    pages,
    announced_numbers,
    named_entries,
    names_seen,
    bare_numbers,
    quoted_terms,
    capitals,
    phrases,  # last: a phrase in quotation marks is a quoted term
)


def _numbers(post: str, start: int, position: int, cue: str, form: str) -> Iterator[Found]:
    """The numbers of a list, each as it stands; both ends of a range."""
    if typed := _TYPED.match(post, position):
        whole = f"{typed[1]}.{typed[2]}"
        yield Found(start=start, end=typed.end(), form=form, name=typed[1], cue=cue, instead=(whole,))
        return
    last, end = "", position
    for number, item in enumerate(numbers_at(post, position)):
        first = start if number == 0 else item.start
        if item.to:
            yield Found(start=first, end=item.between[0], form=form, name=item.number, cue=cue)
            yield Found(start=item.between[1], end=item.end, form=form, name=item.to, cue=cue)
            last, end = item.to, item.end
            continue
        last, end = item.number, item.end
        instead: tuple[str, ...] = ()
        if bracketed := _BRACKETED.match(post, item.start):
            end, instead = bracketed.end(), (f"{bracketed[1]}{bracketed[2]}",)
        yield Found(start=first, end=end, form=form, name=item.number, cue=cue, instead=instead)
    while last and (joint := _CONTINUED.match(post, end)):
        last = f"{last.rpartition('.')[0]}{joint[1]}"
        start, end = joint.end(), joint.end(1)
        yield Found(start=start, end=end, form=form, name=last, cue=cue)


def split_range(name: str) -> tuple[str, str] | None:
    """A number that may be a range written with a hyphen: "702.19b-d"."""
    first, hyphen, last = name.rpartition("-")
    return (first, range_end(first, last)) if hyphen and first and last else None
