"""`kb eval` measures, compares and holds a floor; `kb search --file`."""

import json

import pytest


@pytest.fixture
def questions(tmp_path):
    rows = [
        {
            "id": "a",
            "query": "how do I grapple",
            "game": "hearthmoor",
            "style": "plain",
            "entries": ["Grapple"],
        },
        {"id": "b", "query": "xqzzv", "game": "hearthmoor", "style": "odd", "entries": ["Grapple"]},
    ]
    path = tmp_path / "q.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_eval_prints_a_table_and_lists_misses(kb, build, questions):
    result = kb("eval", questions, "--build", build, "--misses")
    assert result.exit_code == 0, result.output
    assert "nDCG@10" in result.stdout
    assert "miss: b [odd] 'xqzzv' -> nothing" in result.stdout


def test_eval_holds_a_floor(kb, build, questions):
    result = kb("eval", questions, "--build", build, "--floor", "0.99")
    assert result.exit_code == 1
    assert "below the floor" in result.stderr


def test_eval_compares_with_a_saved_run(kb, build, questions, tmp_path):
    kb("eval", questions, "--build", build, "--save", tmp_path / "run.json")
    result = kb("eval", questions, "--build", build, "--compare", tmp_path / "run.json", "--json")
    assert json.loads(result.stdout)["compared"] == {"questions": 2, "gain": 0, "low": 0, "high": 0}


@pytest.mark.parametrize("text", ["", "[]", '{"a": "x"}', "{"])
def test_eval_refuses_what_is_no_saved_run(kb, build, questions, tmp_path, text):
    (tmp_path / "run.json").write_text(text)
    result = kb("eval", questions, "--build", build, "--compare", tmp_path / "run.json")
    assert result.exit_code == 2
    assert "not a run that `kb eval --save` kept" in result.stderr


def test_a_post_is_searched_for_from_a_file(kb, build, tmp_path):
    (tmp_path / "post.txt").write_bytes(b"Hello all!\n\nCan a creature grapple \xff another one?\n")
    result = kb("search", "--file", tmp_path / "post.txt", "--build", build, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["results"]


@pytest.mark.parametrize("words", [[], ["leap", "--file", "-"]])
def test_words_or_a_file_not_both(kb, build, words):
    result = kb("search", *words, "--build", build)
    assert result.exit_code == 2
    assert "either" in result.stderr
