"""Which rules are in a tree of records? One walk says what each is called, what it says and what it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from kb.ingest.document import BULLET_SIGNS, BULLETS
from kb.ingest.layout.features import BULLET, ENDED, is_row
from kb.ingest.readers.collect import Collector
from kb.ingest.readers.data_keys import SCHEMA, ends, folded, label_of, says
from kb.ingest.readers.data_tree import Value
from kb.ingest.readers.inline import read_inline
from kb.ingest.readers.markdown_forms import slug_of
from kb.ingest.readers.own_marks import read_own_marks
from kb.ingest.thresholds import DEEPEST_HEADING, FEW_WORDS, HUNDREDS, LONGEST_NOTE
from kb.ingest.titles import speaks_of_terms

OURS = frozenset(["(name)", "(number)", "(term)", "(words)", ""])
"""Keys of what stood before a colon in a mapping of rules by name or by number, and of what stood after it."""
# "gate.png": a picture beside the words
_PICTURE = re.compile(r"[^\n]{1,200}\.(?:png|jpe?g|gif|svg|webp)", re.IGNORECASE)


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


@dataclass(slots=True)
class _Next:
    """What the next paragraph gets besides its words: the number and the mark of the record that it begins."""

    number: str | None = None
    holder: str = ""
    since: int = 0
    mark: str = ""


class _Record:
    """A record while its parts are said."""

    def __init__(self, value: Value, above: str, level: int) -> None:
        self.told, self.asked = value.of("number"), value.of("question")
        self.called = value.of("term", "title")
        self.is_named = bool(self.told or self.asked or self.called)
        self.number = _joined(above, label_of(self.told.text or "")) if self.told else ""
        self.below = self.number or above  # the number of the rule that holds what is in it
        self.level = level
        self.lead = ""  # what is printed before its texts, as the key that holds it says
        self.is_item = False
        self.is_list = any(says(part.text or "", "a list") for _, part in value.pairs)

    def says_again(self, part: Value) -> bool:
        """Whether a part holds nothing but words of what the record is called: `"KeyParts": ["You", "Your"]`."""
        called = self.asked or self.called
        texts = [each.text or "" for each in (*part.items, part)][: len(part.items) or 1]
        return called is not None and all(
            text and text.casefold() in (called.text or "").casefold() for text in texts
        )


class Records:
    """One walk over a tree of records."""

    def __init__(self, found: Collector, *, are_counted: bool) -> None:
        self.found = found
        self.are_counted = are_counted  # by their position
        self.depth = 0  # of the items that are open
        self.in_term = False
        self.next = _Next()

    def read(self, root: Value) -> None:
        """Add the stretches of all records."""
        lists = sum(1 for _, part in root.pairs if part.text is None)
        if lists and not any(part.role == "number" or key == "(name)" for key, part in root.pairs):
            root.pairs = [(key, self._headed(key, part, named=lists > 1)) for key, part in root.pairs]
        self.value(root, "", 1, "")

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

    def value(self, value: Value, above: str, level: int, key: str) -> None:
        """A record, a list of them, or a text in a list; `above` is the number of the rule that holds it."""
        if row := _row_of(value):
            self.found.add("\t".join(row), value.first, value.last, role="row")
        elif value.pairs:
            self._record(value, above, level, key)
        elif value.text is not None:
            lead, is_body = _lead(key), ends(key, "text")
            if lead or (is_body and self.next.number) or _is_said(value.text):
                self.say(value, mark="" if lead or is_body else "-", lead=lead)
            else:
                self.found.drop(value.first, "metadata", value.text)
        for item in value.items:
            self.value(item, above, level, key)

    def _record(self, value: Value, above: str, level: int, key: str) -> None:
        """What a record is called, what it says and what it holds, in the order of the source."""
        record = _Record(value, above, level)
        self._anchor(value, record.called)
        outside = self.in_term
        if record.is_named:
            self._headline(record, above)
        else:
            record.lead = _lead(key)
            record.is_item = bool(above and self.are_counted) and not (record.lead or self.next.number)
            self.next.mark = self.next.mark or ("-" if record.is_item else "")
        for name, part in value.pairs:
            self.found.drop(part.key_line, "markup", "" if name in OURS else name)
            if part not in (record.told, record.asked, record.called):
                self._part(record, name, part)
        if record.is_named or record.is_item:
            self.next, self.in_term = _Next(), outside

    def _anchor(self, value: Value, called: Value | None) -> None:
        """The names by which links may point at a record: its ids, and `#Set-a-Flag`, `#set-a-flag`."""
        for _, part in value.pairs:
            if part.role == "id":
                self.found.anchor(part.text or "")
        if called:
            words = (called.text or "").split()
            self.found.anchor("-".join(words))
            self.found.anchor(slug_of(" ".join(words)))

    def _headline(self, record: _Record, above: str) -> None:
        """What a record is called and asks; its number goes to its title, or waits for its first words."""
        told, called = record.told, record.called
        waiting = _Next(record.number or None, above, told.first if told else 0)
        self.next = _Next()
        if called and called.role == "term":
            self.say(called, heading=min(record.level, DEEPEST_HEADING), role="term")
            self.in_term = True
        elif called and self.in_term:
            self.say(called, mark="-")  # a heading would end the term
        elif called:
            self.next = waiting
            level = record.level + bool(record.number)  # chapters without rules are the first level
            self.say(called, heading=min(level, DEEPEST_HEADING))
            record.level += 1
            waiting = self.next
        if record.asked:
            self.next = _Next()
            self.say(record.asked, mark="Q.")
            waiting.mark = "A."
        self.next = waiting

    def _part(self, record: _Record, name: str, part: Value) -> None:
        """A text, a list or a mapping that a record holds besides what it is called."""
        words = (part.text or "").strip()
        if record.says_again(part):
            leave_out(part, self.found, "printed twice")
        elif part.text is None:
            self.depth += record.is_item
            self.value(part, record.below, record.level, "" if record.is_list else name)
            self.depth -= record.is_item
        elif part.role == "text" and words and not _PICTURE.fullmatch(words):
            self.say(part, lead=_lead(name) or record.lead)
        else:
            self.found.drop(part.first, "id" if part.role == "id" else "metadata", words)

    def say(
        self, value: Value, *, heading: int = 0, mark: str = "", lead: str = "", role: str = "paragraph"
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
                heading=heading,
                depth=self.depth + deeper,
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


def _row_of(value: Value) -> list[str]:
    """The cells of a row of a table: a mapping that has no text of its own, only a list of texts."""
    if len(value.pairs) != 1 or not says(value.pairs[0][0], "cells"):
        return []
    items = value.pairs[0][1].items
    texts = ([each.text for each in item.walk() if each.text is not None] for item in items)
    return [" ".join(cells[-1].split()) for cells in texts if cells] * all(item.is_flat for item in items)


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
    if not own or not above or is_wide or re.search(r"[.-]", own) or _goes_on(above, own):
        return own or above
    return f"{above}.{own}" if own.isdigit() else f"{above}{own}"


def _goes_on(above: str, own: str) -> bool:
    """Whether a number begins with that of the rule above and counts no higher: `1e1` in `1e`, `A2` in `A`."""
    return own.startswith(above) and not own[len(above) - 1 : len(above) + 1].isdigit()


def _lead(key: str) -> str:
    return "Example: " if says(key, "example") else "Note: " if says(key, "note") else ""


def point_at_records(root: Value) -> None:
    """What names records only, by their ids, keys, names or numbers, becomes a paragraph that points at them."""
    known: dict[str, str] = {}
    for mapping in root.mappings():
        for key, part in mapping.pairs:
            words, called = (part.text or "", _called(mapping, part)) if part.text else (key, _name(part))
            if folded(words) and called:
                known.setdefault(folded(words), called)
    for mapping in root.mappings():
        mapping.pairs = [(key, _pointer(key, part, known)) for key, part in mapping.pairs]


def _called(mapping: Value, part: Value) -> str:
    """What a record is called that goes by a text of its own."""
    if part.role == "number":
        return f"rule {label}" if (label := label_of(part.text or "")) else ""
    return _name(mapping) if part.role in ("id", "title", "term") else ""


def _pointer(key: str, value: Value, known: Mapping[str, str]) -> Value:
    """A paragraph that points at all records that a value names; else the value."""
    if not says(key, "see", "points"):
        return value
    texts = [item.text or "" for item in value.items] or [value.text or ""]
    named = [known.get(folded(each)) or (_printed(each) if says(key, "see") else "") for each in texts]
    words = f"See also: {', '.join(named)}."
    return replace(value, text=words, role="text", items=[], pairs=[]) if all(named) else value


def _name(mapping: Value) -> str:
    """What a record is called."""
    part = mapping.of("title", "term")
    return (part.text or "").strip() if part else ""


def _printed(words: str) -> str:
    """A name that no record has, where it is written as people write names: "Charge, Herd"."""
    is_name = words[:1].isupper() and len(words) <= LONGEST_NOTE and not ENDED.search(words)
    return words if is_name else ""
