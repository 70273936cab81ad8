"""Numbered rules, `314.6. If …`, their chapters (`314.`, `Article 3` above 3.1) and the parts above those (`3.`)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.ingest import bodies
from kb.ingest.document import Document, Node, Rule, Section, Stretch
from kb.ingest.layout.features import ENDED, looks_like_heading
from kb.ingest.numbering import PRINTED, Choice, choice_of
from kb.ingest.numbering.number_labels import Label, bare, value_of, worded
from kb.ingest.numbering.schemes import Member, Scheme, every_scheme
from kb.ingest.recognise.single_numbers import is_named_below
from kb.ingest.thresholds import BESIDE, HUNDREDS, LONGEST_HEADING, LONGEST_TITLE, SOME

# "Available Forces. Keep pieces …", "DOUBLE TIME: A squad …", "**Set Up.** Place …", "*Moored boats.* A boat …":
# a title and then the rule
_RUN_IN = re.compile(
    r"(?:\*{2,3}(?P<strong>[^*\n]{1,80}?)[.:]?\*{2,3}[.:]?|\*(?P<soft>[^*\n]{1,80}?)(?:[.:]\*|\*[.:])|(?P<plain>[^\W\d_a-z][^.:!?()\n]{0,58}?)(?P<sign>[.:]))\s+(?=[^\Wa-z]|[“\"({\[])"
)
# "**Dawn begins.**": all of it printed bold
_BOLD = re.compile(r"\*{2,3}[^*\n]{1,100}\*{2,3}[.:]?")
# "The moor is wide. It ends": more than a title
_SENTENCE = re.compile(r"[a-z]{3}[.!?] [A-Z][a-z]* \w")
# "If the king has moved, or", "A trader who", "A deck contains": goes on in what stands below
_OPEN = re.compile(
    r"(?:,(?: (?:and|or|und|oder|et|ou|y|o|e))?|\b(?:who|that|which|contains?|is|are|must|may|shall|if))$"
)


# "002. Card text supersedes …": a chapter that is a rule of its own
_WIDE = re.compile(r"\d{3,4}\.\s")


@dataclass(frozen=True, slots=True)
class _Chapter:
    """A single number that heads others."""

    index: int
    label: Label

    @property
    def value(self) -> tuple[int, int]:
        """What it sorts by."""
        return value_of(self.label.parts[0])

    @property
    def shape(self) -> tuple[str, bool]:
        """How it is printed."""
        return (self.label.family, bool(self.label.sign))


@dataclass(frozen=True, slots=True)
class _Chapters:
    """All that head the rules of a text."""

    chapters: tuple[_Chapter, ...]
    parts: tuple[_Chapter, ...]

    def part_of(self, index: int) -> tuple[str, ...]:
        """The number of the part that a stretch stands in; nothing where there are no parts."""
        at = bisect_right([part.index for part in self.parts], index)
        return (self.parts[at - 1].label.number,) if at else ()


def numbers(document: Document) -> Document:
    """Rules of every numbering scheme of the text, their chapters (`314.`) and the parts above those (`3.`)."""
    choice = choice_of(document)
    if not choice.allows(*PRINTED):
        return document
    return document.claim(_find(document.paragraphs, document.claimed, choice))


def _find(stretches: Sequence[Stretch], taken: Mapping[int, Node], choice: Choice) -> list[Node]:
    found = [each for each in choice.labels if each[0] not in taken]
    found_schemes = choice.schemes if len(found) == len(choice.labels) else every_scheme(found)
    blocks: list[Node] = []
    used = set(taken)
    for scheme in found_schemes:
        if not choice.takes(scheme):
            continue
        made = _blocks(stretches, scheme, used)
        used |= {block.stretches[0] for block in made}
        blocks += made
    return blocks


def _blocks(stretches: Sequence[Stretch], scheme: Scheme, used: set[int]) -> list[Node]:
    members = scheme.members
    heads = _chapters_of(stretches, members, used | {member.index for member in members})
    parents = {member.rank[:-1] for member in members}
    titled = _are_titled(members)
    blocks = [
        _made(
            each.index, each.label.number, (each.label.number,), bodies.title(each.label.words), "", Section
        )
        for each in heads.parts
    ]
    held = used | {member.index for member in members} | {each.index for each in heads.chapters}
    blocks += [_chapter(each, heads.part_of(each.index), stretches, held) for each in heads.chapters]
    for member in members:
        words, below = member.label.words, member.index + 1
        if below < len(stretches) and below not in held and _BOLD.fullmatch(words):
            title, body = bodies.title(words) or None, ""
        else:
            is_heading, is_parent = stretches[member.index].heading > 0, member.rank in parents
            title, body = _title_and_body(words, is_heading, titled, is_parent)
        rank = (*heads.part_of(member.index), *member.rank)
        blocks.append(_made(member.index, member.label.number, rank, title, body))
    return blocks


def _made(
    index: int, number: str, rank: tuple[str, ...], title: str | None, words: str, kind: type[Node] = Rule
) -> Node:
    body = (bodies.body(words),) if words else ()
    return kind(stretches=(index,), number=number, title=title, body=body, rank=rank)


def _chapter(each: _Chapter, above: tuple[str, ...], stretches: Sequence[Stretch], held: set[int]) -> Node:
    words, number, stretch, below = each.label.words, each.label.number, stretches[each.index], each.index + 1
    if each.label.word:  # "Article 3: The Moves" is called that, and its rules say "3."
        printed, over = bodies.head(stretch), 1
        if not words and below not in held and is_named_below(stretches, each.index):
            words, over = stretches[below].text, 2  # "Rule 3" above "THE GOATS"
            printed = f"{printed.strip()}: {words}"
        return Section(
            stretches=tuple(range(each.index, each.index + over)),
            title=bodies.title(printed),
            level=stretch.heading or 1,
            rank=(*above, number),
            aliases=tuple(name for name in (f"{each.label.word} {number}", bodies.title(words)) if name),
        )
    is_title = len(words) <= LONGEST_TITLE and (not ENDED.search(words) or looks_like_heading(words))
    title = bodies.title(words) if is_title else None
    return _made(each.index, number, (*above, number), title, "" if is_title else words)


def _title_and_body(words: str, is_heading: bool, titled: bool, is_parent: bool) -> tuple[str | None, str]:
    """What a rule is called and what it says: either of them may be missing."""
    plain = words.strip("* ")
    if plain[:1].islower() and not is_heading:
        return None, words  # "2.3.1 meet with the captains": goes on with a sentence
    longest = max(LONGEST_TITLE, is_heading * LONGEST_HEADING)
    if len(words) < longest and (is_heading or not _says(plain)):
        return bodies.title(words), ""
    if is_parent and len(words) < LONGEST_TITLE and looks_like_heading(plain.rstrip(".")):
        return bodies.title(plain.rstrip(".")), ""  # "1.1. The Field."
    run_in = _run_in(words)
    if run_in:
        name = run_in["strong"] or run_in["soft"] or run_in["plain"]
        if run_in["strong"] or name.isupper() or titled:
            return bodies.title(name), words[run_in.end() :]
    return None, words


def _says(plain: str) -> bool:
    """Whether words are more than a title: a sentence, or the first of several cases."""
    return bool(ENDED.search(plain) or _SENTENCE.search(plain) or _OPEN.search(plain))


def _run_in(words: str) -> re.Match[str] | None:
    match = _RUN_IN.match(words)
    if match and match["plain"] and not looks_like_heading(match["plain"]):
        return None
    return match


def _are_titled(members: Sequence[Member]) -> bool:
    """Whether the rules of a text habitually begin with a title that runs in."""
    saying = [member for member in members if ENDED.search(member.label.words)]
    named = sum(1 for member in saying if _run_in(member.label.words))
    return named >= 2 and named >= SOME * len(saying)


def _chapters_of(stretches: Sequence[Stretch], members: Sequence[Member], used: set[int]) -> _Chapters:
    """Single numbers that lead to the rules below them."""
    in_headings = any(stretches[member.index].heading for member in members)
    found = [
        _Chapter(index, label)
        for index, stretch in enumerate(stretches)
        if index not in used and (label := _label(stretch, in_headings))
    ]
    chapters = list(_of_one_kind(list(_leading(found, members))))
    for _ in range(2):  # between those found first, too
        if len(chapters) > 1 or in_headings:
            chapters = sorted([*chapters, *_childless(found, chapters)], key=lambda each: each.index)
    return _Chapters(tuple(chapters), tuple(_parts(found, chapters)))


def _label(stretch: Stretch, in_headings: bool) -> Label | None:
    """The single number of a stretch that can head others: short, and a heading where others are."""
    if stretch.role == "row":
        return None
    words = bodies.head(stretch)
    if len(words) > 2 * LONGEST_TITLE and not _WIDE.match(words):
        return None
    if label := worded(words):
        return label
    label = bare(words)
    if label is None or (in_headings and not stretch.heading):
        return None
    return label if in_headings or label.sign or looks_like_heading(label.words) else None


def _leading(found: Sequence[_Chapter], members: Sequence[Member]) -> Iterator[list[_Chapter]]:
    """Those that stand right before the first rule whose number begins with theirs, place by place."""
    own = {member.rank[0] for member in members if len(member.rank) == 1}
    places = [each.index for each in found]
    before, part = -1, ""
    for member in members:
        if member.rank[0] != part and member.rank[0] not in own:
            part = member.rank[0]
            between = found[bisect_right(places, before) : bisect_right(places, member.index)]
            yield [each for each in between if each.label.parts[0] == part]
        before = member.index


def _of_one_kind(leading: Sequence[Sequence[_Chapter]]) -> Iterator[_Chapter]:
    """`RULE 1` and not `SECTION 1` below it: of what leads to the same rules, the kind that leads to most of them."""
    kinds = Counter((each.label.family, each.value[0]) for place in leading for each in place)
    usual = {sort: family for (family, sort), _ in reversed(kinds.most_common())}
    for place in leading:
        yield from {each.value: each for each in place if usual[each.value[0]] == each.label.family}.values()


def _childless(found: Sequence[_Chapter], chapters: Sequence[_Chapter]) -> Iterator[_Chapter]:
    """Chapters without rules of their own: printed like the others and in order among them (`600. General`)."""
    known = {each.index for each in chapters}
    shapes = {each.shape for each in chapters}
    places = sorted((each.index, each.value) for each in chapters)
    for each in found:
        if each.index in known or each.shape not in shapes:
            continue
        at = bisect_right(places, (each.index, (9, 0)))
        lowest = places[at - 1][1] if at else None
        highest = places[at][1] if at < len(places) else None
        if _fits_between(each, lowest, highest):
            yield each


def _fits_between(each: _Chapter, lowest: tuple[int, int] | None, highest: tuple[int, int] | None) -> bool:
    """Whether a number is in order between its neighbours; with only one of them it must be near and a title."""
    if (lowest and each.value <= lowest) or (highest and highest <= each.value):
        return False
    if (lowest and highest) or len(each.label.number) >= HUNDREDS:
        return True
    sort, value = lowest or highest or (0, 0)
    is_near = sort == each.value[0] and abs(each.value[1] - value) <= BESIDE
    return is_near and looks_like_heading(each.label.words)


def _parts(found: Sequence[_Chapter], chapters: Sequence[_Chapter]) -> Iterator[_Chapter]:
    """`3.` leads to chapters 300 to 399: its number begins that of the next chapter, not that of the one before.

    Of several before one chapter the last is it: the others are items of a list in the part before.
    """
    known = {each.index for each in chapters}
    places = [each.index for each in chapters]
    leading: dict[int, _Chapter] = {}
    for each in found:
        at = bisect_right(places, each.index)
        if (
            each.index in known
            or at == len(chapters)
            or (ENDED.search(each.label.words) and not looks_like_heading(each.label.words.rstrip(".")))
        ):
            continue
        part, chapter = each.label.number, chapters[at].label.number
        before = chapters[at - 1].label.number if at else ""
        if len(part) < len(chapter) and chapter.startswith(part) and not before.startswith(part):
            leading[at] = each
    yield from leading.values()
