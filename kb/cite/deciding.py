"""Which entry does a citation in a post mean, and which game is the post about? Doubt is told, never guessed away."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kb.analyse import STOP_WORDS, name_key
from kb.cite.comparing import TELLING, TELLING_LETTERS, Texts
from kb.cite.evidence import (
    NAMING,
    Evidence,
    about,
    chapter,
    evidence_for,
    is_small,
    links_found,
    quoting_games,
    things_spoken_of,
    topic,
)
from kb.cite.finders import (
    BEHIND_NAME,
    ENOUGH,
    NUMBERS,
    ON_TOPIC,
    Found,
    is_amount,
    is_short,
    letter_inside,
    shape_weight,
    stem,
    whole_numbers,
)
from kb.cite.quotations import Quotation, is_inside, words
from kb.cite.rules import Rules
from kb.cite.shield import FILLER, Span
from kb.entries import Entry
from kb.link.everyday import is_common, is_everyday
from kb.link.names import Names, best_kind, called, straight
from kb.link.patterns import Patterns
from kb.link.stretches import merged
from kb.refs.numbers import is_dotted, key, range_end, shape

_STRONG = frozenset((*NUMBERS, "wiki"))
"""Forms that are a citation whatever the post is about."""

_IN_BOOKS = frozenset((*NUMBERS, "place"))
SPOKEN = frozenset(("quoted", "capitals", "phrase"))
"""Forms that only name a thing, which is no citation where a post cites by numbers."""

_NAMED_ALONE = SPOKEN | NAMING - {"place", "page"}
"""Forms that are a name and nothing else."""

_KINDS_NUMBERED = frozenset(("rule", "section", "step", "example"))
_KINDS_NAMED = frozenset(("term", "rule", "section"))
_LED_ON = frozenset(("see", "entry"))
"""Forms in which a name may end before other words: "see Wall Climb on", "Wall Climb, Hearthmoor Digest"."""

_WITH_PARTS = NAMING - {"page"} | {"phrase"}
"""Forms of names whose parts are cited by their numbers, "step 2 of Hero Attacks"."""

_KINDS_COUNTED = frozenset(("step", "rule"))

_LONGEST = 120
_BESIDE = 60
"""Characters beside a number in which the text may be named that it is from."""

_LED = 90
"""Characters before a quotation in which its entry may be named."""

_MOST_HOLDING = 4
"""Entries with the same words, whose names are looked for."""

_ALIKE = 0.5
"""Share of a quotation's words in an entry, from which a name before it is that entry's."""

_QUOTED = 3
"""What a number weighs at least right before a quotation."""

_MOST_AMOUNT = 1
"""What a post adds at most to a number like 3.5 that nothing has: it is then hardly a rule's."""

_JOINED = 6
"""Characters between two numbers of one list: "1.1, and 1.2"."""

_PARTS_NEAR = 600
"""Characters behind a name in which its steps and points are named."""

_MARKS = 12
"""Characters at most between "of" and what is named behind it."""

_SAYS_NOTHING = " \t,*_(\0\x01"

_BULLET = 40
"""Characters of marks at most between a colon and what is quoted."""

_SAID = Patterns("deciding")


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """What a post cites, and the game that it is about."""

    game: str | None
    decided: tuple[Decided, ...]
    why: str = ""
    """What in the post told the game: "it cites 704.5g and 117.5"; empty where nothing had to."""


def decide(
    rules: Rules,
    post: str,
    found: Sequence[Found],
    game: str | None,
    quoted: Sequence[Quotation],
    links: Sequence[Decided],
) -> Decisions:
    """What each citation means; words that cite nothing and need no mention are left out.

    `links` to the rules that a post has already count as the citations that they were.
    """
    game = game or (next(iter(rules.games)) if len(rules.games) == 1 else None)
    found = [*_of_held_books(rules, post, _ranges_apart(rules, _names_apart(rules, post, found), game))]
    meant = {slug: _meant(rules, found, slug) for slug in rules.games}
    _prefer_as_written(found, meant)
    found = [
        _on_topic(rules, post, one, [entry for each in meant.values() for entry in each[number]])
        for number, one in enumerate(found)
    ]
    is_open = game is None
    holding, quoted_of = quoting_games(rules, quoted if is_open else (), found, meant)
    spoken = things_spoken_of(rules, post, found, meant, is_quoting=is_open and bool(quoted))
    addresses = [one.found.name for one in links]
    evidence = {
        slug: evidence_for(
            rules,
            post,
            found,
            each,
            slug,
            addresses,
            is_sure=slug == game,
            is_quoted=slug in holding,
            spoken=spoken[slug],
        )
        for slug, each in meant.items()
    }
    game = game or about(evidence)
    shapes = rules.names(game).shapes if game else frozenset()
    is_numbered = any(one.form in NUMBERS and shape(one.name) in shapes for one in found)
    others = [
        slug
        for slug, each in evidence.items()
        if (each.said or (len(each.cited) > 1 and not is_numbered)) and slug != game and is_open
    ]
    other = others[0] if len(others) == 1 else ""
    decided: list[Decided] = []
    for number, one in enumerate(found):
        fitting = {
            slug: each[number] for slug, each in meant.items() if each[number] and evidence[slug].allows(one)
        }
        of = quoted_of.get(stem(one.name), game) if one.form in NUMBERS else game
        is_held = any(each[number] for slug, each in meant.items() if of in (None, slug))
        if verdict := _decided(rules, one, fitting, of, evidence[of] if of else None, other, is_held=is_held):
            verdict = _of_part(rules, post, _trimmed(verdict))
            before = decided[-1] if decided else None
            is_of_one = len(verdict.entries) > 1 and len({entry.game for entry in verdict.entries}) == 1
            decided.append(_of_named_text(rules, post, verdict, before) if is_of_one else verdict)
    decided = merged(decided, links)
    decided = merged(decided, _next_named(rules, post, decided))
    decided = [*_of_whole(rules, post, decided)]
    named = [one for one in decided if one.entry and one.found.form in NAMING]
    parts = [*_under(rules, post, named), *_before(rules, post, named)]
    decided = merged(decided, parts)
    numbered = list(_numbered_parts(rules, post, quoted, decided))
    decided = merged(decided, [one for one in numbered if one.found.form == "place"])
    decided = merged([one for one in numbered if one.found.form == "entry"], decided)
    if game:
        beside = _named_by_words(rules, post, quoted, decided, game)
        by_words = sorted(beside, key=lambda one: one.start)
        decided = merged([*_meant_otherwise(decided, by_words)], by_words)
        decided = merged(decided, _titled(rules.names(game), post, quoted, decided))
        decided = merged(decided, _asked(rules.names(game), post))
        decided = merged(decided, _whole(rules.names(game), post, quoted, decided))
    decided = [one for one in _unspoken(post, decided, is_open=is_open) if one.found.form != "link"]
    why = evidence[game].told() if game and is_open else ""
    return Decisions(game=game, decided=tuple(decided), why=why)


def _under(rules: Rules, post: str, named: Sequence[Decided]) -> Iterator[Decided]:
    """The parts of what is named that are named behind it: "Appendix B, under Two Turns"."""
    end = 0  # of what is named so
    for one in named:
        match = _SAID.under.match(post, one.end)
        if match is None or one.entry is None or one.start < end:
            continue
        entries, at = rules.names(one.entry.game).entries, match.end()
        called_so = [each for each in entries if each.title and post.startswith(each.title, at)]
        titles = {each.title or "": each for each in called_so if rules.is_within(each, one.entry)}
        if titles:
            title = max(titles, key=len)
            end = at + len(title)
            yield Decided(found=_entry_named(post, at, end), entries=(titles[title],))


def _of_whole(rules: Rules, post: str, decided: Sequence[Decided]) -> Iterator[Decided]:
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


def _next_named(rules: Rules, post: str, decided: Sequence[Decided]) -> Iterator[Decided]:
    """The names that stand in a list behind one that is cited: "see Push, Pull and Grab"."""
    for one in decided:
        entry, end = one.entry, one.end
        match = _SAID.name_next.match(post, end) if entry and one.found.form in _LED_ON else None
        while entry and match:
            start, end = match.span("title")
            found = _entry_named(post, start, end)
            called_so = [
                each
                for each in _named(rules.names(entry.game), found)
                if words(found.name) in map(words, called(each))
            ]
            if len(called_so) == 1:
                yield Decided(found=found, entries=(called_so[0],))
            match = _SAID.name_next.match(post, end) if len(called_so) == 1 else None


def _before(rules: Rules, post: str, named: Sequence[Decided]) -> Iterator[Decided]:
    """The parts that are named before what they are in: "Two Turns in Appendix B", "Two Turns in the same appendix"."""
    for match in _SAID.part_in.finditer(post) if named else ():
        after = bisect_left(named, match.end(), key=lambda one: one.start)
        number = after - bool(match["same"])
        whole = named[number] if 0 <= number < len(named) else None
        if whole is None or whole.entry is None or not (match["same"] or whole.start == match.end()):
            continue
        start, last = match.span("title")
        while start < last:
            title = post[start:last].replace(FILLER, "")
            if parts := rules.names(whole.entry.game).within(title, whole.entry):
                yield Decided(found=_entry_named(post, start, last), entries=(parts[0],))
                break
            blank = post.find(" ", start, last)
            start = blank + 1 if blank >= 0 else last


def _numbered_parts(
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
        part = next(filter(None, [_part(names, home, number, letter) for home in homes]), None)
        if part:
            found = Found(start=match.start(), end=match.end(), form="place", name=match[0])
            if is_of_next:  # "point 2 of the Links section" is one citation
                found = replace(found, end=whole.end, form="entry")
            if not is_inside(found, quoted):
                yield Decided(found=found, entries=(part,))


def _part(names: Names, whole: Entry, number: str, letter: str) -> Entry | None:
    """The part so numbered, or its part with a letter; of two so numbered the first, which is whole."""
    parts = [one for one in names.children[whole.id] if one.number == number and one.kind in _KINDS_COUNTED]
    inside = [one for part in parts for one in names.children[part.id] if one.number == letter]
    return next(iter(inside if letter else parts), None)


def linked(rules: Rules, post: str, spans: Sequence[Span] = ()) -> Iterator[Decided]:
    """What the post's links to the rules lead to: where their addresses stand, or the stretches that hold these."""
    for match in links_found(rules, post):
        revision = rules.addressed(match[1])
        entry = rules.entry(revision.entry or "") if revision else None
        number = bisect_left(spans, match.end(), key=lambda span: span[1])
        is_held = number < len(spans) and spans[number][0] <= match.start()
        start, end = spans[number] if is_held else match.span()
        found = Found(start=start, end=end, form="link", name=match[1])
        yield Decided(found=found, entries=(entry,) if entry else ())


def _unspoken(post: str, decided: Sequence[Decided], *, is_open: bool) -> Iterator[Decided]:
    """The same without names that are only spoken of, "a boss with Big Bad …, see the entry for Big Bad", and pages.

    A page that only says where to find what is named with it is none, "Appendix D of the Manual, page 14"; where no
    game is given (`is_open`), nor is a small word in quotation marks beside which nothing is cited.
    """
    cited = {one.entries[0].id for one in decided if one.entries and one.found.form not in SPOKEN}
    if is_open and not cited:
        decided = [one for one in decided if one.found.form != "quoted" or not one.found.name.islower()]
    before: Decided | None = None
    for number, one in enumerate(decided):
        form, led_by = one.found.form, before.found.form if before else ""
        between = post[before.found.end : one.found.start] if before else ""
        is_named = led_by == "link" or (led_by in NAMING and led_by != "page")
        is_led = form == "page" and is_named and _SAID.of_named.fullmatch(between)
        is_told = form in SPOKEN and one.entries[0].id in cited
        if not (is_led or is_told or _is_numbered_next(post, one, decided[number + 1 : number + 2])):
            yield one
        before = one


def _is_numbered_next(post: str, name: Decided, following: Sequence[Decided]) -> bool:
    """Whether the number of what is named stands behind its name: "compare Leaping, 702.19", "Leaping in 702.19"."""
    for one in following if name.found.form == "see" else ():
        is_number = one.found.form in NUMBERS
        if is_number and one.entry and name_key(one.entry.title or "") == name_key(name.found.name):
            return _SAID.numbered_next.fullmatch(post[name.end : one.start]) is not None
    return False


def _named_by_words(
    rules: Rules,
    post: str,
    quoted: Sequence[Quotation],
    decided: Sequence[Decided],
    game: str,
) -> Iterator[Decided]:
    """The names beside words of the entries so called, "Reading Harm again: “…”", “…” (Harm)."""
    cited = {one.entries[0].id for one in decided if one.entries and one.found.form not in SPOKEN}
    for quotation in quoted:
        start = max(0, quotation.start - _LED)
        after = bisect_left(decided, quotation.end + _BESIDE, key=lambda one: one.found.start)
        last = decided[after - 1] if after else None
        is_cited = last is not None and last.end > start and last.found.form not in SPOKEN
        for found, entry in _named_beside(
            rules.names(game), rules.texts(game), post, quotation, is_cited=is_cited
        ):
            if not is_inside(found, quoted):
                if entry.id not in cited:
                    yield Decided(found=found, entries=(entry,))
                break


def _meant_otherwise(decided: Iterable[Decided], by_words: Sequence[Decided]) -> Iterator[Decided]:
    """The citations but for names that mean another entry so called, as the words beside them tell."""
    for one in decided:
        number = bisect_left(by_words, one.start, key=lambda each: each.end - 1)
        told = by_words[number] if number < len(by_words) else None
        is_same = told is not None and told.start < one.end == told.end
        is_of_it = told and told.entry and one.entry and one.entry.parent == told.entry.id
        if one.found.form not in NAMING or not is_same or is_of_it:
            yield one


def _titled(
    names: Names,
    post: str,
    quoted: Sequence[Quotation],
    decided: Iterable[Decided],
) -> Iterator[Decided]:
    """The titles that nobody writes but to cite, a question or a heading, as they stand in the text."""
    cited = {entry.id for one in decided for entry in one.entries}
    written = straight(post)
    for title, entry in names.telling_titles.items():
        at = max(written.find(title), written.find(f"t{title[1:]}") if title.startswith("The ") else -1)
        beside = post[max(0, at - 1) : at] + post[at + len(title) : at + len(title) + 1]
        is_in_word = "/" in beside or any(map(str.isalnum, beside))
        if at < 0 or is_in_word or entry.id in cited:
            continue
        if not any(one.named and one.start <= at < one.end for one in quoted):
            yield Decided(found=_entry_named(post, at, at + len(title)), entries=(entry,))


def _asked(names: Names, post: str) -> Iterator[Decided]:
    """The questions that are named by what they ask about, "the FAQ on Loki", "the Loki question", if only one fits."""
    said = [*_SAID.asked_on.finditer(post), *_SAID.asked.finditer(post)]
    asked = [
        (one, _plain_words(one.title or "")) for one in (names.entries if said else ()) if one.kind == "faq"
    ]
    for match in said:
        told = _plain_words(match["about"])
        fitting = [one for one, known in asked if told and told <= known]
        if len(fitting) == 1:
            found = Found(start=match.start(), end=match.end(), form="entry", name=match[0])
            yield Decided(found=found, entries=(fitting[0],))


def _plain_words(text: str) -> frozenset[str]:
    """The words of a text that say something, without an s at their end."""
    return frozenset(word.rstrip("s") for word in name_key(text).split() if word not in STOP_WORDS)


def _whole(
    names: Names, post: str, quoted: Sequence[Quotation], decided: Sequence[Decided]
) -> Iterator[Decided]:
    """The headings with a large whole number that stands alone, in a post that cites by such numbers.

    Each is beside the words of its title, "subgames are 729", where a rule of it is cited, "nothing in 601", or in a
    list with a rule: "305 and 116.2a".
    """
    numbers = [
        one.entry.number or "" if one.entry and one.found.form == "link" else one.found.name
        for one in decided
        if one.found.form in (*NUMBERS, "link")
    ]
    cited = {stem(number).partition(".")[0] for number in numbers}
    if not any(map(names.numbered, cited)):
        return
    for found in whole_numbers(post):
        headed = [one for one in names.numbered(found.name) if one.title and one.number == found.name]
        if len(headed) != 1 or is_inside(found, quoted):
            continue
        led = post[max(0, found.start - _BESIDE) : found.start]
        before = led.rpartition("\n")[2]
        behind = post[found.end : found.end + _BESIDE].partition("\n")[0]
        said = set(name_key(f"{before} {behind}").split()).intersection(
            name_key(headed[0].title or "").split()
        )
        is_alone = before.endswith("(")  # which needs its title
        is_led = any(map(str.isalpha, before)) or bool(_SAID.wrapped.search(led))
        is_of_cited = found.weight > 0 and is_led and found.name in cited and not is_alone
        is_listed = bool(_SAID.listed_with.match(post, found.end))
        if is_of_cited or is_listed or any(len(word) >= TELLING_LETTERS for word in said):
            yield Decided(found=found, entries=(headed[0],))


def _named_beside(
    names: Names, texts: Texts, post: str, quotation: Quotation, *, is_cited: bool
) -> Iterator[tuple[Found, Entry]]:
    near = texts.holding(quotation.parts)[:_MOST_HOLDING]
    is_led = post[max(0, quotation.start - _BULLET) : quotation.start].rstrip(_SAYS_NOTHING).endswith(":")
    if not near and len(quotation.all_words) >= TELLING and (is_led or not is_cited):
        near = [*filter(None, [texts.nearest(quotation.parts, _ALIKE)[0]])]
    for entry in dict.fromkeys(_home(names, one) for one in near):
        found = _named_at(post, quotation, entry)
        if not found and not is_cited:
            found = _last_named(post, max(0, quotation.start - _LED), quotation.start, entry)
        if not found:
            behind = post[quotation.end : quotation.end + _BESIDE].partition("\n")[0]
            found = _last_named(post, quotation.end, quotation.end + len(behind), entry, fewest=2)
        if found:
            yield found, entry


def _home(names: Names, entry: Entry) -> Entry:
    """The entry, or of a point or step without a title what it is one of."""
    over = names.by_id.get(entry.parent or "")
    is_point = entry.number and not entry.title and not is_dotted(entry.number)
    return over if is_point and over else entry


def _named_at(post: str, quotation: Quotation, entry: Entry) -> Found | None:
    """Where an entry is called by its name right before its words, "Harm: “…”", or right behind them, “…” (Harm)."""
    lead, trail = _SAID.leads_words, _SAID.trails_words.match(post, quotation.end)
    for name in _written(entry):
        at = post.rfind(name, max(0, quotation.start - len(name) - _JOINED), quotation.start)
        is_led = at >= 0 and lead.fullmatch(post[at + len(name) : quotation.start])
        if is_led and name.islower() and " " not in name:
            is_led = _SAID.colon_led.match(post, at + len(name))
        begun = _SAID.begun if name.islower() else _SAID.word_begun
        if is_led and begun.search(post[max(0, at - _MARKS) : at]):
            return _entry_named(post, at, at + len(name))
        if trail and post.startswith(name, trail.end()) and not post[trail.end() + len(name) :][:1].isalnum():
            return _entry_named(post, trail.end(), trail.end() + len(name))
    return None


def _written(entry: Entry) -> Iterable[str]:
    """The names of an entry, in small letters, too: "moving links"."""
    names = [*called(entry)]
    return dict.fromkeys([*names, *map(str.lower, names)])


def _entry_named(post: str, start: int, end: int) -> Found:
    return Found(start=start, end=end, form="entry", name=post[start:end])


def _last_named(post: str, start: int, end: int, entry: Entry, fewest: int = 1) -> Found | None:
    """Where in a stretch of a post an entry is called by its name for the last time, with a capital."""
    for name in dict.fromkeys(called(entry)):
        at = post.rfind(name, start, end) if name.count(" ") + 1 >= fewest else -1
        goes_on = at >= 0 and post.startswith(" ", at + len(name))
        if goes_on and _SAID.headed.search(post[max(0, at - _MARKS) : at]):
            continue
        beside = post[max(0, at - 1) : at] + post[at + len(name) : at + len(name) + 1]
        if at >= 0 and name[0].isupper() and not (is_common(name) or any(map(str.isalnum, beside))):
            return _entry_named(post, at, at + len(name))
    return None


def _meant(rules: Rules, found: Sequence[Found], game: str) -> list[list[Entry]]:
    """What each citation may mean in one game; a long thread cites the same again and again."""
    known: dict[tuple[object, ...], list[Entry]] = {}
    meant = []
    for one in found:
        key = one.form, one.name, one.cue, one.instead
        if key not in known:
            known[key] = _candidates(rules, one, game)
        meant.append(known[key])
    return meant


def _on_topic(rules: Rules, post: str, found: Found, entries: Sequence[Entry]) -> Found:
    """A bare number with more weight behind the name of a game or text, or beside what its rule is about: 305.2."""
    if found.weight == BEHIND_NAME:
        led = f" {name_key(post[max(0, found.start - _BESIDE) : found.start])}"
        return replace(found, weight=0) if any(led.endswith(f" {name}") for name in rules.called) else found
    if found.form != "bare" or found.weight < 0 or is_short(found.name) or shape_weight(found.name) >= ENOUGH:
        return found
    is_meant = bool(topic(rules, post, found, entries))
    return replace(found, weight=found.weight + ON_TOPIC) if is_meant else found


def _of_named_text(rules: Rules, post: str, doubt: Decided, before: Decided | None) -> Decided:
    """Of several entries with one number that of the text named with it: "Tournament Rules 1.1", "1.1 of the MTR"."""
    found = doubt.found
    led = f" {name_key(post[max(0, found.start - _BESIDE) : found.end].removesuffix(found.name))}"
    leads = _SAID.of_text.match(post, found.end)
    followed = f"{name_key(post[leads.end() : leads.end() + _BESIDE])} " if leads else ""
    beside = before.entry if before and found.start - before.found.end <= _JOINED else None

    def named(entry: Entry) -> int:
        names = rules.called_text(entry)
        fitting = (len(name) for name in names if led.endswith(f" {name}") or followed.startswith(f"{name} "))
        return max(fitting, default=int(beside is not None and names == rules.called_text(beside)))

    most = max(map(named, doubt.entries))
    entries = tuple(entry for entry in doubt.entries if named(entry) == most)
    return replace(doubt, entries=entries, reason="") if most and len(entries) == 1 else doubt


def _names_apart(rules: Rules, post: str, found: Iterable[Found]) -> Iterator[Found]:
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


def _of_held_books(rules: Rules, post: str, found: Iterable[Found]) -> Iterator[Found]:
    """The same without the numbers of other books, "MTR 3.1", "rule 2 of the house rules": none held is so called."""
    last: Found | None = None
    for one in found:
        joined = last and one.start - last.end <= _JOINED and shape(one.name) == shape(last.name)
        if one.form in _IN_BOOKS and (joined or _is_of_another_book(rules, post, one)):
            last = one
        else:
            yield one


def _is_of_another_book(rules: Rules, post: str, found: Found) -> bool:
    led = post[max(0, found.start - _BESIDE) : found.end].removesuffix(found.name)
    named = _SAID.another.search(led) or _SAID.another_behind.match(post, found.end)
    if found.form == "place":
        named = _SAID.another_place.search(led)
    elif not named and shape_weight(found.name) < ENOUGH and not letter_inside(found.name):
        named = _SAID.acronym.search(led)
    if named is None or is_everyday(named["book"].lower()):  # "just ENDS 6.2.7c" is shouted
        return False
    return name_key(named["book"]) not in rules.called


def _prefer_as_written(found: Sequence[Found], meant: dict[str, list[list[Entry]]]) -> None:
    """Leave a number to the games that print it so: 1c is no 1.3 where a game has 1c."""
    for number, one in enumerate(found):
        printed = {
            slug for slug, each in meant.items() if any(entry.number == one.name for entry in each[number])
        }
        for slug in meant.keys() - printed if printed else ():
            meant[slug][number] = []


def _decided(
    rules: Rules,
    found: Found,
    everywhere: dict[str, list[Entry]],
    game: str | None,
    evidence: Evidence | None,
    other: str,
    *,
    is_held: bool,
) -> Decided | None:
    """What a citation means, if it is one: in the game of the post, or in the other one that the post names.

    What a game has (`is_held`) and the post does not allow is no citation of something missing.
    """
    fitting = everywhere.get(game, []) if game else [one for each in everywhere.values() for one in each]
    fitting = fitting or everywhere.get(other, [])
    if found.form == "wiki" and not fitting and ":" in found.name:
        fitting = rules.resolve(found.name)[:1]  # another game's, by its id
    if (game is None and is_small(found)) or (found.form in SPOKEN and evidence and evidence.is_numbered):
        return None
    reason = ""
    if not fitting:
        if is_held or not _is_missed(rules, found, game, evidence):
            return None
        where = f" in {game}" if game else ""
        reason = f"nothing{where} is called {found.name!r}"
    elif game is None and found.form not in _STRONG:
        if found.form not in NAMING:
            return None
        reason = "no sign of which game is meant"
    elif _is_told_twice(fitting):
        fitting = fitting[-1:]  # of an overview and the detail the latter
    elif len(fitting) > 1:
        reason = "several entries fit"
    return Decided(found=found, entries=tuple(fitting), reason=reason)


def _is_told_twice(entries: Sequence[Entry]) -> bool:
    """Whether a text gives one number twice to one thing, at first in an overview, in short: Ready cards, add STR."""
    titles = sorted((name_key(one.title or "").split() for one in entries), key=len)
    places = {(one.game, one.source, one.number) for one in entries}
    is_short = all(any(word.startswith(one) for word in title) for title in titles for one in titles[0])
    return len(places) == 1 and bool(titles[-1]) and is_short


def _is_missed(rules: Rules, found: Found, game: str | None, evidence: Evidence | None) -> bool:
    """Whether a number that leads nowhere must have been meant as a rule's; [[Blood Moon]] is a card's name."""
    if found.form == "wiki":
        return _is_reference(rules, found.name)
    if _SAID.edition.search(found.name) or (found.form == "bare" and _SAID.day.search(found.name)):
        return False
    if found.cue == "letter" and found.weight < 0:
        return False
    if found.form == "number" and found.cue in ("rule", "regulation"):
        is_shaped = any(shape(found.name) in rules.names(slug).shapes for slug in _games(rules, game))
        return (is_dotted(found.name) and found.cue == "rule") or (is_shaped and not is_small(found))
    if found.form == "number" and found.cue in ("step", "section") and game is not None:
        return found.name.count(".") > (found.cue == "step") and _is_numbered_in(rules, game, found.name)
    was_held = bool(game and rules.numbered_before(game, found.name))
    is_priced = _SAID.priced.search(found.name) and found.weight < _QUOTED and not was_held
    is_unlikely = is_short(found.name) and found.weight < ENOUGH  # but "per 9n “…”"
    if found.form != "bare" or is_priced:
        return False
    # 7.8 is no amount beside 7.1 and 7.2
    if evidence and found.weight > BEHIND_NAME and chapter(found.name) in evidence.chapters:
        return _is_numbered_in(rules, game, found.name)
    if is_unlikely or found.weight < 0:
        return False
    is_lettered = found.name[0].isalpha() and letter_inside(found.name)  # A3c; "2h40" is a time
    context = evidence.context if evidence else is_lettered - 1
    if is_amount(found.name):
        context = min(context, _MOST_AMOUNT)
    weight = shape_weight(found.name) + found.weight + context + was_held
    is_parted = found.name.count(".") != 1  # "7.3.5", "3h6": amounts have one point, or are whole
    is_told = found.weight or was_held or (weight > ENOUGH and is_parted)
    if shape_weight(found.name) < ENOUGH and not (is_told and weight >= ENOUGH):
        return False
    return _is_numbered_in(rules, game, found.name)


def _is_numbered_in(rules: Rules, game: str | None, number: str) -> bool:
    """Whether the game of a post, or any that it may be of, numbers its rules like this and has what it would stand in.

    That is 704 of 704.99, 9f of 9f99, A of A9, or the part that the chapter would stand in: 7 of 799.1.
    """
    parts, form = key(number), shape(stem(number))
    part = parts[0][:1] if parts[0].isdigit() and len(parts[0]) > 2 else ""
    over = (parts[0], "".join(parts[:2]), f"{parts[0]}1" if parts[0].isalpha() else "", part)
    known = [rules.names(slug) for slug in _games(rules, game)]
    return any(form in names.shapes and any(map(names.numbered, over)) for names in known)


def _games(rules: Rules, game: str | None) -> Iterable[str]:
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
    return [] if is_book else _named(names, found)


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
    part = _part(names, entries[0], number, letter)
    return [part] if part else entries


def _wiki(rules: Rules, found: Found, game: str) -> list[Entry]:
    entries = rules.resolve(found.name, game)[:1]
    is_held = any(one.id in rules.names(game).by_id for one in entries) or "@" in found.name
    is_plain = not found.cue and not _is_reference(rules, found.name)
    return entries if is_held and not any(_is_card(one, is_plain=is_plain) for one in entries) else []


def _is_reference(rules: Rules, name: str) -> bool:
    """Whether only an entry is called so, by its number or with its game: `314.6`, `magic:leap`."""
    return name.partition(":")[0] in rules.games or _SAID.tells.match(name) is not None


def _is_card(entry: Entry, *, is_plain: bool) -> bool:
    """Whether `[[Fear]]` calls a card: few call what has a number so, none what no rule has any more."""
    return bool(_SAID.obsolete.search(entry.title or "")) or (is_plain and entry.number is not None)


def _named(names: Names, found: Found) -> list[Entry]:
    """The entries so called; of a name in mid-sentence also without its last words: "Wall Climb, MTG Digest"."""
    for name in _shorter(found):
        named = names.named(name)
        if not named and found.form in _LED_ON:
            named = names.named(f"The {name}") or _beginning(names, name)
        entries = [one for one in named if one.kind in _KINDS_NAMED]
        if found.form not in _LED_ON and names.has_terms:
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
    if found.form not in _LED_ON:
        return [found.name]
    joint = _SAID.joint_small if found.form == "see" else _SAID.joint
    ends = [match.start() for match in joint.finditer(found.name)]
    return [found.name[:end].rstrip(",") for end in [len(found.name), *reversed(ends)]]


def _trimmed(decided: Decided) -> Decided:
    """A name in mid-sentence without the words behind it that are no part of the name."""
    found = decided.found
    is_whole = found.end - found.start == len(found.name)
    if decided.entry is None or not is_whole or found.form not in _LED_ON:
        return decided
    keys = {name_key(name) for name in called(decided.entry)}
    for name in _shorter(found):
        if name_key(name) in keys:
            return replace(decided, found=replace(found, end=found.start + len(name), name=name))
    return decided


def _of_part(rules: Rules, post: str, decided: Decided) -> Decided:
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
    return _of_part(rules, post, replace(decided, found=whole, entries=(parts[0],)))


def _ranges_apart(rules: Rules, found: Iterable[Found], game: str | None) -> Iterator[Found]:
    """The same, with "702.19b-d" as its two ends where the whole is no number of a text."""
    known = [rules.names(slug) for slug in _games(rules, game)]
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
