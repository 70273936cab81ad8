"""What do the keys of a tree of data hold? Each is judged once: by all its texts, and in doubt by its name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise

from kb.ingest.layout.features import ENDED
from kb.ingest.numbering.number_labels import bare, compound, worded
from kb.ingest.readers.data_tree import Value
from kb.ingest.thresholds import (
    FEWEST,
    FEWEST_TERMS,
    LONGEST_NAME,
    LONGEST_TITLE,
    NEARLY_ALL,
    ORDERED,
)

_NAMES = {
    "number": "number num no nr nummer numero número numéro label",
    "title": "name title heading head header headline topic caption titel titre título titulo titolo nombre nom nome",
    "term": "term word keyword begriff terme término termino termine mot palabra",
    "meaning": "definition definitions def meaning reminder remindertext bedeutung begriffserklärung définition"
    " signification definición significado definizione significato",
    "question": "question q frage pregunta domanda",
    "answer": "answer a antwort réponse reponse respuesta risposta ruling",
    "chapter": "chapter section article law rule paragraph part step kapitel abschnitt artikel regel chapitre règle"
    " capítulo regla",
    "text": "desc description text body content paragraphs definition explanation meaning beschreibung inhalt texte"
    " contenu descripción contenido testo descrizione",
    "example": "example examples beispiel beispiele exemple exemples ejemplo ejemplos esempio esempi",
    "note": "note notes hinweis hinweise anmerkung anmerkungen remarque remarques nota notas",
    "see": "see seealso related relatedterms relatedentries relatedrules relatedkeywords relatedto siehe sieheauch"
    " voir voiraussi",
    "points": "rule crossreference crossreferences crossref crossrefs",
    "sorts": "category categories group kind type class tag tags keywordtype",
    "holder": "content contents children subsections paragraphs body elements blocks",
    "cells": "row rows cell cells col cols column columns tr",
    "edition": "version edition date updated effective revision stand",
    "about": "meta metadata info",
    "source": "source sources publication licence license",
    "history": "history historie historique historial changes changelog changelogs revision revisions verlauf"
    " änderungen cambios",
    "a term": "term keyword glossary definition glossaryterm gameterm condition status statuseffect trait",
    "a list": "list ul ol bullets bulleted unordered ordered",
}
_KINDS: dict[str, set[str]] = defaultdict(set)
for _kind, _names in _NAMES.items():
    for _name in _names.split():
        _KINDS[_name].add(_kind)
"""What the name of a key says that it holds, and what a record calls itself that is a term or a list."""
# "id", "ruleId", "rule_no": may hold 2.7.1
ID_KEY = re.compile(r"(?:rule|section|article)?[_-]?(?:id|no|nr)", re.IGNORECASE)
SCHEMA = re.compile(r"[a-z][a-zA-Z0-9]*(?:[_-][a-zA-Z0-9]+)*")
# "EffectiveDate", "last_updated": where the next word of a key begins
_NEXT_WORD = re.compile(r"[_\W]+|(?<=[a-z])(?=[A-Z])")
# "4", "4.2a", "100.1", "a", "IV"
_LABEL = re.compile(
    r"(?:rule |regel |§\s?)?(\d{1,4}(?:[.-]\d{1,4})*\.?[a-z]?|[a-z]|[ivxlc]{1,6}|[IVXLC]{1,6})[.)]?",
    re.IGNORECASE,
)
# "OP14-001": a card's
_CODE = re.compile(r"[A-Z]{2,5}\d{0,3}-\d")
# "4.2", "1-2", "1e1": of more than one level, whatever the key says
_DEEP = re.compile(r"\d[.-]\d|\d[a-z]\d")
_DATE = re.compile(r"(?:19|20)\d\d-\d\d?-\d\d?")
_ID = re.compile(r"[\w.+:#/-]{1,100}")


def words_of(key: str) -> list[str]:
    """The words of a key in small letters: `timingSteps` → timing, steps."""
    return [word.lower() for word in _NEXT_WORD.split(key) if word]


def folded(words: str) -> str:
    """Words without what parts them: `See_Also`, "see also" → seealso."""
    return (words if words.isalpha() else re.sub(r"[\W_]+", "", words)).casefold()


@lru_cache(maxsize=1024)
def kinds_of(key: str) -> Collection[str]:
    """What the name of a key says that it holds."""
    return _KINDS.get(folded(key), ()) if len(key) <= LONGEST_NAME else ()


def says(key: str, *kinds: str) -> bool:
    """Whether the name of a key says that it holds one of these."""
    return any(kind in kinds for kind in kinds_of(key))


def ends(key: str, kind: str) -> bool:
    """Whether the last word of a key says so: `rule_text`, `sectionTitle`."""
    return says(key, kind) or bool(says((words_of(key) or [key])[-1], kind))


def says_edition(key: str) -> bool:
    """Whether a key holds an edition: `version`, `EffectiveDate`."""
    return any(says(word, "edition") for word in words_of(key))


def is_title_key(key: str) -> bool:
    """Whether a key says that it holds a title: `title`, `sectionTitle`, `rule_name`."""
    *first, last = words_of(key) or [key]
    return says(last, "title") and (not first or last == "title" or says(first[-1], "chapter", "term"))


def label_of(words: str) -> str:
    """A number as rules print it: `Rule 4.` is 4, `101.1.a` and `1e1a)` are themselves; empty for what is none."""
    printed = words.strip()
    if match := _LABEL.fullmatch(printed):
        return match[1].rstrip(".")
    label = None if _CODE.match(printed) else compound(printed) or worded(printed)
    return label.number if label and not label.words else ""


def give_roles(root: Value) -> None:
    """Tell of each text of a tree what it is to its record."""
    held: dict[str, list[str]] = defaultdict(list)
    for mapping in root.mappings():
        for key, part in mapping.pairs:
            if part.text:
                held[key].append(part.text.strip())
    roles = {key: _role(key, texts) for key, texts in held.items()}
    if "question" in roles.values():
        roles |= {key: "text" for key in roles if says(key, "answer")}
    for mapping in root.mappings():
        for key, part in mapping.pairs:
            part.role = roles.get(key, "")
    for items in (value.items for value in root.walk() if len(value.items) >= FEWEST_TERMS):
        for part in _ordered_names(items):
            part.role = "title"
    _count_by_id(root)
    _find_terms(root)


def _role(key: str, texts: Sequence[str]) -> str:
    """What a key holds all over a tree."""
    if _are_numbers(key, texts):
        return "number"
    if _ask(texts) and (says(key, "question") or len(texts) >= FEWEST):
        return "question"
    if says(key, "term") or is_title_key(key):
        return "term" if says(key, "term") else "title"
    if key != "(words)" and _are_ids(texts):
        return "id"
    is_said = key == "(words)" or any(" " in words for words in texts)
    return "text" if is_said and (not says(key, "sorts") or any(map(ENDED.search, texts))) else ""


def _ask(texts: Sequence[str]) -> bool:
    return sum(1 for words in texts if words.endswith("?")) > NEARLY_ALL * len(texts)


def _are_numbers(key: str, texts: Sequence[str]) -> bool:
    """Whether a key holds the numbers of rules: labels, hardly one twice unless the key says what they are."""
    labels = sum(1 for words in texts if label_of(words) and not _DATE.fullmatch(words))
    if labels < ORDERED * len(texts):
        return False
    deep = sum(1 for words in texts if _DEEP.search(words))
    once = len(set(texts))
    if says(key, "number") or (says(key, "chapter") and once == len(texts) > 1):
        return True
    if ID_KEY.fullmatch(key) and deep == len(texts):
        return True
    return FEWEST * deep > len(texts) and once > ORDERED * len(texts) and len(texts) >= FEWEST


def _are_ids(texts: Sequence[str]) -> bool:
    """Whether texts are names for programs: without blanks, hardly one twice, not written as people write names."""
    named = sum(1 for words in texts if _ID.fullmatch(words) and not words.isdigit() and words[-1] != ".")
    plain = sum(1 for words in texts if words[:1].isupper() and words.isalpha())
    return min(named, len(set(texts))) >= ORDERED * len(texts) and 2 * plain < len(texts)


def _count_by_id(root: Value) -> None:
    """Ids that count records without a name, 1, 2, 3, are numbers of rules."""
    held = [mapping for mapping in root.mappings() if any(key.lower() == "id" for key, _ in mapping.pairs)]
    ids = [part for mapping in held for key, part in mapping.pairs if key.lower() == "id"]
    counts = [str(number) for number in range(1, len(held) + 1)]
    if [part.text for part in ids] == counts and not any(
        mapping.of("title", "term", "question") for mapping in held
    ):
        for part in ids:
            part.role = "number"


def _ordered_names(items: Sequence[Value]) -> list[Value]:
    """The names of records none of whose keys says that it names anything: `"keyText": "Ability Word"`."""
    columns = [
        [part for item in items for name, part in item.pairs if name == key]
        for key, part in items[0].pairs
        if part.role in ("text", "")
    ]
    named = [column for column in columns if len(column) == len(items) and _are_names(column)]
    return max(named, key=lambda column: sum(" " in (part.text or "") for part in column), default=[])


def _are_names(parts: Sequence[Value]) -> bool:
    """Whether texts are other short names, each of them, in alphabetical order, and not all names for programs."""
    texts = [(part.text or "").strip() for part in parts]
    short = sum(1 for text in texts if len(text) <= LONGEST_TITLE and not text.endswith((".", "?", ":")))
    written = any(" " in text for text in texts)
    return (
        all(texts)
        and written
        and short >= ORDERED * len(texts)
        and len(set(texts)) == len(texts)
        and rise(texts)
    )


def rise(names: Sequence[str]) -> bool:
    """Whether hardly a name stands before the one above it in the alphabet."""
    folded = [name.casefold() for name in names]
    ordered = sum(1 for first, second in pairwise(folded) if first <= second)
    return ordered >= ORDERED * (len(names) - 1)


def _find_terms(root: Value) -> None:
    """The titles of records that say so, or stand in alphabetical order, are terms; a term goes by no number."""
    found = [mapping for mapping in root.mappings() if _is_called_term(mapping)]
    for value in root.walk():
        if len(value.items) >= FEWEST_TERMS and all(map(_is_flat_record, value.items)):
            names = [(item.of("title") or value).text or "" for item in value.items]
            if all(names) and not any(map(_begins_with_number, names)) and rise(names):
                found += value.items
    for part in (part for mapping in found for _, part in mapping.pairs):
        part.role = {"title": "term", "number": ""}.get(part.role, part.role)


def _is_called_term(mapping: Value) -> bool:
    """Whether a record says that it is a term, `"entity_type": "CONDITION"`, or what something means."""
    return any(
        (says(key, "meaning") and _holds_words(part))
        or (ends(key, "sorts") and says(part.text or "", "a term"))
        for key, part in mapping.pairs
    )


def _begins_with_number(name: str) -> bool:
    """Whether a name stands in the order of its numbers, not in that of the alphabet: "ST.1 Draw"."""
    return bool(compound(name) or (bare(name) and name[0].isdecimal()))


def _is_flat_record(item: Value) -> bool:
    """Whether a record holds a text, and no records with texts of their own."""
    said = any(_holds_words(part) for _, part in item.pairs)
    return said and not any(inner.pairs for _, part in item.pairs for inner in part.items)


def _holds_words(value: Value) -> bool:
    return any(" " in (each.text or "").strip() for each in (value, *value.items))
