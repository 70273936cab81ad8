"""How does a paragraph begin that defines a term? "Guard: …", "Guard – …", "**Guard** …", "guard (n.) …"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.ingest.document import Stretch
from kb.ingest.layout.features import ENDED
from kb.ingest.numbering.number_labels import compound, worded
from kb.ingest.recognise.terms import PART_OF_SPEECH
from kb.ingest.words.callouts import is_callout, is_example
from kb.ingest.words.titles import is_index_letter

_MOST_WORDS = 8
_SHARE = 0.5
"""So many paragraphs of a glossary begin with their term where it prints them like that."""
_SHARE_PLAIN = 0.8
"""So many where nothing but a stop ends the terms, as it ends any sentence."""
_FEWEST_PLAIN = 3
_SAYING = 6
"""Words; a definition is a sentence, or about as long as one."""
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
# What each form has near its beginning; found before its pattern is tried at every letter.
_SIGNS = {
    "label": re.compile(r"[:—：–=→-]"),  # "Ability — …"
    "quoted": re.compile(r"[\"”]\s"),
    "speech": re.compile(r"[(,]\s?[vnap]"),  # "anchor (n.)", "careen, v."
    "strong": re.compile(r"\*\*"),  # "**Ambush**"
    "stop": re.compile(r"\.\s"),  # "Ambush. A unit …"
}
_FARTHEST = 160
"""Characters; no form has its sign farther from its beginning."""


@dataclass(frozen=True, slots=True)
class Form:
    """The way in which one glossary begins its entries."""

    name: str
    marked: bool = False
    """Whether each is a bullet or counted, so that a mark before it is no sense of the term above."""

    def begin(self, stretch: Stretch) -> re.Match[str] | None:
        """The term with which a stretch begins, in the group `term`, if it can be one."""
        words = stretch.text
        if (stretch.mark and not self.marked) or not _SIGNS[self.name].search(words, 0, _FARTHEST):
            return None
        match = FORMS[self.name].match(words)
        if match is None or is_callout(words) or is_example(words) or _is_number(match["term"]):
            return None
        return match if len(match["term"].split()) <= _MOST_WORDS else None

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
        return len(found) >= max(_FEWEST_PLAIN, _SHARE_PLAIN * len(paragraphs)) and rises(names(found))
    return len(found) >= _SHARE * len(paragraphs)


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
    saying = sum(1 for words in meanings if ENDED.search(words) or words.count(" ") >= _SAYING)
    return bool(meanings) and saying >= _SHARE * len(meanings)


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
