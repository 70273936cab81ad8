"""Questions and answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kb.ingest.lines import Block, Stretch
from kb.ingest.recognise import bodies

# "Q.", "Q:", "Q3.", and the same for answers
_QUESTION = re.compile(r"Q\d{0,3}[.:)]")
_ANSWER = re.compile(r"A\d{0,3}[.:)]")


def questions(stretches: Sequence[Stretch], taken: Mapping[int, Block]) -> list[Block]:
    """Pairs of marked questions and answers; an answer runs to the next question, heading or taken stretch."""
    blocks: list[Block] = []
    index = 0
    while index < len(stretches):
        end = _pair_end(stretches, taken, index)
        if end:
            blocks.append(_block(stretches, index, end))
        index = end or index + 1
    return blocks


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
