"""Which rules are in a tree whose records print their numbers, names, questions or terms themselves?"""

from __future__ import annotations

import re
from collections.abc import Callable

from kb.ingest.editions import find_date
from kb.ingest.formats.collect import Collector
from kb.ingest.formats.markdown_headings import slug_of
from kb.ingest.formats.tree import Value, row_of
from kb.ingest.formats.tree_keys import NAME, OURS, SCHEMA, Parts, label_of
from kb.ingest.formats.tree_meta import says_edition
from kb.ingest.formats.tree_related import Related
from kb.ingest.formats.tree_terms import terms_of
from kb.ingest.formats.tree_wrappers import leave_out
from kb.ingest.layout import ENDED
from kb.ingest.words.announcing import speaks_of_terms

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


class Records:
    """One walk over a tree of records."""

    def __init__(self, found: Collector, parts: Parts, say: Say) -> None:
        self.found = found
        self.parts = parts
        self.say = say
        self.title = ""
        self.edition: str | None = None
        self.linked = False
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
        for key, part in root.pairs:
            if part.text and key in self.parts.titles and lists:
                self.title = " ".join(part.text.split())
            elif part.text and says_edition(key):
                self.edition = find_date(part.text) or part.text.strip()
        if lists and not any(key in self.parts.numbers or key == NAME for key, _ in root.pairs):
            self._headed(root, 1, named=len(lists) > 1)
        else:
            self.value(root, "", 1, "")

    def _headed(self, value: Value, level: int, named: bool) -> None:
        """The lists of a mapping, each under its key where there are several."""
        for key, part in value.pairs:
            if part.text is not None:
                self._scalar(key, part, level)
                continue
            if not self._prints(part):
                self.found.drop(part.key_line, "markup", key)
                leave_out(part, self.found)
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
                self.say(value, mark=self.answers or ("-" if is_item else ""), lead=lead, depth=0)
                self.answers = ""
            else:
                self.found.drop(value.first, "metadata", value.text)
        elif value.pairs:
            self._record(value, above, level, key)
        for item in value.items:
            self.value(item, above, level, key)

    def _record(self, value: Value, above: str, level: int, key: str) -> None:
        parts = self.parts
        held = {name: part for name, part in value.pairs if part.text}
        is_term = id(value) in self.terms
        told = next((part for name, part in held.items() if name in parts.numbers and not is_term), None)
        number = _joined(above, label_of(told.text or "")) if told else ""
        below = number or above
        since = told.first if told else 0
        title = _first(held, parts.titles)
        term, question = _first(held, parts.terms), _first(held, parts.questions)
        if is_term:
            term = term or title
        outside, self.in_term = self.in_term, self.in_term or bool(term and not question)
        inner = level
        for part in (part for name, part in held.items() if name in parts.ids):
            self.found.anchor(part.text or "")  # before its title: links to a record lead to the whole of it
        called = question or term or title
        if self.linked and called:
            self._named(called.text or "")
        if question:
            self.say(question, mark="Q.")
        elif term:
            self.say(term, heading=min(level, 6), role="term")
        elif title and outside:
            self.say(title, mark="-")  # a heading would end the term
        elif title:
            heading = min(level + bool(number), 6)  # the first level is that of chapters without rules
            self.say(title, heading=heading, number=number or None, holder=above, since=since)
            inner, number, since = level + 1, "", 0
        named = (told, title, term, question)
        listed = any((part.text or "").strip().lower() in _LISTS for part in held.values())
        first = True
        for name, part in value.pairs:
            self._key(name, part)
            if part in named:
                continue
            if pointer := self.related.pointer(name, part):
                self.say(pointer)
            elif part.text is None and called and _says_again(part, called):
                for item in part.items:
                    self.found.drop(item.first, "printed twice", item.text or "")
            elif number and _is_body(name, part):
                self.say(part.items[0], number=number, holder=above, since=since)
                number, since = "", 0
                for paragraph in part.items[1:]:
                    self.value(paragraph, below, inner, name)
            elif part.text is None:
                self.answers = "A." if question and first else ""
                self.value(part, below, inner, "" if listed else name)
                first, self.answers = first and not (question and part.items), ""
            elif name in parts.ids:
                self.found.drop(part.first, "id", part.text)
            elif name in parts.texts and part.text.strip() and not _PICTURE.fullmatch(part.text.strip()):
                mark = "A." if question and first else ""
                lead, own = _lead(name), number or None
                self.say(part, mark=mark, number=own, holder=above, lead=lead, since=since)
                number, since, first = "", 0, False
            else:
                self._scalar(name, part, level)
        self.in_term = outside

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


def _is_said(words: str) -> bool:
    """Whether a text is for readers: words, or a word that ends as a sentence does."""
    bare = words.strip()
    return " " in bare or (bool(ENDED.search(bare)) and bare[:1].isupper())


def _says_again(value: Value, called: Value) -> bool:
    """Whether a list holds nothing but the parts of a name: `"KeyParts": ["You", "Your"]` beside `You, Your`."""
    name = (called.text or "").casefold()
    return bool(value.items) and all(item.text and item.text.casefold() in name for item in value.items)


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
