"""Numbers with a word before them: `LAW 6 - The Deal`, `Section 1. Any person …`, `§ 5`, `Rule 1769`, `第3条`."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kb.ingest import bodies
from kb.ingest.document import BULLETS, Document, Item, Node, Omitted, Section, Step, Stretch
from kb.ingest.layout.features import ENDED, looks_like_heading
from kb.ingest.limits import MOST_PARAGRAPHS
from kb.ingest.numbering import choice_of
from kb.ingest.numbering.number_labels import Label, roman, worded
from kb.ingest.thresholds import FEWEST_SURE, LONGEST_ON_TWO_LINES, MOST_TITLE_WORDS
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


@dataclass(slots=True)
class _Levels:
    """How deep each word divides a text: SECTION below ARTICLE, for it begins again in every article."""

    open: list[str] = field(default_factory=list)

    def of(self, word: str) -> int:
        """The level of the next label with this word, from 1."""
        if word in OUTERMOST and word not in self.open[:1]:
            self.open = []
        if word in self.open:
            self.open = self.open[: self.open.index(word) + 1]
        else:
            self.open.append(word)
        return len(self.open)


def articles(document: Document) -> Document:
    """Divisions and rules that print a word with their number, in texts that print it more than once."""
    if not choice_of(document).allows("words"):
        return document
    return document.claim(_find(document.paragraphs, document.claimed))


def _find(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    found = [each for i in range(len(stretches)) if (each := _article(stretches, i, taken))]
    listed = _listed(found, stretches)
    found = [each for each in found if each.index not in listed]
    by_word: dict[str, list[_Article]] = defaultdict(list)
    for each in found:
        by_word[each.label.family].append(each)
    usual = {word for word, labels in by_word.items() if len(labels) >= FEWEST_SURE and _count_up(labels)}
    kept = [each for each in found if each.label.family in usual]
    contents = [Omitted(stretches=(i,), reason="contents") for i in listed if usual]
    return [*contents, *_divided(kept, stretches, taken)]


def _divided(kept: Sequence[_Article], stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    """A node for each label."""
    levels = _Levels()
    families = [each.label.family for each in kept]
    deepest = {family: levels.of(family) for family in families if family not in _STEPS}
    levels, group = _Levels(), 0
    nodes: list[Node] = []
    for each in kept:
        word = each.label.family
        if each.index in taken:  # a chapter of numbered rules
            levels.of(word)
            continue
        if word in _STEPS:
            nodes.append(_item(each, Step, MOST_PARAGRAPHS))
            continue
        level = levels.of(word)
        is_last = deepest[word] == max(deepest.values())
        if not each.title or (word in _SAYING and is_last):
            group += each.label.number in ("1", "I", "A")
            nodes.append(_item(each, Item, MOST_PARAGRAPHS * level + group))
        else:
            nodes.append(_section(each, stretches[each.index].heading or level, stretches))
    return nodes


def _listed(found: Sequence[_Article], stretches: Sequence[Stretch]) -> list[int]:
    """Bullets that name what is printed without a bullet further down: "* Rule 101: The Moor", then "Rule 101/17"."""
    last = {
        (each.label.family, each.label.number): each.index
        for each in found
        if stretches[each.index].mark not in BULLETS
    }
    return [
        each.index
        for each in found
        if stretches[each.index].mark in BULLETS
        and last.get((each.label.family, each.label.number), -1) > each.index
    ]


def _article(stretches: Sequence[Stretch], index: int, taken: Mapping[int, Node]) -> _Article | None:
    stretch = stretches[index]
    known = taken.get(index)
    if stretch.role == "row" or (known and not (isinstance(known, Section) and known.rank)):
        return None
    label = worded(bodies.head(stretch))
    if label is None or not _is_beginning(label):
        return None
    words = label.words.strip("* ")
    if not _REMARK.fullmatch(words):
        is_title = len(words) <= LONGEST_ON_TWO_LINES and (
            bool(stretch.heading) or not ENDED.search(words) or _is_stopped_title(stretches, index, words)
        )
        return _Article(index, label, words if is_title else "")
    below = index + 1
    if below not in taken and is_named_below(stretches, index):
        return _Article(index, label, stretches[below].text, 2)
    return _Article(index, label, bodies.head(stretch))


def _is_stopped_title(stretches: Sequence[Stretch], index: int, words: str) -> bool:
    """Whether a name with a stop, "Artículo 3. Derechos.", stands right above its text."""
    return (
        words.endswith(".")
        and len(words.split()) <= MOST_TITLE_WORDS
        and looks_like_heading(words.rstrip("."))
        and index + 1 < len(stretches)
    )


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
    values = [_value(each.label.number) for each in labels]
    steps = sum(1 for one, two in itertools.pairwise(values) if 0 < two - one <= 4 or two == 1)
    return steps >= 0.6 * (len(values) - 1) or (len(set(values)) == len(values) and len(values) > FEWEST_SURE)


def _value(number: str) -> int:
    if number.isdigit():
        return int(number)
    return roman(number) or ord(number[0]) - ord("A") + 1


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
