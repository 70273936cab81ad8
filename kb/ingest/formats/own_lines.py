"""Which lines of a Markdown paragraph name what stands on the lines below them?

Who writes a glossary as plain text sets each term on a line of its own, right above what it means; to Markdown both are
one paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.ingest.layout import BULLET, ENDED, MARK, is_row

_LONGEST = 60
_MOST_WORDS = 8
_FEWEST = 3
"""So many paragraphs that begin with a name, and at least half of those with several lines, show that it is meant."""
# "**Catch**" above "*May re-roll …*"
_STRONG = re.compile(r"\*\*(?P<name>[^*]{1,60}[^*.:;,!?])\*\*")
# "climbs. [3]": a footnote after the sentence
_NOTED = re.compile(r"(?:\s?\[\w{1,4}\])+$")
# "*[STR]: Strength", as a plugin of Markdown explains abbreviations
_ABBREVIATION = re.compile(r"\*\[([^\[\]]{1,80})\]:\s+(?=\S)")
_NO_NAME = re.compile(r"[#>|`\[\]{}=_*~:<-]")


def are_named(lines: Sequence[str]) -> bool:
    """Whether the paragraphs of a text begin with names on lines of their own."""
    found = [paragraph for paragraph in _paragraphs(lines) if len(paragraph) > 1]
    named = sum(1 for paragraph in found if _names(paragraph[0], paragraph[1]))
    return named >= _FEWEST and 2 * named >= len(found)


def parted(lines: Sequence[str]) -> list[int]:
    """Where the names in a paragraph stand: the first line, and each that follows a sentence and has one below it."""
    if len(lines) < 2 or not _names(lines[0], lines[1]):
        return []
    found = [0]
    for at in range(2, len(lines) - 1):
        if at - 1 not in found and _ends(lines[at - 1]) and _names(lines[at], lines[at + 1]):
            found.append(at)
    return found


def explained(lines: Sequence[str]) -> list[str]:
    """A paragraph of nothing but abbreviations and what they are short for, each as `STR: Strength`; else nothing."""
    found = [(match, line) for line in lines if (match := _ABBREVIATION.match(line))]
    return [f"{match[1]}: {line[match.end() :]}" for match, line in found] if len(found) == len(lines) else []


def with_colon(lines: list[str]) -> list[str]:
    """A paragraph whose first line is nothing but a name in bold, with the colon that parts both on one line."""
    name = _STRONG.fullmatch(lines[0].strip()) if len(lines) > 1 else None
    if name is None or len(name["name"].split()) > _MOST_WORDS or lines[1].lstrip("*_ ")[:1].islower():
        return lines
    return [f"{lines[0].strip()}:", *lines[1:]]


def _names(line: str, below: str) -> bool:
    """Whether a line is a name and the one below it a sentence."""
    words = line.strip()
    if not words or len(words) > _LONGEST or len(words.split()) > _MOST_WORDS:
        return False
    if (
        _NO_NAME.match(words)
        or ENDED.search(words)
        or words[-1] in ",-–—"
        or MARK.match(words)
        or is_row(line)
    ):
        return False
    meaning = below.strip()
    return not (BULLET.match(below) or MARK.match(below)) and meaning[:1].isupper() and _ends(meaning)


def _ends(line: str) -> bool:
    return bool(ENDED.search(_NOTED.sub("", line.strip())))


def _paragraphs(lines: Sequence[str]) -> Iterator[list[str]]:
    paragraph: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            paragraph.append(line)
        elif paragraph:
            yield paragraph
            paragraph = []
