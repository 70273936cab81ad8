"""Players' words: which entry each leads to, what leads nowhere, and that search finds entries by them."""

import pytest
from small_entries import hearthmoor

from kb import player_questions
from kb.errors import CorpusError

GAMES = ["hearthmoor", "moorfaq"]


@pytest.fixture
def corpus(tmp_path):
    (tmp_path / "hearthmoor").mkdir()
    return tmp_path


def write(corpus, name, text):
    (corpus / "hearthmoor" / name).write_text(text, encoding="utf-8")


def test_aliases_lead_from_a_word_to_entries(corpus):
    write(corpus, "aliases.toml", '"block chit" = "Shield Tokens"\nhop = ["leap", "7.3"]\n')
    said = player_questions.read(corpus, GAMES, hearthmoor())
    assert said.by_entry == {
        "hearthmoor:shield-token": ("block chit",),
        "hearthmoor:leap": ("hop",),
        "hearthmoor:7.3": ("hop",),
    }
    assert said.problems == ()


def test_asked_leads_from_an_entry_to_questions(corpus):
    write(corpus, "asked.toml", '"hearthmoor:7.2b" = ["how do I get loose?", "am I still held?"]\n')
    said = player_questions.read(corpus, GAMES, hearthmoor())
    assert said.by_entry == {"hearthmoor:7.2b": ("how do I get loose?", "am I still held?")}


def test_a_line_that_leads_nowhere_is_a_problem_with_its_place(corpus):
    write(corpus, "asked.toml", '# questions\n"Shove" = ["can I shove?"]\n')
    (problem,) = player_questions.read(corpus, GAMES, hearthmoor()).problems
    assert (problem.file, problem.line) == ("hearthmoor/asked.toml", 2)
    assert problem.message == "'Shove' is no entry of this game"


def test_a_game_knows_only_its_own_entries(corpus):
    write(corpus, "aliases.toml", 'barrier = "Walls"\n')
    assert len(player_questions.read(corpus, GAMES, hearthmoor()).problems) == 1


@pytest.mark.parametrize(
    "text", ["leap = ", "leap = 3", "leap = [3]", "[leap]\nx = 'y'", "leap = 'a'\nleap = 'b'"]
)
def test_a_file_that_cannot_be_read_is_one_clear_line(corpus, text):
    write(corpus, "asked.toml", text)
    with pytest.raises(CorpusError) as error:
        player_questions.read(corpus, GAMES, hearthmoor())
    assert "asked.toml" in str(error.value)
    assert "\n" not in str(error.value)
