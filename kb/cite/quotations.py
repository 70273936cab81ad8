"""What does a post quote? Words in quotation marks, and blocks that the place sets apart as quotations."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.link.patterns import Patterns
from kb.link.stretches import Stretch

_QUOTED = Patterns("quotations")
_MARKUP = Patterns("shield")

_FEWEST_WORDS = 4
"""A shorter quotation is a term or a figure of speech."""

_FEWEST_EMPHASISED = 4
"""Words in small letters of a sentence that is set apart so; a title has fewer."""

_NEAR = 40
"""Characters before a number that tell whether a sentence or a line begins there."""

_LONGEST = 5_000
"""Characters; nobody quotes more of a rule."""

_AFTER_NUMBER = " .:)]*_—–-\x01"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotation:
    """A stretch of a post that repeats somebody's words."""

    start: int
    end: int
    """Where its words are, without a line that says where they are from."""

    text: str
    block: bool
    """Whether it is set apart, so that the words around it may be a line away."""

    named: bool = False
    """Whether it tells whose words it repeats: `[quote=Ada]`."""

    emphasised: bool = False
    """Whether nothing but italics or bold letters set it apart, which are for one's own words as often."""

    @property
    def parts(self) -> list[list[str]]:
        """Its words, in the stretches between ellipses."""
        return [found for part in _QUOTED.ellipsis.split(self.text) if (found := words(part))]

    @property
    def all_words(self) -> list[str]:
        """The same in one list."""
        return [word for part in self.parts for word in part]

    @property
    def is_piece(self) -> bool:
        """Whether it begins in the midst of a sentence."""
        return self.text[:1].islower()


def words(text: str) -> list[str]:
    """The words of a text as quotations are compared: case, quotes, marks and line breaks make no difference."""
    plain = text.replace("\x01", "").replace("’", "'")
    found = [word.lower() for word in _QUOTED.word.findall(plain)]
    return [_folded(word) for word in found] if "[" in plain or "{" in plain else found


def word_places(text: str) -> list[tuple[str, int, int]]:
    """The same, each with where it begins and ends."""
    return [(_folded(match[0].lower()), *match.span()) for match in _QUOTED.word.finditer(text)]


def _folded(word: str) -> str:
    """A word without the marks in it that make no difference: "player’s", "[A]ll", an icon's "{T}"."""
    bare = word.replace("[", "").replace("]", "").replace("{", "").replace("}", "")
    return bare.replace("’", "'")


def words_quoted(text: str) -> list[list[str]]:
    """The words of what stands between quotation marks, each by itself: what a rule quotes in an example.

    Not what it says that a word means.
    """
    return [
        words(match[0])
        for match in _QUOTED.marked.finditer(text)
        if not _QUOTED.means.search(text[max(0, match.start() - _NEAR) : match.start()])
    ]


def quotations(post: str, text: str, place: str) -> list[Quotation]:
    """Every quotation of a post that is long enough to be checked, in order; `text` is it with tags blotted out."""
    found: list[Quotation] = []
    position = 0
    blocks = [one for one in _blocks(post, text, place) if _is_long(one.text)]
    for block in sorted(blocks, key=lambda one: one.start):
        found += _marked(text, position, block.start)
        inside = list(_marked(text, block.start, block.end))  # words that somebody quoted
        is_parted = inside and _is_parted(text, inside, block)
        found += [replace(one, named=block.named) for one in inside] if is_parted else [block]
        position = block.end
    found += _marked(text, position, len(text))
    found.sort(key=lambda one: one.start)
    whole: list[Quotation] = []
    dropped: set[int] = set()
    for one in _emphasised(post, text):
        inside = found[_first(found, one.start) : _first(found, one.end)]
        if inside and not _is_parted(text, inside, one) and _goes_on(text, inside, one):
            dropped.update(each.start for each in inside)
        elif is_inside(one, found):
            continue
        whole.append(one)
    kept = [one for one in found if one.start not in dropped]
    return sorted([*kept, *whole], key=lambda one: one.start)


def _first(quoted: Sequence[Quotation], at: int) -> int:
    """Which of some quotations, in order, is the first that begins there or behind it."""
    return bisect_left(quoted, at, key=lambda one: one.start)


def _is_parted(text: str, inside: list[Quotation], around: Quotation) -> bool:
    """Whether quotation marks inside a block or in words set apart are what is quoted, and not all of it."""
    return _is_told(text, inside, around) or not _is_whole(text, inside, around)


def _goes_on(text: str, inside: list[Quotation], around: Quotation) -> bool:
    """Whether a sentence goes on around quotation marks: no mark leads into them, and they do not end it."""
    led = text[around.start : inside[0].start].rstrip()
    return led[-1:].isalnum() and any(map(str.isalnum, text[inside[-1].end : around.end]))


def _emphasised(post: str, text: str) -> Iterator[Quotation]:
    """Words in italics or bold letters, as many as a sentence has: that is how some set the words of a rule."""
    for match in _QUOTED.emphasised.finditer(post):
        start, end = match.span(match.lastgroup or 0)
        said = (post if match["ticked"] else text)[start:end]
        small = sum(word[0].islower() for word in _QUOTED.word.findall(said))
        if small >= _FEWEST_EMPHASISED:
            yield Quotation(start=start, end=end, text=said, block=False, emphasised=True)


def sentences_behind(text: str, cited: Stretch) -> Iterator[Quotation]:
    """What stands behind a citation without marks, to the end of its first sentence, its second, and so on.

    In small letters only behind one that begins a line: elsewhere the post itself goes on.
    """
    match = _QUOTED.recited.match(text, cited.end)
    if not match and _QUOTED.line_begun.search(text[max(0, cited.start - _NEAR) : cited.start]):
        match = _QUOTED.recited_small.match(text, cited.end)
    if match:
        start, end = match.span("said")
        for ended in _QUOTED.sentence_ended.finditer(text, start, end):
            yield Quotation(start=start, end=ended.end(), text=text[start : ended.end()], block=False)


def _is_told(text: str, inside: list[Quotation], block: Quotation) -> bool:
    """Whether somebody who is quoted quotes a book or a rule: `[quote=Ada]The rules say "…", so …[/quote]`."""
    led = (text[max(block.start, one.start - _NEAR) : one.start] for one in inside)
    return any(_QUOTED.of_book.search(said) or _QUOTED.numbered_before.search(said) for said in led)


def _is_whole(text: str, inside: list[Quotation], block: Quotation) -> bool:
    """Whether quotation marks in a block are the rule's own: they hold little of it, or what a word means.

    Or they stand behind the first words of what its number heads.
    """
    if _heading(text, block) and any(map(str.isalnum, text[block.start : inside[0].start])):
        return True
    means = any(_QUOTED.means.search(text[max(0, one.start - _NEAR) : one.start]) for one in inside)
    return means or 2 * sum(len(one.text) for one in inside) < len(block.text)


def _marked(post: str, start: int, end: int) -> Iterator[Quotation]:
    for match in _QUOTED.marked.finditer(post, start, end):
        group = match.lastindex or 0
        for first, last in _by_number(match[group]):
            text = match[group][first:last].lstrip(_AFTER_NUMBER if first else "")
            start = match.start(group) + first if first else match.start()
            end = match.start(group) + last if last < len(match[group]) else match.end()
            if _is_long(text) and not _QUOTED.cites_itself.match(text):
                yield Quotation(start=start, end=end, text=text, block=False)


def _blocks(post: str, text: str, place: str) -> Iterator[Quotation]:
    is_tagged = place in ("bbcode", "bgg", "html")
    for start, quoted, named, block in _tagged(post, text) if is_tagged else _quoted_lines(text, place):
        yield from (replace(one, block=block) for one in _rules_in(start, quoted, named=named))
    if not is_tagged and place != "plain":
        for match in (*_QUOTED.fenced.finditer(post), *_QUOTED.coded.finditer(post)):
            rules = _rules_in(match.start("said"), match["said"], named=False)
            yield from (one for one in rules if one.start > match.start("said"))  # behind a number


def _rules_in(start: int, quoted: str, *, named: bool) -> Iterator[Quotation]:
    """What is quoted in a block, rule by rule, without a line below it that says where it is from."""
    for first, last in _by_number(quoted):
        piece = quoted[first:last].rstrip()
        text = _QUOTED.line_mark.sub("", piece.lstrip(_AFTER_NUMBER) if first else piece).rstrip()
        length, origin = len(piece), _QUOTED.origin.search(text)
        if origin and origin.start():
            line = origin[0].strip()
            length = max(piece.rfind(line[:1], 0, length - len(line) + 1), 0)
            text = text[: origin.start()].strip()
        begin = start + first
        yield Quotation(start=begin, end=begin + length, text=text, block=True, named=named)


def _quoted_lines(text: str, place: str) -> Iterator[tuple[int, str, bool, bool]]:
    for match in _QUOTED.lines.finditer(text):
        yield match.start(), match[0], _QUOTED.speaker.match(match[0]) is not None, True
    if place == "plain":
        yield from ((match.start(), match[0], False, True) for match in _QUOTED.indented.finditer(text))


def _tagged(post: str, text: str) -> Iterator[tuple[int, str, bool, bool]]:
    """What stands between the tags of an innermost quotation, whether they name who said it and set it apart."""
    lowered = post.lower()
    for match in _QUOTED.opening.finditer(post):
        name = (match[1] or match[2]).lower()
        closing = f"[/{name}]" if match[1] else f"</{name}>"
        end = lowered.find(closing, match.end(), match.end() + _LONGEST)
        if end >= 0 and _QUOTED.opening.search(post, match.end(), end) is None:
            told = (_MARKUP.sourced, _MARKUP.of_book)
            is_named = "=" in match[0] and not any(one.match(post, match.start()) for one in told)
            said = text[match.end() : end].replace("\0", " ")
            credit = _QUOTED.credit.search(post, match.end(), end)
            led = said[: credit.start() - match.end()] if credit else ""
            yield match.end(), led if led.strip() else said, is_named, (match[2] or "").lower() != "q"


def headings(text: str, quoted: Sequence[Quotation]) -> Iterator[tuple[int, int, str]]:
    """The numbers beside rules in blocks, "> 702.19b The controller …", "(702.19b)"; `text` has code blotted out."""
    for one in quoted:
        if one.named:
            continue
        if before := _heading(text, one):
            at = one.start - len(before[0])
            yield at, at + before.end("number") - before.start(), before["number"]
        if behind := _QUOTED.credited.match(text, one.end):
            yield behind.start("number"), behind.end("number"), behind["number"]


def _heading(text: str, quotation: Quotation) -> re.Match[str] | None:
    """The number right before a rule's words."""
    return _QUOTED.heading.search(text[max(0, quotation.start - _NEAR) : quotation.start])


def _by_number(quoted: str) -> list[tuple[int, int]]:
    """What is quoted from and to where, rule by rule; a number before a rule's words cites it and is left out."""
    numbers = [match.span() for match in _QUOTED.numbered.finditer(quoted)]
    starts = [0, *(end for _, end in numbers)]
    ends = [*(start for start, _ in numbers), len(quoted)]
    return list(zip(starts, ends, strict=True))


def _is_long(text: str) -> bool:
    fewest = _FEWEST_WORDS - bool(_QUOTED.short_sentence.fullmatch(text))
    return len(text) <= _LONGEST and len(_QUOTED.word.findall(text[:400])) >= fewest


def is_inside(
    found: Stretch | Quotation, quoted: Sequence[Quotation], *, or_emphasised: bool = False
) -> bool:
    """Whether a citation is part of a quotation, in order and apart; of mere emphasis only where that is asked."""
    number = _first(quoted, found.end) - 1
    if number < 0 or quoted[number].end <= found.start:
        return False
    return or_emphasised or not quoted[number].emphasised
