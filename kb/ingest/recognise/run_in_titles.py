"""Run-in titles: `Companion Turn: When either token is drawn …`."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from kb.ingest import bodies
from kb.ingest.document import INNER, Example, Node, Omitted, Rule, Section, Stretch, Table, claiming
from kb.ingest.layout.features import SMALL_WORDS
from kb.ingest.numbering.number_labels import bare
from kb.ingest.thresholds import FEW_WORDS, LONGEST_LINE, MOST_TITLE_WORDS
from kb.ingest.titles import EDITION, is_callout

# "Two Full Turns Per Round: Your Hero …", "*Pooky summons Zot:* The ability …", "**Setup.** Each player …",
# "CLAN ACTION PAWN - You may …"
_LABEL = re.compile(
    r"(?:(\*{1,3})([^*:]{1,60}[:.]?)\1|([^\W\d_a-z][^:.!?]{0,59}?)\s?:|([A-Z][A-Z'’ ()#0-9-]{2,50}?)\s[-–—](?=\s))"
    r"\s*:?\s+(?=[^\Wa-z]|[\"“'‘(\[{*])"
)
# "**Placing Influence:** place markers …", "**CLAN ACTION PAWN** - As an action …", "**Adventurer** – If you …"
_STRONG = re.compile(r"\*{2,3}(?P<title>[^*:]{1,110}?)(?::\*{2,3}|\*{2,3}\s?(?::|[-–—](?=\s)))\s+(?=\S)")
# "Short Rest. A short rest is …", "Hand limit. The hand limit is …"
_STOPPED = re.compile(r"([A-Z][\w'’-]*(?: [\w(][\w'’()-]*){0,3})\.\s+(?=[A-Z\"“])")
# "Dying. When your goat dies, …", "Coming back. A goat …"
_DOING = re.compile(r"(?!\w*thing\b|During\b|Bring\b)[A-Z][a-z]+ing(?: [a-z]+){0,2}")
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
        if index not in taken
        and not stretch.mark
        and (block := labelled(index, stretch))
        and not _calls_the_text(block.title or "", stretches[0])
    }
    blocks: list[Node] = []
    loosely = _loosely(stretches, taken, named)
    for run in _runs(stretches, taken, named):
        loose = run[0] in loosely
        more = {index: _following(stretches, taken, named, index) for index in run}
        if not loose:
            more = {index: _naming(stretches, more[index], named[index].title or "") for index in run}
        for index in run:
            blocks.append(_extended(named[index], stretches, more[index], loose=loose))
    return blocks


def _calls_the_text(title: str, first: Stretch) -> bool:
    """Whether a label is how the whole text is called: "Goat Wars: The Card Game is …" below "Goat Wars Rules"."""
    named = first.text.strip("*_ ").casefold()
    return " " in title and len(named) > len(title) and named.startswith(title.casefold())


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


def _runs(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], named: Mapping[int, Rule]
) -> Iterator[list[int]]:
    """Labelled paragraphs with no heading, list item or numbered rule between them."""
    run: list[int] = []
    for index in range(len(stretches)):
        if index in named:
            run.append(index)
        elif run and _parts(stretches[index], taken.get(index)):
            yield run
            run = []
    if run:
        yield run


def _parts(stretch: Stretch, block: Node | None) -> bool:
    """Whether a stretch ends a run of labelled paragraphs: a heading, an item, a line that introduces others."""
    if block is None:
        return stretch.text.endswith(":")
    return not isinstance(block, (Example, Omitted, Table))


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


def _naming(stretches: Sequence[Stretch], more: list[int], title: str) -> list[int]:
    """Of the paragraphs after the last label of a run those that still speak of its title."""
    kept = []
    for i in more:
        if title not in stretches[i].text:
            break
        kept.append(i)
    return kept


def _extended(rule: Rule, stretches: Sequence[Stretch], more: list[int], *, loose: bool) -> Node:
    """A titled paragraph with those that go on with it: a section, where there are any."""
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
        return _stopped(index, stretch)
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


def _stopped(index: int, stretch: Stretch) -> Rule | None:
    """A title that ends with a stop: one that the sentence after it takes up again, or what somebody does."""
    match = _STOPPED.match(stretch.text)
    if match is None:
        return None
    words = stretch.text[match.end() :]
    following = words[:LONGEST_LINE].casefold()
    again = [word[:5] in following for word in match[1].casefold().split() if len(word) > 3]
    is_name = _is_title(match[1]) and not any(
        word[0].islower() or word[0].isdigit() for word in match[1].split()
    )
    taken_up = (any(again) and is_name) or (all(again) and _PLAIN.fullmatch(match[1]))
    return _titled(index, match[1], words) if taken_up or _DOING.fullmatch(match[1]) else None


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
