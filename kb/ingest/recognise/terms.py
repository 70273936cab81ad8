"""What is a term, and how does a paragraph begin that defines one? "Guard: …", "**Guard** …", "guard (n.) …"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.ingest import bodies
from kb.ingest.document import Definition, Node, Omitted, Stretch
from kb.ingest.layout.features import ENDED
from kb.ingest.numbering.number_labels import compound, worded
from kb.ingest.thresholds import FEWEST, HALF, LONGEST_ON_TWO_LINES, MOST_TITLE_WORDS, NEARLY_ALL
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

Begun = dict[int, tuple[str, str]]
"""The paragraphs that begin a term, each with the term and what its line says of it."""


@dataclass(frozen=True, slots=True)
class Form:
    """The way in which one glossary begins its entries."""

    name: str
    marked: bool = False
    """Whether each is a bullet or counted, so that a mark before it is no sense of the term above."""

    def begun(self, stretches: Sequence[Stretch], inside: Iterable[int]) -> Begun:
        """The terms with which those of the paragraphs begin that can begin one."""
        return {index: found for index in inside if (found := self._begin(stretches[index]))}

    def _begin(self, stretch: Stretch) -> tuple[str, str] | None:
        words = stretch.text
        match = None if stretch.mark and not self.marked else FORMS[self.name].match(words)
        if match is None or is_callout(words) or is_example(words) or _is_number(match["term"]):
            return None
        few = len(match["term"].split()) <= MOST_TITLE_WORDS
        return (match["term"], words[match.end() :]) if few else None


def _is_number(words: str) -> bool:
    """Whether what would be a term is nothing but a rule's number: "**4.2a** A goat …", "Rule 1769: …"."""
    bare = words.strip("*. ")
    label = compound(bare) or worded(bare)
    return not any(map(str.isalpha, bare)) or (label is not None and not label.words)


def form_of(stretches: Sequence[Stretch], inside: range) -> Form | None:
    """The form of most paragraphs of a glossary; None where its terms stand apart from what they mean."""
    free = [i for i in inside if not is_index_letter(stretches[i].text) and stretches[i].role != "row"]
    spaced = bool(inside) and stretches[inside[0]].gap > 0
    for name in FORMS:
        form = Form(name, _are_marked(stretches, Form(name, marked=True).begun(stretches, inside)))
        heads = [i for i in free if stretches[i].gap or not spaced or (form.marked and stretches[i].mark)]
        begun = form.begun(stretches, heads)
        fewest = max(FEWEST, NEARLY_ALL * len(heads)) if name == "stop" else HALF * len(heads)
        if len(begun) >= fewest and (name != "stop" or rises(begun)):
            return form
    return None


def _are_marked(stretches: Sequence[Stretch], begun: Begun) -> bool:
    """Whether the terms are bullets, or counted from the first to the last: all that begins with one is an entry."""
    marks = [stretches[index].mark.strip("().") for index in begun]
    if marks and all(mark.isdecimal() for mark in marks):
        first = int(marks[0])
        return len(marks) >= FEWEST and [int(mark) for mark in marks] == list(
            range(first, first + len(marks))
        )
    return bool(marks) and all(mark and not mark[0].isalnum() for mark in marks)


def rises(begun: Begun, share: float = NEARLY_ALL) -> bool:
    """Whether terms stand in alphabetical order, but for a few."""
    names = [name.strip("* ").casefold() for name, _ in begun.values()]
    return sum(one <= two for one, two in pairwise(names)) >= share * (len(names) - 1)


def define(begun: Begun) -> bool:
    """Whether what follows the terms says what they mean: sentences, not the names of a list of credits or cards."""
    saying = sum(
        1 for _, words in begun.values() if ENDED.search(words) or words.count(" ") >= MOST_TITLE_WORDS
    )
    return bool(begun) and saying >= HALF * len(begun)


def terms_of(
    stretches: Sequence[Stretch],
    taken: Mapping[int, Node],
    begun: Begun,
    region: tuple[int, int],
    closes: Callable[[int], object] = lambda _: False,
) -> Iterator[Node]:
    """Each term with what stands below it, up to the next one; the letters between them are left out."""
    letters = {i for i in range(*region) if i not in taken and i not in begun and _is_letter(stretches[i])}
    yield from (Omitted(stretches=(index,), reason="index letter") for index in letters if begun)
    for start, after in pairwise([*sorted(begun), region[1]]):
        stops = (i for i in range(start + 1, after) if i in taken or i in letters or closes(i))
        name, meaning = begun[start]
        yield term(name, range(start, next(stops, after)), meaning, stretches)


def _is_letter(stretch: Stretch) -> bool:
    """Whether a paragraph is but the letter under which terms stand."""
    return bool(stretch.gap or stretch.heading) and is_index_letter(stretch.text)


def run_in_terms(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], region: tuple[int, int], form: Form
) -> Iterator[Node]:
    """`Title: definition`; a paragraph without a title goes on with the term above."""
    free = (i for i in range(*region) if i not in taken and not _is_letter(stretches[i]))
    begun = form.begun(stretches, free)
    return terms_of(stretches, taken, begun, region, lambda index: is_example(stretches[index].text))


# "… or ability." ends a sentence; "Start Your Engines!" is a term.
_SENTENCE_END = re.compile(r"[.?:;…][\"'”’)\]*}]*$")


def lined_terms(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], region: tuple[int, int]
) -> Iterator[Node]:
    """The term on a line of its own, its definition on the lines below, or else in paragraphs of their own."""
    free = [i for i in range(*region) if i not in taken]
    named = [i for i, below in pairwise(free) if below == i + 1 and _is_name(stretches, taken, region[0], i)]
    begun = {i: (stretches[i].text, "") for i in named if not stretches[i + 1].gap}
    spaced = {i: (stretches[i].text, "") for i in named}
    if begun or (len(spaced) >= FEWEST and rises(spaced)):
        yield from terms_of(stretches, taken, begun or spaced, region)


def _is_name(stretches: Sequence[Stretch], taken: Mapping[int, Node], start: int, index: int) -> bool:
    """Whether a line is no sentence; where no blank line parts it from others, a short one between sentences."""
    name, meaning = stretches[index], stretches[index + 1]
    if name.mark or len(name.text) > LONGEST_ON_TWO_LINES or _SENTENCE_END.search(name.text):
        return False
    is_apart = name.gap > 0 or index == start or index - 1 in taken
    if is_apart and not meaning.gap:
        return True
    is_parted = is_apart or bool(ENDED.search(stretches[index - 1].text))
    few = len(name.text.split()) <= MOST_TITLE_WORDS and name.role == "paragraph"
    return is_parted and few and bool(ENDED.search(meaning.text))
