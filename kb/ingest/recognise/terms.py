"""What is a term, and how does a paragraph begin that defines one? "Guard: …", "**Guard** …", "guard (n.) …"."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.ingest import bodies
from kb.ingest.document import Definition, Node, Omitted, Stretch
from kb.ingest.layout.features import ENDED
from kb.ingest.numbering.number_labels import compound, worded
from kb.ingest.thresholds import (
    FEWEST,
    HALF,
    LONGEST_ON_TWO_LINES,
    LONGEST_TITLE,
    MOST_TITLE_WORDS,
    NEARLY_ALL,
)
from kb.ingest.titles import is_callout, is_example, is_index_letter

_PARAMETER = re.compile(r"\s+(?:[XYZN]|\([XYZN#]\)|[\[<{][^\]>}]+[\]>}]|#)(?=\s|$)")
# "D20 Test": a die, not a number
_DIE = re.compile(r"[DW]\d{1,3}")
# "12.", "(3)": the place of a term in a list that counts
_ORDINAL = re.compile(r"\(?(\d{1,3})[.)]")
# "anchor (n.)", "careen, v.": the part of speech, as dictionaries print it
_SPEECH = r"(?:n|v|vb|adj|adv|noun|verb|adjective|adverb|prep|pl)\.?"
PART_OF_SPEECH = rf"(?:\s?\({_SPEECH}\)|,\s(?:n|v|adj|adv)\.)"
_SPOKEN = re.compile(rf"{PART_OF_SPEECH}$")
# "1st Edition or 1e"
_EITHER = re.compile(r"(.{1,40}?) or (.{1,40})")
_MOST_EITHER = 3
# "Advantage Point (AP)", "custodian capture (or custodial capture)", "Goat (also called a kid)"
_ADDED = re.compile(
    r"\((?P<lead>or |also (?:called |known as )?|a\.?k\.?a\.? |abbr(?:eviated|\.)? )?(?:an? |the )?"
    r"(?P<name>[^()]{1,40})\)$",
    re.IGNORECASE,
)


def term(words: str, indexes: Sequence[int], definition: str, stretches: Sequence[Stretch]) -> Node:
    """A term block; the first of `indexes` holds its title, `definition` its first paragraph."""
    label = compound(words)  # "G.1.1 Ability"
    numbered = label is not None and bool(label.words) and not _DIE.fullmatch(label.number)
    ordinal = _ORDINAL.fullmatch(stretches[indexes[0]].mark)
    title, note = bodies.heading(label.words if label and numbered else words)
    rest = tuple(bodies.paragraph(stretches[index]) for index in indexes[1:])
    first = (bodies.body(definition),) if definition else ()
    return Definition(
        stretches=tuple(indexes),
        number=label.number if label and numbered else ordinal[1] if ordinal else None,
        title=title,
        body=(*note, *first, *rest),
        aliases=term_aliases(title),
    )


def term_aliases(title: str) -> tuple[str, ...]:
    """Other names of a term: without its parameter, each half of `A, B`, without `(Obsolete)`."""
    bare = re.sub(r"\s*\([^()]*\)$", "", _SPOKEN.sub("", title))
    names = [base_name(title), bare, *_halves(bare)]
    if added := _ADDED.search(title):
        own = added["name"] if added["lead"] or _are_initials(added["name"], bare) else ""
        names.append(own.strip('"“”'))
    return tuple(dict.fromkeys(each for each in names if each and each != title))


def _halves(name: str) -> list[str]:
    """The names in `action, turn`, `Failure/Success` and `1st Edition or 1e`."""
    if ", " in name:
        parts = [part.strip() for part in name.split(", ")]
        return [*parts, " ".join([*parts[1:], parts[0]])]
    if "/" in name:
        return [part.strip() for part in name.split("/")]
    either = _EITHER.fullmatch(name)
    halves = [half.strip() for half in either.groups()] if either else []
    return halves if all(len(half.split()) <= _MOST_EITHER for half in halves) else []


def _are_initials(short: str, name: str) -> bool:
    """Whether letters in capitals begin the words of a name: AP of Advantage Point."""
    initials = "".join(word[0] for word in re.findall(r"\w+", name)).casefold()
    return len(short) > 1 and short.isupper() and short.casefold() == initials


def base_name(title: str) -> str:
    """A term's name without its parameters: `Leap X` → `Leap`, `Immune to [Map Feature]` → `Immune to`."""
    return _PARAMETER.sub("", title).strip() or title


FORMS = {
    # "Leap {leap} X: The figure …", "Avert Harm: …", "Ability — …", "Ability = …"
    "label": re.compile(
        r"(?P<term>\*{0,2}[^\W\d_\"“'(][^:.!?\n]{0,70}?|[\"“][^\"”:.]{1,40}[\"”])"
        r"\s?(?::\*{0,2}|\*{0,2}\s?[:—：]|\*{0,2}\s(?:[–-]|=|→|->)(?=\s))\s*(?=\S)"
    ),
    # ""Boat" means a card …", "“Trader” refers to …"
    "quoted": re.compile(
        r"[\"“](?P<term>[^\W\d_][^\"“”\n]{0,60})[\"”]\s+"
        r"(?=(?:means?|is|are|refers?|includes?|shall mean|bedeutet|désigne|signifie|significa)\b)"
    ),
    # "anchor (n.) A token …", "careen, v. To lay …"
    "speech": re.compile(
        rf"(?P<term>\*{{0,2}}[^\W\d_][^:.()\n]{{0,40}}?\*{{0,2}}{PART_OF_SPEECH}\*{{0,2}})[:.]?\s+(?=\S)"
    ),
    # "**Ambush** A unit …", "**Ambush.** A unit …"
    "strong": re.compile(r"(?P<term>\*{2,3}[^*\n]{1,70}?)[.:]?\*{2,3}[.:]?\s+(?=\S)"),
    # "Ambush. A unit …"
    "stop": re.compile(
        r"(?P<term>[^\W\d_a-z][^:.!?\n]{0,45}?(?:\([^()]{1,20}\))?)\.\s+(?=[^\Wa-z]|[\"“(\[{*])"
    ),
}
"""How a term is parted from what it means, the surest sign first."""


@dataclass(frozen=True, slots=True)
class Form:
    """The way in which one glossary begins its entries."""

    name: str
    marked: bool = False
    """Whether each is a bullet or counted, so that a mark before it is no sense of the term above."""

    def begin(self, stretch: Stretch) -> re.Match[str] | None:
        """The term with which a stretch begins, in the group `term`, if it can be one."""
        words = stretch.text
        if stretch.mark and not self.marked:
            return None
        match = FORMS[self.name].match(words)
        if match is None or is_callout(words) or is_example(words) or _is_number(match["term"]):
            return None
        return match if len(match["term"].split()) <= MOST_TITLE_WORDS else None

    def begun(self, stretches: Iterable[Stretch]) -> list[re.Match[str]]:
        """The terms with which stretches begin, of those that do."""
        return [match for stretch in stretches if (match := self.begin(stretch))]


def _is_number(words: str) -> bool:
    """Whether what would be a term is nothing but a rule's number: "**4.2a** A goat …", "Rule 1769: …"."""
    bare = words.strip("*. ")
    label = compound(bare) or worded(bare)
    return not any(map(str.isalpha, bare)) or (label is not None and not label.words)


LABELLED = Form("label")


def form_of(stretches: Sequence[Stretch]) -> Form | None:
    """The form of most paragraphs of a glossary; None where its terms stand apart from what they mean."""
    free = [each for each in stretches if not is_index_letter(each.text) and each.role != "row"]
    paragraphs = [each for each in free if each.gap or not stretches[0].gap]
    for name in FORMS:
        form = Form(name, _is_marked(stretches, name))
        if _explains(form, [each for each in free if each.gap or each.mark] if form.marked else paragraphs):
            return form
    return None


def _explains(form: Form, paragraphs: Sequence[Stretch]) -> bool:
    found = form.begun(paragraphs)
    if form.name == "stop":
        return len(found) >= max(FEWEST, NEARLY_ALL * len(paragraphs)) and rises(names(found))
    return len(found) >= HALF * len(paragraphs)


def names(begun: Iterable[re.Match[str]]) -> list[str]:
    """Terms as they are sorted."""
    return [match["term"].strip("* ").casefold() for match in begun]


def rises(found: Sequence[str], share: float = 0.8) -> bool:
    """Whether names stand in alphabetical order, but for a few."""
    ordered = sum(1 for one, two in pairwise(found) if one <= two)
    return ordered >= share * (len(found) - 1)


def define(begun: Iterable[re.Match[str]]) -> bool:
    """Whether what follows the terms says what they mean: sentences, not the names of a list of credits or cards."""
    meanings = [match.string[match.end() :] for match in begun]
    saying = sum(1 for words in meanings if ENDED.search(words) or words.count(" ") >= MOST_TITLE_WORDS)
    return bool(meanings) and saying >= HALF * len(meanings)


def _is_marked(stretches: Sequence[Stretch], name: str) -> bool:
    """Whether the terms are bullets, or counted from the first to the last: all that begins with one is an entry."""
    if not any(stretch.mark for stretch in stretches):
        return False
    marks = [stretch.mark for stretch in stretches if Form(name, marked=True).begin(stretch)]
    if not marks or not all(marks):
        return False
    counts = [mark.strip("().") for mark in marks]
    counted = [int(each) for each in counts if each.isdecimal()]
    if counted:
        return len(counted) == len(marks) > 2 and counted == list(range(counted[0], counted[0] + len(marks)))
    return not any(mark[0].isalnum() or mark[0] == "(" for mark in marks)


Begun = Mapping[int, tuple[str, str]]
"""The paragraphs that begin a term, each with the term and what its line says of it."""


def terms_of(
    stretches: Sequence[Stretch],
    taken: Mapping[int, Node],
    begun: Begun,
    end: int,
    closes: Callable[[Stretch], object] = lambda _: False,
) -> Iterator[Node]:
    """Each term with what stands below it, up to the next one; the letters between them are left out."""
    starts = sorted(begun)
    for start, after in pairwise([*starts, end]):
        stops = (
            i
            for i in range(start + 1, after)
            if i in taken or is_letter(stretches[i]) or closes(stretches[i])
        )
        name, meaning = begun[start]
        yield term(name, range(start, next(stops, after)), meaning, stretches)


def letters_between(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], begun: Container[int], region: tuple[int, int]
) -> Iterator[Node]:
    """The letters under which the terms of a glossary stand."""
    for index in range(*region):
        if index not in taken and index not in begun and is_letter(stretches[index]):
            yield Omitted(stretches=(index,), reason="index letter")


def is_letter(stretch: Stretch) -> bool:
    """Whether a paragraph is but the letter under which terms stand."""
    return bool(stretch.gap or stretch.heading) and is_index_letter(stretch.text)


def run_in_terms(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], start: int, end: int, form: Form
) -> Iterator[Node]:
    """`Title: definition`; a paragraph without a title goes on with the term above."""
    free = (i for i in range(start, end) if i not in taken and not is_letter(stretches[i]))
    found = ((i, match) for i in free if (match := form.begin(stretches[i])))
    begun = {i: (match["term"], match.string[match.end() :]) for i, match in found}
    yield from letters_between(stretches, taken, begun, (start, end))
    yield from terms_of(stretches, taken, begun, end, lambda each: is_example(each.text))


# "… or ability." ends a sentence; "Start Your Engines!" is a term.
_SENTENCE_END = re.compile(r"[.?:;…][\"'”’)\]*}]*$")


def lined_terms(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], start: int, end: int
) -> Iterator[Node]:
    """The term on a line of its own, its definition on the lines below, a blank line between entries."""
    cuts = [i for i in range(start, end) if i == start or i in taken or i - 1 in taken or stretches[i].gap]
    groups = [range(one, two) for one, two in pairwise([*cuts, end]) if one not in taken]
    named = [group for group in groups if len(group) > 1 and _may_be_term(stretches[group[0]])]
    starts = [at for group in named for at in (group[0], *_further_terms(stretches, group))]
    begun = {at: (stretches[at].text, "") for at in starts}
    yield from letters_between(stretches, taken, begun, (start, end))
    yield from terms_of(stretches, taken, begun, end, lambda each: each.gap)


def _may_be_term(stretch: Stretch) -> bool:
    return (
        not stretch.mark
        and len(stretch.text) <= LONGEST_ON_TWO_LINES
        and not _SENTENCE_END.search(stretch.text)
    )


def _further_terms(stretches: Sequence[Stretch], group: Sequence[int]) -> Iterator[int]:
    """Where further terms stand in lines without a blank one: a short line between two sentences, as the first is."""
    words = [stretches[index].text for index in group]
    for at in range(2, len(group) - 1):
        apart = ENDED.search(words[at - 1]) and ENDED.search(words[at + 1])
        if apart and _may_be_term(stretches[group[at]]) and len(words[at].split()) <= MOST_TITLE_WORDS:
            yield group[at]


def spaced_terms(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], start: int, end: int
) -> Iterator[Node]:
    """`Ability`, and in the next paragraph what it is; none unless they are in alphabetical order from the first on."""
    free = [i for i in range(start, end) if i not in taken and not is_index_letter(stretches[i].text)]
    starts = [
        one for one, two in pairwise(free) if two == one + 1 and _defines(stretches[one], stretches[two])
    ]
    named = [bodies.title(stretches[index].text).casefold() for index in starts]
    if len(starts) >= FEWEST and starts[0] == free[0] and rises(named):
        begun = {index: (stretches[index].text, "") for index in starts}
        yield from letters_between(stretches, taken, begun, (starts[0], end))
        yield from terms_of(stretches, taken, begun, end)


def _defines(name: Stretch, meaning: Stretch) -> bool:
    """Whether a paragraph is no more than a name, and the one below it a sentence."""
    words = name.text.strip("* ")
    is_name = not (name.mark or ENDED.search(words)) and name.gap > 0 and name.role == "paragraph"
    short = len(words) <= LONGEST_TITLE and len(words.split()) <= MOST_TITLE_WORDS
    return is_name and short and not words[:1].islower() and bool(ENDED.search(meaning.text))
