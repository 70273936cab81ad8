"""Which rules are in this tree of data? Told by what its keys hold, not by what they are called.

What is said about the file is taken out, mappings by name or number become lists of records, each key is judged by its
texts, and where most of what has an id has no title, a rule's number is its position: 1, 1.1, 1.1.1, 1.1.1a.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePosixPath

from kb.errors import ReadError
from kb.ingest import bodies
from kb.ingest.document import Text
from kb.ingest.editions import find_date
from kb.ingest.limits import LONGEST_REMARK
from kb.ingest.readers.collect import Collector, chapter_of
from kb.ingest.readers.data_keys import (
    ID_KEY,
    SCHEMA,
    give_roles,
    is_known,
    is_title_key,
    label_of,
    rise,
    says,
    words_of,
)
from kb.ingest.readers.data_records import Records, leave_out, worded
from kb.ingest.readers.data_tree import Value, json_tree, rows_of, rows_tree, yaml_tree
from kb.ingest.thresholds import FEWEST, FEWEST_DOUBTFUL, FEWEST_SURE, LONGEST_LINE, RULE_LEVEL
from kb.ingest.titles import asked_columns

# what else is no word of a line: "null", "&name", "!tag", "# a remark"
_MARKUP = re.compile(r"^#.*|\b(?:null|Null|NULL)\b|[&*!][\w!/.-]{0,60}+")


def read_data(text: Text, name: str) -> Text:
    """The paragraphs of rules in YAML, JSON or CSV; the name of a file may begin with its chapter's number."""
    content = "\n".join(line.text for line in text.lines)
    if text.format != "table":
        parse = json_tree if text.format == "json" else yaml_tree
        return _read_tree(text, name, parse(content, text.file))
    rows = rows_of(content, text.file)
    if not asked_columns(rows[0][0]):
        return _read_tree(text, name, rows_tree(rows))
    found = Collector(text)
    for cells, first, last in rows:  # a table knows what a question is about
        found.add("\t".join(" ".join(cell.split()) for cell in cells), first, last, role="row")
    return found.finish()


def _read_tree(text: Text, name: str, root: Value) -> Text:
    found = Collector(text, _MARKUP)
    if root.text is not None:
        raise ReadError(f"{text.file} holds no tree of rules: a mapping or a list is expected")
    title, edition = _title_and_edition(_facts(root, found))
    numbered_as_its_file(root, PurePosixPath(text.file).stem, found)
    was_mapped = _unmap(root)
    give_roles(root)
    are_counted = not was_mapped and _is_told_by_position(root)
    if are_counted:
        _count(root, (int(chapter_of(name) or 1),) if root.of("id") else ())
        called = root.of("title", "text") if root.of("id") else None
        title = called.text.strip() if called and called.text and _is_title(called.text.strip()) else title
    Records(found, are_counted=are_counted).read(root)
    return found.finish(title, edition)


def numbered_as_its_file(root: Value, stem: str, found: Collector) -> None:
    """A named record alone in its file has the number that the file is called by: `id: 314` in `314.yaml`."""
    if label_of(stem) and any(is_title_key(key) and part.text for key, part in root.pairs):
        for place, (key, part) in enumerate(root.pairs):
            if ID_KEY.fullmatch(key) and part.text == stem:
                found.drop(part.key_line, "markup", key)
                root.pairs[place] = ("(number)", part)


def _facts(root: Value, found: Collector) -> list[tuple[str, str]]:
    """Take what is said for programs out of a tree; returns the facts that it tells, each with its key."""
    told = _texts(root) if any(part.text is None for _, part in root.pairs) else []
    for mapping in list(root.mappings()):
        about = dict.fromkeys(pair for pair in mapping.pairs if _is_about(*pair, mapping is root))
        if len(about) == len(mapping.pairs):
            continue
        for key, value in about:
            found.drop(value.key_line, "markup", key)
            leave_out(value, found)
            facts = [fact for inner in value.mappings() for fact in _texts(inner)]
            told += [fact for fact in facts if not (says(key, "source") and is_title_key(fact[0]))]
        mapping.pairs = [pair for pair in mapping.pairs if pair not in about]
    return told


def _title_and_edition(told: Sequence[tuple[str, str]]) -> tuple[str, str | None]:
    title = next((words for key, words in told if is_title_key(key)), "")
    dated = [words for key, words in told if any(says(word, "edition") for word in words_of(key))]
    return title, next(filter(None, (*map(find_date, dated), *dated)), None)


def _texts(mapping: Value) -> list[tuple[str, str]]:
    """The texts that a mapping holds itself, each with its key."""
    return [(key, " ".join(part.text.split())) for key, part in mapping.pairs if part.text]


def _is_about(key: str, value: Value, outermost: bool) -> bool:
    """Whether a pair is no part of the rules: `_key`, `meta` beside the rules, a list of when a record was changed."""
    if key[:1] in ("_", "$") and len(key) > 1:
        return True
    if not says(key, "about") or value.text is not None:
        return False
    if value.items:
        return all(any(find_date(part.text or "") for _, part in item.pairs) for item in value.items)
    return outermost and all(len(each.text or "") <= LONGEST_REMARK for each in value.walk())


def _unmap(root: Value) -> bool:
    """Make mappings by name or number lists of records; returns whether there was any."""
    many = Counter(key for mapping in root.mappings() for key, _ in mapping.pairs)
    found = False
    for mapping in reversed(list(root.mappings())):
        named = [pair for pair in mapping.pairs if not says(pair[0], "holder")]
        kind = _kind_of_keys(named, many) if named else ""
        if kind == "(number)" or (kind and len(mapping.pairs) >= FEWEST_SURE):
            if kind == "(name)" and all(SCHEMA.fullmatch(key) for key, _ in named):
                mapping.pairs = [(worded(key), part) for key, part in mapping.pairs]
            mapping.items = [_record(kind, key, part) for key, part in mapping.pairs]
            mapping.pairs, mapping.role, found = [], kind, True
    return found


def _kind_of_keys(pairs: Sequence[tuple[str, Value]], many: Counter[str]) -> str:
    """What keys are that are no words of a schema: numbers, names or, in alphabetical order, terms."""
    keys, values = zip(*pairs, strict=True)
    if _are_labels(keys):
        return "(number)"
    if any(value.text is not None and value.text.count(" ") < 2 for value in values):
        return ""
    once = list(map(many.get, keys)).count(1)
    schema = list(map(bool, map(SCHEMA.fullmatch, keys))).count(True)
    is_written = 2 * max(schema, len(keys) - once) < len(keys)
    is_told = once == len(keys) and all(map(_is_told, values))
    is_alphabet = len(keys) >= FEWEST and rise(keys) and all(map(Value.is_flat, values))
    if is_alphabet and (is_written or (is_told and len(keys) >= FEWEST_DOUBTFUL)):
        return "(term)"
    return "(name)" if is_written or (is_told and not any(map(is_known, keys))) else ""


def _is_told(value: Value) -> bool:
    """Whether a value is a text, or holds records that were told by their keys."""
    return bool(value.text or value.role)


def _are_labels(keys: Sequence[str]) -> bool:
    """Whether keys are numbers, most of them of digits, or letters that count on from the first."""
    digits = sum(key[0].isdigit() for key in keys if key)
    return all(map(label_of, keys)) and (2 * digits >= len(keys) or keys[0] in "1aAiI")


def _record(kind: str, key: str, value: Value) -> Value:
    """A pair as a record: its key is a number or a name, its value the words or the rest."""
    line = value.key_line or value.first
    if says(key, "holder"):
        return Value(line, value.last, pairs=[(key, value)])
    rest = [("(words)", value)] if value.text is not None else value.pairs or [("", value)]
    return Value(line, value.last, pairs=[(kind, Value(line, line, text=key)), *rest])


def _is_told_by_position(root: Value) -> bool:
    """Whether records have ids but no numbers, questions or terms, and most of them no title either."""
    if any(mapping.of("number", "question", "term") for mapping in root.mappings()):
        return False
    titled = [bool(mapping.of("title")) for mapping in root.mappings() if mapping.of("id")]
    return bool(titled) and 2 * sum(titled) <= len(titled)


def _count(value: Value, position: tuple[int, ...]) -> None:
    """Number a record and all that is in it, counted on through its lists; the first of two texts may be its title."""
    if position:
        said = [part for _, part in value.pairs if part.text and part.role in ("title", "text")]
        if len(said) > 1 and _is_title(said[0].text or ""):
            said[0].role = "title"
        value.pairs.insert(0, ("(number)", Value(0, 0, text=_number(position), role="number")))
    lists = [part.items for _, part in value.pairs] or [value.items]
    held = (item for items in lists for item in items if item.of("id"))
    for count, item in enumerate(held, 1):
        _count(item, (*position, count))


def _is_title(words: str) -> bool:
    """Whether a text is a line and no sentence."""
    return len(words) <= LONGEST_LINE and "\n" not in words and not words.endswith((".", ":", ";", ","))


def _number(position: tuple[int, ...]) -> str:
    """A position as it is printed: `(1, 10, 3)` is 1.10.3, `(1, 10, 3, 2)` 1.10.3b."""
    number = ".".join(str(part) for part in position[:RULE_LEVEL])
    for depth, part in enumerate(position[RULE_LEVEL:]):
        number += str(part) if depth % 2 else bodies.letter(part)
    return number
