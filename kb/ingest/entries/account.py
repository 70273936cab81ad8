"""Where did every character go? Each is in exactly one entry or was left out for a stated reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.findings import NOT_UNDERSTOOD, LeftOut
from kb.ingest.document import Stretch, Text
from kb.ingest.entries.drafts import Draft
from kb.ingest.recognise.running import letters


@dataclass(frozen=True, slots=True)
class Tally:
    """Non-blank characters of a source."""

    characters: int
    accounted: int
    """Those in an entry or left out for a reason other than `not understood`."""


def tally(
    text: Text, nodes: Sequence[Draft], stretches: Sequence[Stretch], left_out: Sequence[LeftOut]
) -> Tally:
    """Count a source: a line's characters go to the node that holds its stretch, less what cleaners took from it."""
    raw: dict[int, int] = {}
    for line in text.lines:  # a form feed parts one line into two of the same number
        raw[line.number] = raw.get(line.number, 0) + letters(line.raw)
    removed: dict[int, int] = {}
    for each in text.left_out:
        removed[each.line] = removed.get(each.line, 0) + letters(each.text)
    held = {index for node in nodes for index in node.letters}
    read = _lines(stretches[index] for index in held)
    unheld = _lines(stretch for index, stretch in enumerate(stretches) if index not in held) - read
    in_entries = sum(max(0, raw.get(number, 0) - removed.get(number, 0)) for number in read)
    by_cleaners = sum(min(many, raw.get(number, 0)) for number, many in removed.items())
    by_recognisers = sum(max(0, raw.get(number, 0) - removed.get(number, 0)) for number in unheld)
    unread = sum(letters(each.text) for each in left_out if each.reason == NOT_UNDERSTOOD)
    total = sum(raw.values())
    accounted = min(total, in_entries + by_cleaners + by_recognisers)
    return Tally(characters=total, accounted=max(0, accounted - unread))


def _lines(stretches: Iterable[Stretch]) -> set[int]:
    """The lines that stretches stand on; several may share one."""
    spans = {(stretch.first, stretch.last, stretch.above) for stretch in stretches}
    return {number for first, last, above in spans for number in (*above, *range(first, last + 1))}
