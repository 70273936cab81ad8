"""What do the keys of a tree of data hold? Names and numbers that are keys become texts, lists of terms are found."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.ingest.numbering.number_labels import bare, compound, worded
from kb.ingest.readers.data_tree import Value
from kb.ingest.thresholds import (
    FEWEST_DOUBTFUL,
    FEWEST_TERMS,
    LONGEST_TITLE,
    MOST_TITLE_WORDS,
    ORDERED,
)


def alphabetical_keys(root: Value, unnamed: Collection[str]) -> set[str]:
    """Those of some keys, none of which says that it names anything, that do: `"keyText": "Ability Word"`."""
    found: set[str] = set()
    for items in lists_of(root):
        if len(items) < FEWEST_TERMS:
            continue
        texts = {key: _texts_of(items, key) for key, part in items[0].pairs if key in unnamed and part.text}
        naming = [key for key, names in texts.items() if _are_names(names)]
        found |= set(sorted(naming, key=lambda key: _written(texts[key]), reverse=True)[:1])
    return found


def _texts_of(items: Sequence[Value], key: str) -> list[str]:
    return [next((part.text or "" for name, part in item.pairs if name == key), "").strip() for item in items]


def _are_names(texts: Sequence[str]) -> bool:
    """Whether texts are other short names, each of them, in alphabetical order, and not all names for programs."""
    short = sum(1 for text in texts if len(text) <= LONGEST_TITLE and not text.endswith((".", "?", ":")))
    return (
        all(texts)
        and short >= ORDERED * len(texts)
        and len(set(texts)) == len(texts)
        and _written(texts) > 0
        and rise([text.casefold() for text in texts])
    )


def _written(texts: Sequence[str]) -> int:
    """How many names are written for people: in several words."""
    return sum(1 for text in texts if " " in text)


def lists_of(value: Value) -> Iterator[list[Value]]:
    """All lists in a tree, whatever they are in."""
    if value.items:
        yield value.items
    for inner in (*value.items, *(part for _, part in value.pairs)):
        yield from lists_of(inner)


def rise(names: Sequence[str]) -> bool:
    """Whether hardly a name stands before the one above it in the alphabet."""
    ordered = sum(1 for one, two in pairwise(names) if one <= two)
    return ordered >= ORDERED * (len(names) - 1)


_KINDS = ("type", "kind", "category", "class")
_TERM_KINDS = frozenset(
    [
        *("term", "keyword", "glossary", "definition", "glossary term", "game term"),
        *("condition", "status", "status effect", "trait"),
    ]
)
_DEFINING = frozenset(
    [
        *("definition", "definitions", "def", "meaning", "reminder", "remindertext"),
        *("bedeutung", "begriffserklärung", "définition", "signification", "definición", "significado"),
        *("definizione", "significato"),
    ]
)
"""Keys whose texts say what the name beside them means."""


def is_called_term(mapping: Value) -> bool:
    """Whether a record says of itself that it is a term: `"type": "keyword"`, `"entity_type": "CONDITION"`."""
    return any(
        key.lower().replace("-", "_").rpartition("_")[2] in _KINDS
        and (part.text or "").strip().lower().replace("_", " ") in _TERM_KINDS
        for key, part in mapping.pairs
    )


def defines(mapping: Value) -> bool:
    """Whether a record has a key that says what something means: `"definition"`."""
    return any(_folded(key) in _DEFINING and _holds_words(part) for key, part in mapping.pairs)


def terms_of(root: Value, parts: Parts) -> frozenset[int]:
    """The records, by their identity, whose title is a term."""
    found = {id(each) for each in root.mappings() if is_called_term(each) or defines(each)}
    for items in lists_of(root):
        names = [_named(item, parts) for item in items]
        if len(names) >= FEWEST_TERMS and all(names) and all(map(_is_flat_record, items)) and rise(names):
            found |= {id(item) for item in items}
    return frozenset(found)


def _named(item: Value, parts: Parts) -> str:
    """The name of a record; one that begins with a number, "ST.1 Draw", stands in no alphabetical order."""
    name = next((part.text for key, part in item.pairs if key in parts.titles and part.text), "").strip()
    return "" if compound(name) or (bare(name) and name[0].isdecimal()) else name.casefold()


def _is_flat_record(item: Value) -> bool:
    """Whether a record holds a text, and no records with texts of their own."""
    said = any(_holds_words(part) for _, part in item.pairs)
    return said and not any(inner.pairs for _, part in item.pairs for inner in part.items)


def _holds_words(value: Value) -> bool:
    return any(" " in (each.text or "").strip() for each in (value, *value.items))


def _folded(key: str) -> str:
    return key.lower().replace("_", "").replace("-", "")


NAME, NUMBER, TERM, WORDS = "(name)", "(number)", "(term)", "(words)"
"""Keys of what stood before a colon in a mapping of rules by name or by number, and of what stood after it."""
OURS = (NAME, NUMBER, TERM, WORDS)

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
_FIRSTS = ("1", "a", "A", "i", "I")
SCHEMA = re.compile(r"[a-z][a-zA-Z0-9]*(?:[_-][a-zA-Z0-9]+)*")
TITLES = frozenset(
    [
        "title",
        "name",
        "heading",
        *("head", "header", "headline", "topic", "caption"),
        "titel",
        "titre",
        "título",
        "titulo",
        "titolo",
        "nombre",
        "nom",
        "nome",
        NAME,
    ]
)
_TERMS = frozenset(
    [TERM, "term", "word", "keyword", "begriff", "terme", "término", "termino", "termine", "mot", "palabra"]
)
_QUESTIONS = frozenset(["question", "q", "frage", "pregunta", "domanda"])
_ANSWERS = frozenset(["answer", "a", "antwort", "réponse", "reponse", "respuesta", "risposta", "ruling"])
_NUMBERS = frozenset(["number", "num", "no", "nr", "nummer", "numero", "número", "numéro", "label", NUMBER])
_COUNTED = frozenset(
    [
        *("chapter", "section", "article", "law", "rule", "paragraph", "part", "step"),
        *("kapitel", "abschnitt", "artikel", "regel", "chapitre", "règle", "capítulo", "regla"),
    ]
)
"""What may hold a rule's own number, if no two hold the same: `chapter: 2`."""
_ID = re.compile(r"[\w.+:#/-]{1,100}")
# "id", "ruleId", "rule_no": may hold 2.7.1
ID_KEY = re.compile(r"(?:rule|section|article)?[_-]?(?:id|no|nr)", re.IGNORECASE)
_FACETS = frozenset(
    ["category", "categories", "group", "kind", "type", "class", "tag", "tags", "keyword_type"]
)
"""Keys under which records are sorted: what they hold is no text of a record."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Which keys hold what."""

    numbers: frozenset[str]
    titles: frozenset[str]
    terms: frozenset[str]
    questions: frozenset[str]
    answers: frozenset[str]
    texts: frozenset[str]
    ids: frozenset[str]

    @property
    def printed(self) -> bool:
        """Whether the tree prints numbers, terms or questions of its own."""
        return bool(self.numbers or self.terms or self.questions)


def unmapped(root: Value) -> tuple[Value, bool]:
    """A tree whose mappings by name or number are lists of records, and whether there was any."""
    many = Counter(key for mapping in root.mappings() for key, _ in mapping.pairs)
    found: list[bool] = []

    def changed(value: Value) -> Value:
        if value.text is not None:
            return value
        items = [changed(item) for item in value.items]
        pairs = [(key, changed(part)) for key, part in value.pairs]
        made = Value(value.first, value.last, value.key_line, None, pairs, items)
        by_number = _is_by_number(pairs)
        if not (by_number or _is_by_name(pairs, many)):
            return made
        found.append(True)
        kind = NUMBER if by_number else TERM if _is_alphabet(pairs) else NAME
        made.items = [_record(kind, key, part) for key, part in pairs]
        made.pairs = []
        return made

    return changed(root), bool(found)


def _record(kind: str, key: str, value: Value) -> Value:
    """A pair as a record: its key is a number or a name, its value the words or the rest."""
    line = value.key_line or value.first
    named = (kind, Value(line, line, text=key))
    if value.text is not None:
        return Value(line, value.last, pairs=[named, (WORDS, value)])
    rest = value.pairs or [("", value)]
    return Value(line, value.last, pairs=[named, *rest])


def _is_alphabet(pairs: Sequence[tuple[str, Value]]) -> bool:
    """Whether names with a text each, or with records that hold one, stand in alphabetical order: a glossary."""
    names = [key.casefold() for key, part in pairs if part.text is not None or _is_flat(part)]
    return len(names) == len(pairs) > 2 and rise(names)


def _is_flat(value: Value) -> bool:
    """Whether a mapping holds no records with texts of their own."""
    inner = [each for _, part in value.pairs for each in (part, *part.items) if each.pairs]
    return bool(value.pairs) and not any(" " in (part.text or "") for each in inner for _, part in each.pairs)


def _is_by_number(pairs: Sequence[tuple[str, Value]]) -> bool:
    labels = sum(1 for key, _ in pairs if _LABEL.fullmatch(key))
    digits = sum(1 for key, _ in pairs if key[:1].isdigit())
    return bool(pairs) and labels == len(pairs) and (2 * digits >= labels or pairs[0][0] in _FIRSTS)


def _is_by_name(pairs: Sequence[tuple[str, Value]], many: Counter[str]) -> bool:
    """Whether keys are names and no words of a schema: written as names are, hardly one used twice, alike in value."""
    keys = [key for key, _ in pairs]
    if len(pairs) < 2 or max(len(key.split()) for key in keys) > MOST_TITLE_WORDS:
        return False
    once = sum(1 for key in keys if many[key] == 1)
    sentences = sum(1 for _, part in pairs if (part.text or "").count(" ") > 1)
    if once == len(pairs) >= FEWEST_DOUBTFUL and _is_alphabet(pairs):
        return sentences == len(pairs)
    written = len(keys) - sum(map(bool, map(SCHEMA.fullmatch, keys)))
    deeper = sum(1 for _, part in pairs if part.text is None)
    return 2 * min(written, once) > len(pairs) and sentences + deeper == len(pairs)


def parts_of(root: Value) -> Parts:
    """Judge every key by the texts that it holds all over the tree, and where they are in doubt by its name."""
    held = texts_by_key(root)
    numbers = {key for key, texts in held.items() if _number_texts(key, texts)}
    rest = {key: texts for key, texts in held.items() if key not in numbers}
    ids = {key for key, texts in rest.items() if are_ids(texts)}
    questions = _known(rest, _QUESTIONS, _ask)
    terms = {key for key in rest if key.lower() in _TERMS} - questions
    answers = {key for key in rest if questions and key.lower() in _ANSWERS}
    titles = set(filter(is_title_key, rest)) - questions - terms
    titles |= alphabetical_keys(root, rest.keys() - ids - titles - questions - terms - answers)
    numbers |= {key for key in rest if key.lower() == "id" and _counts(root, key, titles | terms | questions)}
    ids -= numbers
    named = titles | terms | questions | answers
    texts = answers | _texts(rest, rest.keys() - named - ids - numbers)
    return Parts(*map(frozenset, (numbers, titles, terms, questions, answers, texts, ids - named)))


def _ask(texts: list[str]) -> bool:
    return _share(texts, lambda words: words.endswith("?")) > 0.8


def texts_by_key(root: Value) -> dict[str, list[str]]:
    """All texts of a tree by the key that holds them."""
    held: dict[str, list[str]] = defaultdict(list)
    for mapping in root.mappings():
        for key, value in mapping.pairs:
            if value.text:
                held[key].append(value.text.strip())
    return held


def _texts(held: Mapping[str, list[str]], keys: Iterable[str]) -> set[str]:
    """The keys that hold what is read: several words somewhere, and nothing that records are sorted by."""
    spoken = {key for key in keys if key == WORDS or any(" " in words for words in held[key])}
    return {key for key in spoken if not _sorts(key, held[key])}


def _sorts(key: str, texts: list[str]) -> bool:
    """Whether a key holds what its records are sorted by: `"category": "Session Moves"`."""
    return key.lower() in _FACETS and not any(words.endswith((".", "!", "?")) for words in texts)


def _known(held: dict[str, list[str]], names: frozenset[str], holds: Callable[[list[str]], bool]) -> set[str]:
    return {key for key, texts in held.items() if holds(texts) and (key.lower() in names or len(texts) > 2)}


def _number_texts(key: str, texts: list[str]) -> bool:
    """Whether a key holds the numbers of rules: labels, hardly one twice unless the key says what they are."""
    if _share(texts, lambda words: bool(label_of(words)) and not _DATE.fullmatch(words)) < 0.95:
        return False
    dotted = _share(texts, lambda words: bool(_DEEP.search(words)))
    if key.lower() in _COUNTED and len(set(texts)) == len(texts) > 1:
        return True
    if dotted == 1 and ID_KEY.fullmatch(key):
        return True
    return key.lower() in _NUMBERS or (dotted > 0.3 and len(set(texts)) > 0.9 * len(texts) and len(texts) > 2)


def is_title_key(key: str) -> bool:
    """Whether a key says that it holds a title: `title`, `sectionTitle`, `rule_name`."""
    first, _, last = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).lower().rpartition("_")
    return last in TITLES and (not first or first in _COUNTED | _TERMS or last == "title")


def _counts(root: Value, key: str, names: set[str]) -> bool:
    """Whether a key counts records that have no name, 1, 2, 3: then what it counts are rules."""
    held = [mapping for mapping in root.mappings() if any(name == key for name, _ in mapping.pairs)]
    counts = [part.text for mapping in held for name, part in mapping.pairs if name == key]
    named = any(name in names for mapping in held for name, _ in mapping.pairs)
    return not named and counts == [str(number) for number in range(1, len(held) + 1)]


def _share(texts: list[str], holds: Callable[[str], bool]) -> float:
    return sum(map(holds, texts)) / len(texts)


def are_ids(texts: Sequence[str]) -> bool:
    """Whether texts are names for programs: without blanks, hardly one twice, not written as people write names."""
    named = sum(1 for words in texts if _ID.fullmatch(words) and not words.isdigit() and words[-1] != ".")
    plain = sum(1 for words in texts if words[:1].isupper() and words.isalpha())
    return named >= 0.95 * len(texts) and len(set(texts)) >= 0.9 * len(texts) and plain < 0.5 * len(texts)


def label_of(words: str) -> str:
    """A number as rules print it: `Rule 4.` is 4, `101.1.a` and `1e1a)` are themselves; empty for what is none."""
    bare = words.strip()
    if match := _LABEL.fullmatch(bare):
        return match[1].rstrip(".")
    label = None if _CODE.match(bare) else compound(bare) or worded(bare)
    return label.number if label and not label.words else ""
