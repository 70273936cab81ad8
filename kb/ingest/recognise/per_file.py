"""Are the files of a source one text or several? Tried both ways; what explains more of them is taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from kb.ingest.document import Block, Member, Stretch
from kb.ingest.recognise import Recognised, recognise
from kb.sources import NO_OVERRIDES, SourceOverrides


def recognise_members(
    stretches: Sequence[Stretch],
    members: Sequence[Member],
    overrides: SourceOverrides = NO_OVERRIDES,
    left_out: Sequence[range] = (),
) -> Recognised:
    """All blocks of all files in reading order.

    Chapters count on from one file to the next, booklets in one folder each have their own headings and numbers.
    """
    whole = recognise(stretches, overrides, left_out)
    apart = list(_apart(stretches, members, overrides, left_out))
    return whole if _explained(whole.blocks) > _explained(apart) else replace(whole, blocks=apart)


def _apart(
    stretches: Sequence[Stretch],
    members: Sequence[Member],
    overrides: SourceOverrides,
    left_out: Sequence[range],
) -> Iterator[Block]:
    """The blocks of each file, as if it were alone; no list goes on from one to the next."""
    groups = 0
    for first, end in pairwise([*(member.first or 0 for member in members), len(stretches)]):
        blocks = recognise(stretches[first:end], overrides, left_out).blocks
        for block in blocks:
            indexes = tuple(index + first for index in block.stretches)
            group = block.group + groups if block.group else 0
            yield replace(block, stretches=indexes, group=group)
        groups += max((block.group for block in blocks), default=0)


def _explained(blocks: Sequence[Block]) -> int:
    """How many stretches are more than running text and headings."""
    return sum(len(block.stretches) for block in blocks if block.kind not in ("text", "section"))
