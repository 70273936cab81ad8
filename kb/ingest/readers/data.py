"""Which rules are in this tree of data? Told by what its keys hold, not by what they are called.

A key whose texts are names without blanks, hardly one used twice, holds ids; keys with sentences or several words
hold what is printed. A mapping with two texts has a title and a body. Where most of what has an id has no title, a
rule's number is its position: 1, 1.1, 1.1.1, 1.1.1a; else the titles are headings, one in the other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from types import MappingProxyType

from kb.errors import ReadError
from kb.ingest import bodies
from kb.ingest.document import Text
from kb.ingest.layout.features import is_row
from kb.ingest.limits import MOST_PARTS
from kb.ingest.readers.collect import Collector, chapter_of, without
from kb.ingest.readers.data_keys import (
    Parts,
    are_ids,
    is_title_key,
    parts_of,
    terms_of,
    texts_by_key,
    unmapped,
)
from kb.ingest.readers.data_lines import lines_of, marks_of
from kb.ingest.readers.data_records import Records
from kb.ingest.readers.data_tree import Value, json_tree, row_of, yaml_tree
from kb.ingest.readers.data_wrappers import numbered_as_its_file, unwrapped, without_meta
from kb.ingest.readers.inline import read_inline
from kb.ingest.readers.own_marks import read_own_marks
from kb.ingest.thresholds import DEEPEST_HEADING, LONGEST_LINE, RULE_LEVEL
from kb.ingest.titles import speaks_of_terms

NOTHING: Mapping[int, str] = MappingProxyType({})
# what is left of a line when its keys and ids are taken away: "- ", "}, {", ": |-", "&name", "!tag"
_PUNCTUATION = re.compile(r"(?:[\s\[\]{}\"',:|>~-]|\b(?:null|Null|NULL)\b|[&*!][\w!/.-]{0,60}+)*+")
# "## Drawing"
_HEADING = re.compile(r"#{1,6}\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class _Keys:
    """What the keys of a tree hold."""

    ids: frozenset[str]
    texts: frozenset[str]
    is_numbered: bool


def read_yaml(text: Text, name: str) -> Text:
    """The stretches of a rule tree in YAML; `name` is its file's, which may begin with its chapter's number."""
    return read_tree(text, name, yaml_tree("\n".join(line.text for line in text.lines), text.file))


def read_json(text: Text, name: str) -> Text:
    """The stretches of a rule tree in JSON."""
    return read_tree(text, name, json_tree("\n".join(line.text for line in text.lines), text.file))


def read_tree(
    text: Text, name: str, root: Value | None, beside: Mapping[int, str] = NOTHING, reason: str = ""
) -> Text:
    """The stretches of a tree, whatever it was written in; `beside` is what stands on its lines besides it."""
    if root is None or root.text is not None:
        raise ReadError(f"{text.file} holds no tree of rules: a mapping or a list is expected")
    found = Collector(text)
    for line, words in beside.items():
        found.drop(line, reason, words)
    title, edition = without_meta(root, found)
    root, was_wrapped = unwrapped(root, found)
    tree, was_mapped = unmapped(numbered_as_its_file(root, PurePosixPath(text.file).stem, found))
    parts = parts_of(tree)
    if was_wrapped or was_mapped or _says_what_it_is(tree, parts):
        records = Records(found, parts, _Reader(found, _keys(tree)).say)
        records.read(tree)
        _leave_out_markup(found)
        return found.finish(records.title or title, records.edition or edition)
    keys = _keys(root)
    reader = _Reader(found, keys)
    chapter = int(chapter_of(name) or 1)
    if keys.ids & {key for key, _ in root.pairs}:
        reader.entry(root, (chapter,) if keys.is_numbered else (), 1)
    else:
        reader.below(root, (), 0)
    _leave_out_markup(found)
    return found.finish(reader.title or title, edition)


def _says_what_it_is(tree: Value, parts: Parts) -> bool:
    """Whether records print their names or terms themselves, so that their position numbers nothing."""
    if parts.printed or not parts.ids:
        return True
    if any(part.items and speaks_of_terms(key) for key, part in tree.pairs):
        return True
    return bool(terms_of(tree, parts)) or _are_titled(tree, parts)


def _are_titled(root: Value, parts: Parts) -> bool:
    """Whether most of what has an id has a title of its own, so that its position numbers nothing."""
    held = [keys for mapping in root.mappings() if parts.ids & (keys := {key for key, _ in mapping.pairs})]
    return bool(held) and 2 * sum(1 for keys in held if parts.titles & keys) > len(held)


def _keys(root: Value) -> _Keys:
    """Judge every key by the texts that it holds all over the tree."""
    held = texts_by_key(root)
    ids = {key for key, texts in held.items() if are_ids(texts)}
    texts = {
        key
        for key, texts in held.items()
        if key not in ids and (is_title_key(key) or any(" " in words for words in texts))
    }
    entries = [mapping for mapping in root.mappings() if ids & {key for key, _ in mapping.pairs}]
    titled = sum(1 for each in entries if _says_two_things(each, texts))
    return _Keys(frozenset(ids), frozenset(texts), bool(entries) and titled < 0.5 * len(entries))


def _says_two_things(mapping: Value, keys: set[str]) -> bool:
    """Whether a mapping has a title and a body: two texts, neither of which begins with the other."""
    texts = [part.text.strip() for key, part in mapping.pairs if key in keys and part.text]
    return len(texts) > 1 and not (texts[0].startswith(texts[1]) or texts[1].startswith(texts[0]))


class _Reader:
    """One walk over a tree."""

    def __init__(self, found: Collector, keys: _Keys) -> None:
        self.found = found
        self.keys = keys
        self.title = ""

    def entry(self, value: Value, position: tuple[int, ...], level: int) -> None:
        """A mapping with an id: a rule or what holds rules."""
        number = _number(position) if position else None
        printed = _held(value, self.keys.texts)
        is_titled = len(printed) > 1 or not number
        for part in _held(value, self.keys.ids):
            self.found.anchor(part.text or "")
        said = ""
        for part in printed:
            words = (part.text or "").strip()
            if words in said:
                self.found.drop(part.first, "printed twice", words)
                continue
            is_title = not said and _is_title(words, among_others=len(printed) > 1)
            if is_title and len(position) == 1:
                self.title = words
            self.say(part, heading=min(level, 6) * (is_titled and is_title), number=number)
            said, number = said + words, None
        self.below(value, position, level)

    def below(self, value: Value, position: tuple[int, ...], level: int) -> None:
        """The lists of a mapping, or the items of a list: its rules counted on through all of them."""
        count = 0
        for key, part in value.pairs or [("", value)]:
            self.leave_out(key, part)
            for item in part.items:
                if self.keys.ids & {inner for inner, _ in item.pairs}:
                    count += 1
                    self.entry(item, (*position, count) if self.keys.is_numbered else (), level + 1)
                else:
                    self.item(item, key, 0)

    def item(self, value: Value, key: str, depth: int) -> None:
        """What has no id: an example, or an item of a list."""
        if row := row_of(value):
            self.found.add("\t".join(row), value.first, value.last, role="row")
            return
        is_example = "example" in key.lower()
        if value.text is not None and (" " in value.text or is_example):
            self.say(value, mark="-", depth=depth)
        elif value.text is not None:
            self.found.drop(value.first, "metadata", value.text)
        for inner, part in value.pairs:
            self.leave_out(inner, part)
            if part.text and (inner in self.keys.texts or not self.keys.texts):
                self.say(
                    part, mark="" if is_example else "-", depth=depth, lead="Example: " if is_example else ""
                )
            for each in part.items:
                self.item(each, inner, depth + 1)
        for each in value.items:
            self.item(each, key, depth + 1)

    def leave_out(self, key: str, value: Value) -> None:
        """A key itself, and what it holds that is not printed: ids, flags, colours."""
        self.found.drop(value.key_line, "markup", key)
        if value.text and key in self.keys.ids:
            self.found.drop(value.first, "id", value.text)
        elif value.text and key not in self.keys.texts:
            self.found.drop(value.first, "metadata", value.text)

    def say(
        self,
        value: Value,
        *,
        heading: int = 0,
        number: str | None = None,
        holder: str = "",
        mark: str = "",
        depth: int = 0,
        lead: str = "",
        role: str = "paragraph",
        since: int = 0,
    ) -> None:
        """The paragraphs of a text: its lines; its number may stand on an earlier one."""
        lines = lines_of(value)
        marks = marks_of([line for line, _, _ in lines])
        for (line, first, last), (printed, end, deeper) in zip(lines, marks, strict=True):
            if is_row(line):
                self.found.add(line, first, last, role="row")
                continue
            if hashes := _HEADING.match(line):
                end, heading = hashes.end(), heading or DEEPEST_HEADING
            words = read_inline(lead + line[end:].strip(), self.found, first)
            if words:
                self.found.add(
                    read_own_marks(words, self.found),
                    min(since or first, first),
                    max(since, last),
                    mark=printed or mark,
                    heading=heading,
                    depth=depth + deeper,
                    number=number,
                    holder=holder if number else "",
                    role=role,
                )
                heading, number, mark, lead, role, since = 0, None, "", "", "paragraph", 0


def _held(value: Value, keys: frozenset[str]) -> list[Value]:
    """The texts that a mapping holds under some keys."""
    return [part for key, part in value.pairs if key in keys and part.text]


def _is_title(words: str, among_others: bool) -> bool:
    """Whether the first text of a mapping names it: a line, and no sentence unless another text follows."""
    is_line = len(words) <= LONGEST_LINE and "\n" not in words
    return is_line and (among_others or not words.endswith((".", ":", ";", ",")))


def _number(position: tuple[int, ...]) -> str:
    """A position as it is printed: `(1, 10, 3)` is 1.10.3, `(1, 10, 3, 2)` 1.10.3b."""
    number = ".".join(str(part) for part in position[:RULE_LEVEL])
    for depth, part in enumerate(position[RULE_LEVEL:]):
        number += str(part) if depth % 2 else bodies.letter(part)
    return number


def _leave_out_markup(found: Collector) -> None:
    """Lines that hold nothing but keys, ids and brackets."""
    held = {line for each in found.stretches for line in range(each.first, each.last + 1)}
    dropped = found.dropped()
    for line in found.text.lines:
        if line.number in held or line.is_blank:
            continue
        rest, parts = line.text, dropped.get(line.number, ())
        if len(parts) > MOST_PARTS:
            rest, parts = without(rest, parts), ()
        for part in parts:
            rest = rest.replace(part, "", 1)
        if _PUNCTUATION.fullmatch(rest) or rest.lstrip().startswith("#"):
            for part in rest.split():  # a key may have stood between them
                found.drop(line.number, "markup", part)
