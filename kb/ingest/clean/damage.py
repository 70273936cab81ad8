"""What other programs did to a text: letters printed twice are read once; lines and columns they mixed are told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from kb.findings import Problem
from kb.ingest.clean.characters import mapped
from kb.ingest.document import Line, Text
from kb.ingest.thresholds import FAR, FEW, FEWEST, HALF, SHORTEST_WORD

# "A goat may climb a wall      It may rest there at"
_GAP = re.compile(r"\s*(\S(?:.{0,300}?\S)?) {3,200}(\S.{0,300})")
# "LLaawwss"
_TWICE = re.compile(r"(?:(\S)\1)+")
# "GGameame", "R Rulesules": the first letter apart from the rest, each printed twice
_TWICE_APART = re.compile(r"\b(\w) ?\1(\w{2,})\2\b")
# "th", "st rd": on a line of their own
_ENDINGS = re.compile(r"(?:st|nd|rd|th)(?: (?:st|nd|rd|th)){0,9}")
# "’", "Play ’"
_CLOSING = re.compile(r"(?:^|\s)([’”)\]])\s*$")
_OPENING = {"’": "‘", "”": "“", ")": "(", "]": "["}
_BARE_NUMBER = re.compile(r"\b\d{1,4}\b(?!\s*(?:st|nd|rd|th)\b)")
_WORD = re.compile(r"[^\W\d_]+")
# "tGoofat", "SETTing", but for the names "MacGowan", "BoardGameGeek"
_MIXED = re.compile(r"\b[^\W\d_]*?(?:[a-z][A-Z]|[A-Z]{2}[a-z]{2})[^\W\d_]*")
_NAME = re.compile(r"(?:[A-Z][a-z]+)+")


def print_once(text: Text) -> Text:
    """Headings whose letters an extractor took twice, "11.. TTHHEE GGOOAATT", are read once."""
    return mapped(text, _once)


def _once(line: str) -> str:
    """A line of letters that were printed twice, once: `LLaawwss ooff GGooaattss` is `Laws of Goats`."""
    bare = line.strip()
    if len(bare) < 2 * SHORTEST_WORD:
        return line
    if bare[0] == bare[1] and all(_TWICE.fullmatch(word) for word in bare.split()):
        words = bare.split()
        spelt = any(word.isalpha() and len(set(word)) >= SHORTEST_WORD for word in words)
        return " ".join(word[::2] for word in words) if spelt else line
    begun = bare[0] == bare[1] or (bare[1] == " " and bare[2] == bare[0])
    mended = _TWICE_APART.sub(r"\1\2", line) if begun else line
    return mended if len(mended) < 0.6 * len(line) else line


def overprinted(lines: Sequence[Line], file: str) -> list[Problem]:
    """One problem for lines of which another program printed two over each other: `tGoofat hides`.

    Words that stand once and have a capital among small letters tell them; `MacGowan` is a name.
    """
    seen = Counter(word for line in lines for word in _WORD.findall(line.text))
    found = [
        line
        for line in lines
        if any(seen[word] == 1 and not _NAME.fullmatch(word) for word in _MIXED.findall(line.text))
    ]
    if not FEWEST <= len(found) <= max(FAR, FEW * len(lines)):
        return []
    return [_problem("overprinted", "lines are printed over each other", found, file)]


def join_displaced(page: Sequence[Line]) -> list[Line]:
    """Endings of ordinals go back to their numbers: `th` above `the 138 meeting` is `the 138th meeting`.

    So do closing marks that stand apart to the line above that opened them.
    """
    lines = list(page)
    for at, (above, line) in enumerate(pairwise(page)):
        if _ENDINGS.fullmatch(above.text.strip()):
            if (words := _with_endings(line.text, above.text.split())) is not None:
                lines[at], lines[at + 1] = above.with_text(""), line.with_text(words)
        elif (mark := _CLOSING.search(line.text)) and above.text.count(_OPENING[mark[1]]) > above.text.count(
            mark[1]
        ):
            lines[at] = lines[at].with_text(above.text.rstrip() + mark[1])
            lines[at + 1] = line.with_text(line.text[: mark.start()])
    return lines


def _with_endings(line: str, waiting: list[str]) -> str | None:
    """A line with each ending behind the first number that it fits; None if one fits none."""

    def ended(number: re.Match[str]) -> str:
        last = "" if number[0][-2:] in ("11", "12", "13") else number[0][-1]
        fits = waiting and waiting[0] == {"1": "st", "2": "nd", "3": "rd"}.get(last, "th")
        return number[0] + (waiting.pop(0) if fits else "")

    words = _BARE_NUMBER.sub(ended, line)
    return None if waiting else words


def side_by_side(lines: Sequence[Line], file: str) -> list[Problem]:
    """One problem for columns of text that stand beside each other in the same lines, wide blanks between them."""
    wide = (line for line in lines if "   " in line.text)
    found = [line for line in wide if (gap := _GAP.fullmatch(line.text)) and _are_columns(gap[1], gap[2])]
    printed = sum(1 for line in lines if not line.is_blank)
    if len(found) < max(FAR, HALF * printed):
        return []
    return [_problem("side-by-side", "columns stand beside each other and are read across", found, file)]


def _are_columns(left: str, right: str) -> bool:
    """Whether both sides of a gap are running text: a table's cells or a title and its page are shorter."""
    return min(left.count(" "), right.count(" ")) >= FEWEST


def _problem(code: str, what: str, found: Sequence[Line], file: str) -> Problem:
    more = f" and in {len(found) - 1:,} lines more" if len(found) > 1 else ""
    return Problem(
        code=code,
        message=f"{what} here{more}; every word is kept as it is",
        file=file,
        line=found[0].number,
        excerpt=found[0].raw.strip()[:120],
        suggestion="add the PDF itself instead of the text that another program made of it",
    )
