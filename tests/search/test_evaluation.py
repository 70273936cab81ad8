"""Scoring questions: the metrics by hand, lost answers, comparison, and files that hold no questions."""

import json

import pytest
from small_entries import entry, hearthmoor

from kb.errors import ReadError
from kb.search.evaluation import Answers, Group, Question, compare, read_questions, score, table


def question(**facts):
    known = {"id": "q", "query": "?", "game": None, "style": "plain", "phrases": (), "names": ()}
    return Question(**(known | facts))


def group(grade, *ids):
    return Group(grade=grade, ids=frozenset(ids))


def test_the_metrics_of_a_ranking():
    groups = [group(2, "right"), group(1, "helps")]
    assert score(["right", "helps"], groups)["nDCG@10"] == 1
    found = score(["wrong", "right", "helps"], groups)
    ideal = 3 / 1 + 1 / 1.5849625
    assert found["nDCG@10"] == pytest.approx((3 / 1.5849625 + 1 / 2) / ideal)
    assert (found["MRR@10"], found["recall@1"], found["recall@5"]) == (0.5, 0, 1)


def test_an_answer_counts_once():
    groups = [group(2, "one", "other")]
    assert score(["one", "other"], groups) == score(["one", "wrong"], groups)


def test_what_only_helps_is_no_answer():
    assert score(["helps"], [group(1, "helps"), group(2, "right")])["recall@10"] == 0


def test_nothing_found_is_nought():
    assert set(score([], [group(2, "right")]).values()) == {0.0}


def find(name, game):
    return [e for e in hearthmoor() if name in (e.id, e.number, e.title) and game in (None, e.game)]


def test_answers_are_found_by_phrase_number_and_name():
    answers = Answers(hearthmoor(), find)
    asked = question(
        names=("7.3", "Walls"), phrases=(("may grapple one adjacent", 2), ("a grappled creature cannot", 1))
    )
    groups, lost = answers.groups(asked)
    assert groups == [group(2, "hearthmoor:7.3"), group(2, "moorfaq:walls"), group(2, "hearthmoor:7.2")]
    assert lost == []


def test_a_lost_answer_is_told():
    groups, lost = Answers(hearthmoor(), find).groups(
        question(names=("9.9",), phrases=(("never written", 2),))
    )
    assert lost == ["9.9", "never written"]
    assert score(["hearthmoor:7"], groups)["nDCG@10"] == 0


def test_an_overlong_entry_is_no_hit_where_a_shorter_one_holds_the_phrase():
    entries = [entry("short", "the very phrase"), entry("long", "the very phrase " + "x " * 500)]
    groups, _ = Answers(entries, find).groups(question(phrases=(("the very phrase", 2),)))
    assert groups == [group(2, "hearthmoor:short")]


def test_a_comparison_has_its_interval():
    before = {str(n): 0.5 for n in range(40)}
    now = {**{str(n): 0.6 for n in range(40)}, "new": 1.0}
    assert compare(now, before) == (40, *(pytest.approx(0.1),) * 3)
    assert compare({}, before)[0] == 0


@pytest.mark.parametrize("line", ["", "[]", "{}", '{"query": "x"}', '{"entries": ["x"]}', "nonsense", "\x00"])
def test_a_file_without_questions_is_one_clear_line(tmp_path, line):
    (tmp_path / "q.jsonl").write_text(line + "\n")
    with pytest.raises(ReadError) as error:
        read_questions(tmp_path / "q.jsonl", {})
    assert "q.jsonl" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_document_is_the_game_it_is_told_to_be(tmp_path):
    row = {"document": "000", "query": "x", "relevant_rules": ["1.2"]}
    (tmp_path / "q.jsonl").write_text(json.dumps(row))
    (asked,) = read_questions(tmp_path / "q.jsonl", {"000": "hearthmoor"})
    assert (asked.game, asked.names, asked.style, asked.id) == ("hearthmoor", ("1.2",), "all", "1")


def test_a_table_has_styles_games_and_all():
    from kb.search.evaluation import Scored

    rows = [
        Scored(
            question=question(style=style, game="g"), values=score(found, [group(2, "a")]), found=(), lost=()
        )
        for style, found in (("typo", ["a"]), ("plain", ["b", "a"]))
    ]
    found = table(rows)
    assert list(found) == ["plain", "typo", "game g", "all"]
    assert found["all"]["recall@1"] == 0.5
    assert found["typo"]["n"] == 1
