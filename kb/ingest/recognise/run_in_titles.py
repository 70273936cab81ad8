"""Run-in titles: `Companion Turn: When either token is drawn …`."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby, takewhile

from kb.ingest import bodies
from kb.ingest.document import INNER, Node, Rule, Section, Stretch, claiming
from kb.ingest.layout.features import SMALL_WORDS
from kb.ingest.numbering.number_labels import bare
from kb.ingest.thresholds import FEW_WORDS, MOST_TITLE_WORDS
from kb.ingest.titles import EDITION, is_callout

# "Two Full Turns Per Round: Your Hero …", "*Pooky summons Zot:* The ability …", "**Setup.** Each player …",
# "CLAN ACTION PAWN - You may …"
_LABEL = re.compile(
    r"(?:(\*{1,3})([^*:]{1,60}[:.]?)\1|([^\W\d_a-z][^:.!?]{0,59}?)\s?:|([A-Z][A-Z'’ ()#0-9-]{2,50}?)\s[-–—](?=\s))"
    r"\s*:?\s+(?=[^\Wa-z]|[\"“'‘(\[{*])"
)
# "**Placing Influence:** place markers …", "**CLAN ACTION PAWN** - As an action …", "**Adventurer** – If you …"
_STRONG = re.compile(r"\*{2,3}(?P<title>[^*:]{1,110}?)(?::\*{2,3}|\*{2,3}\s?(?::|[-–—](?=\s)))\s+(?=\S)")
# "Hand limit: At the end of …"; no "If you win: Take …", "You need: …"
_PLAIN = re.compile(
    r"(?!(?:An?|The|If|When\w*|Whil\w+|At|In|On|For|From|To|By|With\w*|After|Before|Each|Every|All|Any|No|Not|I|We"
    r"|You\w*|They|It|He|She|This|That|These|Those|There|Then|So|But|And|Or|As|Also|Only|Wh\w+|How)\b)"
    r"[A-Z][\w'’-]+(?: [a-z][\w'’-]+){1,2}"
)


@claiming
def run_in_titles(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    """Paragraphs that begin with their own title: rules, or sections where further paragraphs go on with them."""
    named = {
        index: block
        for index, stretch in enumerate(stretches)
        if index not in taken and not stretch.mark and (block := labelled(index, stretch))
    }
    loosely = _loosely(stretches, taken, named)
    return [_extended(rule, stretches, taken, named, loose=at in loosely) for at, rule in named.items()]


def _loosely(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], named: Mapping[int, Rule]
) -> frozenset[int]:
    """The labelled paragraphs of sections where others follow one that is not their last: all there head their text."""
    headings = sorted(index for index, block in taken.items() if isinstance(block, Section))
    found: list[int] = []
    for _, inside in groupby(named, key=lambda index: bisect_left(headings, index)):
        labelled_here = list(inside)
        if any(_following(stretches, taken, named, index) for index in labelled_here[:-1]):
            found += labelled_here
    return frozenset(found)


def _following(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], named: Mapping[int, Rule], index: int
) -> list[int]:
    """Plain paragraphs after a labelled one, but not one that introduces what follows it."""
    more = []
    for i in range(index + 1, len(stretches)):
        if i in taken or i in named or stretches[i].mark or stretches[i].role == "row":
            break
        if stretches[i].text.endswith(":"):
            break
        more.append(i)
    return more


def _extended(
    rule: Rule,
    stretches: Sequence[Stretch],
    taken: Mapping[int, Node],
    named: Mapping[int, Rule],
    *,
    loose: bool,
) -> Node:
    """A titled paragraph with those that go on with it, or at least still speak of its title: a section, if any do."""
    more = _following(stretches, taken, named, rule.stretches[0])
    if not loose:
        more = list(takewhile(lambda i: (rule.title or "") in stretches[i].text, more))
    if not (loose or more):
        return replace(rule, level=INNER)
    return Section(
        stretches=(*rule.stretches, *more),
        number=rule.number,
        title=rule.title,
        body=(*rule.body, *(bodies.paragraph(stretches[i]) for i in more)),
        level=INNER,
        loose=loose,
    )


def labelled(index: int, stretch: Stretch) -> Rule | None:
    """The rule of a paragraph or item with a run-in title; None without one."""
    if is_callout(stretch.text) or stretch.heading or EDITION.match(stretch.text.replace("*", "")):
        return None
    if strong := _STRONG.match(stretch.text):
        return _titled(index, strong["title"], stretch.text[strong.end() :])
    match = _LABEL.match(stretch.text)
    if match is None:
        return None
    words = (match[2] or match[3] or match[4]).strip()
    rest = stretch.text[match.end() :]
    if not any(map(str.isalpha, rest)):
        return None  # "Expansion: 14.99"
    if not match[1]:
        return _titled(index, words.rstrip(":."), rest) if _heads(words, rest) else None
    if not words.endswith((":", ".")) and ":" not in stretch.text[match.end(2) : match.end()]:
        return None  # "**all** Attack rolls": emphasis, not a title
    counted = bare(words)
    if counted and counted.sign:  # "**1. Draw.** Draw two goats."
        return replace(_titled(index, counted.words.rstrip(":."), rest), number=counted.number)
    return _titled(index, words.rstrip(":."), rest)


def _titled(index: int, title: str, words: str) -> Rule:
    return Rule(stretches=(index,), title=bodies.title(title), body=(bodies.body(words),))


def _heads(words: str, rest: str) -> bool:
    """Whether words before a colon are a title; one of small words stands before a sentence."""
    return _is_title(words) or (bool(_PLAIN.fullmatch(words)) and rest.count(" ") >= FEW_WORDS)


def _is_title(words: str) -> bool:
    """Most words capitalised, and not many of them."""
    names = [
        word
        for word in re.findall(r"[^\W\d_][\w'’-]*", re.sub(r"\{[^}]*\}", "", words))
        if word.lower() not in SMALL_WORDS
    ]
    small = sum(1 for word in names if word[0].islower())
    return 0 < len(words.split()) <= MOST_TITLE_WORDS and small <= len(names) / 3
