"""Related entries: near by meaning, of the same game, and not before the reader's eyes anyway."""

from __future__ import annotations

import numpy as np
import pytest
from small_entries import entry
from small_sites import refer

from kb.index.related import LOOKED_AT, MOST, related

NEAR, ALIKE, FAR = (1.0, 0.0), (0.8, 0.6), (0.0, 1.0)


def of(entries, rows, references=()):
    return related(entries, references, np.array(rows, np.float32))


def test_the_nearest_come_first_and_the_far_do_not_come():
    entries = [entry("a", "One."), entry("b", "Two."), entry("c", "Three."), entry("d", "Four.")]
    found = of(entries, [NEAR, ALIKE, FAR, NEAR])
    assert found["hearthmoor:a"] == ["hearthmoor:d", "hearthmoor:b"]
    assert found["hearthmoor:c"] == ["hearthmoor:b"]


def test_another_game_is_never_related():
    entries = [entry("a", "One."), entry("b", "Two.", game="fen")]
    assert of(entries, [NEAR, NEAR]) == {}


def test_what_stands_around_or_is_linked_is_left_out():
    top = entry("7", "Fighting.", number="7")
    rule = entry("7.1", "Figures fight.", number="7.1", parent=top.id)
    beside = entry("7.2", "Figures fight on.", number="7.2", parent=top.id)
    below = entry("7.1a", "Like this.", number="7.1a", parent=rule.id)
    linked = entry("fight", "See 7.1 on fighting.", title="Fight")
    entries = [top, rule, beside, below, linked]
    found = of(entries, [NEAR] * 5, [refer(linked, "7.1", "7.1")])
    assert "hearthmoor:7.1" not in found
    assert found["hearthmoor:7.2"] == ["hearthmoor:7.1a", "hearthmoor:fight"]


def test_terms_of_one_glossary_may_be_related():
    glossary = entry("glossary", title="Glossary", kind="section")
    terms = [entry(name, "A thing.", title=name, kind="term", parent=glossary.id) for name in "ab"]
    assert of([glossary, *terms], [FAR, NEAR, NEAR]) == {
        "hearthmoor:a": ["hearthmoor:b"],
        "hearthmoor:b": ["hearthmoor:a"],
    }


def test_a_heading_without_text_is_related_to_nothing():
    assert of([entry("a", "", title="A"), entry("b", "Two.")], [NEAR, NEAR]) == {}


@pytest.mark.parametrize("count", [MOST + 2, 600])
def test_only_the_first_few_are_named(count):
    entries = [entry(f"e{number}", "Alike.") for number in range(count)]
    found = of(entries, [NEAR] * count)
    assert found["hearthmoor:e0"] == [f"hearthmoor:e{number}" for number in range(1, MOST + 1)]
    assert len(found) == count


def test_rows_of_zeros_and_no_entries_are_no_failure():
    assert of([entry("a", "One."), entry("b", "Two.")], [(0, 0), (0, 0)]) == {}
    assert related([], [], np.empty((0, 2), np.float32)) == {}


def test_of_entries_all_alike_only_those_looked_at_are_sorted(monkeypatch):
    sort, sizes = np.argsort, []
    monkeypatch.setattr(np, "argsort", lambda row, **how: sizes.append(len(row)) or sort(row, **how))
    of([entry(f"e{number}", "Alike.") for number in range(700)], [NEAR] * 700)
    assert sizes == [LOOKED_AT] * 700


def test_those_looked_at_are_the_nearest_and_of_equally_near_ones_the_first():
    rows = [(1.0, (number * 7 % 23) / 50) for number in range(200)]
    entries = [entry(f"e{number}", "Alike.") for number in range(200)]
    linked = [refer(one, "Alike", f"e{number}") for one in entries[:1] for number in range(1, 38)]
    found = of(entries, rows, linked)
    lengths = np.linalg.norm(np.array(rows, np.float32), axis=1)
    unit = np.array(rows, np.float32) / lengths[:, None]
    near = np.argsort(-(unit @ unit[0])[1:], kind="stable")[:LOOKED_AT] + 1
    assert found["hearthmoor:e0"] == [f"hearthmoor:e{number}" for number in near if number > 37][:MOST]
