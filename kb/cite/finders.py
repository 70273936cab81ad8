"""Which words of a post cite a rule? `[[Leap]]`, "CR 314.6", "rules 603.7d–f", "see Fatigue", “Leap”, LEAP.

The finders run in order and the first to claim a stretch keeps it; what they found is decided in `deciding`. What
stands beside a bare number speaks for its being a rule's, or for an amount.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from string import ascii_letters, ascii_lowercase

from kb.cite.shield import LINK, masked
from kb.link.number_lists import numbers_at
from kb.link.patterns import Patterns, table
from kb.link.stretches import merged
from kb.refs.numbers import is_dotted


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Words that may cite an entry, before anybody knows which."""

    start: int
    end: int
    form: str
    """`wiki`, `number`, `bare`, `place`, `page`, `entry`, `see`, `quoted`, `capitals`, `phrase`, `keyword`."""

    name: str
    """The number or name, without the words around it."""

    cue: str = ""
    """The kind of thing it is said to be: `rule`, `section`, `letter`; of a page its book; else empty."""

    shown: str = ""
    """What the link says, where that is not the words themselves: the label of `[[Leap|jump]]`."""

    weight: int = 0
    """What the words around a bare number say for or against its being a rule's."""

    instead: tuple[str, ...] = ()
    """How the number may also be meant, tried first: 702.19b for "702,19b"."""


NUMBERS = frozenset(("number", "bare"))
"""Forms that are numbers."""

_LEGAL = frozenset(("section", "article", "paragraph", "clause"))
"""What codes of law number, too."""

_BESIDE = 60
"""Characters beside words in capitals in which a small letter tells that they are meant so."""

_LETTER_NEAR = 300
"""Characters between a number and a letter by itself that is said instead of its own."""

BEHIND_NAME = -3
"""What a number weighs behind a name, "Blender 3.6.2"; one that weighs less is never a rule's."""

ENOUGH = 4
"""What a number and its post have to weigh together for a link."""

ON_TOPIC = 2
"""What it weighs that the post speaks of what a number's rule is about."""

_BULLET = 12
"""Characters of blanks and marks at most before what begins a line."""

_NEXT_LETTERS = 3
"""How far in the alphabet a line's letter may be from that of the line above."""

_NEXT_ALONE = 5
"""The same for a letter by itself among signs, and that of the number before it."""

_NEAR = 28
"""Characters beside a number that are looked at."""

_IN = Patterns("finders")
_WORDS = Patterns("weighing")


def find(post: str) -> list[Found]:
    """Everything in a post (with what is not ours blotted out) that may cite, in order, none overlapping."""
    kept: list[Found] = []
    text, is_sure = post, True
    for names in table("tables")["finders"]:
        finder = {"number": announced_numbers, "bare": bare_numbers}.get(names)
        kept = merged(kept, finder(text) if finder else named(text, names))
        if is_sure:  # whatever stands beside a sure citation sees it as it would see its link
            text = masked(post, [(one.start, one.end) for one in kept], LINK)
        is_sure = is_sure and names != "number"
    kept = merged(kept, [*_shorter(text, kept), *_letters(text, kept)])
    kept = merged(kept, _lettered_lines(text, kept))
    return [one for one in kept if one.form != "capitals" or _stands_out(post, one)]


def _shorter(post: str, found: Iterable[Found]) -> Iterator[Found]:
    """Numbers that others in the post go on from: 9m beside 9m2."""
    begun = {match[0] for one in found if (match := _IN.begun.match(one.name))}
    for match in _IN.shorter.finditer(post) if begun else ():
        start, end = match.span()
        if match[0] in begun and (weight := weigh(post, start, end)) >= match[0][0].isalpha():
            yield Found(start=start, end=end, form="bare", name=match[0], weight=weight + ON_TOPIC)


def _letters(post: str, found: Sequence[Found]) -> Iterator[Found]:
    """Letters of the number before them: "704.5f … and letter g", of those beside its own also "read g as well"."""
    numbers = [one for one in found if one.form in NUMBERS and is_dotted(one.name)]
    is_listing = _IN.lettered_list.search(post) is not None
    alone = [] if is_listing else [(_IN.letter_alone, _NEXT_ALONE)]
    for pattern, most in ((_IN.letter, 0), (_IN.letter_next, 1), *alone):
        for match in pattern.finditer(post):
            last, letter = _number_before(numbers, match.start()), match["letter"]
            far = abs(ord(letter) - ord(last[-1])) if last[-1:].isalpha() else 1
            if last and (not most or 0 < far <= most):
                start = match.start() if pattern is _IN.letter else match.start("letter")
                weight = -(pattern is _IN.letter_alone)
                name = stem(last) + letter
                yield Found(start=start, end=match.end(), form="bare", name=name, cue="letter", weight=weight)
    for match in _IN.letter_range.finditer(post):
        last = _number_before(numbers, match.start(), "" if match[0][0] == "(" else post)
        for group in ("from", "one", "last") if last else ():
            name, start = f"{stem(last)}{match[group]}", match.start(group)
            if start >= 0:
                yield Found(start=start, end=start + 1, form="bare", name=name, cue="letter", weight=-1)


def _number_before(numbers: Sequence[Found], start: int, line_of: str = "") -> str:
    """The last number before a letter, if it is near, and in the same line of a post where that is asked; else none."""
    before = bisect_left(numbers, start, key=lambda one: one.start) - 1
    if (
        before < 0
        or start - numbers[before].end > _LETTER_NEAR
        or "\n" in line_of[numbers[before].end : start]
    ):
        return ""
    return numbers[before].name


def _lettered_lines(post: str, found: Sequence[Found]) -> Iterator[Found]:
    """Letters that begin lines right below one that begins with a rule's number: "704.5a no life", "b no library"."""
    begun: dict[int, str] = {}
    numbers = [one for one in found if one.form in NUMBERS]
    for one in numbers:
        near = max(0, one.start - _BULLET)
        line = post.rfind("\n", near, one.start) + 1
        is_first = line > 0 or near == 0
        if is_first and not post[line : one.start].strip(" \t*•-[]\0"):
            begun[line] = one.name
    first: Found | None = None  # "a", until a line with "b" is below
    for match in _IN.letter_line.finditer(post):
        start, letter = match.start("letter"), match["letter"]
        if letter == "a":
            first, last = None, _number_before(numbers, start)
            if is_dotted(last) and last == stem(last) and post[start + 1].isspace():
                first = Found(start=start, end=start + 1, form="bare", name=f"{last}a", cue="letter")
                begun[match.start()] = first.name
            continue
        above = begun.get(_line_above(post, match.start()), "")
        if above != stem(above) and 0 < ord(letter) - ord(above[-1]) <= _NEXT_LETTERS:
            name = stem(above) + letter
            begun[match.start()] = name
            if first and first.name == above:
                yield first
            yield Found(start=start, end=start + 1, form="bare", name=name, cue="letter")


def _line_above(post: str, start: int) -> int:
    """Where the line begins that stands above another one, but for blank ones."""
    near = post[max(0, start - _BULLET) : start]
    return post.rfind("\n", 0, start - len(near) + len(near.rstrip(" \t\n\0"))) + 1


def _stands_out(post: str, found: Found) -> bool:
    """Whether words in capitals have small letters beside them."""
    beside = post[max(0, found.start - _BESIDE) : found.start] + post[found.end : found.end + _BESIDE]
    return _IN.small.search(beside) is not None


def entry_named(post: str, start: int, end: int) -> Found:
    """A stretch of a post that is the name of an entry."""
    return Found(start=start, end=end, form="entry", name=post[start:end])


def named(post: str, patterns: str) -> Iterator[Found]:
    """What the patterns find whose names these are, each of the form that its name begins with."""
    for name in patterns.split():
        form = name.partition("_")[0]
        for match in getattr(_IN, name).finditer(post):
            said = match.groupdict()
            start, end = match.span("cites" if "cites" in said else 0)
            if form == "phrase" and _IN.determined.search(post[max(0, start - _BESIDE) : start]):
                continue
            known = said.get("name") or post[start:end]
            yield Found(
                start=start,
                end=end,
                form=form,
                name=known.strip(),
                cue=said.get("cue") or "",
                shown=(said["shown"] or known).strip() if "shown" in said else "",
                instead=(said["instead"],) if said.get("instead") else (),
            )


def announced_numbers(post: str) -> Iterator[Found]:
    """Numbers after a word or sign that announces them."""
    for match in _IN.cue.finditer(post):
        cue = match.lastgroup or ""
        numbers = list(_numbers(post, match.start(), match.end()))
        end = numbers[-1].end if numbers else match.end()
        if not ((cue in _LEGAL and _IN.of_law.match(post, end)) or _IN.of_code.match(post, end)):
            cue = "rule" if _IN.of_rules.match(post, end) else cue
            yield from (replace(one, form="number", cue=cue) for one in numbers)


def bare_numbers(post: str) -> Iterator[Found]:
    """Dotted numbers with nothing before them that announces them, and what speaks for or against each."""
    end = 0  # of what the list before has told
    for match in _IN.bare.finditer(post):
        if match.start() < end:
            continue
        lettered = _IN.lettered.match(post, match.start())
        weight = weigh(post, match.start(), (lettered or match).end())
        least = 1 if is_short(match[0]) else BEHIND_NAME
        if weight >= least and not _IN.of_code.match(post, match.end()):
            for one in _numbers(post, match.start(), match.start()):
                yield replace(one, weight=weight)
                end = one.end


def whole_numbers(post: str) -> Iterator[Found]:
    """Large whole numbers that stand alone and count nothing, which may be those of headings: 601."""
    for match in _IN.whole.finditer(post):
        weight = weigh(post, match.start(), match.end())
        if weight >= 0:
            yield Found(start=match.start(), end=match.end(), form="bare", name=match[0], weight=weight)


def _numbers(post: str, start: int, position: int) -> Iterator[Found]:
    """The numbers of a list, each as it stands; both ends of a range. The first begins at `start`, with its cue."""
    if typed := _IN.typed.match(post, position):
        whole = f"{typed[1]}.{typed[2]}"
        yield Found(start=start, end=typed.end(), form="bare", name=typed[1], instead=(whole,))
        return
    if strange := _IN.strange.match(post, position):
        yield Found(start=start, end=strange.end(), form="bare", name=strange[0])
    last, end = "", position
    for number, item in enumerate(numbers_at(post, position)):
        first = start if number == 0 else item.start
        if lettered := _IN.lettered.match(post, item.start):
            _, whole, *letters = lettered.groups()
            ends = (first, lettered.end(1)), (lettered.end() - 2, lettered.end())
            for letter, (begins, end) in zip(letters, ends, strict=True):
                yield Found(start=begins, end=end, form="bare", name=whole + letter)
            return
        if item.to:
            yield Found(start=first, end=item.between[0], form="bare", name=item.number)
            yield Found(start=item.between[1], end=item.end, form="bare", name=item.to)
            last, end = item.to, item.end
            continue
        last, end = item.number, item.end
        instead: tuple[str, ...] = ()
        if bracketed := _IN.bracketed.match(post, item.start):
            end, instead = bracketed.end(), (f"{bracketed[1]}{bracketed[2]}",)
        yield Found(start=first, end=end, form="bare", name=item.number, instead=instead)
    while last and (joint := _IN.continued.match(post, end)):
        part = joint[joint.lastindex or 0]
        kept = (last.rpartition(".")[0] or last) if joint[1] else last[: -len(part)]
        last, start, end = f"{kept}{part}", joint.end(), joint.end() + len(part)
        yield Found(start=start, end=end, form="bare", name=last)


def weigh(post: str, start: int, end: int) -> int:
    """What the words around a number say: 0 nothing, less that it is an amount or another thing's."""
    number = post[start:end]  # no amount has a letter or two points
    is_none = number.count(".") > 1 or (any(map(str.isalpha, number)) and not is_short(number))
    before = _WORDS.called.sub("", post[max(0, start - _NEAR) : start])
    weight = _told("before", before, is_none=is_none)
    behind = _told("after", post[end : end + _NEAR], is_none=is_none)
    return weight + (behind if weight > BEHIND_NAME else min(behind, 0))


@lru_cache(maxsize=4096)
def _told(side: str, words: str, *, is_none: bool) -> int:
    """The weight of what stands on a side of a number, which may be no amount: that of the first row that fits."""
    for weight, name, also_none in table("tables")[side]:
        pattern = getattr(_WORDS, name)
        if (also_none or not is_none) and (pattern.match if side == "after" else pattern.search)(words):
            return int(weight)
    return 0


def is_short(number: str) -> bool:
    """Whether it is like 7b, which is a rule's only where a game prints it and a post is about that game."""
    return number[:-1].isdecimal() and number[-1:].isalpha()


def stem(number: str) -> str:
    """A number without the letter at its end."""
    return number.rstrip(ascii_lowercase)


def is_amount(number: str) -> bool:
    """Whether it is like 3.5, with which anything is measured."""
    whole, _, rest = number.partition(".")
    return whole.isdecimal() and len(whole) < 3 and rest.isdecimal()


def letter_inside(number: str) -> bool:
    """Whether a number is of a shape that amounts and other books never have: 9f9, A3c."""
    return _WORDS.letter_inside.search(number) is not None


def shape_weight(number: str) -> int:
    """How much a number looks like a rule's by itself: 702.19b more than 1.2.3, and that more than 7.2."""
    if is_short(number):
        return 1
    if letter_inside(number):
        return 3
    parts = number.rstrip(ascii_letters).split(".")
    lettered = number[-1:].isalpha()
    if len(parts[0]) > 2:
        return 4 if lettered else 2
    return 3 if lettered or len(parts) > 2 else 1
