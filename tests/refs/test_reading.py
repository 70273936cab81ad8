"""A REF is found however people write it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.entries import Entry, Game, Location
from kb.refs import Name, nearest_above, numbers_in, parts_key, readings
from kb.store import Content, Store, finding, write

CASES = json.loads((Path(__file__).parents[1] / "cases" / "refs.json").read_text(encoding="utf-8"))
GAMES = CASES["games"]


def entry(order: int, facts: dict[str, Any]) -> Entry:
    game, _, slug = facts["id"].partition(":")
    return Entry(
        id=facts["id"],
        game=game,
        source="rules",
        edition="2026",
        kind=facts.get("kind", "rule"),
        number=facts.get("number"),
        title=facts.get("title"),
        parent=facts.get("parent"),
        order=order,
        aliases=tuple(facts.get("aliases", ())),
        url=f"{game}/{slug}/",
        permalink=f"{game}/{slug}@2026/",
        text="",
        markdown="",
        location=Location(file="rules.txt", first_line=1, last_line=1),
        path=(),
    )


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path = tmp_path_factory.mktemp("refs") / "kb.sqlite"
    held = Content(
        title="Rules",
        base_url="",
        games=tuple(Game(slug=slug, title=title) for slug, title in GAMES.items()),
        sources=(),
        entries=tuple(entry(order, facts) for order, facts in enumerate(CASES["entries"])),
        references=(),
        problems=(),
        left_out=(),
    )
    write(path, held)
    with Store(path) as opened:
        yield opened


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: case["ref"] or "nothing")
def test_what_a_ref_finds(store: Store, case: dict[str, Any]) -> None:
    found = finding.find(store, case["ref"], None)
    assert [one.id for one in (found[1] if found else ())] == case["finds"]
    assert (found[0].edition if found else None) == case.get("edition")


def test_a_game_asked_for_is_not_left(store: Store) -> None:
    assert [one.id for one in store.find("rule 314.6", "magic")] == ["magic:314.6"]
    assert store.find("rule 314.6", "fouls") == []
    assert store.find("magic rule 314.6", "fouls") == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("702.19b", "702-19-b"),
        ("702.19b", "702,19 B"),
        ("XIV", "14"),
        ("2.1(b)", "2.1.b"),
        ("G.1.1", "g1.1"),
    ],
)
def test_numbers_that_are_one(one: str, other: str) -> None:
    assert parts_key(one) == parts_key(other) != ""


def test_a_name_has_no_parts() -> None:
    assert parts_key("Trample") == parts_key("") == parts_key("314.6 kg") == ""


@given(st.text(max_size=400))
def test_any_text_can_be_read(text: str) -> None:
    read = list(readings(text, GAMES))
    assert read[0].names == (Name(text),)
    assert all(name.first for one in read[1:] for name in one.names)


@pytest.mark.parametrize("part", ["(", "1.", "rule ", "314.6-", "a/", "§", "@", "magic ", "1 and ", "no. "])
def test_a_hostile_ref_takes_no_time(part: str) -> None:
    started = time.process_time()
    list(readings(part * 100_000, GAMES))
    list(readings(part * (300 // len(part)), GAMES))
    assert time.process_time() - started < 0.5


@pytest.mark.parametrize("case", CASES["inside"], ids=lambda case: case["text"])
def test_numbers_inside_a_question_are_found(case: dict[str, Any]) -> None:
    assert numbers_in(case["text"]) == case["numbers"]


@pytest.mark.parametrize("case", CASES["above"], ids=lambda case: case["text"])
def test_a_number_that_nothing_has_is_the_nearest_above_it(case: dict[str, Any]) -> None:
    assert nearest_above(case["text"], lambda ref: ref in case["held"]) == case["nearest"]
