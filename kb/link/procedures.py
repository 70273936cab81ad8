"""Which step of its own procedure does an entry mean by "step 1"?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb.entries import Entry
from kb.link.names import Names
from kb.link.numbers import Key, key


def steps_numbered(entry: Entry, number: str, names: Names) -> list[Entry]:
    """The step so numbered in the procedure that an entry is part of; none outside procedures.

    A summary may list the same numbers as the details below it: the nearest before the entry is meant, or, for
    a later step, the nearest after it.
    """
    around = [entry, *names.ancestors(entry)]
    if not any(one.kind == "step" for one in (*around, *names.children.get(entry.id, ()))):
        return []
    sought, inside = key(number), entry
    for place in around:
        if steps := _numbered(names.children.get(place.id, ()), sought):
            return [_nearest(steps, inside, sought)]
        inside = place
    tops = [one for one in names.children.get(None, ()) if one.source == entry.source]
    steps = _numbered(tops, sought)
    return [_nearest(steps, inside, sought)] if steps else []


def _numbered(entries: Iterable[Entry], number: Key) -> list[Entry]:
    return [one for one in entries if one.kind == "step" and one.number and key(one.number) == number]


def _nearest(steps: Sequence[Entry], near: Entry, number: Key) -> Entry:
    before = [step for step in steps if step.order <= near.order]
    after = [step for step in steps if step.order > near.order]
    earlier = near.number is None or _value(number) <= _value(key(near.number))
    return before[-1] if before and (earlier or not after) else after[0]


def _value(number: Key) -> tuple[int, str]:
    return (int(number[0]) if number[0].isdigit() else 0, number[0]) if number else (0, "")
