"""`kb search` prints what the contract fixes, and a list that people can read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Kb

ANSWER = ["query", "mode", "took_ms", "did_you_mean", "answered", "players_words", "results"]
FIELDS = ["id", "game", "kind", "number", "title", "url", "score", "why", "excerpt"]


def test_json_is_as_the_contract_fixes_it(kb: Kb, build: Path) -> None:
    done = kb(
        "search", "--json", "--build", build, "--limit", 3, "--mode", "lexical", "--", "grappled figure"
    )
    assert done.exit_code == 0
    assert done.stderr == ""
    answer = json.loads(done.stdout)
    assert list(answer) == ANSWER
    assert answer["query"] == "grappled figure"
    assert answer["mode"] == "lexical"
    assert answer["did_you_mean"] is None
    assert 1 <= len(answer["results"]) <= 3
    for result in answer["results"]:
        assert list(result) == FIELDS
        assert result["url"].startswith("hearthmoor/")
        assert isinstance(result["score"], float)


@pytest.mark.parametrize(
    ("query", "id"),
    [("702.2", "hearthmoor:702.2"), ("walls", "hearthmoor:wall"), ("hearthmoor:ember", "hearthmoor:ember")],
)
def test_a_number_a_name_or_an_id_comes_first(kb: Kb, build: Path, query: str, id: str) -> None:
    done = kb("search", "--json", "--build", build, query)
    assert json.loads(done.stdout)["results"][0]["id"] == id


def test_words_need_no_quotation_marks(kb: Kb, build: Path) -> None:
    one, other = (
        kb("search", "--build", build, "grappled figure"),
        kb("search", "--build", build, "grappled", "figure"),
    )
    assert one.stdout == other.stdout != ""


def test_the_list_names_place_kind_and_reason(kb: Kb, build: Path) -> None:
    done = kb("search", "--build", build, "--mode", "lexical", "can a grappled figure move")
    assert done.exit_code == 0
    assert "hearthmoor:101.1b" in done.stdout
    assert "Playing › 101. Moving" in done.stdout
    assert "found by" in done.stdout
    assert "\x1b" not in done.stdout


def test_marks_are_shown_on_a_terminal_and_not_with_no_color(kb: Kb, build: Path) -> None:
    from click.testing import CliRunner

    from kb.cli import cli

    arguments = ["search", "--build", str(build), "grappled"]
    assert "\x1b[" in CliRunner().invoke(cli, arguments, color=True).stdout
    assert "\x1b[" not in CliRunner(env={"NO_COLOR": "1"}).invoke(cli, arguments, color=True).stdout


def test_a_misspelt_word_is_told(kb: Kb, build: Path) -> None:
    done = kb("search", "--build", build, "grapled")
    assert "Showing results for grappled" in done.stdout


@pytest.mark.parametrize("query", ["702.2zz", "rule 702.2zz?", "what does rule 702.2z say"])
def test_a_number_that_nothing_has_is_told_and_the_nearest_shown(kb: Kb, build: Path, query: str) -> None:
    number = next(word for word in query.split() if word[0].isdigit()).strip("?")
    first = kb("search", "--build", build, query).stdout.split("\n")[0]
    assert first.startswith(f"Nothing here is numbered {number}. Showing results for ")
    assert "702.2" in first.rpartition("results for")[2]


def test_nothing_found_is_exit_1(kb: Kb, build: Path) -> None:
    told = kb("search", "--build", build, "--mode", "lexical", "xyzzyqwv")
    assert (told.exit_code, told.stdout) == (1, "")
    assert told.stderr.endswith("kb: nothing found for 'xyzzyqwv'\n")
    printed = kb("search", "--json", "--build", build, "--mode", "lexical", "xyzzyqwv")
    assert printed.exit_code == 1
    assert json.loads(printed.stdout)["results"] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["--kind", "spell", "x"],
        ["--mode", "psychic", "x"],
        ["--limit", "0", "x"],
        ["--limit", "many", "x"],
        ["--colour", "x"],
        [],
    ],
)
def test_wrong_use_is_exit_2(kb: Kb, build: Path, arguments: list[str]) -> None:
    done = kb("search", "--build", build, *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.strip()


def test_an_unknown_game_is_told_with_those_there_are(kb: Kb, build: Path) -> None:
    done = kb("search", "--build", build, "--game", "chess", "castle")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.endswith("no game 'chess' in this build; it holds hearthmoor\n")


def test_filters_hold(kb: Kb, build: Path) -> None:
    done = kb("search", "--json", "--build", build, "--game", "hearthmoor", "--kind", "term", "figure")
    assert {result["kind"] for result in json.loads(done.stdout)["results"]} == {"term"}


@pytest.mark.parametrize(
    "query",
    [
        "(" * 10_000,
        '"',
        "AND OR NOT",
        "a* *b",
        "\\",
        "kind:",
        "game:chess wall",
        "\x00\x1b[31m",
        "\udcff",
        "-wall",
        "ä" * 500,
    ],
)
def test_no_query_is_an_error(kb: Kb, build: Path, query: str) -> None:
    done = kb("search", "--json", "--build", build, "--", query)
    assert done.exit_code in (0, 1)
    assert list(json.loads(done.stdout)) == ANSWER


def test_a_rule_asked_for_by_number_is_shown_whole_however_long(kb: Kb, corpus: Path, tmp_path: Path) -> None:
    rules = corpus / "hearthmoor" / "rules.txt"
    long = " ".join(f"The figure steps over wall {number} before it rests." for number in range(40))
    rules.write_text(rules.read_text().replace("\n702.2. ", f"\n702.2. {long} ", 1))
    kb("--corpus", corpus, "build", "--build", tmp_path / "build")
    shown = " ".join(kb("search", "rule 702.2", "--build", tmp_path / "build").stdout.split())
    assert "over wall 0 before" in shown
    assert "over wall 39 before it rests." in shown


def test_the_first_rule_is_shown_whole_and_no_more_rules_than_asked_for(kb: Kb, build: Path) -> None:
    shown = kb("search", "can a figure move while grappled", "--limit", "2", "--build", build).stdout
    first, second = re.split(r"\n\n(?=\d\. )", shown.strip())
    assert "Example: Ada stands beside a wall." in first
    assert second.startswith("2. ")
