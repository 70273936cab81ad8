"""Numbers of one level: with a word, `LAW 6 - The Deal`, `Section 1. Any …`, `§ 5`, and headings, `II. Setup`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.ingest import bodies
from kb.ingest.document import BULLETS, Document, Item, Node, Rule, Section, Step, Stretch
from kb.ingest.layout.features import ENDED, looks_like_heading
from kb.ingest.limits import MOST_PARAGRAPHS
from kb.ingest.numbering import choice_of
from kb.ingest.numbering.number_labels import Label, bare, count_of, roman, worded
from kb.ingest.thresholds import FEWEST, FEWEST_SURE, LONGEST_HEADING, LONGEST_ON_TWO_LINES, MOST
from kb.ingest.titles import OUTERMOST

_STEPS = frozenset({"step", "schritt", "étape", "paso", "passo"})
_SAYING = frozenset({"§", "§§", "条", "rule", "regel", "règle", "regle", "regla", "regola", "regulation"})
"""What is called so is a rule and no division, unless other words divide it."""
# "(Power=3)", "/11 (Power=3)": belongs to the number, is no title
_REMARK = re.compile(r"(?:\([^()]{1,60}\))?\s*$")


@dataclass(frozen=True, slots=True)
class _Article:
    """A label with what it heads."""

    index: int
    label: Label
    title: str
    """Empty where the rule begins on its line."""

    over: int = 1
    """How many stretches the title takes."""


def articles(document: Document) -> Document:
    """Divisions and rules that print a word with their number, in texts that print it more than once."""
    if not choice_of(document).allows("words"):
        return document
    stretches, taken = document.paragraphs, document.claimed
    found = [each for i in range(len(stretches)) if (each := _article(stretches, i, taken))]
    by_word: dict[str, list[_Article]] = defaultdict(list)
    for each in found:
        by_word[each.label.family].append(each)
    usual = {word for word, labels in by_word.items() if len(labels) >= FEWEST_SURE and _count_up(labels)}
    kept = [each for each in found if each.label.family in usual]
    return document.claim(_nodes(kept, stretches, taken))


def _nodes(
    kept: Sequence[_Article], stretches: Sequence[Stretch], taken: Mapping[int, Node]
) -> Iterator[Node]:
    """A node for each label but the chapters of numbered rules: a section, or an item where its word says rules."""
    levels = _levels([each.label.family for each in kept])
    deepest = {each.label.family: level for each, level in zip(kept, levels, strict=True)}
    group = 0
    for each, level in zip(kept, levels, strict=True):
        word = each.label.family
        is_last = deepest[word] == max(deepest.values())
        if each.index in taken:
            continue
        if each.title and word not in _STEPS and not (word in _SAYING and is_last):
            yield _section(each, stretches[each.index].heading or level, stretches)
            continue
        group += each.label.number in ("1", "I", "A")
        yield _item(each, Step if word in _STEPS else Item, MOST_PARAGRAPHS * level + group)


def _levels(words: Sequence[str]) -> list[int]:
    """How deep each label divides a text: SECTION below ARTICLE, for it begins again in every article."""
    around: list[str] = []
    levels = []
    for word in words:
        if word in OUTERMOST and word not in around[:1]:
            around = []
        around = around[: around.index(word) + 1] if word in around else [*around, word]
        levels.append(len(around))
    return levels


def _article(stretches: Sequence[Stretch], index: int, taken: Mapping[int, Node]) -> _Article | None:
    stretch = stretches[index]
    known = taken.get(index)
    if (
        stretch.role == "row"
        or stretch.mark in BULLETS
        or (known and not (isinstance(known, Section) and known.rank))
    ):
        return None
    label = worded(bodies.head(stretch))
    if label is None or not _is_beginning(label):
        return None
    words = label.words.strip("* ")
    if not _REMARK.fullmatch(words):
        is_title = len(words) <= LONGEST_ON_TWO_LINES and (
            bool(stretch.heading) or not ENDED.search(words) or looks_like_heading(words.rstrip("."))
        )
        return _Article(index, label, words if is_title else "")
    below = index + 1
    if below not in taken and is_named_below(stretches, index):
        return _Article(index, label, stretches[below].text, 2)
    return _Article(index, label, bodies.head(stretch))


def is_named_below(stretches: Sequence[Stretch], index: int) -> bool:
    """Whether what stands below a label is its title, and not the first of several headings in it."""
    if index + 1 >= len(stretches):
        return False
    above, below = stretches[index], stretches[index + 1]
    if below.gap > 1 or worded(below.text):
        return False
    if not (above.heading and below.heading):
        return looks_like_heading(below.text)
    later = (stretches[i] for i in range(index + 2, len(stretches)))
    following = next((each for each in later if 0 < each.heading <= below.heading), None)
    return following is None or following.heading < below.heading or worded(following.text) is not None


def _is_beginning(label: Label) -> bool:
    """Not the middle of a sentence: "Rule 4 says that …", "Part I of the game"."""
    letters = label.words.lstrip("*([{“\"' ")[:1]
    return not letters.islower()


def _count_up(labels: Sequence[_Article]) -> bool:
    """Whether labels count from one to the next, begin again, or are each different."""
    values = [count_of(each.label.number) for each in labels]
    steps = sum(1 for one, two in pairwise(values) if 0 < two - one <= 4 or two == 1)
    return steps >= 0.6 * (len(values) - 1) or (len(set(values)) == len(values) and len(values) > FEWEST_SURE)


def _named(each: _Article) -> str:
    """`Article 3`, `§ 3`, `第3条`."""
    word = each.label.word
    return (
        f"第{each.label.number}{word}"
        if len(word) == 1 and word > "\u3000"
        else f"{word} {each.label.number}"
    )


def _taken(each: _Article) -> tuple[int, ...]:
    return tuple(range(each.index, each.index + each.over))


def _section(each: _Article, level: int, stretches: Sequence[Stretch]) -> Node:
    printed = bodies.head(stretches[each.index])
    if each.title.endswith("."):
        printed = printed.rstrip("*. ")
    title, body = bodies.heading(printed if each.over == 1 else f"{printed.strip()}: {each.title}")
    return Section(
        stretches=_taken(each),
        title=title,
        body=body,
        level=level,
        aliases=tuple(
            dict.fromkeys(name for name in (_named(each), bodies.title(each.title)) if name != title)
        ),
    )


def _item(each: _Article, kind: type[Item], group: int) -> Node:
    remark = each.label.words.strip() if each.over > 1 or not each.title else ""
    return kind(
        stretches=_taken(each),
        number=each.label.number,
        title=bodies.title(each.title) if each.title else None,
        body=(bodies.body(remark),) if remark else (),
        aliases=() if kind is Step else (_named(each),),
        loose=True,
        group=group,
    )


def numbered_headings(document: Document) -> Document:
    """Sections that count from the first to the last of a text, with text between them."""
    if not choice_of(document).allows("counted"):
        return document
    stretches, taken = document.paragraphs, document.claimed
    found = {
        index: label
        for index, stretch in enumerate(stretches)
        if index not in taken and (label := _label(stretch))
    }
    best = _best_run(stretches, found, taken)
    return document.claim(_heading(index, stretches[index], found[index]) for index in best)


def _best_run(
    stretches: Sequence[Stretch], found: Mapping[int, Label], taken: Mapping[int, Node]
) -> list[int]:
    """The longest run of one style that heads text of its own and that no line introduces as a list."""
    runs = [run for style in ("I", "1", "A") if len(run := _run(found, style)) >= FEWEST]
    gaps = ((run, sum(1 for one, two in pairwise(run) if two > one + 1)) for run in runs)
    apart = (
        run for run, far in gaps if far >= MOST * (len(run) - 1)
    )  # items of a list stand one below the other
    return max((run for run in apart if not _is_introduced(stretches, run[0], taken)), key=len, default=[])


def _is_introduced(stretches: Sequence[Stretch], first: int, taken: Mapping[int, Node]) -> bool:
    """Whether a line before the first of them says that a list follows, or is rule 3.1, which its items are in."""
    above = taken.get(first - 1)
    is_item = bool(stretches[first].mark) and not stretches[first].heading
    in_rule = is_item and isinstance(above, Rule) and len(above.rank) > 1
    return in_rule or (first > 0 and stretches[first - 1].text.endswith(":"))


def _label(stretch: Stretch) -> Label | None:
    """The number of a stretch that reads as a heading."""
    if len(stretch.text) > LONGEST_HEADING or stretch.role == "row":
        return None
    label = bare(bodies.head(stretch))
    if label is None:
        return None
    words = label.words.strip("* ")
    if not words or ENDED.search(words) or not (stretch.heading or looks_like_heading(words)):
        return None
    return label if stretch.heading or label.sign or stretch.alone or words.isupper() else None


def _run(found: Mapping[int, Label], style: str) -> list[int]:
    """Stretches whose numbers count 1, 2, 3 … in one style; of several first ones the run that gets farthest."""
    waiting: dict[int, list[list[int]]] = defaultdict(list)  # next value → runs that wait for it
    longest: list[int] = []
    for index, label in found.items():
        value = _value(label.number, style)
        if not value:
            continue
        run = waiting[value].pop() if waiting[value] else [] if value == 1 else None
        if run is None:
            continue
        run.append(index)
        waiting[value + 1].append(run)
        longest = max(longest, run, key=len)
    return longest


def _value(number: str, style: str) -> int:
    if style == "1":
        return int(number) if number.isdigit() else 0
    if number.isdigit():
        return 0
    return roman(number) if style == "I" else ord(number[0]) - ord("A") + 1 if len(number) == 1 else 0


def _heading(index: int, stretch: Stretch, label: Label) -> Node:
    title, body = bodies.heading(label.words)
    return Section(
        stretches=(index,),
        number=label.number,
        title=title,
        body=body,
        level=stretch.heading or 1,
    )
