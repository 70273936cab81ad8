"""At which entry does a mention point? Found, missing, elsewhere or several: every verdict is told.

Words that name several entries at once ("rules 603.7d–f", "those entries") give one reference each. The first
takes the words, the last of a range the words for its end; the others have no words of their own, so their
span is empty (`start == end`) at the place in the phrase where they belong.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kb.analyse import name_key
from kb.entries import Entry, Reference
from kb.link import booklets
from kb.link.mentions import Mention, reference
from kb.link.names import Names, best_kind
from kb.link.pages import Contents
from kb.link.settings import Settings
from kb.refs.cues import SPELLED
from kb.refs.numbers import key, range_end

_MOST_IN_RANGE = 60
"""Entries; of a longer range only both ends are linked."""

_MOST_BETWEEN = 1_000
"""References to what ranges leave unsaid, in one entry; further ranges of it are linked by both ends only."""

_LONGEST_TITLE = 100
"""Characters; nobody repeats more of a title beside its number."""


@dataclass(slots=True)
class Verdicts:
    """What became of the mentions of one entry."""

    references: list[Reference] = field(default_factory=list)
    doubts: list[tuple[Reference, str]] = field(default_factory=list)
    """References that lead somewhere although something printed beside them disagrees, and what."""

    between: int = 0
    """How many of the references are to what the ranges leave unsaid."""


@dataclass(frozen=True, slots=True)
class Resolver:
    """Decides for the entries of one game."""

    names: Names
    contents: Contents
    settings: Settings
    sources: tuple[str, ...]
    """Names of the game's sources: a booklet so called is none of another."""

    def decide(self, entry: Entry, mentions: Sequence[Mention]) -> Verdicts:
        """References for all mentions of an entry, in order; none leads to itself."""
        verdicts = Verdicts()
        for mention in mentions:
            if mention.form == "page beside":
                self._compare_page(mention, verdicts)
            elif mention.form != "those":  # that waits until the terms are known
                found = self._resolved(entry, mention, verdicts)
                verdicts.references += [one for one in found if one.target != entry.id]
        return verdicts

    def _resolved(self, entry: Entry, mention: Mention, verdicts: Verdicts) -> list[Reference]:
        text = entry.text[mention.start : mention.end]
        settled = self.settings.target(entry.id, text, f"{mention.cue} {mention.name}".strip(), mention.name)
        if settled == "nothing":
            return []
        is_elsewhere = mention.booklet and not booklets.is_ours(mention.booklet, self.sources)
        if settled == "external" or mention.form == "address" or is_elsewhere:
            return [reference(entry, mention.start, mention.end, status="external")]
        if settled in self.names.by_id:
            return [reference(entry, mention.start, mention.end, target=settled)]
        if mention.form == "number":
            return self._number(entry, mention, verdicts)
        if mention.form == "name":
            return self._name(entry, mention)
        if mention.form == "anchor":
            return self._anchors(entry, mention, verdicts)
        return self._page(entry, mention)

    def _number(self, entry: Entry, mention: Mention, verdicts: Verdicts) -> list[Reference]:
        if mention.to:
            return self._range(entry, mention, verdicts)
        found = self._numbered(entry, mention.name, mention.cue)
        if not found and "-" in mention.name:
            first, _, last = mention.name.rpartition("-")
            last = range_end(first, last)
            if self._numbered(entry, first, mention.cue) and self._numbered(entry, last, mention.cue):
                cut = mention.start + entry.text[mention.start : mention.end].rindex("-")
                span = replace(mention, name=first, to=last, between=(cut, cut + 1))
                return self._range(entry, span, verdicts)
        if not found and not mention.certain:
            return []
        mention = _with_title(entry, mention, found)
        by_name = self.names.named(mention.title) if mention.title else []
        near = (*(one.id for one in by_name), *self.names.near_numbers(mention.name))[:3]
        references = _judged(entry, mention.start, mention.end, found, near)
        if len(found) == 1 and mention.title and not _same_name(mention.title, found[0]):
            verdicts.doubts.append((references[0], f"prints the name “{mention.title}” beside it"))
        return references

    def _numbered(self, entry: Entry, number: str, cue: str) -> list[Entry]:
        """The entries a number may mean here: labelled so, in the same procedure, in the same source."""
        if cue == "step" and len(key(number)) == 1:
            return self.names.step_around(entry, number)
        spelled = SPELLED.get(cue, (cue,)) if cue else ()  # in any language: "Kapitel 4"
        if labelled := next(filter(None, (self.names.labelled(word, number) for word in spelled)), None):
            return _in_source(best_kind(labelled), entry)
        if cue == "appendix":  # of a tree of data, which keeps "A" and the title apart
            return _in_source(self.names.lettered(number), entry)
        if cue == "part" or (cue in ("entry", "paragraph") and not number[0].isdigit()):
            return []
        found = self.names.numbered(number, cue)
        if cue == "chapter":
            found = [one for one in found if one.kind == "section" or self.names.children.get(one.id)]
        return _in_source(found, entry)

    def _range(self, entry: Entry, mention: Mention, verdicts: Verdicts) -> list[Reference]:
        first = self._numbered(entry, mention.name, mention.cue)
        last = self._numbered(entry, mention.to, mention.cue)
        if not (first or last) and not mention.certain:
            return []
        stop, begin = mention.between
        middle = self._between(first[0], last[0], verdicts) if len(first) == 1 and len(last) == 1 else []
        return [
            *_judged(entry, mention.start, stop, first, self.names.near_numbers(mention.name)),
            *(reference(entry, begin, begin, target=one.id) for one in middle),
            *_judged(entry, begin, mention.end, last, self.names.near_numbers(mention.to)),
        ]

    def _between(self, first: Entry, last: Entry, verdicts: Verdicts) -> list[Entry]:
        """The numbered siblings that stand between two entries; none once an entry has had its fill of them."""
        siblings = self.names.children.get(first.parent, []) if first.parent == last.parent else []
        start = bisect_right(siblings, first.order, key=lambda one: one.order)
        stop = bisect_left(siblings, last.order, key=lambda one: one.order)
        if stop - start > _MOST_IN_RANGE:
            return []
        found = [one for one in siblings[start:stop] if one.number and one.kind == first.kind]
        if verdicts.between + len(found) > _MOST_BETWEEN:
            return []
        verdicts.between += len(found)
        return found

    def _name(self, entry: Entry, mention: Mention) -> list[Reference]:
        """Of several entries so called those whose title is spelled like that, "Rounds" and not "Round"."""
        if mention.candidates:
            found = best_kind(self.names.by_id[one] for one in mention.candidates if one != entry.id)
        else:
            found = [one for one in self.names.named(mention.name) if one.id != entry.id]
        found = _in_source(found, entry)
        found = [one for one in found if (one.title or "").lower() == mention.name.lower()] or found
        if not found and (not mention.certain or mention.candidates or self.names.named(mention.name)):
            return []  # no name, or one that only the entry itself has
        near = () if found else self.names.near_names(mention.name)
        return _judged(entry, mention.start, mention.end, found, near)

    def _anchors(self, entry: Entry, mention: Mention, verdicts: Verdicts) -> list[Reference]:
        references: list[Reference] = []
        last: list[Entry] = []
        for index, anchor in enumerate(name.strip() for name in mention.name.split(",")):
            found = best_kind(self.names.anchored(anchor))
            if not found and (number := anchor.rpartition(":")[2])[:1].isdigit():
                found = self.names.numbered(number)
            if not found and not mention.certain:
                continue
            start = mention.end if index else mention.start
            if mention.cue == "through" and len(last) == len(found) == 1:
                between = self._between(last[0], found[0], verdicts)
                references += [reference(entry, start, mention.end, target=one.id) for one in between]
            near = () if found else self.names.near_names(anchor)
            references += _judged(entry, start, mention.end, found, near)
            last = found
        return references

    def _page(self, entry: Entry, mention: Mention) -> list[Reference]:
        ids = self.contents.on(entry.source, int(mention.name))
        found = [self.names.by_id[one] for one in ids if one in self.names.by_id]
        return _judged(entry, mention.start, mention.end, found, ())

    def _compare_page(self, mention: Mention, verdicts: Verdicts) -> None:
        """A page printed beside a name should be the one that the contents page gives."""
        last = verdicts.references[-1] if verdicts.references else None
        pages = sorted(self.contents.pages.get(last.target or "", ())) if last else []
        if last and pages and int(mention.name) not in pages:
            printed = " and ".join(map(str, pages))
            doubt = f"prints page {mention.name} beside it, the contents page {printed}"
            verdicts.doubts.append((last, doubt))


def _judged(
    entry: Entry, start: int, end: int, found: Sequence[Entry], near: tuple[str, ...]
) -> list[Reference]:
    """The reference for words that mean what was found: one entry, several, or none, and then what is near."""
    if len(found) == 1:
        return [reference(entry, start, end, target=found[0].id)]
    if found:
        near = tuple(one.id for one in found)
    return [reference(entry, start, end, status="ambiguous" if found else "missing", candidates=near)]


def _with_title(entry: Entry, mention: Mention, found: Sequence[Entry]) -> Mention:
    """A name printed after the number belongs to the words: "9. Rule Processing", "Law 3 – The Players"."""
    title = found[0].title if len(found) == 1 else None
    if not title or mention.title or len(title) > _LONGEST_TITLE:
        return mention
    following = entry.text[mention.end : mention.end + len(title) + 4]
    lead = len(following) - len(following.lstrip(" .:–—-("))
    if not 0 < lead <= 3 or following[lead : lead + len(title)].lower() != title.lower():
        return mention
    return replace(mention, end=mention.end + lead + len(title), title=title)


def _same_name(printed: str, entry: Entry) -> bool:
    """Whether a printed name is the entry's or part of it: "Free-for-All" for "Free-for-All Variant"."""
    sought = f" {name_key(printed)} "
    return not entry.title or any(sought in f" {name_key(name)} " for name in (entry.title, *entry.aliases))


def _in_source(found: list[Entry], entry: Entry) -> list[Entry]:
    """Several entries so called: those of the entry's own source, if there are any."""
    return [one for one in found if one.source == entry.source] or found
