"""Errata: what is corrected on a line of its own, and below it how it should read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from kb.ingest import bodies
from kb.ingest.document import INNER, Node, Rule, Stretch, claiming
from kb.ingest.layout.features import ENDED
from kb.ingest.thresholds import FEWEST_SURE, LONGEST_LINE

# "Should read: …", "The phrase “X” should read: …", "This card should have the Goat trait."
SHOULD = re.compile(
    r"[\"“'‘*_]{0,3}(?:(?:The|This|It|Its|These)\b[^.?!]{0,160}?\s)?should (?:instead |now |also )?"
    r"(?:read|say|be|have)\b|(?:soll(?:te)?|muss) lauten\b|devrait (?:être|se lire)\b"
    r"|debería (?:decir|leerse)\b|dovrebbe (?:dire|leggersi)\b",
    re.IGNORECASE,
)
# "Change the last sentence to:", "Add the following paragraph to the section:", "Replace “X” with “Y”."
_CHANGE = re.compile(
    r"(?:Change|Replace|Add|Delete|Remove|Insert|Ignore|Substitute|Append)\b[^.?!]{0,200}?"
    r"(?::|\bwith\b|\bto read\b|\bas follows\b|\bfollowing\b|\bto [\"“'‘\d])"
)
# "ERRATA", "Corrections to the rulebook"
ANNOUNCED = re.compile(r"\b(?:errat(?:a|um)|corrections?|korrektur(?:en)?|corrigenda)\b", re.IGNORECASE)


@claiming
def errata(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    """Rule blocks of all errata, in a text that has several: their titles say what is corrected."""
    cues = [
        index
        for index in range(1, len(stretches))
        if index not in taken and _corrects(stretches[index]) and _may_name(stretches, taken, index - 1)
    ]
    told = any(SHOULD.match(stretches[cue].text) for cue in cues)
    told = told or any(ANNOUNCED.search(stretch.text) for stretch in stretches)
    return list(_blocks(stretches, taken, cues)) if told and len(cues) >= FEWEST_SURE else []


def _blocks(stretches: Sequence[Stretch], taken: Mapping[int, Node], cues: Sequence[int]) -> Iterator[Node]:
    titles = {cue - 1 for cue in cues}
    for cue in cues:
        end = cue + 1
        while end < len(stretches) and end not in taken and end not in titles and not stretches[end].gap:
            end += 1
        title, note = bodies.heading(stretches[cue - 1].text)
        yield Rule(
            stretches=tuple(range(cue - 1, end)),
            title=title,
            body=(*note, *bodies.as_list(tuple(bodies.paragraph(stretches[i]) for i in range(cue, end)))),
            level=INNER,
        )


def _corrects(stretch: Stretch) -> bool:
    words = stretch.text
    is_plain = not (stretch.mark or stretch.heading) and stretch.role == "paragraph"
    return is_plain and bool(SHOULD.match(words) or _CHANGE.match(words))


def _may_name(stretches: Sequence[Stretch], taken: Mapping[int, Node], index: int) -> bool:
    """Whether a line may say what is corrected right below it: short, no sentence, set apart from the text above."""
    stretch = stretches[index]
    is_plain = not (stretch.mark or stretch.heading) and stretch.role == "paragraph"
    if index in taken or not is_plain or len(stretch.text) > LONGEST_LINE or ENDED.search(stretch.text):
        return False
    begins = stretch.text[:1].isupper() or stretch.text[:1] in "(#"
    return begins and not stretches[index + 1].gap
