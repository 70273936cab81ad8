"""Marks that an extractor put beside their place: bullets a line too early, initials and endings of ordinals apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

_BULLETS = "•◦▪‣●○■□►➢✦"
# "t•he player", "• A• player": the bullet of the next line, set among the letters of this one
_INSIDE = re.compile(rf"(?<=[^\W_])[{_BULLETS}](?=[\w ,‘’'])")
_LONE = re.compile(rf"\s*[{_BULLETS}]\s*")
_ITEM = re.compile(rf"\s*[{_BULLETS}]")
_FEWEST = 3
"""So many bullets inside words show that bullets came a line too early."""
# "’", "Play ’": a mark that closes what the line above opened
_CLOSING = re.compile(r"(?:^|\s)([’”)\]])\s*$")
_OPENING = {"’": "‘", "”": "“", ")": "(", "]": "["}
# "th", "st rd": endings of the ordinals in the next line
_ENDINGS = re.compile(r"(?:st|nd|rd|th)(?: (?:st|nd|rd|th))*")
_ORDINAL = re.compile(r"\b(\d{1,4})\b(?!\s*(?:st|nd|rd|th)\b)")
# "T he goat", "O fficial": the first letter apart from its word
_APART = re.compile(r"^(\W*)([B-HJ-Z]|[AI](?= [a-z]+\b)) ([a-z]+)")
_WORD = re.compile(r"[^\W\d_]+")


def mend_displaced(pages: Sequence[Sequence[str]]) -> list[list[str]]:
    """Pages with their marks in place; a line whose mark went elsewhere becomes empty."""
    known = Counter(word.lower() for page in pages for line in page for word in _WORD.findall(line))
    early = sum(1 for page in pages for line in page if _INSIDE.search(line)) >= _FEWEST
    return [
        _closed(
            _with_ordinals([_whole(line, known) for line in (_lowered(page) if early else _joined(page))])
        )
        for page in pages
    ]


def _lowered(page: Sequence[str]) -> list[str]:
    """Every bullet inside a word or on its own moves to the line below the one that it disturbed."""
    lines: list[str] = []
    due: set[int] = set()  # the lines that get a bullet, counted without lone bullets
    printed = 0
    for line in page:
        if _LONE.fullmatch(line):
            due.add(printed + 1)
            lines.append("")
            continue
        kept = f"  • {line}" if printed in due and not _ITEM.match(line) else line
        if _INSIDE.search(line):
            kept = _INSIDE.sub("", kept)
            due.add(printed + 1)
        lines.append(kept)
        printed += 1
    return lines


def _joined(page: Sequence[str]) -> list[str]:
    """A bullet on a line of its own stands before the next line."""
    lines, bullet = [], ""
    for line in page:
        if _LONE.fullmatch(line):
            bullet = line.strip()
            lines.append("")
            continue
        lines.append(
            f"{bullet} {line.strip()}" if bullet and line.strip() and not _ITEM.match(line) else line
        )
        bullet = bullet if not line.strip() else ""
    return lines


def _closed(page: list[str]) -> list[str]:
    """A closing mark on its own, or behind the next line, goes back to the line that opened it."""
    lines = list(page)
    for index in range(1, len(lines)):
        mark = _CLOSING.search(lines[index])
        above = lines[index - 1].rstrip()
        if mark and above.count(_OPENING[mark[1]]) > above.count(mark[1]):
            lines[index - 1], lines[index] = above + mark[1], lines[index][: mark.start()].rstrip()
    return lines


def _with_ordinals(page: list[str]) -> list[str]:
    """`th` above `the 138 meeting` becomes `the 138th meeting`."""
    lines = list(page)
    for index, line in enumerate(page[:-1]):
        if _ENDINGS.fullmatch(line.strip()) and (mended := _ordered(line.split(), page[index + 1])):
            lines[index], lines[index + 1] = "", mended
    return lines


def _ordered(endings: Sequence[str], line: str) -> str:
    """The line with each ending behind the first number that it fits; empty if one fits none."""
    waiting = list(endings)

    def ended(number: re.Match[str]) -> str:
        if waiting and waiting[0] == _ending(int(number[1])):
            return number[1] + waiting.pop(0)
        return number[0]

    mended = _ORDINAL.sub(ended, line)
    return "" if waiting else mended


def _ending(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _whole(line: str, known: Counter[str]) -> str:
    """`T he goat` is `The goat`, where the whole word is usual and its rest is not."""
    match = _APART.match(line)
    if not match:
        return line
    whole, rest = (match[2] + match[3]).lower(), match[3]
    usual = known[whole] >= 2 and known[whole] >= known[rest]
    return f"{match[1]}{match[2]}{match[3]}{line[match.end() :]}" if usual else line
