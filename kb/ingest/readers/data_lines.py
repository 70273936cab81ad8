"""Which paragraphs are in a text of a tree, and which records does it name?"""

from __future__ import annotations

import re

from kb.ingest.layout.features import BULLET, ENDED
from kb.ingest.readers.data_keys import Parts, label_of
from kb.ingest.readers.data_tree import Value
from kb.ingest.thresholds import LONGEST_NOTE

# "<p>", "</li>", "<br />": HTML that parts the paragraphs of a text
_BLOCK = re.compile(
    r"</?(?P<name>p|div|br|hr|ul|ol|li|h[1-6]|table|thead|tbody|tr|td|th|blockquote|section|dl|dt|dd)\b[^<>]{0,300}>",
    re.IGNORECASE,
)
# "1. ", "12) ": an item of a list that counts
_COUNTED = re.compile(r"((\d{1,2})[.)])\s+(?=\S)")


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
