"""Which step of its own procedure does an entry mean by "step 1"?"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from kb.entries import Entry
from kb.link.names import Names
from kb.refs.numbers import key


def steps_numbered(entry: Entry, number: str, names: Names) -> list[Entry]:
    """The step so numbered in the procedure that an entry is part of; none outside procedures.

    A summary may list the same numbers as the details below it: the next one behind the entry is meant, else the last.
    """
    around = [entry, *names.ancestors(entry)]
    if entry.id not in names.procedures and not any(one.kind == "step" for one in around):
        return []
    sought, inside = key(number), entry
    for place in around:
        if steps := names.steps.get((place.id, sought)):
            return [_nearest(steps, inside)]
        inside = place
    steps = names.steps.get((entry.source, sought))
    return [_nearest(steps, inside)] if steps else []


def _nearest(steps: Sequence[Entry], near: Entry) -> Entry:
    after = bisect_right(steps, near.order, key=lambda step: step.order)
    return steps[min(after, len(steps) - 1)]
