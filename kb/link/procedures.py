"""Which step of its own procedure does an entry mean by "step 1"?"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from kb.entries import Entry
from kb.link.names import Names
from kb.refs.numbers import Key, key


def steps_numbered(entry: Entry, number: str, names: Names) -> list[Entry]:
    """The step so numbered in the procedure that an entry is part of; none outside procedures.

    A summary may list the same numbers as the details below it: the nearest before the entry is meant, or, for
    a later step, the nearest after it.
    """
    around = [entry, *names.ancestors(entry)]
    if entry.id not in names.procedures and not any(one.kind == "step" for one in around):
        return []
    sought, inside = key(number), entry
    for place in around:
        if steps := names.steps.get((place.id, sought)):
            return [_nearest(steps, inside, sought)]
        inside = place
    steps = names.steps.get((entry.source, sought))
    return [_nearest(steps, inside, sought)] if steps else []


def _nearest(steps: Sequence[Entry], near: Entry, number: Key) -> Entry:
    after = bisect_right(steps, near.order, key=lambda step: step.order)
    earlier = near.number is None or _value(number) <= _value(key(near.number))
    return steps[after - 1] if after and (earlier or after == len(steps)) else steps[after]


def _value(number: Key) -> tuple[int, str]:
    return (int(number[0]) if number[0].isdigit() else 0, number[0]) if number else (0, "")
