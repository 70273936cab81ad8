"""What other programs did to a text: letters printed twice are read once; lines and columns they mixed are told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from kb.findings import Problem
from kb.ingest.clean.two_rows import ODD_CASE, two_rows
from kb.ingest.document import Line, Text
from kb.ingest.limits import LONGEST_REMARK
from kb.ingest.thresholds import FEW, FEWEST, HALF, MANY, SHORTEST_WORD

_SHORTEST = 4
_ODD_SHARE = 0.45
"""A word is odd if so many of its groups of three letters stand in no usual word."""
# "A goat may climb a wall      It may rest there at"
_GAP = re.compile(r"\s*(\S(?:.{0,300}?\S)?) {3,200}(\S.{0,300})")
# "LLaawwss"
_TWICE = re.compile(r"(?:(\S)\1)+")
# "GGameame", "R Rulesules": the first letter apart from the rest, each printed twice
_TWICE_APART = re.compile(r"\b(\w) ?\1(\w{2,})\2\b")
# "k riecakc t ion": a letter that is no word
_LONE = re.compile(r" [b-hj-z] ")
# "th", "st rd": on a line of their own
_ENDINGS = re.compile(r"(?:st|nd|rd|th)(?: (?:st|nd|rd|th)){0,9}")
# "’", "Play ’"
_CLOSING = re.compile(r"(?:^|\s)([’”)\]])\s*$")
_OPENING = {"’": "‘", "”": "“", ")": "(", "]": "["}
_BARE_NUMBER = re.compile(r"\b\d{1,4}\b(?!\s*(?:st|nd|rd|th)\b)")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def print_once(text: Text) -> Text:
    """Headings whose letters an extractor took twice, "11.. TTHHEE GGOOAATT", are read once."""
    return replace(text, lines=tuple(line.with_text(_once(line.text)) for line in text.lines))


def _once(line: str) -> str:
    """A line of letters that were printed twice, once: `LLaawwss ooff GGooaattss` is `Laws of Goats`."""
    bare = line.strip()
    if len(bare) < 2 * _SHORTEST:
        return line
    if bare[0] == bare[1] and all(_TWICE.fullmatch(word) for word in bare.split()):
        words = bare.split()
        spelt = any(word.isalpha() and len(set(word)) >= SHORTEST_WORD for word in words)
        return " ".join(word[::2] for word in words) if spelt else line
    begun = bare[0] == bare[1] or (bare[1] == " " and bare[2] == bare[0])
    mended = _TWICE_APART.sub(r"\1\2", line) if begun else line
    return mended if len(mended) < 0.6 * len(line) else line


def part_overprinted(pages: Sequence[Sequence[Line]], file: str) -> tuple[list[list[Line]], list[Problem]]:
    """The pages with every line in two that was printed over another, "toff thhee g wallame"; a problem for the rest.

    The words of the sound lines tell the two rows apart; a line that does not read as two rows of them stays as it is.
    """
    flat = [line for page in pages for line in page]
    mixed = _mixed(flat)
    rows = two_rows([line.text for line in flat], mixed) if mixed else {}
    left = [flat[at] for at in mixed if at not in rows and not (rows and not ODD_CASE.search(flat[at].text))]
    told = [_problem("overprinted", "lines are printed over each other", left, file)] if left else []
    found = {id(flat[at]): words for at, words in rows.items()}
    return [[row for line in page for row in _rows(line, found.get(id(line), ()))] for page in pages], told


def _mixed(lines: Sequence[Line]) -> list[int]:
    """The lines that seem to be two, mixed letter by letter; none where they are too few or too many to be so."""
    odd = _odd_words(line.text for line in lines)
    mixed = [at for at, line in enumerate(lines) if _looks_mixed(line.text, odd)]
    return mixed if FEWEST <= len(mixed) <= max(MANY, FEW * len(lines)) else []


def _rows(line: Line, words: Sequence[str]) -> list[Line]:
    """A line as the rows that it reads as; the lower ones have no characters of their own in the source."""
    return [line.with_text(words[0]), *(Line(line.number, "", row) for row in words[1:])] if words else [line]


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
    if len(found) < max(MANY, HALF * printed):
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


def _looks_mixed(line: str, odd: frozenset[str]) -> bool:
    """Whether a line has a word with a capital inside, or looks like no words of the text in two places."""
    if not 2 * _SHORTEST <= len(line) <= LONGEST_REMARK:
        return False
    strange = sum(1 for word in _words(line) if word in odd)
    return strange > 1 or bool(strange and (ODD_CASE.search(line) or _LONE.search(line)))


def _odd_words(lines: Iterable[str]) -> frozenset[str]:
    """Words that stand once and whose letters follow each other as in no usual word of the text."""
    counts = Counter(word for line in lines for word in _words(line))
    usual = {triple for word, many in counts.items() if many > 1 for triple in _triples(word)}
    return frozenset(
        word
        for word, many in counts.items()
        if many == 1
        and len(word) >= _SHORTEST
        and len(_triples(word) - usual) >= _ODD_SHARE * (len(word) - 2)
    )


def _words(line: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(line)]


def _triples(word: str) -> set[str]:
    return {word[at : at + 3] for at in range(len(word) - 2)}
