"""The script that compares two exports tells what changed, by text and not by id."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "bench"))

import same_entries


def record(order: int, text: str, **more: object) -> same_entries.Record:
    place = {"file": "a.txt", "first_line": order, "last_line": order}
    plain = {"kind": "rule", "number": None, "title": None, "aliases": [], "edition": None, "parent": None}
    return {
        **plain,
        "id": f"g:{order}",
        "order": order,
        "text": text,
        "markdown": text,
        "location": place,
        "references": [],
        **more,
    }


GOAT = record(1, "The goat eats every carrot in the garden.")
GATE = record(2, "The gate is closed when the moon has risen.")


def told(old: list[same_entries.Record], new: list[same_entries.Record]) -> dict[str, int]:
    counts, found = same_entries.compare("text", old, new)
    for each in found:
        counts[", ".join(each.fields)] += 1
    return dict(counts)


def test_the_same_is_the_same() -> None:
    assert told([GOAT, GATE], [GOAT, GATE]) == {"same": 2}


def test_another_id_is_no_other_entry() -> None:
    assert told([GOAT, GATE], [GOAT | {"id": "g:goat"}, GATE | {"parent": None}]) == {"id only": 1, "same": 1}


def test_a_parent_that_is_called_otherwise_is_the_same_parent() -> None:
    below = GATE | {"parent": "g:1"}
    assert told([GOAT, below], [GOAT | {"id": "g:goat"}, GATE | {"parent": "g:goat"}]) == {
        "id only": 1,
        "same": 1,
    }


def test_order_alone_is_told_apart() -> None:
    assert told([GOAT, GATE], [GATE | {"order": 1}, GOAT | {"order": 2}]) == {"order only": 1, "same": 1}
    within = GOAT | {"children": [{"id": "g:2", "at": 4}]}
    assert told([GOAT, GATE], [within, GATE]) == {"order only": 1, "same": 1}


def test_words_that_go_or_come_are_differences() -> None:
    shorter = GOAT | {"text": "The goat eats every carrot.", "markdown": "The goat eats every carrot."}
    assert told([GOAT, GATE], [shorter, GATE]) == {"same": 1, "text, markdown": 1}
    assert told([GOAT, GATE], [GATE]) == {"same": 1, "gone": 1}
    assert told([GATE], [GOAT, GATE]) == {"same": 1, "new": 1}


def test_a_judgement_speaks_of_a_class_of_words() -> None:
    named = GOAT | {"markdown": "The goat eats {carrot} every carrot in the garden."}
    ((difference,), rule) = (
        same_entries.compare("text", [GOAT], [named])[1],
        {
            "fields": ["markdown"],
            "taken": "",
            "added": r"[{}]|carrot",
            "verdict": "better",
            "reason": "icons",
        },
    )
    assert same_entries.judge(difference, [rule]).verdict == "better"
    assert same_entries.judge(difference, [rule | {"added": "[{}]"}]).verdict == "worse"
    assert same_entries.judge(difference, [{**rule, "digests": [difference.digest]}]).reason == "icons"
