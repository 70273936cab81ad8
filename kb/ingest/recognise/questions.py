"""Questions and answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from kb.ingest.lines import Block, Stretch
from kb.ingest.linkmarks import without_marks
from kb.ingest.recognise import bodies

# "Q.", "Q:", "Q3.", and the same for answers
_QUESTION = re.compile(r"Q\d{0,3}[.:)]")
_ANSWER = re.compile(r"A\d{0,3}[.:)]")
# "3. What is a Trick?"
_NUMBER = re.compile(r"(\d{1,3})[.)]\s")
# "Q: ", "3. "
_LEAD = re.compile(r"(?:Q\d{0,3}[.:)]|\d{1,3}[.)])\s+")
_FEWEST = 3
"""So many headings that ask make a text one of questions."""


def questions(stretches: Sequence[Stretch], taken: Mapping[int, Block], told: bool = False) -> list[Block]:
    """Pairs of marked questions and answers; an answer runs to the next question, heading or taken stretch.

    If a person told that there are some, whatever asks is a question, marked or not.
    """
    if told and not any(_QUESTION.fullmatch(stretch.mark) for stretch in stretches):
        return list(_asking(stretches, taken))
    blocks: list[Block] = [*_headed(stretches, taken)]
    index = 0
    while index < len(stretches):
        end = _pair_end(stretches, taken, index)
        if end:
            blocks.append(_block(stretches, index, end))
        index = end or index + 1
    return blocks


def _headed(stretches: Sequence[Stretch], taken: Mapping[int, Block]) -> Iterator[Block]:
    """Headings that ask, where most headings of their level do: what stands below each is its answer."""
    level = _asking_level(stretches)
    for start, stretch in enumerate(stretches):
        if not level or stretch.heading != level or start in taken or not _asks(stretch):
            continue
        end = start + 1
        while end < len(stretches) and end not in taken and not stretches[end].heading:
            end += 1
        if end > start + 1:
            answer = tuple(bodies.paragraph(stretches[i]) for i in range(start + 1, end))
            number = _NUMBER.match(stretch.text)
            yield Block(
                kind="faq",
                stretches=tuple(range(start, end)),
                number=number[1] if number else None,
                title=bodies.title(_LEAD.sub("", stretch.text)),
                body=answer,
            )


def _asking(stretches: Sequence[Stretch], taken: Mapping[int, Block]) -> Iterator[Block]:
    """What stands below every paragraph that asks, up to the next one or a heading, is its answer."""
    for start, stretch in enumerate(stretches):
        if start in taken or not _asks(stretch):
            continue
        end = start + 1
        while (
            end < len(stretches)
            and end not in taken
            and not (stretches[end].heading or _asks(stretches[end]))
        ):
            end += 1
        if end > start + 1:
            answer = tuple(bodies.paragraph(stretches[i]) for i in range(start + 1, end))
            title = bodies.title(_LEAD.sub("", stretch.text))
            yield Block(kind="faq", stretches=tuple(range(start, end)), title=title, body=answer)


def _asking_level(stretches: Sequence[Stretch]) -> int:
    """The level whose headings are questions; 0 if there is none."""
    asking = Counter(stretch.heading for stretch in stretches if stretch.heading and _asks(stretch))
    all_of = Counter(stretch.heading for stretch in stretches if stretch.heading)
    found = [level for level, many in asking.items() if many >= _FEWEST and many >= 0.5 * all_of[level]]
    return max(found, key=lambda level: asking[level], default=0)


def _asks(stretch: Stretch) -> bool:
    return without_marks(stretch.text).rstrip("*_ ").endswith("?")


def _pair_end(stretches: Sequence[Stretch], taken: Mapping[int, Block], start: int) -> int:
    """Where the pair that begins here ends; 0 if none does."""
    if start in taken or not _QUESTION.fullmatch(stretches[start].mark):
        return 0
    answer = start + 1
    while answer < len(stretches) and answer not in taken and _goes_on(stretches[answer]):
        answer += 1
    if answer == len(stretches) or answer in taken or not _ANSWER.fullmatch(stretches[answer].mark):
        return 0
    end = answer + 1
    while end < len(stretches) and end not in taken and _goes_on(stretches[end]):
        end += 1
    return end


def _goes_on(stretch: Stretch) -> bool:
    """Whether a stretch can be more of a question or an answer."""
    begins = _QUESTION.fullmatch(stretch.mark) or _ANSWER.fullmatch(stretch.mark)
    short = not stretch.mark and stretch.alone and len(stretch.text) < 60 and stretch.text[-1:].isalnum()
    return not (begins or stretch.heading or stretch.role == "row" or short)


def _block(stretches: Sequence[Stretch], start: int, end: int) -> Block:
    answer = next(i for i in range(start + 1, end) if _ANSWER.fullmatch(stretches[i].mark))
    question = " ".join(stretches[i].text for i in range(start, answer))
    rest = tuple(bodies.paragraph(stretches[i]) for i in range(answer + 1, end))
    return Block(
        kind="faq",
        stretches=tuple(range(start, end)),
        title=bodies.title(question),
        body=(bodies.body(stretches[answer].text), *rest),
    )
