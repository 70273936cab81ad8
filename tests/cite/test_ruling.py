"""What decides a question is quoted whole, follows pointers, and agrees with the search; else nothing is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from small_builds import write_build
from small_entries import entry
from small_sites import refer

from kb.cite import Rules, find_rulings
from kb.cite.subjects import without_game
from kb.search import Answer, search

LAMP = (
    "A lamp that stands beside the stairs or hangs over the door "
    "of the house burns oil, but none that was spilled by Ada."
)
BRIDGE = (
    "Figures take the bridge that leads from the mill over the "
    "river and to the market place of the town as shown on p. 10."
)
LANTERN = (
    "A lantern that stands beside the stairs or hangs over the "
    "door of the house burns, i.e. Ada may see all of the house."
)


@pytest.fixture(scope="module")
def moor(build: Path) -> Iterator[Rules]:
    with Rules(build) as rules:
        yield rules


@pytest.mark.parametrize(
    "question",
    [
        "Can a grappled figure move?",
        "does ash count as ember",
        "How many spaces may a figure move in a turn?",
        "what does water cost",
        "My figure was grappled. Can it still move?",
    ],
)
def test_what_the_search_ranks_first_is_among_them(moor: Rules, question: str) -> None:
    first = search(moor.build, question).results[0]
    found = find_rulings(moor, question).rulings
    assert first.says in [one.id for one in found]
    assert len(found) <= 5
    assert all(one.sentence[-1] in ".?!)" for one in found)


def test_an_answer_that_points_brings_what_it_points_at(moor: Rules) -> None:
    faq = "hearthmoor:can-a-figure-move-while-it-is-grappled"
    told = [(one.id, one.sentence) for one in find_rulings(moor, f"[[{faq}]]").rulings]
    assert told[:2] == [
        (faq, "No. See rule 101.1b."),
        ("hearthmoor:101.1b", "A grappled figure cannot move (see rule 702.2)."),
    ]


def test_a_sentence_brings_what_it_leans_on_and_what_decides_beside_it(tmp_path: Path) -> None:
    held = [
        entry("1", f"{LAMP} It goes out in the rain. Nobody minds.", number="1"),
        entry("2", "A tired figure falls. Leaping can't save it. Embers glow.", number="2"),
        entry("3", "Lamps stand.\nThey burn oil at night.", number="3"),
        entry("4", "A lamp is a light source.", number="4"),
        entry("5", "A light source shines.", number="5"),
    ]
    mention = refer(held[3], "light source", "5", "mention")
    with Rules(write_build(tmp_path / "build", held, [mention])) as rules:
        game = held[0].game
        told = [
            find_rulings(rules, f"{words} [[{game}:{number}]]", game=game).rulings[0].sentence
            for number, words in (
                (1, "does it go out in rain"),
                (2, "can a tired figure that falls be saved by leaping"),
                (3, "burn oil at night"),
            )
        ]
        found = find_rulings(rules, f"[[{game}:4]]", game=game).rulings
    assert told == [
        f"{LAMP} It goes out in the rain.",
        "A tired figure falls. Leaping can't save it.",
        "They burn oil at night.",
    ]
    assert held[4].id not in [one.id for one in found if "points" in one.why]


def test_rules_of_a_variant_decide_only_what_is_asked_of_it(tmp_path: Path) -> None:
    held = [
        entry("1", "The youngest player takes the first turn.", number="1"),
        entry("2", "In a two-player Goat Rodeo game, the oldest player takes the first turn.", number="2"),
        entry("3", "", title="Team Variant", number="3", kind="section"),
        entry(
            "3.1", "The larger team takes the first turn of each player.", number="3.1", parent="hearthmoor:3"
        ),
    ]
    with Rules(write_build(tmp_path / "build", held)) as rules:
        plain = [one.id for one in find_rulings(rules, "Which player takes the first turn?").rulings]
        of_teams = [one.id for one in find_rulings(rules, "Which team takes the first turn?").rulings]
        of_rodeo = [one.id for one in find_rulings(rules, "Who takes the first turn in Goat Rodeo?").rulings]
    assert plain == ["hearthmoor:1"]
    assert "hearthmoor:3.1" in of_teams
    assert "hearthmoor:2" in of_rodeo


def test_where_nothing_answers_the_nearest_is_named(moor: Rules) -> None:
    found = find_rulings(moor, "Who is the oldest elephant of the zoo?")
    assert (found.rulings, found.reply) == ((), "")
    assert found.nearest
    assert find_rulings(moor, "").nearest is None
    assert find_rulings(moor, "What is the capital of France?").nearest is None


def test_a_sentence_is_whole_and_one_that_only_points_leads_on(tmp_path: Path) -> None:
    held = [
        entry("1", f"{BRIDGE} Bridges burn.", number="1"),
        entry("2", f"{LANTERN} It costs one ember.", number="2"),
        entry("3", "For more, see rule 2.", number="3"),
    ]
    points = refer(held[2], "see rule 2", "2")
    with Rules(write_build(tmp_path / "build", held, [points])) as rules:
        game = held[0].game
        bridge, lantern, points_on = (
            find_rulings(rules, f"{words} [[{game}:{number}]]", game=game).rulings[0]
            for number, words in (
                (1, "figures bridge shown"),
                (2, "lantern burns Ada see"),
                (3, "lantern burns"),
            )
        )
    assert bridge.sentence == BRIDGE
    assert lantern.sentence == LANTERN
    assert (points_on.id, points_on.sentence) == (lantern.id, lantern.sentence)
    assert "where" in points_on.why


@pytest.fixture(scope="module")
def keywords(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Rules, str]]:
    """Two abilities, as a numbered text with a glossary has them, and a list that names both."""
    glow = entry("9.2", title="Glow", number="9.2", kind="rule", text="")
    umbra = entry("9.3", title="Umbra", number="9.3", kind="rule", text="")
    under = [
        entry("9.2a", "Glow is a static ability.", number="9.2a", parent=glow.id),
        entry(
            "9.2b",
            "Any harm assigned by a figure with glow counts as deadly harm.",
            number="9.2b",
            parent=glow.id,
        ),
        entry("9.2c", "“Deep glow” is another sort of glow.", number="9.2c", parent=glow.id),
        entry("9.2d", "Several instances of glow are worth one.", number="9.2d", parent=glow.id),
        entry("9.3a", "Umbra is a static ability.", number="9.3a", parent=umbra.id),
        entry(
            "9.3b",
            "Once a figure has deadly harm assigned, umbra counts and keeps the surplus for its owner.",
            number="9.3b",
            parent=umbra.id,
        ),
        entry("9.3c", "Several instances of umbra are worth one.", number="9.3c", parent=umbra.id),
        entry("5", "The counters are glow, umbra, reach, haste, fear, ward, menace, and flight.", number="5"),
        entry("6", "A lamp goes out in the rain.", number="6"),
        entry("7", "The lamp goes out in the rain.", number="7"),
    ]
    terms = [
        entry("glow", "An ability that makes harm worse. See rule 9.2.", kind="term", title="Glow"),
        entry("umbra", "An ability that wastes no harm. See rule 9.3.", kind="term", title="Umbra"),
    ]
    see = [refer(term, number, number) for term, number in zip(terms, ("9.2", "9.3"), strict=True)]
    build = write_build(tmp_path_factory.mktemp("keywords") / "build", [glow, umbra, *under, *terms], see)
    with Rules(build) as rules:
        yield rules, glow.game


def _said(held: tuple[Rules, str], question: str) -> list[str]:
    rules, game = held
    return [one.id.partition(":")[2] for one in find_rulings(rules, question, game=game).rulings]


def test_what_is_asked_for_is_defined(keywords: tuple[Rules, str]) -> None:
    for question in ("what is glow", "How does glow work?", "what does glow do in Hearthmoor"):
        assert _said(keywords, question) == ["glow", "9.2a", "9.2b"]


def test_what_a_thing_is_decides_nothing_where_something_else_is_asked(keywords: tuple[Rules, str]) -> None:
    assert "glow" not in _said(keywords, "is deadly harm worse with glow")


def test_a_short_sentence_that_opens_a_rule_goes_on(tmp_path: Path) -> None:
    held = [
        entry("1", "Glow is a static ability. Whoever glows is seen by night. Owls mind.", number="1"),
        entry("2", "Umbra is a static ability. (See rule 1.)", number="2"),
    ]
    with Rules(write_build(tmp_path / "build", held)) as rules:
        told = [find_rulings(rules, f"[[hearthmoor:{number}]]").rulings[0].sentence for number in (1, 2)]
    assert told == ["Glow is a static ability. Whoever glows is seen by night.", "Umbra is a static ability."]


def _scored(rules: Rules, scores: Mapping[str, float]) -> Answer:
    hits = [
        replace(search(rules.build, f"hearthmoor:{name}").results[0], score=score)
        for name, score in scores.items()
    ]
    return Answer(query="", mode="hybrid", took_ms=0, did_you_mean=None, results=tuple(hits))


def test_what_a_search_finds_decides_where_it_stands_out(moor: Rules) -> None:
    held = [
        one.id.partition(":")[2]
        for one in moor.store.entries("hearthmoor")
        if one.kind == "rule" and one.text
    ]
    first, second, *others = held[:10]
    far = {first: 0.9, second: 0.86, **dict.fromkeys(others, 0.5)}
    for scores, told in ((far, [first, second]), (dict.fromkeys(held[:10], 0.9), [])):
        with patch("kb.search.search", return_value=_scored(moor, scores)):
            found = find_rulings(moor, "What is to be done here?", game="hearthmoor")
        assert [one.id.partition(":")[2] for one in found.rulings] == told
        assert found.nearest == (None if told else f"hearthmoor:{first}")


def test_two_things_are_told_by_the_rules_in_which_they_meet(keywords: tuple[Rules, str]) -> None:
    assert _said(keywords, "does glow work with umbra") == ["9.2b", "9.3b"]


def test_a_rule_that_says_the_same_again_is_left_out(keywords: tuple[Rules, str]) -> None:
    assert len({"6", "7"} & set(_said(keywords, "does a lamp go out in the rain"))) == 1


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("how does leap work in tales from the red dragon inn?", "how does leap work?"),
        ("how does leap work in Red Dragon Inn", "how does leap work"),
        ("in the red room of the inn", "in the red room of the inn"),
        ("What is a dragon", "What is a dragon"),
    ],
)
def test_the_name_of_the_game_is_no_word_of_the_question(question: str, left: str) -> None:
    assert without_game(question, "Tales from the Red Dragon Inn") == left
