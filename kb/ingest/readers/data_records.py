"""Which rules are in a tree of records? One walk says what each is called, what it says and what it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from kb.ingest.document import BULLET_SIGNS, BULLETS
from kb.ingest.layout.features import BULLET, ENDED, is_row
from kb.ingest.readers.collect import Collector
from kb.ingest.readers.data_keys import SCHEMA, label_of, says
from kb.ingest.readers.data_tree import Value
from kb.ingest.readers.inline import read_inline
from kb.ingest.readers.markdown_forms import slug_of
from kb.ingest.readers.own_marks import read_own_marks
from kb.ingest.thresholds import DEEPEST_HEADING, FEW_WORDS, HUNDREDS
from kb.ingest.titles import speaks_of_terms

OURS = frozenset(["(name)", "(number)", "(term)", "(words)", ""])
"""Keys of what stood before a colon in a mapping of rules by name or by number, and of what stood after it."""
_LEADS = {"example": "Example: ", "note": "Note: ", "see": "See also: "}
"""What is printed before a text, by what its key says."""


def worded(key: str) -> str:
    """A key as people write it: `timingSteps`, `timing_steps` → `Timing steps`."""
    words = " ".join(re.sub(r"[_-]+|(?<=[a-z])(?=[A-Z])", " ", key).split())
    return words[:1].upper() + words[1:]


def leave_out(value: Value, found: Collector, reason: str = "metadata") -> None:
    """Leave out all that a value holds: none of it is printed."""
    for each in value.walk():
        found.drop(each.first, reason, each.text or "")
        for key, part in each.pairs:
            found.drop(part.key_line, "markup", key)


class _Place(NamedTuple):
    """Where in the tree something stands."""

    number: str = ""
    """Of the rule that holds it."""

    level: int = 1
    """Of the next heading."""

    depth: int = 0
    """Of the items that hold it."""

    in_term: bool = False
    key: str = ""


@dataclass(slots=True)
class _Next:
    """What the next paragraph gets besides its words: the number and the mark of the record that it begins."""

    number: str | None = None
    holder: str = ""
    since: int = 0
    mark: str = ""


class Records:
    """One walk over a tree of records."""

    def __init__(self, found: Collector, *, are_counted: bool) -> None:
        self.found = found
        self.are_counted = are_counted  # by their position
        self.next = _Next()

    def read(self, root: Value) -> None:
        """Add the stretches of all records."""
        lists = sum(part.text is None for _, part in root.pairs)
        if lists and not any(part.role == "number" or key == "(name)" for key, part in root.pairs):
            root.pairs = [(key, self._headed(key, part, named=lists > 1)) for key, part in root.pairs]
        self._value(root, _Place())

    def _headed(self, key: str, part: Value, named: bool) -> Value:
        """A list of the outermost mapping as a record that its key heads, if there are several; few words are facts."""
        is_heading = (named and not says(key, "holder")) or not SCHEMA.fullmatch(key)
        if part.text is not None:
            part.role = "text" if part.role == "text" and len(part.text.split()) > FEW_WORDS else ""
        elif not _prints(part):
            leave_out(part, self.found)
            return Value(part.first, part.last, part.key_line, text="")
        elif is_heading or speaks_of_terms(worded(key)):
            title = Value(part.key_line, part.key_line, text=worded(key), role="title")
            return Value(part.first, part.last, pairs=[("(name)", title), (key, replace(part, key_line=0))])
        return part

    def _value(self, value: Value, place: _Place) -> None:
        """A record, a list of them, or a text in a list."""
        if row := _row_of(value):
            self.found.add("\t".join(row), value.first, value.last, role="row")
        elif value.pairs:
            self._record(value, place)
        elif value.text is not None:
            lead, is_body = _lead(place.key), says(place.key, "text")
            is_name = bool(lead) and value.text[:1].isupper()
            if is_name or (is_body and self.next.number) or _is_said(value.text):
                self._say(value, place, mark="" if lead or is_body else "-", lead=lead)
            else:
                self.found.drop(value.first, "metadata", value.text)
        for item in value.items:
            self._value(item, place)

    def _record(self, value: Value, place: _Place) -> None:
        """What a record is called, what it says and what it holds, in the order of the source."""
        told, asked, called = value.of("number"), value.of("question"), value.of("term", "title")
        self._keys(value)
        is_named = bool(told or asked or called)
        lead = "" if is_named else _lead(place.key)
        inner = self._headline(told, asked, called, place) if is_named else self._item(place, lead)
        for name, part in value.pairs:
            if part in (told, asked, called):
                continue
            if _says_again(part, asked or called):
                leave_out(part, self.found, "printed twice")
            elif part.text is None:
                self._value(part, inner._replace(key=name))
            elif part.role == "text":
                self._say(part, place, lead=_lead(name) or lead)
            else:
                self.found.drop(part.first, "id" if part.role == "id" else "metadata", part.text)
        if inner is not place:
            self.next = _Next()

    def _keys(self, value: Value) -> None:
        """The names by which links may point at a record: its ids, and `#Set-a-Flag`, `#set-a-flag`."""
        for key, part in value.pairs:
            self.found.drop(part.key_line, "markup", "" if key in OURS else key)
            if part.role == "id":
                self.found.anchor(part.text or "")
        words = value.name.split()
        self.found.anchor("-".join(words))
        self.found.anchor(slug_of(" ".join(words)))

    def _item(self, place: _Place, lead: str) -> _Place:
        """What is in a record without a name: below a rule that its position numbers it is an item."""
        if not place.number or not self.are_counted or lead or self.next.number:
            return place
        self.next.mark = self.next.mark or "-"
        return place._replace(depth=place.depth + 1)

    def _headline(
        self, told: Value | None, asked: Value | None, called: Value | None, place: _Place
    ) -> _Place:
        """What a record is called and asks; its number goes to its title, or waits for its first words."""
        number = _joined(place.number, label_of(told.text or "")) if told else ""
        waiting = _Next(number or None, place.number, told.first if told else 0)
        level, in_term, self.next = place.level, place.in_term, _Next()
        if called and called.role == "term":
            self._say(called, place, heading=level, role="term")
            in_term = True
        elif called and in_term:
            self._say(called, place, mark="-")  # a heading would end the term
        elif called:
            self.next = waiting
            self._say(
                called, place, heading=level + bool(number)
            )  # chapters without rules are the first level
            waiting, level = self.next, level + 1
        if asked:
            self.next = _Next()
            self._say(asked, place, mark="Q.")
            waiting.mark = "A."
        self.next = waiting
        return place._replace(number=number or place.number, level=level, in_term=in_term)

    def _say(
        self,
        value: Value,
        place: _Place,
        *,
        heading: int = 0,
        mark: str = "",
        lead: str = "",
        role: str = "paragraph",
    ) -> None:
        """The paragraphs of a text, each of its lines one; what waits for the next words goes to the first."""
        for line, first, last, printed, deeper in lines_of(value):
            if is_row(line):
                self.found.add(line, first, last, role="row")
                continue
            if hashes := _HEADING.match(line):
                heading = heading or DEEPEST_HEADING
            words = read_inline(lead + line[hashes.end() if hashes else 0 :].strip(), self.found, first)
            if not words:
                continue
            told, self.next = self.next, _Next()
            self.found.add(
                read_own_marks(words, self.found),
                min(told.since or first, first),
                max(told.since, last),
                mark=printed or told.mark or mark,
                heading=min(heading, DEEPEST_HEADING),
                depth=place.depth + deeper,
                number=told.number,
                holder=told.holder if told.number else "",
                role=role,
            )
            heading, mark, lead, role = 0, "", "", "paragraph"


# "<p>", "</li>", "<br />": HTML that parts the paragraphs of a text
_BLOCK = re.compile(
    r"</?(?P<name>p|div|br|hr|ul|ol|li|h[1-6]|table|thead|tbody|tr|td|th|blockquote|section|dl|dt|dd)\b[^<>]{0,300}>",
    re.IGNORECASE,
)
# "## Drawing"
_HEADING = re.compile(r"#{1,6}\s+(?=\S)")
# "1. ", "12) ": an item of a list that counts
_COUNTED = re.compile(r"^(\d{1,2})[.)]\s+(?=\S)", re.MULTILINE)
_ITEM = re.compile(rf"(\s*)([{BULLET_SIGNS}]|(?<!\s)\d{{1,2}}[.)])\s+(?=\S)")


def lines_of(value: Value) -> Iterator[tuple[str, int, int, str, bool]]:
    """The lines of a text: words, where they stand, mark, and whether it is an item below the one above.

    Numbers are marks where they count on from 1; a bullet between them belongs to the number above it.
    """
    text = _BLOCK.sub(_broken, (value.text or "").strip("\n"))
    lines = text.split("\n")
    by_line = value.by_line and len(lines) == value.last - value.first
    least = min((len(bullet[1]) for bullet in map(BULLET.match, lines) if bullet), default=0)
    marks, in_item = _ITEM if _COUNTED.findall(text)[:2] == ["1", "2"] else BULLET, False
    for at, line in enumerate(lines, 1):
        first, last = (value.first + at, value.first + at) if by_line else (value.first, value.last)
        item = marks.match(line)
        if item is None:
            in_item = False
            yield line, first, last, "", False
            continue
        is_bullet = item[2] in BULLETS
        deeper = is_bullet and (in_item or len(item[1]) > least + 1)
        in_item = in_item or not is_bullet
        yield line[item.end() :], first, last, item[2], deeper


def _broken(tag: re.Match[str]) -> str:
    """What a tag of HTML between paragraphs does: it breaks the line, parts cells, begins an item."""
    name, closes = tag["name"].lower(), tag[0].startswith("</")
    if name in ("td", "th"):
        return "\t" if closes else ""
    return "\n- " if name == "li" and not closes else "\n"


def _says_again(part: Value, called: Value | None) -> bool:
    """Whether a part holds nothing but words of what its record is called: `"KeyParts": ["You", "Your"]`."""
    words = (called.text or "").casefold() if called else ""
    texts = [(each.text or "").casefold() for each in part.items or [part]]
    return bool(words) and all(text and text in words for text in texts)


def _row_of(value: Value) -> list[str]:
    """The cells of a row of a table: a mapping that has no text of its own, only a list of texts."""
    if len(value.pairs) != 1 or not says(value.pairs[0][0], "cells"):
        return []
    items = value.pairs[0][1].items
    texts = ([each.text for each in item.walk() if each.text is not None] for item in items)
    return [" ".join(cells[-1].split()) for cells in texts if cells] * all(map(Value.is_flat, items))


def _is_said(words: str) -> bool:
    """Whether a text is for readers: words, or a word that ends as a sentence does."""
    bare = words.strip()
    return " " in bare or (bool(ENDED.search(bare)) and bare[:1].isupper())


def _prints(value: Value) -> bool:
    """Whether anything in a value is for readers: `{"version": "2.1", "lang": "en"}` is not."""
    return any(
        _is_said(each.text) if each.text is not None else each.of("title", "term", "question", "number")
        for each in value.walk()
    )


def _joined(above: str, own: str) -> str:
    """The number of a rule below another: `2` below `1` is 1.2, `a` is 1a; one that says it all stays as it is."""
    is_wide = len(own) >= HUNDREDS and own.isdigit()  # 702 in part 7, 101 in chapter 100
    goes_on = (
        own.startswith(above) and not own[len(above) - 1 : len(above) + 1].isdigit()
    )  # 1e1 in 1e, A2 in A
    if not own or not above or is_wide or goes_on or re.search(r"[.-]", own):
        return own or above
    return f"{above}.{own}" if own.isdigit() else f"{above}{own}"


def _lead(key: str) -> str:
    return next((lead for kind, lead in _LEADS.items() if says(key, kind)), "")
