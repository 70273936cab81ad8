"""Which parts are cited beside what they are parts of? "Appendix C, Attacks, step 2", "Appendix A, “Pooky”"."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kb.cite.evidence import NAMING, SPOKEN
from kb.cite.finders import Found
from kb.cite.meaning import Decided, numbered_part
from kb.cite.quotations import Quotation, is_inside
from kb.cite.rules import Rules
from kb.cite.shield import FILLER
from kb.entries import Entry
from kb.link.patterns import Patterns

_NAMED_ALONE = SPOKEN | NAMING - {"place", "page"}
"""Forms that are a name and nothing else."""

_WITH_PARTS = NAMING - {"page"} | {"phrase"}
"""Forms of names whose parts are cited by their numbers, "step 2 of Hero Attacks"."""

_PARTS_NEAR = 600
"""Characters behind a name in which its steps and points are named."""

_MARKS = 12
"""Characters at most between "of" and what is named behind it."""

_SAID = Patterns("parts")


def of_part(rules: Rules, post: str, decided: Decided) -> Decided:
    """The part of a named entry that is named behind it, and the part of that: "Appendix C, Attacks, step 2"."""
    found, entry = decided.found, decided.entry
    is_named = found.form in NAMING
    match = _SAID.part_behind.match(post, found.end) if is_named or found.form == "phrase" else None
    if match is None or entry is None:
        return decided
    names, number = rules.names(entry.game), match["number"] or match["alone"]
    numbered = [one for one in names.children[entry.id] if one.number == number]
    titled = names.within((match["title"] or "").replace(FILLER, ""), entry) if is_named else []
    parts = numbered if number else titled
    if not parts:
        return decided
    whole = replace(found, end=match.end(), form=found.form if is_named else "entry")
    return of_part(rules, post, replace(decided, found=whole, entries=(parts[0],)))


def of_whole(rules: Rules, post: str, decided: Sequence[Decided]) -> Iterator[Decided]:
    """The same, with a name beside a place as what is called so in it: "Appendix A, “Pooky”", "section Pooky in …"."""
    for number, one in enumerate(decided):
        parts: list[Entry] = []
        is_name = one.entry is not None and one.found.form in _NAMED_ALONE
        beside = (*decided[max(0, number - 1) : number], *decided[number + 1 : number + 2]) if is_name else ()
        for other in beside:
            between = post[min(one.end, other.end) : max(one.start, other.start)]
            if other.entry and other.found.form == "place" and _SAID.beside_whole.fullmatch(between):
                parts = parts or rules.names(other.entry.game).within(one.found.name, other.entry)
        yield replace(one, entries=(parts[0],)) if parts else one


def numbered_parts(
    rules: Rules, post: str, quoted: Sequence[Quotation], decided: Iterable[Decided]
) -> Iterator[Decided]:
    """The steps and points of what is named before them: "Appendix D … step 2 … (2c)", "Links … point 2"."""
    named = [one for one in decided if one.entry and one.found.form in _WITH_PARTS]
    cited = [one for one in named if one.found.form in NAMING]
    for match in _SAID.part_numbered.finditer(post) if named else ():
        of_it = _SAID.of_named.match(post, match.end())
        behind = bisect_left(named, match.start(), key=lambda one: one.start)
        before = bisect_left(cited, match.start(), key=lambda one: one.start) - 1
        is_of_next = of_it and behind < len(named) and named[behind].start <= of_it.end() + _MARKS
        whole = named[behind] if is_of_next else cited[before] if before >= 0 else None
        if whole is None or whole.entry is None or match.start() - whole.end > _PARTS_NEAR:
            continue
        number, letter = match["number"] or match["short"], match["letter"] or match["part"] or ""
        names = rules.names(whole.entry.game)
        titled = _SAID.part_behind.match(post, whole.end)
        parts = names.within(titled["title"] or "", whole.entry) if titled else []
        homes = [*parts, whole.entry, *names.ancestors(whole.entry)]
        part = next(filter(None, [numbered_part(names, home, number, letter) for home in homes]), None)
        if part:
            found = Found(start=match.start(), end=match.end(), form="place", name=match[0])
            if is_of_next:  # "point 2 of the Links section" is one citation
                found = replace(found, end=whole.end, form="entry")
            if not is_inside(found, quoted):
                yield Decided(found=found, entries=(part,))
