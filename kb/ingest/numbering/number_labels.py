"""What number begins this line? `4.2a`, `[5.21]`, `1-2-1-1.`, `1e1a)`, `G.1.1`, `Rule 1-2-3`, `§ 5`, `第3条`."""

from __future__ import annotations

import re
from functools import lru_cache

from kb.ingest.document import typed_frozen
from kb.ingest.limits import DEEPEST_NUMBER, FARTHEST_DIGIT
from kb.ingest.titles import STEPS, WORDS

_INITIALS = frozenset(word[0].upper() for word in f"{WORDS}|{STEPS}|§".split("|"))

# Full-width digits and signs, as Japanese and Chinese texts print them, one for one.
_WIDE = str.maketrans("０１２３４５６７８９．－（）：［］", "0123456789.-():[]")
# "Rule ", "ARTICLE ", "Art. ", "RULE NO. ", "§ ", "§§ "; never in the middle of a sentence. What it looks ahead for
# first, "A 4" and not "A goat", spares most lines all those words.
_WORD = re.compile(
    rf"(?=§|[^\W\d_]{{3,12}}\.?\s+[\dA-ZNn#])"
    rf"(?P<word>(?i:{WORDS}|{STEPS})(?=\s)|§§?)\s*(?i:(?:no|nr)\.\s*|#)?(?=[\dA-Z])"
)
# "603.7d", "704.5ab", "101.1.b.1", "1.5.2.C", "1-2-1-1", "1e1a", "1h+++", "A4.12", "G.1.1", "ST.6", "IV.B.2.c",
# "3.1.a.iv", "4.2(a)(ii)", "7.3/1", "7-3b/1", "1.2.CC.10"
_NUMBER = re.compile(
    r"(?:(?:[A-Z]{1,3}[.-]?)?\d{1,4}|[IVXLC]{1,7}[.-](?=[A-Z](?![A-Za-z]|\.[A-Z])))"
    r"(?:[.\-–]\d{1,4}(?!\d)|(?<=\d)\.[A-Z]{2,3}(?=\.\d)|[.\-–]?(?:[A-Za-z]|([a-z])\1|a[b-l])(?![A-Za-z])(?:\d{1,3}(?!\d))?"
    r"|[.\-–][ivx]{2,5}(?![A-Za-z])|\((?:\d{1,3}|[A-Za-z]|[ivx]{2,5})\)|(?<=[.-]\d[a-z\d])/\d{1,3}(?![\d/])"
    r"|(?<=[.-]\d)/\d{1,3}(?![\d/]))*(?:(?<=[a-z])\+{1,4}|\+{1,4}(?=\)))?"
)
# "12.03.1998", "2024-01-15": a day
_DATE = re.compile(r"\d{1,2}[.\-–]\d{1,2}[.\-–](?:19|20)\d\d|(?:19|20)\d\d[.\-–]\d{1,2}[.\-–]\d{1,2}")
# ".", ":", ")", "].", " ." after a number; then a space, or glued to it a capital ("901.4.All")
_CLOSED = re.compile(
    r"(?P<sign>\s?[.:)\]]+|)(?P<stars>\*{0,3}[.:]?)(?:(?=\s|$)|(?<=[.:)\]*])(?=[^\W\d_a-z]|[“\"(\[{*]))"
    r"(?:\s*[-–—]\s)?\s*"
)
_OPEN = re.compile(r"[\[(]")
# "IV", "12", "C" after a word: "ARTICLE IV - NAME", "Rule 1769/11 (Power=3)", "Law 12: Fouls", "Artículo 1.º",
# "Article 1er"
_SINGLE = re.compile(
    r"(?P<value>\d{1,4}|[IVXLC]{1,7}(?![A-Za-z])|[A-Z](?![A-Za-z]))(?:/\d{1,4}|er(?= ))?(?=[\s.:)\-–—ºª°]|$)"
)
_AFTER_SINGLE = re.compile(r"(?:(?:\s?\.){2,4}|\s?[.:)])?[ºª°]?(?:\s*—|\s*[-–]\s)?[:.]?\s*")
# "第3条", "第１章", "第2節"
_EASTERN = re.compile(r"第\s?(?P<value>\d{1,4})\s?(?P<word>[条章節部項編])\s*[:.、]?\s*")
# "4." "IV." "4)" and, before a capital, "4" alone
_BARE = re.compile(
    r"(?P<value>\d{1,4}|[IVXLC]{2,7}|[A-Z])(?:[.:](?!\d)\s*|\)\s+|\s+[-–—]\s+|\s+(?=[“\"«„]?[^\W\d_a-z]))(?=\S|$)"
)
_PARTS = re.compile(r"\d+|[A-Za-z]+|\+")
# What a number has near its beginning: a digit, or "IV.B"
_DIGIT = re.compile(r"[\dIVXLC](?:(?<=\d)|[.-][A-Z](?![A-Za-z]))")
_STARS = re.compile(r"\*{1,3}(?=\S)")
_ROMAN = re.compile(r"(?=[IVXLC])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")


@typed_frozen(frozen=True, slots=True)
class Label:
    """A number that may be a rule's."""

    number: str
    """As printed, without its word, brackets and final stop: `4.2a`."""

    word: str
    """What the text calls it: `Rule`, `§`; empty without one."""

    family: str
    """How it is written: its brackets and what parts its levels: `.`, `-`, `[.`; `a` for letters and digits in turn."""

    parts: tuple[str, ...]
    """Its levels: `4`, `2`, `a`."""

    words: str
    """What follows it."""

    sign: str = ""
    """The stop or bracket that parts it from the words; empty where only a space does."""

    heads: bool = False
    """Whether the markup calls what it stands in a heading."""


def compound(text: str) -> Label | None:
    """The number of at least two levels that a line begins with."""
    if not _DIGIT.search(text, 0, FARTHEST_DIGIT):
        return None
    stars, start, word = _beginning(text)
    plain = _narrow(text)
    bracket = _OPEN.match(plain, start)
    match = _NUMBER.match(plain, bracket.end() if bracket else start)
    if not match:
        return None
    closed = _CLOSED.match(plain, match.end())
    if not closed or (bracket and not set(closed["sign"]) & set(")]")):
        return None
    parts = tuple(_PARTS.findall(match[0]))
    if not 2 <= len(parts) <= DEEPEST_NUMBER or _DATE.fullmatch(match[0]):
        return None
    return Label(
        number=match[0],
        word=word,
        family=(bracket[0] if bracket else "") + _separator(match[0]),
        parts=parts,
        words=("" if closed["stars"].startswith("*") else stars) + text[closed.end() :],
        sign=(closed["sign"] + closed["stars"]).strip(),
    )


def worded(text: str) -> Label | None:
    """A single number with its word: `Article IV - Members`, `§ 5 Proteste`, `第3条`."""
    stars, start, word = _beginning(text)
    if not word and text[start : start + 1] != "第":
        return None
    plain = _narrow(text)
    if eastern := _EASTERN.match(plain, start):
        value, end, word = eastern["value"], eastern.end(), eastern["word"]
    else:
        match = _SINGLE.match(plain, start) if word else None
        if not match:
            return None
        value, after = match["value"], _AFTER_SINGLE.match(plain, match.end())
        end = (after or match).end()
    return Label(value, word, word.casefold().rstrip("."), (value,), stars + text[end:])


def bare(text: str) -> Label | None:
    """A single number without a word: `4. Combat`, `4 COMBAT`, `4 "Out"`, `A. Infantry`."""
    stars = _STARS.match(text)
    match = _BARE.match(_narrow(text), stars.end() if stars else 0)
    if not match:
        return None
    words = (stars[0] if stars else "") + text[match.end() :]
    return Label(match["value"], "", "", (match["value"],), words, match[0][len(match["value"]) :].strip())


@lru_cache(maxsize=4096)
def value_of(part: str) -> tuple[int, int]:
    """Sorts the parts of one level: `+` first, then digits, then letters."""
    if part == "+":
        return (0, 0)
    if part.isdigit():
        return (1, int(part))
    return (2, _letters(part))


def roman(numeral: str) -> int:
    """The value of a Roman numeral; 0 for what is none."""
    if not numeral or not _ROMAN.fullmatch(numeral.upper()):
        return 0
    values = [{"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}[letter] for letter in numeral.upper()]
    return sum(-one if one < two else one for one, two in zip(values, [*values[1:], 0], strict=True))


def count_of(number: str) -> int:
    """The value of a single number: `12`, `XII`, `C`."""
    return int(number) if number.isdigit() else roman(number) or value_of(number)[1]


_ROMAN_DIGITS = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l")),
    *((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


def in_roman(value: int) -> str:
    """A number in small Roman digits: 4 is `iv`."""
    words = ""
    for worth, digits in _ROMAN_DIGITS:
        words += digits * (value // worth)
        value %= worth
    return words


def _beginning(text: str) -> tuple[str, int, str]:
    """Emphasis marks at the beginning, where the number begins, and the word before it."""
    stars = _STARS.match(text)
    start = stars.end() if stars else 0
    word = _WORD.match(text, start) if text[start : start + 1] in _INITIALS else None
    if word and not word["word"][0].islower():
        return stars[0] if stars else "", word.end(), word["word"]
    return stars[0] if stars else "", start, ""


def _narrow(text: str) -> str:
    return text if text.isascii() else text.translate(_WIDE)


def _separator(number: str) -> str:
    inner = number.partition("(")[0].strip(".-–")
    return "." if "." in inner else "-" if "-" in inner or "–" in inner else "a"


def _letters(part: str) -> int:
    """`a` 1, `z` 26, `aa` 27; capitals like small ones."""
    value = 0
    for letter in part.lower():
        value = 27 * value + ord(letter) - ord("a") + 1
    return value
