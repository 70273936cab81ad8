"""What may a citation mean in one game? Numbers, names, places and pages, each looked up as its text has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kb.analyse import name_key
from kb.cite.evidence import SPOKEN
from kb.cite.finders import ENOUGH, NUMBERS, Found, is_short, letter_inside, shape_weight, stem
from kb.cite.quotations import words
from kb.cite.rules import Rules
from kb.entries import Entry
from kb.link.everyday import is_common, is_everyday
from kb.link.names import Names, best_kind, called
from kb.link.patterns import Patterns
from kb.refs.numbers import is_dotted, key, range_end, shape

_IN_BOOKS = frozenset((*NUMBERS, "place"))
_KINDS_NUMBERED = frozenset(("rule", "section", "step", "example"))
_KINDS_NAMED = frozenset(("term", "rule", "section"))
_KINDS_COUNTED = frozenset(("step", "rule"))

LED_ON = frozenset(("see", "entry"))
"""Forms in which a name may end before other words: "see Wall Climb on", "Wall Climb, Hearthmoor Digest"."""

_LONGEST = 120

BESIDE = 60
"""Characters beside a number in which the text may be named that it is from."""

JOINED = 6
"""Characters between two numbers of one list: "1.1, and 1.2"."""

_SAID = Patterns("meaning")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A citation and what it means."""

    found: Found
    entries: tuple[Entry, ...]
    """One if it is decided; several, or none, with the reason."""

    reason: str = ""

    @property
    def start(self) -> int:
        """Where in the post it begins."""
        return self.found.start

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.found.end

    @property
    def entry(self) -> Entry | None:
        """The one that it means, if no other fits."""
        return self.entries[0] if len(self.entries) == 1 else None


def meant_in(rules: Rules, found: Sequence[Found], game: str) -> list[list[Entry]]:
    """What each citation may mean in one game; a long thread cites the same again and again."""
    known: dict[tuple[object, ...], list[Entry]] = {}
    meant = []
    for one in found:
        key = one.form, one.name, one.cue, one.instead
        if key not in known:
            known[key] = _candidates(rules, one, game)
        meant.append(known[key])
    return meant


def ranges_apart(rules: Rules, found: Iterable[Found], game: str | None) -> Iterator[Found]:
    """The same, with "702.19b-d" as its two ends where the whole is no number of a text."""
    known = [rules.names(slug) for slug in possible_games(rules, game)]
    for one in found:
        first, _, end = one.name.rpartition("-")
        last = range_end(first, end) if first and end and one.form in NUMBERS else ""
        is_whole = not last or any(names.numbered(one.name) for names in known)
        if is_whole or not any(names.numbered(first) and names.numbered(last) for names in known):
            yield one
        else:
            cut = one.end - len(end)
            yield replace(one, end=cut - 1, name=first)
            yield replace(one, start=cut, name=last)


def names_apart(rules: Rules, post: str, found: Iterable[Found]) -> Iterator[Found]:
    """The same, with "see Appendix C and Wall" as two names where no entry is called so as a whole.

    And with the name alone of "Leap, p. 24", where no book is called so, and of "Reference Manual, Leap entry".
    """
    for one in found:
        if (
            one.form == "page"
            and post.startswith(one.cue, one.start)
            and any(rules.names(slug).named(one.cue) for slug in rules.games)
            and not any(rules.books(slug).on(one.cue, int(one.name)) for slug in rules.games)
        ):
            yield replace(one, end=one.start + len(one.cue), form="entry", name=one.cue, cue="")
            continue
        book, _, name = one.name.rpartition(", ")
        if one.form == "entry" and name_key(book) in rules.called:
            yield replace(one, start=one.start + len(book) + len(", "), name=name)
            continue
        first, _, last = one.name.partition(" and ")
        is_alone = one.form == "see" or _SAID.in_book.match(post, one.end) is not None
        if not (is_alone and last) or any(rules.names(slug).named(one.name) for slug in rules.games):
            yield one
        else:
            yield replace(one, end=one.end - len(one.name) + len(first), name=first)
            yield replace(one, start=one.end - len(last), name=last)


def of_held_books(rules: Rules, post: str, found: Iterable[Found]) -> Iterator[Found]:
    """The same without the numbers of other books, "MTR 3.1", "rule 2 of the house rules": none held is so called."""
    last: Found | None = None
    for one in found:
        joined = last and one.start - last.end <= JOINED and shape(one.name) == shape(last.name)
        if one.form in _IN_BOOKS and (joined or _is_of_another_book(rules, post, one)):
            last = one
        else:
            yield one


def _is_of_another_book(rules: Rules, post: str, found: Found) -> bool:
    led = post[max(0, found.start - BESIDE) : found.end].removesuffix(found.name)
    named = _SAID.another.search(led) or _SAID.another_behind.match(post, found.end)
    if found.form == "place":
        named = _SAID.another_place.search(led)
    elif not named and shape_weight(found.name) < ENOUGH and not letter_inside(found.name):
        named = _SAID.acronym.search(led)
    if named is None or is_everyday(named["book"].lower()):  # "just ENDS 6.2.7c" is shouted
        return False
    return name_key(named["book"]) not in rules.called


def prefer_as_written(found: Sequence[Found], meant: dict[str, list[list[Entry]]]) -> None:
    """Leave a number to the games that print it so: 1c is no 1.3 where a game has 1c."""
    for number, one in enumerate(found):
        printed = {
            slug for slug, each in meant.items() if any(entry.number == one.name for entry in each[number])
        }
        for slug in meant.keys() - printed if printed else ():
            meant[slug][number] = []


def possible_games(rules: Rules, game: str | None) -> Iterable[str]:
    """The game of a post, or where none is told all that it may be of."""
    return [game] if game else rules.games


def _candidates(rules: Rules, found: Found, game: str) -> list[Entry]:
    """What a citation may mean in one game."""
    names = rules.names(game)
    if found.form in NUMBERS:
        for number in (*found.instead, found.name):
            if entries := _numbered(names, number, found.cue):
                is_loose = found.form == "bare" and (is_short(number) or _SAID.edition.search(number))
                return [one for one in entries if one.number == number] if is_loose else entries
        return []
    if found.form == "wiki":
        return _wiki(rules, found, game)
    if found.form == "place":
        return _place(names, found)
    if found.form == "page":
        ids = rules.books(game).on(found.cue, int(found.name))
        return [names.by_id[id] for id in ids if id in names.by_id]
    is_book = " " in found.name and name_key(found.name) in rules.called
    return [] if is_book else entries_named(names, found)


def _numbered(names: Names, number: str, cue: str) -> list[Entry]:
    if cue not in ("", "rule", "letter"):
        labelled = names.labelled(cue, number)
        if labelled or cue == "appendix" or (cue == "chapter" and not is_dotted(number)):
            return best_kind(labelled)
        if not is_dotted(number):
            headed = [one for one in names.numbered(number) if one.kind == "rule" and one.title]
            return headed if cue == "section" else []  # never "step 2" of whatever people write about
    found = [one for one in names.numbered(number) if one.kind in _KINDS_NUMBERED]
    return [one for one in found if not _is_chapter(names, one)]


def _is_chapter(names: Names, entry: Entry) -> bool:
    """Whether a whole number only orders the parts of a book: chapter 7 of rules 701 and 702, never called "rule 7"."""
    below = [one.number for one in names.children[entry.id] if one.number]
    return (
        entry.kind == "section"
        and not is_dotted(entry.number or "")
        and bool(below)
        and all(key(number)[0] != key(entry.number or "")[0] for number in below)
    )


def _place(names: Names, found: Found) -> list[Entry]:
    """An appendix, or the step of it that is named: of two so numbered the one in detail."""
    label, _, told = found.name.rpartition(" ")
    entries = best_kind(names.labelled("Appendix" if label.startswith("App") else label, told))
    if len(entries) != 1 or not found.instead:
        return entries
    number = stem(found.instead[0]).strip()
    letter = found.instead[0][len(number) :].strip()
    part = numbered_part(names, entries[0], number, letter)
    return [part] if part else entries


def _wiki(rules: Rules, found: Found, game: str) -> list[Entry]:
    entries = rules.resolve(found.name, game)[:1]
    is_held = any(one.id in rules.names(game).by_id for one in entries) or "@" in found.name
    is_plain = not found.cue and not is_reference(rules, found.name)
    return entries if is_held and not any(_is_card(one, is_plain=is_plain) for one in entries) else []


def is_reference(rules: Rules, name: str) -> bool:
    """Whether only an entry is called so, by its number or with its game: `314.6`, `magic:leap`."""
    return name.partition(":")[0] in rules.games or _SAID.tells.match(name) is not None


def _is_card(entry: Entry, *, is_plain: bool) -> bool:
    """Whether `[[Fear]]` calls a card: few call what has a number so, none what no rule has any more."""
    return bool(_SAID.obsolete.search(entry.title or "")) or (is_plain and entry.number is not None)


def entries_named(names: Names, found: Found) -> list[Entry]:
    """The entries so called; of a name in mid-sentence also without its last words: "Wall Climb, MTG Digest"."""
    for name in _shorter(found):
        named = names.named(name)
        if not named and found.form in LED_ON:
            named = names.named(f"The {name}") or _beginning(names, name)
        entries = [one for one in named if one.kind in _KINDS_NAMED]
        if found.form not in LED_ON and names.has_terms:
            entries = [one for one in entries if one.kind == "term" or one.number]
        if found.form in SPOKEN:  # "Power Trees" are things, whatever a heading says of one
            entries = [one for one in entries if words(name) in map(words, called(one))]
        if entries and not _is_plain(found, name):
            return best_kind(entries)
    return []


def _beginning(names: Names, name: str) -> list[Entry]:
    """The heading of several things that is called by the first of them: "Canceled Actions, Changes and Surprises"."""
    begun = [one for title, one in names.telling_titles.items() if title.startswith(f"{name},")]
    return begun if len(begun) == 1 and " " in name else []


def _is_plain(found: Found, name: str) -> bool:
    """Whether a name is a word of every day: in capitals, ATTACK, or who says something."""
    return (found.form == "capitals" or bool(found.cue)) and is_common(name.lower())


def _shorter(found: Found) -> list[str]:
    if len(found.name) > _LONGEST:
        return []
    if found.form not in LED_ON:
        return [found.name]
    joint = _SAID.joint_small if found.form == "see" else _SAID.joint
    ends = [match.start() for match in joint.finditer(found.name)]
    return [found.name[:end].rstrip(",") for end in [len(found.name), *reversed(ends)]]


def trimmed(decided: Decided) -> Decided:
    """A name in mid-sentence without the words behind it that are no part of the name."""
    found = decided.found
    is_whole = found.end - found.start == len(found.name)
    if decided.entry is None or not is_whole or found.form not in LED_ON:
        return decided
    keys = {name_key(name) for name in called(decided.entry)}
    for name in _shorter(found):
        if name_key(name) in keys:
            return replace(decided, found=replace(found, end=found.start + len(name), name=name))
    return decided


def numbered_part(names: Names, whole: Entry, number: str, letter: str) -> Entry | None:
    """The part so numbered, or its part with a letter; of two so numbered the first, which is whole."""
    parts = [one for one in names.children[whole.id] if one.number == number and one.kind in _KINDS_COUNTED]
    inside = [one for part in parts for one in names.children[part.id] if one.number == letter]
    return next(iter(inside if letter else parts), None)
