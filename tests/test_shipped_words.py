"""The players' words that ship: every line leads to an entry of its game, and search finds it by them."""

from pathlib import Path

import pytest

from kb import player_questions
from kb.ingest import ingest
from kb.sources import read_corpus

CORPUS = Path(__file__).parents[1] / "corpus"
GAMES = sorted(path.parent.name for path in CORPUS.glob("*/asked.toml"))


@pytest.fixture(scope="module")
def said():
    entries = ingest(read_corpus(CORPUS)).entries
    return player_questions.read(CORPUS, GAMES, entries)


def test_all_shipped_games_have_words_of_players():
    assert len(GAMES) == 4


def test_every_line_leads_to_an_entry(said):
    assert said.problems == ()


def test_entries_that_people_ask_about_have_several_questions(said):
    questions = [each for each in said.by_entry.values() if any(text.endswith("?") for text in each)]
    assert len(questions) > 100
    assert all(len(each) >= 2 for each in questions)
