"""What are the entries of one game called, and how do they nest?"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

from kb.analyse import name_key
from kb.entries import Entry
from kb.link.everyday import is_common
from kb.link.lexicon import MOST_OF_ONE_NAME, Lexicon
from kb.link.patterns import Patterns
from kb.link.tokens import keys
from kb.refs.numbers import Key, is_dotted, key, one_digit_off, roman, shape

_NAMES = Patterns("names")
_NO_LETTER = re.compile(r"[\W_]+")

_LONGEST_NAME = 10
"""Words; a longer title is a sentence that nobody cites by its words."""

_FEWEST_LETTERS = 3
"""Of a name by which a game is told; a shorter one is an abbreviation of anything."""

MOST_SPOKEN = 3
"""Words of such a name."""

LONG_TITLE = 4
"""Blanks in a title that nobody writes but to cite it."""

_DEEPEST = 40
"""Levels; a text that nests deeper is broken, and must not cost the square of its depth."""

_KIND_ORDER = {"term": 0, "rule": 1, "section": 2, "step": 3, "table": 4, "example": 5, "faq": 6}
_CITED = frozenset(("term", "rule", "section"))
"""Kinds of entries that people cite by their names."""

_MOST_SUGGESTED = 3
_FURTHEST = 999
"""Numbers below an unknown one among which the nearest is looked for."""
_MOST_SOUGHT = 100
"""So many unknown names of a game are compared with all known ones; a hostile text may bring a million."""


def without_parameter(title: str) -> str:
    """A title as sentences use it: "Heal" for "Heal X", "Immune" for "Immune to [Map Feature]"."""
    bare = _NAMES.parameter.sub("", title).strip()
    return _NAMES.trailing.sub("", bare) if bare != title.strip() and bare else bare or title


def called(entry: Entry) -> Iterator[str]:
    """Every name an entry answers to, its title first."""
    if entry.title and entry.kind != "faq":
        yield entry.title
        yield without_parameter(entry.title)
        if label := _NAMES.labelled.match(entry.title):
            yield label[1]
    yield from entry.aliases


def straight(text: str) -> str:
    """A text with straight quotation marks and apostrophes in the place of others, each character where it was."""
    return text.replace("“", '"').replace("”", '"').replace("’", "'")


class Names:
    """The entries of one game by number, by name and by id."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.by_id = {entry.id: entry for entry in entries}
        self.children: dict[str | None, list[Entry]] = defaultdict(list)
        self._numbers: dict[Key, list[Entry]] = defaultdict(list)
        self._labels: dict[str, list[Entry]] = defaultdict(list)
        self._slugs: dict[str, list[Entry]] = defaultdict(list)
        self._anchors: dict[str, list[Entry]] = defaultdict(list)
        self._unknown: dict[str, tuple[str, ...]] = {}
        self._near: dict[Key, tuple[str, ...]] = {}
        self._steps: dict[tuple[str, Key], list[Entry]] = defaultdict(list)
        """Steps by what they stand under (their source, at the top of one) and their number, in reading order."""
        self._procedures: set[str | None] = set()
        """Ids of the entries that have steps."""
        for entry in entries:
            self._add(entry)
        self.shapes = frozenset(
            shape(entry.number) for entry in entries if entry.number and entry.kind in ("rule", "section")
        )
        self.has_terms = any(entry.kind == "term" for entry in entries)
        self.has_brackets = any("(" in known for known in self.shapes)
        """Whether rules are numbered 2.1(b)."""

    def _add(self, entry: Entry) -> None:
        self.children[entry.parent].append(entry)
        if entry.kind == "step":
            self._procedures.add(entry.parent)
        if entry.number and entry.kind == "step":
            self._steps[entry.parent or entry.source, key(entry.number)].append(entry)
        if entry.number and entry.kind not in ("faq", "example", "table"):
            _keep(self._numbers[key(entry.number)], entry)
        for name in dict.fromkeys(called(entry)):
            _keep(self._labels[name_key(name)], entry)
            for anchor in anchor_keys(name):
                _keep(self._anchors[anchor], entry)
        if entry.number and entry.title:
            _keep(self._anchors[anchor_keys(f"{entry.number}. {entry.title}")[-1]], entry)
        _keep(self._slugs[anchor_key(entry.id.partition(":")[2])], entry)

    @cached_property
    def lexicon(self) -> Lexicon:
        """Every name that a sentence may use, standing for the ids of the entries so called."""
        return Lexicon(
            (name, entry.id)
            for entry in self.entries
            for name in dict.fromkeys(called(entry))
            if len(keys(name)) <= _LONGEST_NAME
        )

    @cached_property
    def telling_titles(self) -> dict[str, Entry]:
        """The titles below the head of a text that nobody writes but to cite, with straight marks; the first of two.

        They are long, or have an article or marks of their own: “The Golden Rule”, “Damage on the Stack (Obsolete)”.
        """
        titled = (
            (straight(one.title).rstrip(" .…"), one)
            for one in reversed(self.entries)
            if one.title and one.parent is not None
        )
        return {
            title: one
            for title, one in titled
            if name_key(title).count(" ") >= LONG_TITLE or _NAMES.telling.search(title)
        }

    @cached_property
    def openers(self) -> dict[str, dict[int, dict[str, tuple[Entry, ...]]]]:
        """What terms, rules and headings are called, in small letters, by first words and lengths, the longest first.

        What more than a few share is nobody's name.
        """
        named: dict[str, dict[str, Entry]] = defaultdict(dict)
        for entry in self.entries:
            for name in (
                called(entry) if entry.kind == "term" or (entry.kind in _CITED and entry.parent) else ()
            ):
                named[straight(name).lower()][entry.id] = entry
        found: dict[str, dict[int, dict[str, tuple[Entry, ...]]]] = defaultdict(lambda: defaultdict(dict))
        for name in sorted(named, key=len, reverse=True):
            word = _NAMES.worded.match(name)
            if word and len(named[name]) <= MOST_OF_ONE_NAME:
                found[word[1]][len(name)][name] = tuple(named[name].values())
        return found

    @cached_property
    def spoken(self) -> frozenset[str]:
        """The names by which people speak of the game, as those are compared: no common word, number or letter."""
        return frozenset(
            name
            for name, entries in self._labels.items()
            if len(name) > _FEWEST_LETTERS
            and name.count(" ") < MOST_SPOKEN
            and name[-2:-1] != " "
            and not (is_common(name) or any(map(str.isdecimal, name)))
            and any(entry.kind in _CITED for entry in entries)
        )

    def numbered(self, number: str, cue: str = "") -> list[Entry]:
        """The entries that carry a number; a cue like "section" or "step" decides between kinds."""
        found = self._numbers.get(key(number)) or self._composed(number)
        if cue == "step":
            return [entry for entry in found if entry.kind == "step"] or found
        rules = [entry for entry in found if entry.kind != "step" or is_dotted(entry.number or "")]
        if cue == "section":
            rules = [entry for entry in rules if entry.kind == "section"] or rules
        return rules

    def step_around(self, entry: Entry, number: str) -> list[Entry]:
        """The step so numbered in the procedure that an entry is part of; none outside procedures.

        A summary may list the same numbers as the details below it: the next one behind the entry is meant, else the
        last.
        """
        around = [entry, *self.ancestors(entry)]
        if entry.id not in self._procedures and not any(one.kind == "step" for one in around):
            return []
        sought = key(number)
        homes = [*(one.id for one in around), entry.source]
        for home, inside in zip(homes, [entry, *around], strict=True):
            if steps := self._steps.get((home, sought)):
                after = bisect_right(steps, inside.order, key=lambda step: step.order)
                return [steps[min(after, len(steps) - 1)]]
        return []

    def lettered(self, letter: str) -> list[Entry]:
        """The entries that carry a single capital as their number, not one that it stands for: `C`, not 100."""
        return [entry for entry in self._numbers.get(key(letter), []) if entry.number == letter]

    def labelled(self, cue: str, number: str) -> list[Entry]:
        """The entries whose title begins with a label: "Appendix C", "Law 12", "Chapter IV"."""
        return _distinct(self._labels.get(_label_key(cue, number), ()))

    def named(self, name: str) -> list[Entry]:
        """The entries so called, the best kind only: a term before a rule before a heading."""
        return best_kind(_distinct(self._labels.get(name_key(name), ())))

    def within(self, name: str, whole: Entry) -> list[Entry]:
        """The entries so called that stand below another one."""
        called_so = _distinct(self._labels.get(name_key(name), ()))
        return [one for one in called_so if any(above.id == whole.id for above in self.ancestors(one))]

    def anchored(self, anchor: str) -> list[Entry]:
        """The entries meant by a name made for machines: "golden_rule", "#Act_Deck", "sec:assets"."""
        for spelled in (anchor, anchor.partition(":")[2], anchor.rpartition(":")[2]):
            name = anchor_key(spelled)
            if name and (found := self._slugs.get(name) or self._anchors.get(name)):
                return _distinct(found)
        return []

    def ancestors(self, entry: Entry) -> Iterator[Entry]:
        """What an entry stands under, nearest first."""
        for _ in range(_DEEPEST):
            if entry.parent is None or entry.parent not in self.by_id:
                return
            entry = self.by_id[entry.parent]
            yield entry

    def near_numbers(self, number: str) -> tuple[str, ...]:
        """Ids of the entries nearest to an unknown number: beside it, one digit mistaken, what it would stand under."""
        parts = key(number)
        if parts in self._near:
            return self._near[parts]
        mistaken = [key(other) for other in one_digit_off(number)]
        beside = [other for other in mistaken if other[:-1] == parts[:-1]] if is_dotted(number) else []
        last = int(parts[-1]) if beside else 0
        lower = [(*parts[:-1], str(one)) for one in range(last - 1, max(0, last - _FURTHEST) - 1, -1)]
        above = [parts[:cut] for cut in range(len(parts) - 1, 0, -1)]
        near = [
            *(entry.id for other in beside for entry in self._numbers.get(other, ())),
            *self._first_numbered(lower or above[:1]),
            *(entry.id for other in mistaken for entry in self._numbers.get(other, ())),
            *self._first_numbered(above),
        ]
        self._near[parts] = tuple(dict.fromkeys(near))[:_MOST_SUGGESTED]
        return self._near[parts]

    def _first_numbered(self, numbers: Iterable[Key]) -> list[str]:
        """Ids of the entries with the first of these numbers that there is."""
        return [entry.id for entry in next(filter(None, map(self._numbers.get, numbers)), ())]

    def near_names(self, name: str) -> tuple[str, ...]:
        """Ids of the entries whose names are nearest in spelling to one that does not exist."""
        sought = name_key(name)
        if sought not in self._unknown:
            self._unknown[sought] = ()
            if len(self._unknown) <= _MOST_SOUGHT and len(sought) <= 80:
                from rapidfuzz import fuzz, process  # only where something is missing

                near = process.extract(
                    sought, self._labels.keys(), scorer=fuzz.ratio, score_cutoff=75, limit=_MOST_SUGGESTED
                )
                found = dict.fromkeys(self._labels[name][0].id for name, _score, _index in near)
                self._unknown[sought] = tuple(found)
        return self._unknown[sought]

    def _composed(self, number: str) -> list[Entry]:
        """Law 3.6 where 6 is numbered within Law 3; Article 10.2.d where d is the fourth of the items."""
        parts = key(number)
        if len(parts) < 2:
            value = str(roman(number)) if number.isalpha() else ""
            return self._numbers.get((value,), [])
        if len(parts[-1]) == 1 and parts[-1].isalpha():
            place = str(ord(parts[-1]) - ord("a") + 1)
            if found := self._numbers.get((*parts[:-1], place)):
                return found
        parents = self._numbers.get(parts[:-1]) or self._labels.get(f"law {'.'.join(parts[:-1])}", [])
        return [
            child
            for parent in parents[:_MOST_SUGGESTED]
            for child in self.children[parent.id]
            if child.number and key(child.number) == parts[-1:]
        ]


def anchor_key(anchor: str) -> str:
    """What spellings of one anchor share: "Sec_x", "sec-x" and "#sec x"."""
    return _NO_LETTER.sub("-", anchor.lower()).strip("-")


def anchor_keys(name: str) -> tuple[str, str]:
    """The anchors that a name may have: marks as dashes, and marks left out ("55-regroup-phase")."""
    return anchor_key(name), anchor_key(re.sub(r"[^\w\s-]", "", name))


def best_kind(entries: Iterable[Entry]) -> list[Entry]:
    """Those of the entries whose kind one would cite first."""
    found = list(entries)
    first = min((_KIND_ORDER.get(entry.kind, 9) for entry in found), default=0)
    return [entry for entry in found if _KIND_ORDER.get(entry.kind, 9) == first]


@lru_cache(maxsize=4096)
def _label_key(cue: str, number: str) -> str:
    """The name of a label; the same few are asked for all over a text, in every language."""
    return name_key(f"{cue} {number}")


def _keep(called_so: list[Entry], entry: Entry) -> None:
    if len(called_so) < MOST_OF_ONE_NAME:
        called_so.append(entry)


def _distinct(entries: Iterable[Entry]) -> list[Entry]:
    return list({entry.id: entry for entry in entries}.values())
