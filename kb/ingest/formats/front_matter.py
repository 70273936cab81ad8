"""What does a text say about itself before it begins? Title, date and chapter between two lines of `---` or `+++`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.ingest.editions import find_date

_MOST_LINES = 200
_MOST_BLANK = 10
_DATED = ("edition", "version", "effective", "date", "updated", "publish_date")
# "title: Game Concepts", "chapter: 1", 'version: "2.0"', 'title = "Game Concepts"'
_PAIR = re.compile(r"([A-Za-z][\w -]{0,40}?)\s*(?::\s+|=\s*)(\S.{0,500})")
# '[_metadata_:title]:- "Rulings"', "[date]: 2002-10-18": definitions of links that hold facts instead
_DEFINED = re.compile(r"\[(?:_\w{1,30}_:)?([A-Za-z][\w -]{0,40})\]:-?\s+(\S.{0,500})")
_RULERS = {"---": ("---", "..."), "+++": ("+++",)}


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The lines before a text and what they tell."""

    lines: int = 0
    """How many lines it takes, both rulers included."""

    title: str = ""
    edition: str | None = None
    chapter: str = ""


def read_front_matter(lines: Sequence[str]) -> FrontMatter:
    """The front matter of a text; one of no lines where it has none."""
    start = next((n for n, line in enumerate(lines[:_MOST_BLANK]) if line.strip()), 0)
    closing = _RULERS.get(lines[start].rstrip() if lines else "", ())
    inside = lines[start + 1 : start + _MOST_LINES]
    end = next((n for n, line in enumerate(inside, start + 1) if line.rstrip() in closing), 0)
    pairs = {
        pair[1].lower(): pair[2].strip().strip("\"'")
        for line in lines[start + 1 : end]
        if (pair := _PAIR.match(line) or _DEFINED.match(line))
    }
    if not pairs:
        return FrontMatter()  # two rules around a paragraph
    dated = next((pairs[key] for key in _DATED if key in pairs), "")
    chapter = pairs.get("chapter") or pairs.get("number") or ""
    return FrontMatter(
        lines=end + 1,
        title=pairs.get("title", ""),
        edition=(find_date(dated) or dated) if dated else None,
        chapter=chapter if re.fullmatch(r"\d{1,4}|[A-Z]", chapter) else "",
    )
