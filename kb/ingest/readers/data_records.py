"""Which rules are in a tree whose records print their numbers, names, questions or terms themselves?"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from kb.ingest.editions import find_date
from kb.ingest.layout.features import ENDED
from kb.ingest.readers.collect import Collector
from kb.ingest.readers.data_keys import NAME, OURS, SCHEMA, Parts, label_of, terms_of
from kb.ingest.readers.data_tree import Value, row_of
from kb.ingest.readers.data_wrappers import leave_out, says_edition
from kb.ingest.readers.markdown_forms import slug_of
from kb.ingest.thresholds import LONGEST_NOTE
from kb.ingest.titles import speaks_of_terms

Say = Callable[..., None]

_LEADS = (
    (re.compile(r"(?:examples?|beispiele?|exemples?|ejemplos?|esemp[io]+)$", re.IGNORECASE), "Example: "),
    (re.compile(r"(?:notes?|hinweise?|anmerkung(?:en)?|remarques?|notas?)$", re.IGNORECASE), "Note: "),
)
# "row", "cells": what holds the cells of a table, not records
_ROW = re.compile(r"rows?|cells?|col(?:umn)?s?|tr", re.IGNORECASE)
# "desc", "body", "rule_text": a list of texts below such a key is one text in paragraphs
_PARAGRAPHS = re.compile(
    r"(?:[a-z]+[_-])?(?:desc(?:ription)?|text|body|content|paragraphs|definition|explanation|meaning|rules[_-]text"
    r"|beschreibung|inhalt|texte|contenu|descripción|contenido|testo|descrizione)",
    re.IGNORECASE,
)
_LISTS = ("list", "ul", "ol", "bullets", "bulleted", "unordered", "ordered")
"""What a record calls itself whose texts are items, whatever their key says."""
# "gate.png": a picture beside the words
_PICTURE = re.compile(r"[^\n]{1,200}\.(?:png|jpe?g|gif|svg|webp)", re.IGNORECASE)
_HOLDERS = frozenset(
    [
        *("content", "contents", "children", "subsections", "paragraphs", "body", "elements", "blocks"),
    ]
)
"""Keys that only say that something is inside."""
_WIDE = 3
_SEPARATED = re.compile(r"[_-]+|(?<=[a-z])(?=[A-Z])")


@dataclass(slots=True)
class _Record:
    """A record while its parts are said."""

    told: Value | None
    """What holds its number."""

    title: Value | None
    term: Value | None
    question: Value | None
    number: str = ""
    """Until it is said."""

    above: str = ""
    below: str = ""
    """The numbers of the rule that holds it, and of the rule that holds what is in it."""

    level: int = 1
    since: int = 0
    listed: bool = False
    lead: str = ""
    mark: str = ""
    """What is printed before its texts: as the key that holds it says, and as an item of a rule."""

    answered: bool = False

    @property
    def called(self) -> Value | None:
        """What it asks or is called."""
        return self.question or self.term or self.title

    def taken(self) -> tuple[str | None, int]:
        """Its number and the line of it, for the first of its texts only."""
        number, since, self.number, self.since = self.number or None, self.since, "", 0
        return number, since

    def answer(self) -> str:
        """The mark of the first answer to its question."""
        return "A." if self.question and not self.answered else ""


class Records:
    """One walk over a tree of records."""

    def __init__(self, found: Collector, parts: Parts, say: Say, *, are_counted: bool = False) -> None:
        self.found = found
        self.parts = parts
        self.say = say
        self.title = ""
        self.edition: str | None = None
        self.linked = False
        self.are_counted = are_counted  # by their position
        self.depth = 0  # of the items that are open
        self.in_term = False
        self.answers = ""  # the mark of the first answer to a question, until it is said

    def read(self, root: Value) -> None:
        """Add the stretches of all records; the root may say what the text is called and which edition it is."""
        self.related = Related(root, self.parts)
        self.terms = terms_of(root, self.parts)
        self.linked = any(
            "](#" in (part.text or "") for mapping in root.mappings() for _, part in mapping.pairs
        )
        lists = [key for key, part in root.pairs if part.text is None]
        self._say_what_it_is(root, titled=bool(lists))
        if lists and not any(key in self.parts.numbers or key == NAME for key, _ in root.pairs):
            self._headed(root, 1, named=len(lists) > 1)
        else:
            self.value(root, "", 1, "")

    def _say_what_it_is(self, root: Value, titled: bool) -> None:
        """The title and edition that a tree tells of itself."""
        for key, part in root.pairs:
            if part.text and key in self.parts.titles and titled:
                self.title = " ".join(part.text.split())
            elif part.text and says_edition(key):
                self.edition = find_date(part.text) or part.text.strip()

    def _headed(self, value: Value, level: int, named: bool) -> None:
        """The lists of a mapping, each under its key where there are several."""
        for key, part in value.pairs:
            if part.text is not None:
                self._scalar(key, part, level)
                continue
            if (is_history := _is_history(key, part)) or not self._prints(part):
                self.found.drop(part.key_line, "markup", key)
                leave_out(part, self.found, "history" if is_history else "metadata")
                continue
            names_terms = speaks_of_terms(_worded(key))
            is_printed = (named and key.lower() not in _HOLDERS) or not SCHEMA.fullmatch(key)
            if is_printed or names_terms:
                self.found.add(_worded(key), part.key_line, part.key_line, heading=level)
            else:
                self.found.drop(part.key_line, "markup", key)
            self.value(part, "", level + (is_printed or names_terms), key)

    def _prints(self, value: Value) -> bool:
        """Whether anything in a value is for readers: `{"version": "2.1", "lang": "en"}` is not."""
        if value.text is not None:
            return _is_said(value.text)
        named = self.parts.titles | self.parts.terms | self.parts.questions | self.parts.numbers
        inside = (key in named or self._prints(part) for key, part in value.pairs)
        return any(inside) or any(map(self._prints, value.items))

    def value(self, value: Value, above: str, level: int, key: str) -> None:
        """A record, a list of them, or a text in a list; `above` is the number of the rule that holds it."""
        if value.pairs and _ROW.fullmatch(value.pairs[0][0]) and (row := row_of(value)):
            self.found.add("\t".join(row), value.first, value.last, role="row")
            return
        if value.text is not None:
            lead = _lead(key)
            if lead or _is_said(value.text):
                is_item = not lead and not _PARAGRAPHS.fullmatch(key)
                self.say(value, mark=self.answers or ("-" if is_item else ""), lead=lead, depth=self.depth)
                self.answers = ""
            else:
                self.found.drop(value.first, "metadata", value.text)
        elif value.pairs:
            self._record(value, above, level, key)
        for item in value.items:
            self.value(item, above, level, key)

    def _record(self, value: Value, above: str, level: int, key: str) -> None:
        held = {name: part for name, part in value.pairs if part.text}
        record = self._opened(held, above, level, is_term=id(value) in self.terms)
        if not (record.called or record.number):
            record.lead = _lead(key)
            record.mark = "-" if above and self.are_counted and not record.lead else ""
        self.depth += bool(record.mark)
        outside, self.in_term = self.in_term, self.in_term or bool(record.term and not record.question)
        self._anchored(record, held)
        self._headline(record, outside)
        for name, part in value.pairs:
            self._key(name, part)
            if part not in (record.told, record.title, record.term, record.question):
                self._part(record, name, part)
        self.depth -= bool(record.mark)
        self.in_term = outside

    def _anchored(self, record: _Record, held: dict[str, Value]) -> None:
        """The ids and names of a record, before its title: links to a record lead to the whole of it."""
        for part in (part for name, part in held.items() if name in self.parts.ids):
            self.found.anchor(part.text or "")
        if self.linked and record.called:
            self._named(record.called.text or "")

    def _opened(self, held: dict[str, Value], above: str, level: int, *, is_term: bool) -> _Record:
        """A record by the texts that it holds."""
        parts = self.parts
        told = None if is_term else _first(held, parts.numbers)
        title, term = _first(held, parts.titles), _first(held, parts.terms)
        number = _joined(above, label_of(told.text or "")) if told else ""
        return _Record(
            told=told,
            title=title,
            term=term or (title if is_term else None),
            question=_first(held, parts.questions),
            number=number,
            above=above,
            below=number or above,
            level=level,
            since=told.first if told else 0,
            listed=any((part.text or "").strip().lower() in _LISTS for part in held.values()),
        )

    def _headline(self, record: _Record, in_term: bool) -> None:
        """What a record is called or asks."""
        if record.question:
            self.say(record.question, mark="Q.")
        elif record.term:
            self.say(record.term, heading=min(record.level, 6), role="term")
        elif record.title and in_term:
            self.say(record.title, mark="-")  # a heading would end the term
        elif record.title:
            heading = min(record.level + bool(record.number), 6)  # chapters without rules are the first level
            number, since = record.taken()
            self.say(record.title, heading=heading, number=number, holder=record.above, since=since)
            record.level += 1

    def _part(self, record: _Record, name: str, part: Value) -> None:
        """A text, a list or a mapping that a record holds besides what it is called."""
        if pointer := self.related.pointer(name, part):
            self.say(pointer)
        elif part.text is None:
            self._inner(record, name, part)
        elif name in self.parts.ids:
            self.found.drop(part.first, "id", part.text)
        elif record.called and part.text.strip() in (record.called.text or ""):
            self.found.drop(part.first, "printed twice", part.text)
        elif name in self.parts.texts and part.text.strip() and not _PICTURE.fullmatch(part.text.strip()):
            mark, (number, since) = record.answer() or record.mark, record.taken()
            lead, depth = _lead(name) or record.lead, max(0, self.depth - 1)
            self.say(part, mark=mark, number=number, holder=record.above, lead=lead, since=since, depth=depth)
            record.answered = True
        else:
            self._scalar(name, part, record.level)

    def _inner(self, record: _Record, name: str, part: Value) -> None:
        """A list or a mapping that a record holds."""
        if _is_history(name, part):
            leave_out(part, self.found, "history")
        elif record.called and _says_again(part, record.called):
            for item in part.items:
                self.found.drop(item.first, "printed twice", item.text or "")
        elif record.number and _is_body(name, part):
            number, since = record.taken()
            self.say(part.items[0], number=number, holder=record.above, since=since)
            for paragraph in part.items[1:]:
                self.value(paragraph, record.below, record.level, name)
        else:
            self.answers = record.answer()
            self.value(part, record.below, record.level, "" if record.listed else name)
            record.answered, self.answers = record.answered or bool(record.question and part.items), ""

    def _named(self, words: str) -> None:
        """The names by which links of the texts may point at a record: `#Set-a-Flag`, `#set-a-flag`."""
        for name in ("-".join(words.split()), slug_of(words)):
            self.found.anchor(name)

    def _key(self, name: str, part: Value) -> None:
        if name not in (*OURS, ""):
            self.found.drop(part.key_line, "markup", name)

    def _scalar(self, key: str, part: Value, level: int) -> None:
        """A text that is none of the rules: a version, a colour; a sentence at the top is an introduction."""
        self.found.drop(part.key_line, "markup", key)
        if key in self.parts.texts and (part.text or "").count(" ") > 3:
            self.say(part)
        else:
            self.found.drop(part.first, "metadata", part.text or "")


# "history", "change_log", "Revisions"
_HISTORY = re.compile(
    r"history|histor\w{2,5}|changes|change_?logs?|revisions?|verlauf|änderungen|cambios", re.IGNORECASE
)


def _is_said(words: str) -> bool:
    """Whether a text is for readers: words, or a word that ends as a sentence does."""
    bare = words.strip()
    return " " in bare or (bool(ENDED.search(bare)) and bare[:1].isupper())


def _says_again(value: Value, called: Value) -> bool:
    """Whether a list holds nothing but the parts of a name: `"KeyParts": ["You", "Your"]` beside `You, Your`."""
    name = (called.text or "").casefold()
    return bool(value.items) and all(item.text and item.text.casefold() in name for item in value.items)


def _is_history(key: str, value: Value) -> bool:
    """Whether a list tells when a record was changed, `"history": [{"date": "2021-03-04", "change": "New."}]`."""
    dated = (
        {part.text and find_date(part.text) for _, part in item.pairs} - {None, ""} for item in value.items
    )
    return bool(_HISTORY.fullmatch(key)) and bool(value.items) and all(dated)


def _is_body(key: str, value: Value) -> bool:
    """Whether a list holds the paragraphs of one text, `"body": ["…", "…"]`: a rule's number is that of the first."""
    return bool(_PARAGRAPHS.fullmatch(key)) and bool(value.items) and bool(value.items[0].text)


def _first(held: dict[str, Value], keys: frozenset[str]) -> Value | None:
    return next((part for name, part in held.items() if name in keys), None)


def _joined(above: str, own: str) -> str:
    """The number of a rule below another: `2` below `1` is 1.2, `a` is 1a; one that says it all stays as it is."""
    is_wide = len(own) >= _WIDE and own.isdigit()  # 702 in part 7, 101 in chapter 100
    if not own or not above or is_wide or re.search(r"[.-]", own) or _goes_on(above, own):
        return own or above
    return f"{above}.{own}" if own.isdigit() else f"{above}{own}"


def _goes_on(above: str, own: str) -> bool:
    """Whether a number begins with that of the rule above and counts no higher: `1e1` in `1e`, `A2` in `A`."""
    return own.startswith(above) and not own[len(above) - 1 : len(above) + 1].isdigit()


def _lead(key: str) -> str:
    return next((lead for pattern, lead in _LEADS if pattern.match(key)), "")


def _worded(key: str) -> str:
    """A key as people write it: `timingSteps`, `timing_steps` → `Timing steps`."""
    words = " ".join(_SEPARATED.sub(" ", key).split())
    return words[:1].upper() + words[1:]


# "see", "seeAlso", "related_terms", "crossReferences", "siehe auch"
_KEY = re.compile(
    r"(?:see|see[_ ]?also|related(?:[_ ]?(?:terms|entries|rules|keywords|to))?|cross[_ ]?ref(?:erence)?s"
    r"|rule|siehe(?:[_ ]?auch)?|voir(?:[_ ]?aussi)?)",
    re.IGNORECASE,
)
_POINTS = re.compile(r"see|related|siehe|voir", re.IGNORECASE)


class Related:
    """The records of a tree by what others call them: their ids, keys, names and numbers."""

    def __init__(self, root: Value, parts: Parts) -> None:
        self._called: dict[str, str] = {}
        for mapping in root.mappings():
            for key, part in mapping.pairs:
                if named := _named(part, parts):
                    self._called.setdefault(_folded(key), named)
            if named := _named(mapping, parts):
                for key, part in mapping.pairs:
                    if part.text and key in parts.ids | parts.titles | parts.terms:
                        self._called.setdefault(_folded(part.text), named)
            for key, part in mapping.pairs:
                if part.text and key in parts.numbers and (label := label_of(part.text)):
                    self._called.setdefault(_folded(part.text), f"rule {label}")

    def pointer(self, key: str, value: Value) -> Value | None:
        """A paragraph that points at all records that a value names; None if it does not name records only."""
        texts = [part.text or "" for part in value.items] or [value.text or ""]
        named = [self._called.get(_folded(words)) or _printed(key, words) for words in texts]
        if not _KEY.fullmatch(key) or not all(named):
            return None
        return Value(value.first, value.last, text=f"See also: {', '.join(named)}.")


def _named(mapping: Value, parts: Parts) -> str:
    """What a record is called."""
    keys = parts.titles | parts.terms
    return next((part.text.strip() for key, part in mapping.pairs if key in keys and part.text), "")


def _printed(key: str, words: str) -> str:
    """A name that no record has, where it is written as people write names: "Charge, Herd"."""
    is_name = words[:1].isupper() and len(words) <= LONGEST_NOTE and not ENDED.search(words)
    return words if is_name and _POINTS.match(key) else ""


def _folded(words: str) -> str:
    return re.sub(r"[\W_]+", " ", words).casefold().strip()
