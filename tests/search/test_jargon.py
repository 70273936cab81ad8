"""What players say is read as what the rules call it, in the games where it means that, and said."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from small_builds import write_build
from small_entries import entry

from kb.index.jargon import Jargon, Phrase, phrases
from kb.search import search

WIZARDS = "A planeswalker pays mana and puts its library, hand and cards of its deck aside."


def said(*rows):
    return Jargon(
        Phrase(said=one, means=means, games=games) for one, means, *games in rows for games in [tuple(games)]
    )


def test_a_phrase_is_found_in_any_form_and_the_longest_counts():
    jargon = said(("bounce", "return to hand"), ("board wipe", "destroy all"), ("board", "table"))
    assert [one.means for one in jargon.said("I bounced it after two board wipes", ())] == [
        "return to hand",
        "destroy all",
    ]


@pytest.mark.parametrize(
    "query",
    [
        "can I block with a tapped creature",
        "is a creature that is tapped able to block",
        "tapped creature: block?",
    ],
)
def test_the_words_of_a_phrase_stand_in_any_order_and_near_one_another(query):
    jargon = said(("tapped creature block", "must be untapped"), ("empty deck", "no cards left"))
    assert [one.means for one in jargon.said(query, ())] == ["must be untapped"]
    assert [one.means for one in jargon.said("my deck is empty now", ())] == ["no cards left"]
    assert jargon.said("an empty vault below the deck", ()) == []
    assert jargon.said("a tapped land, then two walls and one more creature may block", ()) == []


FORMS = [("legend", "legendary"), ("legends", "legendaries"), ("ping", "hit"), ("long shot", "hit")]


@pytest.mark.parametrize(
    ("query", "read_as"),
    [
        ("legends", [("legends", "legendaries")]),
        ("a legend?", [("legend", "legendary")]),
        ("may I ping it with a long shot", [("long shot", "hit")]),
    ],
)
def test_every_meaning_is_read_once_by_the_form_that_was_typed(query, read_as):
    assert [(one.said, one.means) for one in said(*FORMS).said(query, ())] == read_as


def test_a_meaning_that_is_long_is_searched_for_and_not_told(tmp_path):
    means = "the golem leaves the vault and may not come back before the next moon"
    vault = entry("1", f"When {means}, it is asleep.", game="vault", title=means)
    build = write_build(
        tmp_path / "build",
        [vault, entry("2", "Nothing happens at night.", game="vault")],
        player_questions={"vault:1": ["golem nap"]},
    )
    answer = search(build, "a golem nap")
    assert answer.results[0].id == "vault:1"
    assert answer.players_words == ()


def test_what_the_game_of_the_answer_does_not_say_is_not_told(tmp_path):
    entries = [
        entry("1", "A golem may overrun a wall that it passes.", game="vault", title="Overrun"),
        entry(
            "1",
            "Trample lets damage pass a blocker: trample is a static ability.",
            game="arena",
            title="Trample",
        ),
    ]
    build = write_build(tmp_path / "build", entries, player_questions={"vault:1": ["trample"]})
    answer = search(build, "what is a static ability with trample")
    assert answer.results[0].id == "arena:1" and answer.players_words == ()
    told = search(build, "golem wall trample")
    assert told.results[0].id == "vault:1" and told.players_words == (("trample", "Overrun"),)


def test_a_phrase_of_another_game_is_words():
    jargon = said(("tilt", "exhaust", "one"))
    assert jargon.said("tilt", ["two"]) == []
    assert [one.means for one in jargon.said("tilt", ["one"])] == ["exhaust"]
    assert [one.means for one in jargon.said("tilt", ())] == ["exhaust"]


def test_the_word_of_the_rules_itself_is_no_jargon():
    assert said(("tap out", "tap all")).said("tap out: tap all", ()) == []


def test_a_family_is_known_by_its_words():
    wizards, runners = entry("1", WIZARDS, game="wizards"), entry("1", "A runner runs.", game="runners")
    found = {row.said: row.games for row in phrases([wizards, runners], {})}
    assert found["sba"] == ("wizards",)
    assert found["los"] == ()
    assert "sba" not in {row.said for row in phrases([runners], {})}


def test_aliases_of_a_game_are_said_too():
    leap = entry("leap", "Leap over a gap.", title="Leap", kind="term", game="runners")
    found = phrases([leap], {"runners:leap": ("hop", "may I jump over the wide gap?")})
    assert [(row.said, row.means, row.games) for row in found if row.games == ("runners",)] == [
        ("hop", "Leap", ("runners",))
    ]


@pytest.fixture(scope="module")
def build(tmp_path_factory):
    entries = [
        entry("1", WIZARDS, game="wizards"),
        entry("2", "State-based actions are checked whenever a wizard would act.", game="wizards"),
        entry("3", "If all its targets are illegal, the spell doesn't resolve.", game="wizards"),
        entry("4", "A spell may be cast by any wizard.", game="wizards"),
    ]
    return write_build(tmp_path_factory.mktemp("jargon") / "build", entries)


@pytest.mark.parametrize(
    ("query", "id", "told"), [("SBA", "wizards:2", ["sba"]), ("does my spell fizzle", "wizards:3", [])]
)
def test_players_words_find_the_rule_and_are_told_where_that_is_short(build, query, id, told):
    answer = search(build, query)
    assert answer.results[0].id == id
    assert [said for said, _ in answer.players_words] == told


def test_a_misspelt_word_of_players_is_corrected_to_it(build):
    right, wrong = search(build, "does my spell fizzle"), search(build, "does my spell fizzel")
    assert wrong.did_you_mean == "does my spell fizzle"
    assert [hit.id for hit in wrong.results] == [hit.id for hit in right.results]
    assert wrong.players_words == right.players_words


ASKED = [
    "SBA",
    "two board wipes fizzled",
    "legends",
    "summoning sick",
    "block with a tapped creature",
    "deck of mine is empty",
    "nothing said",
]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_browser_reads_the_same(build):
    index = build / "games" / "wizards" / "index"
    script = f"""
import {{ readFileSync }} from 'node:fs'
import {{ Jargon }} from '{(Path(__file__).parents[2] / "site_templates/js/jargon.js").as_uri()}'
const jargon = new Jargon(readFileSync('{index}/jargon.txt', 'utf8').trim().split('\\n'))
for (const text of {json.dumps(ASKED)}) {{
  console.log(jargon.said(text, new Set(['wizards'])).map((one) => `${{one.said}}: ${{one.means}}`).join('|'))
}}"""
    done = subprocess.run(
        ["node", "--no-warnings", "--input-type=module"],
        input=script,
        capture_output=True,
        text=True,
        check=True,
    )
    from kb.index.jargon import read

    jargon = Jargon(read(index))
    expected = [
        "|".join(f"{one.said}: {one.means}" for one in jargon.said(text, ["wizards"])) for text in ASKED
    ]
    assert done.stdout.removesuffix("\n").split("\n") == expected
