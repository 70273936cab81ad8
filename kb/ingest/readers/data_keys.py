"""What do the keys of a tree of data hold? Each is judged once: by all its texts, and in doubt by its name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from kb.ingest.layout.features import ENDED
from kb.ingest.numbering.number_labels import bare, compound
from kb.ingest.readers.data_tree import Value
from kb.ingest.thresholds import FEWEST_TERMS, LONGEST_NAME, NEARLY_ALL, ORDERED

_NAMES = {
    "number": "number num no nr nummer numero número numéro label",
    "title": "name title heading head header headline topic caption titel titre título titulo titolo nombre nom nome",
    "term": "term word keyword keytext begriff terme término termine termino mot palabra",
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
    "sorts": "image picture category categories group kind type class tag tags keywordtype entitytype",
    "holder": "content contents children subsections paragraphs body elements blocks",
    "cells": "row rows cell cells col cols column columns tr",
    "edition": "version edition date updated effective revision stand",
    "about": "meta metadata info source sources publication licence license history historie historique historial"
    " changes changelog changelogs revision revisions verlauf änderungen cambios",
    "source": "source sources publication licence license",
    "a term": "term keyword glossary definition glossaryterm gameterm condition status statuseffect trait",
}
_KINDS: dict[str, set[str]] = {}
for _kind, _names in _NAMES.items():
    for _name in _names.split():
        _KINDS.setdefault(_name, set()).add(_kind)
"""What the name of a key says that it holds, and what a record calls itself that is a term."""
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
# "4.2", "1-2", "1e1": of more than one level, whatever the key says
_DEEP = re.compile(r"\d[.-]\d|\d[a-z]\d")
_DATE = re.compile(r"(?:19|20)\d\d-\d\d?-\d\d?")
_ID = re.compile(r"[\w.+:#/-]{1,100}")


@lru_cache(maxsize=1024)
def words_of(key: str) -> tuple[str, ...]:
    """The words of a key in small letters: `timingSteps` → timing, steps."""
    return tuple(word.casefold() for word in _NEXT_WORD.split(key) if word)


def says(key: str, *kinds: str) -> bool:
    """Whether the name of a key says that it holds one of these: `See_Also`, "see also"."""
    return len(key) <= LONGEST_NAME and not _KINDS.get("".join(words_of(key)), set()).isdisjoint(kinds)


def is_known(key: str) -> bool:
    """Whether a key is a word of a schema, whatever it says."""
    return "".join(words_of(key)) in _KINDS


def is_title_key(key: str) -> bool:
    """Whether a key says that it holds a title: `title`, `sectionTitle`, `rule_name`."""
    *first, last = words_of(key) or [key]
    return says(last, "title") and (not first or last == "title" or says(first[-1], "chapter", "term"))


def label_of(words: str) -> str:
    """A number as rules print it: `Rule 4.` is 4, `101.1.a` and `1e1a)` are themselves; empty for what is none."""
    printed = words.strip()
    if match := _LABEL.fullmatch(printed):
        return match[1].rstrip(".")
    label = compound(printed)
    return label.number if label and not label.words else ""


def rise(names: Sequence[str]) -> bool:
    """Whether hardly a name stands before the one above it in the alphabet."""
    ordered = sum(first.casefold() <= second.casefold() for first, second in pairwise(names))
    return ordered >= ORDERED * (len(names) - 1)


def give_roles(root: Value) -> None:
    """Tell of each text of a tree what it is to its record."""
    held: dict[str, list[str]] = defaultdict(list)
    pairs = [pair for mapping in root.mappings() for pair in mapping.pairs]
    for key, part in pairs:
        if part.text:
            held[key].append(part.text.strip())
    roles = {key: _role(key, texts) for key, texts in held.items()}
    if "question" in roles.values():
        roles |= {key: "text" for key in roles if says(key, "answer")}
    for key, part in pairs:
        part.role = roles.get(key, "")
    _find_terms(root)


def _role(key: str, texts: Sequence[str]) -> str:
    """What a key holds all over a tree."""
    if _are_numbers(key, texts):
        return "number"
    asking = sum(words.endswith("?") for words in texts)
    if says(key, "question") and asking > NEARLY_ALL * len(texts):
        return "question"
    if says(key, "term") or is_title_key(key):
        return "term" if says(key, "term") else "title"
    if key != "(words)" and _are_ids(texts):
        return "id"
    return "text" if _are_said(key, texts) else ""


def _are_said(key: str, texts: Sequence[str]) -> bool:
    """Whether texts are for readers: words, names that they may look up, but not what records are sorted by."""
    if says(key, "sorts"):
        return any(map(ENDED.search, texts))
    points = says(key, "see") and all(words[0].isupper() for words in texts)
    return key == "(words)" or points or any(" " in words for words in texts)


def _are_numbers(key: str, texts: Sequence[str]) -> bool:
    """Whether a key holds the numbers of rules: labels, and its name says so or they are no mere ids."""
    if not all(map(label_of, texts)) or any(map(_DATE.fullmatch, texts)):
        return False
    counts = says(key, "chapter") and len(set(texts)) == len(texts) > 1
    return says(key, "number") or counts or bool(ID_KEY.fullmatch(key) and all(map(_DEEP.search, texts)))


def _are_ids(texts: Sequence[str]) -> bool:
    """Whether texts are names for programs: without blanks, hardly one twice, not written as people write names."""
    named = sum(1 for words in texts if _ID.fullmatch(words) and not words.isdigit() and words[-1] != ".")
    plain = sum(1 for words in texts if words[:1].isupper() and words.isalpha())
    return min(named, len(set(texts))) >= ORDERED * len(texts) and 2 * plain < len(texts)


def _find_terms(root: Value) -> None:
    """The titles of records that say so, or stand in alphabetical order, are terms; a term goes by no number."""
    found: list[Value] = []
    for value in root.walk():
        if any(says(key, "sorts") and says(part.text or "", "a term") for key, part in value.pairs):
            found.append(value)  # "entity_type": "CONDITION"
        names = [item.name for item in value.items if _is_flat_record(item)]
        in_order = len(value.items) == len(names) >= FEWEST_TERMS and all(names) and rise(names)
        if in_order and not any(map(_begins_with_number, names)):
            found += value.items
    for part in (part for mapping in found for _, part in mapping.pairs):
        part.role = {"title": "term", "number": ""}.get(part.role, part.role)


def _begins_with_number(name: str) -> bool:
    """Whether a name stands in the order of its numbers, not in that of the alphabet: "ST.1 Draw"."""
    return bool(compound(name) or (bare(name) and name[0].isdecimal()))


def _is_flat_record(item: Value) -> bool:
    """Whether a record holds a text, and no records with texts of their own."""
    texts = (each.text or "" for _, part in item.pairs for each in (part, *part.items))
    is_said = any(" " in words.strip() for words in texts)
    return is_said and not any(inner.pairs for _, part in item.pairs for inner in part.items)
