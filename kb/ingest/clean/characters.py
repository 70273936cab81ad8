"""Damage to single characters: invisible ones, UTF-8 read as something else, quotation marks that change by page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from unicodedata import normalize

from kb.ingest.document import Text
from kb.ingest.thresholds import FEWEST, FEWEST_SURE, SHORTEST_WORD

# Zero-width spaces and joiners, soft hyphens, marks of direction, byte-order marks inside a text,
# control characters, the marks of bodies.py.
INVISIBLE = re.compile(
    "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb\ue100-\ue102\x00-\x08\x0e-\x1f\x7f-\x9f]"
)
# "donâ€™t", "CafÃ©": UTF-8 read as Windows-1252 or Latin-1.
MOJIBAKE = re.compile("â€|Ã[\u0080-\u00bf\u201a-\u2122]|Â[\u00a0-\u00bf]")
# hard spaces, and marks that move a printer down, left inside a line: blanks
_BLANKS = str.maketrans("\u00a0\x0b\x0c", "   ")
# "Harm  effect": but the indent at a line's start stays, and tabs that part columns
_RUN = re.compile(r"(?<=\S)[^\S\t\r\n]{2,}")
_CURLY = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u201a": "'", "\u201e": '"'}
)
_MIXED = 0.05
"""From this share of the rarer style on (and ten marks), a text counts as switching between curly and straight."""


def drop_invisible(text: Text) -> Text:
    """Characters that print nothing but break words apart for every search."""
    lines, removed = [], []
    for line in text.lines:
        hidden = "" if line.text.isprintable() else "".join(INVISIBLE.findall(line.text))
        if hidden:
            removed.append((line, "invisible characters", hidden))
            line = line.with_text(INVISIBLE.sub("", line.text))
        lines.append(line)
    return text.leaving_out(lines, removed)


def mend_mojibake(text: Text) -> Text:
    """`donâ€™t` becomes `don’t`; only lines that show the pattern are touched."""
    from ftfy import fix_encoding

    return mapped(text, lambda content: fix_encoding(content) if MOJIBAKE.search(content) else content)


def even_quotes(text: Text) -> Text:
    """One style of quotation marks where the extractor switched between two; a text with one style keeps it."""
    content = "".join(line.text for line in text.lines)
    curly = sum(content.count(mark) for mark in "\u2018\u2019\u201c\u201d")
    straight = content.count("'") + content.count('"')
    if min(curly, straight) < max(10, _MIXED * (curly + straight)):
        return text
    return mapped(text, lambda content: content.translate(_CURLY))


def tidy_spaces(text: Text) -> Text:
    """Runs of spaces become one; tabs (columns) and the indent at a line's start stay."""
    return mapped(text, lambda content: _RUN.sub(" ", content.translate(_BLANKS)))


def mapped(text: Text, change: Callable[[str], str]) -> Text:
    """A text with each of its lines changed alike."""
    return replace(text, lines=tuple(line.with_text(change(line.text)) for line in text.lines))


LIGATURE = re.compile("[\ufb00-\ufb06]")
# "R ULES": a capital set larger than the rest of its word. The capital comes first: what few letters are is found fast.
_LARGE = re.compile(r"([^\W\d_a-z])(?<!\w.) ([^\W\d_a-z]{2,})\b")
# "T he goat": so at the beginning of a line or title; "A way" and "I go" are two words each
_INITIAL = re.compile(r"((?:^|[–—:] )\W*[B-HJ-Z]) ([a-z]{2,})\b")
_WORD = re.compile(r"[^\W\d_]{3,}")
# bullets of symbol fonts and ornaments, as their text layers have them
ODD_BULLETS = "[\uf0b7\uf0a7\uf0d8\uf076\uf0fc\uf06c\uf06e\uf0a8❖✔✓➤∙◾◆⁃]"
# and "o (101.1) A goat", "o Goats jump": the hollow one of word processors; "o jogo" is a word of some languages
_BULLET = re.compile(rf"^(\s*)({ODD_BULLETS}|o(?=\s+[A-Z(\[“\"\d]))\s+(?=\S)")


def part_ligatures(text: Text) -> Text:
    """`ﬁght` is `fight`: nobody searches for letters that are printed as one."""
    return mapped(text, lambda content: LIGATURE.sub(lambda sign: normalize("NFKC", sign[0]), content))


def close_large_capitals(text: Text) -> Text:
    """`R ULES` is `RULES` and `T he` is `The` where the text has that word elsewhere."""
    known: Counter[str] = Counter()
    for word, many in Counter(word for line in text.lines for word in _WORD.findall(line.text)).items():
        known[word.casefold()] += many

    def whole(match: re.Match[str]) -> str:
        word, rest = (match[1][-1] + match[2]).casefold(), match[2].casefold()
        return match[1] + match[2] if known[word] and known[word] >= known[rest] else match[0]

    return mapped(text, lambda content: _INITIAL.sub(whole, _LARGE.sub(whole, content)))


# "LLaawwss"
TWICE = re.compile(r"(?:(\S)\1)+")


def print_once(text: Text) -> Text:
    """`LLaawwss ooff GGooaattss`, letters that an extractor took twice, is `Laws of Goats`; `OOXX` is no word."""
    return mapped(text, _once)


def _once(content: str) -> str:
    words = content.split()
    spelt = any(word.isalpha() and len(set(word)) >= SHORTEST_WORD for word in words)
    if not spelt or not all(map(TWICE.fullmatch, words)):
        return content
    return " ".join(word[::2] for word in words)


def even_bullets(text: Text) -> Text:
    """A sign of a symbol font that begins lines is a bullet like any other, and so is an `o` that begins many."""
    many = Counter(found[2] for line in text.lines if (found := _BULLET.match(line.text)))
    usual = {sign for sign in many if many[sign] >= (FEWEST if sign == "o" else FEWEST_SURE)}
    evened = partial(_BULLET.sub, lambda found: f"{found[1]}• " if found[2] in usual else found[0])
    return mapped(text, evened)
