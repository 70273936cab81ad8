"""Which words of a post cite a rule? `[[Leap]]`, "CR 314.6", "rules 603.7d–f", "see Fatigue", “Leap”, LEAP.

The finders run in order and the first to claim a stretch keeps it; what they found is decided in `deciding`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from kb.link.citations import numbers_at
from kb.refs.numbers import range_end


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Words that may cite an entry, before anybody knows which."""

    start: int
    end: int
    form: str
    """`wiki`, `number`, `bare`, `see`, `quoted`, `capitals`, `phrase`, `keyword`."""

    name: str
    """The number or name, without the words around it."""

    cue: str = ""
    """The kind of thing it is said to be: `rule`, `section`; empty for a bare number or name."""

    shown: str = ""
    """What the link says, where that is not the words themselves: the label of `[[Leap|jump]]`."""

    instead: tuple[str, ...] = ()
    """How the number may also be meant, tried first: 702.19b for "702,19b"."""


Find = Callable[[str], Iterable[Found]]

# "[[Leap]]", "[[magic:314.6]]", "[[Leap|jump over]]"
_WIKI = re.compile(r"\[\[([^\[\]\n|\0]{1,120})(?:\|([^\[\]\n|\0]{1,120}))?\]\]")
# "CR 314.6", "CR702.19b", "rule 702,19b", "r. 314.6", "§314.6", "Rule #7.2", "rules 603.7d–f", "comp rules 702"
_CUE = re.compile(
    r"(?<![^\W_])(?<![^\W_][*_])(?<![^\W_][*_]{2})(?<![@#$/\\.+-])"
    r"(?:(?P<cue>comp(?:rehensive|\.)?\srules?|rules?|sections?|articles?|laws?|regulations?"
    r"|appendix|chapters?|steps?|entry|entries|clauses?|paragraphs?)[^\S\n]{0,2}(?:no\.|nr\.|number|\#|:)?[^\S\n]{0,2}"
    r"|(?P<short>CR|cr|rr?\.|R\.|sec\.|art\.|para\.)[^\S\n]{0,2}[#:]?[^\S\n]{0,2}|(?P<sign>§§?|¶)[^\S\n]{0,2})(?=\d|[A-Z]{1,2}\.\d)"
    r"(?!\d{1,2}\s(?:players?|people|times|cards?|points?|turns?|days|hours|minutes)\b)",  # "the rules 2 players need"
    re.IGNORECASE,
)
# "702,19b" typed for 702.19b; "702.19(b)"; "702 .19"
_TYPED = re.compile(r"(\d{1,4}),(\d{1,3}[a-z]?)(?![\w,.]*\w)")
_BRACKETED = re.compile(r"(\d{1,4}(?:\.\d{1,4}){1,3})\s?\(([a-z])\)")
# "per 314.6 and .7", "314.6, .7"
_CONTINUED = re.compile(r"\s*(?:,|;|&|/|\band\b|\bor\b|\bto\b|[–-])\s*(?=(\.\d{1,3}[a-z]?)(?![\w.]*\w))")
# "314.6", "702.19b-d", "**1.2.3a**" standing alone; no price, date, version, score, time or part of a longer number
_BARE = re.compile(
    r"(?<![^\W_])(?<![^\W_][*_])(?<![^\W_][*_]{2})(?<![.,:$€£¥#+@/\\%=~^-])"
    r"\d{1,4}(?:\.\d{1,3}){1,4}(?:[a-zA-Z](?:\.?\d{1,2})?)?"
    r"(?:(?<=[a-z])(?=[/-][a-z](?![^\W_]))|(?![^\W_]|_[^\W_]|[@#%°€£$/\\=^~-]|[.,:]\d|[.,]?-\d))"
)
_QUANTITY_BEFORE = re.compile(
    r"(?:\b(?:v|ver|version|edition|ed|level|lvl|costs?|pays?|paid|price|around|about|roughly|nearly|almost|only"
    r"|at|rated|rating|scored?|build|patch|release|python|windows|android|ios|us|usd|eur|gbp|chf|tel|phone|call"
    r"|channel|fm|room|no|nr|page|p|pp|card|average|avg|mean|ratio|times|x|over|than|by)\.?"
    r"|[(\[]?(?:[$€£¥~≈<±×]|(?<![=>\n-])(?<![>\n] )(?<!^)>))\s*$",
    re.IGNORECASE,
)
_SIGNS_BEFORE = frozenset("$€£¥~≈<>±×")
_QUANTITY_AFTER = re.compile(
    r"\s?(?:%|°|€|£|\$|k\b|(?:inch|inches|in|cm|mm|m|km|kg|g|mg|lbs?|oz|ft|feet|yds?|yards?|mi|miles?|mhz|ghz|hz|gb|mb"
    r"|seconds?|secs?|s|ms|minutes?|mins?|hours?|hrs?|h|am|pm|uhr|days?|weeks?|points?|pts?|players?|times|percent"
    r"|stars?|million|billion|dollars?|bucks|euros?|pounds?|usd|eur|gbp|x|per|out\sof|or\s(?:more|less|higher|so)"
    r"|on\saverage|average|rating)\b)",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"(?:\b(?:see|under|rules?|cf\.?|per|via|in|of|to|and|or|with|from|is|says?|that|also|both|then)"
    r"|[(\[:,;“\"'‘—–]|(?:^|\n)>[> ]*|^)\s*$",
    re.IGNORECASE,
)
_MARKS_BEFORE = frozenset("([:,;“\"'‘—–")
# "see Fatigue", "See also “Line of Fire”"
_SEE = re.compile(r"\b[Ss]ee(?:[^\S\n]also)?:?[^\S\n]{1,2}(?:the[^\S\n])?[\"“”'‘*_]{0,3}(?=[A-Z])")
# "Fatigue", "Wall of the Dead", "Push-Back X", "Step 2-A"; a hyphen belongs to one part only: no way is tried twice
_CAPITAL_NAME = re.compile(
    r"[A-Z][\w'’-]{0,40}(?: (?:[A-Z][\w'’-]{0,40}|(?:of|the|to|from|in|and|\d{1,2})(?:-[\w'’-]{1,40})?)){0,6}"
)
# “Leap”, "line of fire", „Leap“, « Leap », »Leap«
_QUOTED = re.compile(r"[\"“„«»]\s?([^\"“”„«»\n\0]{2,60}?)\s?[\"”“«»]")
# "LEAP", "FIRST STRIKE"
_CAPITALS = re.compile(r"(?<![\w'’-])[A-Z][A-Z'’-]{1,30}(?: [A-Z][A-Z'’-]{0,30}){0,4}(?![\w'’-])")
_SMALL = re.compile(r"[a-z]")
# "First Strike", "Line of Fire"
_PHRASE = re.compile(
    r"(?<![\w'’-])[A-Z][a-z'’-]{1,30}(?: (?:of |the |to )?[A-Z][a-z'’-]{1,30}){1,4}(?![\w'’-])"
)


def find(post: str, finders: Iterable[Find] | None = None) -> list[Found]:
    """Everything in a post (with what is not ours blotted out) that may cite, in order, none overlapping."""
    kept: list[Found] = []
    for finder in FINDERS if finders is None else finders:
        kept = _merged(kept, finder(post))
    return kept


def _merged(kept: list[Found], new: Iterable[Found]) -> list[Found]:
    """Both in order; what overlaps something found earlier is dropped."""
    result: list[Found] = []
    number = 0
    for one in sorted(new, key=lambda each: (each.start, -each.end)):
        while number < len(kept) and kept[number].start < one.end:
            result.append(kept[number])
            number += 1
        if not result or result[-1].end <= one.start:
            result.append(one)
    return result + kept[number:]


def wiki_links(post: str) -> Iterator[Found]:
    """Names in double brackets."""
    for match in _WIKI.finditer(post):
        shown = (match[2] or match[1]).strip()
        yield Found(start=match.start(), end=match.end(), form="wiki", name=match[1].strip(), shown=shown)


def announced_numbers(post: str) -> Iterator[Found]:
    """Numbers after a word or sign that announces them."""
    for match in _CUE.finditer(post):
        written = (match["cue"] or match["short"] or match["sign"]).lower()
        cue = "rule" if written[:1] in ("c", "r") and not written.startswith(("cl", "ch", "reg")) else written
        cue = {"sec.": "section", "entries": "entry", "§": "section", "§§": "section", "art.": "article"}.get(
            cue, cue.rstrip("s")
        )
        yield from _numbers(post, match.start(), match.end(), cue, "number")


def bare_numbers(post: str) -> Iterator[Found]:
    """Dotted numbers with nothing before them that announces them."""
    for match in _BARE.finditer(post):
        before = post[max(0, match.start() - 16) : match.start()]
        if _counts(before) or _QUANTITY_AFTER.match(post, match.end()):
            continue
        number = match[0]
        telling = number[-1].isalpha() or number.count(".") > 1 or len(number.split(".")[0]) > 2
        if telling or before[-1:] in _MARKS_BEFORE or _LEADS.search(before):
            yield from _numbers(post, match.start(), match.start(), "" if telling else "weak", "bare")


def _counts(before: str) -> bool:
    """Whether these words make a price, a version or a score of what follows them: "costs ", "±"."""
    last = before[-1:]
    return (last.isspace() or last in _SIGNS_BEFORE) and bool(_QUANTITY_BEFORE.search(before))


def names_seen(post: str) -> Iterator[Found]:
    """Names with a capital right after "see"."""
    for match in _SEE.finditer(post):
        if name := _CAPITAL_NAME.match(post, match.end()):
            yield Found(start=name.start(), end=name.end(), form="see", name=name[0])


def quoted_terms(post: str) -> Iterator[Found]:
    """Words in quotation marks that may be a term."""
    for match in _QUOTED.finditer(post):
        yield Found(start=match.start(1), end=match.end(1), form="quoted", name=match[1].strip(" .,;:!?"))


def capitals(post: str) -> Iterator[Found]:
    """Words in capitals where the rest of the line is not."""
    for match in _CAPITALS.finditer(post):
        line = post[max(0, match.start() - 60) : match.start()] + post[match.end() : match.end() + 60]
        if _SMALL.search(line):
            yield Found(start=match.start(), end=match.end(), form="capitals", name=match[0])


def phrases(post: str) -> Iterator[Found]:
    """Several words that each begin with a capital."""
    for match in _PHRASE.finditer(post):
        yield Found(start=match.start(), end=match.end(), form="phrase", name=match[0])


FINDERS: tuple[Find, ...] = (
    wiki_links,
    announced_numbers,
    names_seen,
    bare_numbers,
    quoted_terms,
    capitals,
    phrases,  # last: a phrase in quotation marks is a quoted term
)


def _numbers(post: str, start: int, position: int, cue: str, form: str) -> Iterator[Found]:
    """The numbers of a list, each as it stands; both ends of a range."""
    if typed := _TYPED.match(post, position):
        whole = f"{typed[1]}.{typed[2]}"
        yield Found(start=start, end=typed.end(), form=form, name=typed[1], cue=cue, instead=(whole,))
        return
    last, end = "", position
    for number, item in enumerate(numbers_at(post, position)):
        first = start if number == 0 else item.start
        if item.to:
            yield Found(start=first, end=item.between[0], form=form, name=item.number, cue=cue)
            yield Found(start=item.between[1], end=item.end, form=form, name=item.to, cue=cue)
            last, end = item.to, item.end
            continue
        last, end = item.number, item.end
        instead: tuple[str, ...] = ()
        if bracketed := _BRACKETED.match(post, item.start):
            end, instead = bracketed.end(), (f"{bracketed[1]}{bracketed[2]}",)
        yield Found(start=first, end=end, form=form, name=item.number, cue=cue, instead=instead)
    while last and (joint := _CONTINUED.match(post, end)):
        last = f"{last.rpartition('.')[0]}{joint[1]}"
        start, end = joint.end(), joint.end(1)
        yield Found(start=start, end=end, form=form, name=last, cue=cue)


def split_range(name: str) -> tuple[str, str] | None:
    """A number that may be a range written with a hyphen: "702.19b-d"."""
    first, hyphen, last = name.rpartition("-")
    return (first, range_end(first, last)) if hyphen and first and last else None
