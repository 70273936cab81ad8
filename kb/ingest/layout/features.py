"""What does the layout of one line tell? Marks before it, whether a sentence ends, whether it is a title or a row."""

from __future__ import annotations

import re

from kb.ingest.document import BULLET_SIGNS

_SIGNS = frozenset("•◦‣▪●○■□►➢✦")
"""Bullets that mark the items of lists and nothing else."""
BULLET = re.compile(rf"(\s*)([{BULLET_SIGNS}])\s+(?=\S)")
# "1. ", "12) ", "(2) ", "a. ", "b) ", "iv. ", "A. ", "II. ", "Q. ", "A: ", "Q1. "
MARK = re.compile(
    r"\s*(\d{1,4}(?:[.):]|\.\))|\((?:\d{1,3}[a-z]?|[A-Za-z]|[ivx]{2,5}|[IVX]{2,5})\)"
    r"|[A-Za-z][.)]|[ivx]{2,5}[.)]|[IVX]{2,5}[.)]|[QAFPDR]\d{0,3}[.:)]"
    r"|(?i:question|answer|frage|antwort|réponse|pregunta|respuesta|domanda|risposta)\s?\d{0,3}:)\s+(?=\S)"
)
# "climbs.", "climbs!”", "climbs.[2]"
ENDED = re.compile(r"[.!?:;…。！？：][\"'”’)\]*}」』]*(?:\s?\[[\w*†‡\ue100-\ue102]{1,12}\])*$")
SMALL_WORDS = frozenset(
    [
        *("a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "into", "nor", "of", "off", "on"),
        *("or", "out", "over", "per", "the", "to", "up", "vs", "via", "with"),
        *("am", "das", "dem", "den", "der", "des", "für", "im"),
        *("mit", "und", "vom", "von", "zu", "zum", "zur"),
        *("au", "aux", "de", "du", "en", "et", "la", "le", "les", "pour", "à"),
        *("con", "del", "della", "di", "e", "el", "il", "las", "los", "para", "y"),
    ]
)
_WORD = re.compile(r"[^\W\d_][\w'’-]*")


def looks_like_heading(words: str) -> bool:
    """Whether a line reads as a title: short, no sentence end, its longer words capitalised."""
    words = words.strip().strip("*")
    if not words or len(words) > 70 or (ENDED.search(words) and not words.endswith((". . .", "…", ":", "?"))):
        return False
    names = _WORD.findall(words)
    if not names or (names[0][0].islower() and not words[0].isdigit()):
        return False
    return not any(name[0].islower() and name.lower() not in SMALL_WORDS for name in names[1:])


def is_row(content: str) -> bool:
    """Whether a line is a row of a table: columns parted by tabs or upright strokes."""
    if "\t" not in content and "|" not in content:
        return False
    inner = content.strip()
    return ("\t" in content.rstrip() and bool(inner)) or inner.endswith("|") or inner.count("|") >= 2


def breaks_off(words: str) -> bool:
    """Whether a line's last word cannot be that of a title or paragraph: "the goat and", "walls,"."""
    last = words.rstrip("* ").rsplit(" ", 1)[-1]
    return last.endswith((",", "-", "–", "/", "&")) or last.lower() in SMALL_WORDS


def is_bullet(words: str) -> bool:
    """Whether a line holds nothing but a bullet."""
    return words.strip() in _SIGNS


def first_word(words: str) -> str:
    """A line up to its first blank."""
    return words.strip().split(" ", 1)[0]


def has_leaders(words: str) -> bool:
    """Whether a line ends as those of contents do: `Combat ........ 12`, `Combat . . . . 12`."""
    led = words.rstrip("0123456789ivxlc ")
    return len(led) < len(words) and led[-8:].replace(" ", "").endswith(("....", "……"))
