"""What stands near an entry is written and read; an index that was damaged says so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_entries import entry, hearthmoor

from kb.entries import Reference
from kb.errors import BuildError
from kb.index import neighbours


def reference(origin: str, target: str | None) -> Reference:
    status = "resolved" if target else "missing"
    return Reference(origin=origin, kind="see", text="see", start=0, end=3, target=target, status=status)


def test_what_an_entry_stands_under_and_what_refers_to_it(tmp_path: Path) -> None:
    entries = hearthmoor()
    places = {one.id: number for number, one in enumerate(entries)}
    above = [places.get(one.parent or "", -1) for one in entries]
    child = next(one for one in entries if one.parent)
    others = [one.id for one in entries if one.id not in (child.id, child.parent)]
    found = [
        reference(others[0], child.id),
        reference(others[0], child.id),  # said twice
        reference(child.parent, child.id),  # a heading lists what it heads
        reference(others[1], None),
    ]
    neighbours.write(tmp_path, entries, found)
    read = neighbours.read(tmp_path, [0, 1, 1, 1, *range(4, len(entries))])
    assert read.above.tolist() == above
    assert read.behind.tolist()[:5] == [0, 0, 1, 2, 0]
    assert read.references.tolist() == [[places[others[0]], places[child.id]]]


def test_games_are_counted_through(tmp_path: Path) -> None:
    entries = [entry("a", "A rule."), replace(entry("b", "Another."), parent=entry("a", "").id)]
    neighbours.write(tmp_path, entries, [reference(entries[0].id, entries[0].id)])
    one = neighbours.read(tmp_path, [0, 0])
    both = neighbours.joined([one, one])
    assert both.above.tolist() == [-1, 0, -1, 2]
    assert both.behind.tolist() == [0, 1, 0, 1]
    assert both.references.tolist() == [[0, 0], [2, 2]]


@pytest.mark.parametrize("numbers", [[0], [0, 9], [0, 0, 1], [0, 0, 0, 7]])
def test_bytes_that_are_not_ours_are_refused(tmp_path: Path, numbers: list[int]) -> None:
    (tmp_path / neighbours.NAME).write_bytes(np.array(numbers, "<u4").tobytes())
    with pytest.raises(BuildError):
        neighbours.read(tmp_path, [0, 1])
