"""Which rules are in this tree of data? Told by what its keys hold, not by what they are called.

A key whose texts are names without blanks, hardly one used twice, holds ids; keys with sentences or several words
hold what is printed. A mapping with two texts has a title and a body. Where most of what has an id has no title, a
rule's number is its position: 1, 1.1, 1.1.1, 1.1.1a; else the titles are headings, one in the other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from kb.errors import ReadError
from kb.ingest import bodies
from kb.ingest.document import Text
from kb.ingest.layout.features import BULLET, is_row
from kb.ingest.readers.collect import Collector, chapter_of
from kb.ingest.readers.data_keys import (
    NAME,
    NUMBER,
    Parts,
    parts_of,
    terms_of,
    unmapped,
)
from kb.ingest.readers.data_records import Records
from kb.ingest.readers.data_tree import Value, json_tree, yaml_tree
from kb.ingest.readers.data_wrappers import numbered_as_its_file, without_meta
from kb.ingest.readers.inline import read_inline
from kb.ingest.readers.own_marks import read_own_marks
from kb.ingest.thresholds import DEEPEST_HEADING, LONGEST_LINE, RULE_LEVEL
from kb.ingest.titles import speaks_of_terms

# what else is no word of a line: "null", "&name", "!tag", "# a remark"
_MARKUP = re.compile(r"^#.*|\b(?:null|Null|NULL)\b|[&*!][\w!/.-]{0,60}+")
# "## Drawing"
_HEADING = re.compile(r"#{1,6}\s+(?=\S)")

# "<p>", "</li>", "<br />": HTML that parts the paragraphs of a text
_BLOCK = re.compile(
    r"</?(?P<name>p|div|br|hr|ul|ol|li|h[1-6]|table|thead|tbody|tr|td|th|blockquote|section|dl|dt|dd)\b[^<>]{0,300}>",
    re.IGNORECASE,
)
# "1. ", "12) ": an item of a list that counts
_COUNTED = re.compile(r"((\d{1,2})[.)])\s+(?=\S)")


def read_yaml(text: Text, name: str) -> Text:
    """The stretches of a rule tree in YAML; `name` is its file's, which may begin with its chapter's number."""
    return read_tree(text, name, yaml_tree("\n".join(line.text for line in text.lines), text.file))


def read_json(text: Text, name: str) -> Text:
    """The stretches of a rule tree in JSON."""
    return read_tree(text, name, json_tree("\n".join(line.text for line in text.lines), text.file))


def read_tree(
    text: Text, name: str, root: Value | None, beside: Mapping[int, str] | None = None, reason: str = ""
) -> Text:
    """The stretches of a tree, whatever it was written in; `beside` is what stands on its lines besides it."""
    if root is None or root.text is not None:
        raise ReadError(f"{text.file} holds no tree of rules: a mapping or a list is expected")
    found = Collector(text, _MARKUP)
    for line, words in (beside or {}).items():
        found.drop(line, reason, words)
    title, edition = without_meta(root, found)
    tree, was_mapped = unmapped(numbered_as_its_file(root, PurePosixPath(text.file).stem, found))
    parts = parts_of(tree)
    are_counted = not (was_mapped or _says_what_it_is(tree, parts))
    if are_counted:
        title = _count(tree, parts.ids, int(chapter_of(name) or 1)) or title
        parts = parts_of(tree)
    records = Records(found, parts, _Reader(found).say, are_counted=are_counted)
    records.read(tree)
    return found.finish(records.title or title, records.edition or edition)


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


def _count(root: Value, ids: frozenset[str], chapter: int) -> str:
    """Give all that has an id the number of its position; returns what the chapter is called."""
    if not _has_id(root, ids):
        _count_below(root, ids, ())
        return ""
    _give_number(root, ids, (chapter,))
    said = (part.text.strip() for key, part in root.pairs if part.text and key not in (NUMBER, *ids))
    return next(filter(_is_title, said), "")


def _give_number(value: Value, ids: frozenset[str], position: tuple[int, ...]) -> None:
    """Number a record; the first of several texts is its title where it reads as one."""
    said = [at for at, (key, part) in enumerate(value.pairs) if part.text and key not in ids]
    if len(said) > 1 and _is_title(value.pairs[said[0]][1].text or ""):
        value.pairs[said[0]] = (NAME, value.pairs[said[0]][1])
    value.pairs.insert(0, (NUMBER, Value(0, 0, text=_number(position))))
    _count_below(value, ids, position)


def _count_below(value: Value, ids: frozenset[str], position: tuple[int, ...]) -> None:
    """The lists of a mapping, or the items of a list: its rules counted on through all of them."""
    lists = [part.items for _, part in value.pairs] or [value.items]
    held = (item for items in lists for item in items if _has_id(item, ids))
    for count, item in enumerate(held, 1):
        _give_number(item, ids, (*position, count))


def _has_id(value: Value, ids: frozenset[str]) -> bool:
    return any(key in ids for key, _ in value.pairs)


class _Reader:
    """Adds the texts of a tree."""

    def __init__(self, found: Collector) -> None:
        self.found = found

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


def _is_title(words: str) -> bool:
    """Whether a text is a line and no sentence."""
    return len(words) <= LONGEST_LINE and "\n" not in words and not words.endswith((".", ":", ";", ","))


def _number(position: tuple[int, ...]) -> str:
    """A position as it is printed: `(1, 10, 3)` is 1.10.3, `(1, 10, 3, 2)` 1.10.3b."""
    number = ".".join(str(part) for part in position[:RULE_LEVEL])
    for depth, part in enumerate(position[RULE_LEVEL:]):
        number += str(part) if depth % 2 else bodies.letter(part)
    return number


def lines_of(value: Value) -> list[tuple[str, int, int]]:
    """The lines of a text with where they stand: each on its own below a block's first line, else anywhere in it."""
    text = (value.text or "").strip("\n")
    if _BLOCK.search(text):
        text = _BLOCK.sub(_broken, text)
        return [(line, value.first, value.last) for line in text.split("\n")]
    lines = text.split("\n")
    if value.by_line and len(lines) == value.last - value.first:
        return [(line, number, number) for number, line in enumerate(lines, value.first + 1)]
    return [(line, value.first, value.last) for line in lines]


def marks_of(lines: list[str]) -> list[tuple[str, int, bool]]:
    """For each line its mark, where its words begin, and whether it is an item below the one above.

    Numbers are marks where they count on from 1; a bullet between them belongs to the number above it.
    """
    found: list[tuple[str, int, bool]] = []
    counted = [int(match[2]) for line in lines if (match := _COUNTED.match(line))]
    counts, in_item = counted[:2] == [1, 2], False
    least = min((len(bullet[1]) for line in lines if (bullet := BULLET.match(line))), default=0)
    for line in lines:
        bullet = BULLET.match(line)
        item = _COUNTED.match(line) if counts else None
        in_item = bool(item) or (in_item and bool(bullet))
        if bullet:
            found.append((bullet[2], bullet.end(), in_item or len(bullet[1]) > least + 1))
        else:
            found.append((item[1], item.end(), False) if item else ("", 0, False))
    return found


def _broken(tag: re.Match[str]) -> str:
    """What a tag of HTML between paragraphs does: it breaks the line, parts cells, begins an item."""
    name, closes = tag["name"].lower(), tag[0].startswith("</")
    if name in ("td", "th"):
        return "\t" if closes else ""
    return "\n- " if name == "li" and not closes else "\n"
