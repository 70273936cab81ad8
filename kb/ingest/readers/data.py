"""Which rules are in this tree of data? Told by what its keys hold, not by what they are called.

What is said about the file is taken out, mappings by name or number become lists of records, each key is judged by its
texts, and where most of what has an id has no title, a rule's number is its position: 1, 1.1, 1.1.1, 1.1.1a.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import repeat
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
    is_title_key,
    kinds_of,
    label_of,
    rise,
    says,
    says_edition,
)
from kb.ingest.readers.data_records import Records, leave_out, point_at_records, worded
from kb.ingest.readers.data_tree import Value, json_tree, yaml_tree
from kb.ingest.thresholds import (
    FEWEST,
    FEWEST_DOUBTFUL,
    FEWEST_SURE,
    LONGEST_LINE,
    MOST_TITLE_WORDS,
    RULE_LEVEL,
)

# what else is no word of a line: "null", "&name", "!tag", "# a remark"
_MARKUP = re.compile(r"^#.*|\b(?:null|Null|NULL)\b|[&*!][\w!/.-]{0,60}+")


def read_yaml(text: Text, name: str) -> Text:
    """The stretches of a rule tree in YAML; `name` is its file's, which may begin with its chapter's number."""
    return read_tree(collector(text), name, yaml_tree("\n".join(line.text for line in text.lines), text.file))


def read_json(text: Text, name: str) -> Text:
    """The stretches of a rule tree in JSON."""
    return read_tree(collector(text), name, json_tree("\n".join(line.text for line in text.lines), text.file))


def collector(text: Text) -> Collector:
    """What gathers the stretches of a tree."""
    return Collector(text, _MARKUP)


def read_tree(found: Collector, name: str, root: Value | None) -> Text:
    """The stretches of a tree, whatever it was written in."""
    if root is None or root.text is not None:
        raise ReadError(f"{found.text.file} holds no tree of rules: a mapping or a list is expected")
    facts = _without_meta(root, found)
    if any(part.text is None for _, part in root.pairs):
        facts = [*((key, " ".join(part.text.split())) for key, part in root.pairs if part.text), *facts]
    title = next((words for key, words in facts if is_title_key(key)), "")
    said = [words for key, words in facts if says_edition(key)]
    edition = next(filter(None, (*map(find_date, said), *said)), None)
    numbered_as_its_file(root, PurePosixPath(found.text.file).stem, found)
    was_mapped = _unmap(root)
    give_roles(root)
    are_counted = not was_mapped and _is_told_by_position(root)
    if are_counted:
        title = _count(root, int(chapter_of(name) or 1)) or title
    point_at_records(root)
    records = Records(found, are_counted=are_counted)
    records.read(root)
    return found.finish(title, edition)


def numbered_as_its_file(root: Value, stem: str, found: Collector) -> None:
    """A named record alone in its file has the number that the file is called by: `id: 314` in `314.yaml`."""
    if label_of(stem) and any(is_title_key(key) and part.text for key, part in root.pairs):
        for place, (key, part) in enumerate(root.pairs):
            if ID_KEY.fullmatch(key) and part.text == stem:
                found.drop(part.key_line, "markup", key)
                root.pairs[place] = ("(number)", part)


def _without_meta(root: Value, found: Collector) -> list[tuple[str, str]]:
    """Take what is said for programs out of a tree; returns the facts that it tells, each with its key."""
    facts: list[tuple[str, str]] = []
    for mapping in list(root.mappings()):
        reasons = [_why_about(key, value, mapping is root) for key, value in mapping.pairs]
        if all(reasons):
            continue
        for (key, value), reason in zip(mapping.pairs, reasons, strict=True):
            if reason:
                found.drop(value.key_line, "markup", key)
                leave_out(value, found, reason)
            if reason == "metadata":
                facts += _facts(says(key, "source"), value)
        mapping.pairs = [pair for pair, reason in zip(mapping.pairs, reasons, strict=True) if not reason]
    return facts


def _facts(is_source: bool, value: Value) -> Iterator[tuple[str, str]]:
    """What a value tells; the name of where it comes from is not that of the text."""
    for key, part in (pair for mapping in value.mappings() for pair in mapping.pairs):
        if part.text and not (is_source and is_title_key(key)):
            yield key, " ".join(part.text.split())


def _why_about(key: str, value: Value, outermost: bool) -> str:
    """Why a pair is no part of the rules: `_key`, `meta` beside the rules, a list of when a record was changed."""
    if key[:1] in ("_", "$") and len(key) > 1:
        return "metadata"
    if value.items and says(key, "history"):
        return "history" if all(map(_is_dated, value.items)) else ""
    if not outermost or not value.pairs:
        return ""
    few = says(key, "source") and all(map(_is_short, value.pairs))
    return "metadata" if few or says(key, "about") else ""


def _is_dated(item: Value) -> bool:
    return any(find_date(part.text or "") for _, part in item.pairs)


def _is_short(pair: tuple[str, Value]) -> bool:
    return pair[1].text is not None and len(pair[1].text) <= LONGEST_REMARK


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
    keys = [key for key, _ in pairs]
    if _are_labels(keys):
        return "(number)"
    if not all(map(_says_or_holds, pairs)):
        return ""
    is_alphabet = len(pairs) >= FEWEST and all(map(_is_flat, pairs)) and rise(keys)
    once = list(map(many.get, keys)).count(1)
    is_told = once == len(pairs) and all(map(_tells, pairs))
    if is_alphabet and is_told and len(pairs) >= FEWEST_DOUBTFUL:
        return "(term)"
    if 2 * min(_written(keys), once) > len(pairs):
        return "(term)" if is_alphabet else "(name)"
    return "(name)" if is_told and not any(map(kinds_of, keys)) else ""


def _written(keys: Sequence[str]) -> int:
    """How many keys are written as people write names; none where one is longer than names are."""
    longest = max(map(str.count, keys, repeat(" ")))
    return len(keys) - sum(map(bool, map(SCHEMA.fullmatch, keys))) if longest < MOST_TITLE_WORDS else 0


def _are_labels(keys: Sequence[str]) -> bool:
    """Whether keys are numbers, most of them of digits, or letters that count on from the first."""
    digits = sum(key[0].isdigit() for key in keys if key)
    return all(map(label_of, keys)) and (2 * digits >= len(keys) or keys[0] in "1aAiI")


def _says_or_holds(pair: tuple[str, Value]) -> bool:
    """Whether a pair holds a sentence or more."""
    return pair[1].text is None or pair[1].text.count(" ") > 1


def _tells(pair: tuple[str, Value]) -> bool:
    """Whether a pair holds a text, or records that were told by their keys."""
    return bool(pair[1].text or pair[1].role)


def _is_flat(pair: tuple[str, Value]) -> bool:
    return pair[1].is_flat


def _record(kind: str, key: str, value: Value) -> Value:
    """A pair as a record: its key is a number or a name, its value the words or the rest."""
    line = value.key_line or value.first
    if says(key, "holder"):
        return Value(line, value.last, pairs=[(key, value)])
    rest = [("(words)", value)] if value.text is not None else value.pairs or [("", value)]
    return Value(line, value.last, pairs=[(kind, Value(line, line, text=key)), *rest])


def _is_told_by_position(root: Value) -> bool:
    """Whether records have ids but no numbers, questions or terms, and most of them no title either."""
    roles = [{part.role for _, part in mapping.pairs} for mapping in root.mappings()]
    held = [each for each in roles if "id" in each]
    if not held or any({"number", "question", "term"} & each for each in roles):
        return False
    return 2 * sum("title" in each for each in held) <= len(held)


def _count(root: Value, chapter: int) -> str:
    """Give all that has an id the number of its position; returns what the chapter is called."""
    if not _has_id(root):
        _count_below(root, ())
        return ""
    _give_number(root, (chapter,))
    said = (part.text.strip() for _, part in root.pairs if part.text and part.role in ("title", "text"))
    return next(filter(_is_title, said), "")


def _give_number(value: Value, position: tuple[int, ...]) -> None:
    """Number a record; the first of several texts is its title where it reads as one."""
    said = [part for _, part in value.pairs if part.text and part.role in ("title", "text")]
    if len(said) > 1 and _is_title(said[0].text or ""):
        said[0].role = "title"
    value.pairs.insert(0, ("(number)", Value(0, 0, text=_number(position), role="number")))
    _count_below(value, position)


def _count_below(value: Value, position: tuple[int, ...]) -> None:
    """The lists of a mapping, or the items of a list: its rules counted on through all of them."""
    lists = [part.items for _, part in value.pairs] or [value.items]
    held = (item for items in lists for item in items if _has_id(item))
    for count, item in enumerate(held, 1):
        _give_number(item, (*position, count))


def _has_id(value: Value) -> bool:
    return any(part.role == "id" for _, part in value.pairs)


def _is_title(words: str) -> bool:
    """Whether a text is a line and no sentence."""
    return len(words) <= LONGEST_LINE and "\n" not in words and not words.endswith((".", ":", ";", ","))


def _number(position: tuple[int, ...]) -> str:
    """A position as it is printed: `(1, 10, 3)` is 1.10.3, `(1, 10, 3, 2)` 1.10.3b."""
    number = ".".join(str(part) for part in position[:RULE_LEVEL])
    for depth, part in enumerate(position[RULE_LEVEL:]):
        number += str(part) if depth % 2 else bodies.letter(part)
    return number
