"""What is not there, or not typed as the manual says, is met with what may be meant; programs get a document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from terminal_screen import kb as terminal

if TYPE_CHECKING:
    from conftest import Kb

TAKING_A_REF = [["show", "--json"], ["show", "--history", "--json"], ["refs", "--json"], ["diff", "--json"]]


@pytest.mark.parametrize("command", [*TAKING_A_REF, ["cite", "--as", "json"]])
@pytest.mark.parametrize(
    ("ref", "suggestions"),
    [
        ("grapel", ["hearthmoor:grapple"]),
        ("702.2z", ["hearthmoor:702.2"]),
        ("702.99", ["hearthmoor:702"]),
        ("hearthmoor:702.2zz", ["hearthmoor:702.2"]),
        ("999.9", []),
        ("entirely different", []),
        ("\x1b[31m", []),
    ],
)
def test_json_of_what_is_not_there_is_a_document(
    kb: Kb, build: Path, command: list[str], ref: str, suggestions: list[str]
) -> None:
    done = kb(*command, "--build", build, ref)
    document = json.loads(done.stdout)
    assert done.exit_code == 1
    assert document.keys() == {"error", "suggestions"}
    assert document["suggestions"] == suggestions
    assert "nothing is called" in document["error"]
    assert done.stderr.splitlines()[-1] == f"kb: {document['error']}"


@pytest.mark.parametrize("arguments", [["--build", "none"], ["--game", "chess"]])
def test_what_goes_wrong_is_told_to_people_only(kb: Kb, build: Path, arguments: list[str]) -> None:
    done = kb("show", "--json", "wall", *arguments, KB_BUILD=str(build))
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr


def test_an_edition_that_is_not_held_suggests_what_holds(kb: Kb, build: Path) -> None:
    done = kb("show", "--json", "--build", build, "702.2@1999")
    assert json.loads(done.stdout)["suggestions"] == ["hearthmoor:702.2"]


@pytest.mark.parametrize("command", ["show", "refs", "cite", "diff"])
def test_a_ref_may_be_several_words(kb: Kb, build: Path, command: str) -> None:
    several = kb(command, "--build", build, "rule", "702.2")
    one = kb(command, "--build", build, "702.2")
    assert (several.exit_code, several.stdout) == (one.exit_code, one.stdout)


def test_several_citations_are_still_several(kb: Kb, build: Path) -> None:
    done = kb("cite", "--as", "json", "--build", build, "702.2", "ember")
    assert len(json.loads(done.stdout)["citations"]) == 2


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["702.2"], ["show", "702.2"]),
        (["grapple"], ["show", "grapple"]),
        (["702.2", "--json"], ["show", "702.2", "--json"]),
        (["rule", "702.2"], ["show", "702.2"]),
        (["how", "does", "grappling", "work"], ["search", "how does grappling work"]),
        (["grappled", "figures", "and", "walls"], ["search", "grappled figures and walls"]),
        (["how does grappling work"], ["search", "how does grappling work"]),
        (
            ["grappled figures and walls", "--kind", "term"],
            ["search", "grappled figures and walls", "--kind", "term"],
        ),
    ],
)
def test_without_a_command_rules_are_shown_and_questions_searched(
    kb: Kb, build: Path, words: list[str], meant: list[str]
) -> None:
    done = kb(*words, KB_BUILD=str(build))
    expected = kb(*meant, KB_BUILD=str(build))
    assert (done.exit_code, done.stdout) == (expected.exit_code, expected.stdout)
    assert done.stderr.startswith(f"kb: that is `kb {meant[0]} ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["serch", "wall"],
            "no command 'serch'; did you mean search or serve? (`kb search serch wall` searches)",
        ),
        (
            ["serch wall"],
            "no command 'serch'; did you mean search or serve? (`kb search serch wall` searches)",
        ),
        (["xyzzy"], "no command 'xyzzy'; `kb help WORDS` finds a command"),
        (["games"], "no command 'games'; did you mean list?"),
        (["find", "x"], "no command 'find'; did you mean search? (`kb search find x` searches)"),
        (["version"], "no command 'version'; did you mean --version?"),
        (["search", "x", "-game", "y"], "no option -game; did you mean --game?"),
        (
            ["Hearthmoor"],
            "no command 'Hearthmoor'; Hearthmoor is a game: `kb search WORDS --game 'Hearthmoor'` searches it, "
            "`kb` alone reads it",
        ),
    ],
)
def test_a_slip_is_told_with_what_may_be_meant(kb: Kb, build: Path, words: list[str], told: str) -> None:
    done = kb(*words, KB_BUILD=str(build))
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.endswith(f"Error: {told}\n")


@pytest.mark.parametrize("said", ["rule", "Rules", "RULE", "ru"])
def test_a_kind_is_understood_as_people_say_it(kb: Kb, build: Path, said: str) -> None:
    done = kb("search", "--json", "--build", build, "--kind", said, "figure")
    assert {hit["kind"] for hit in json.loads(done.stdout)["results"]} == {"rule"}


def test_questions_are_a_kind_and_nonsense_is_none(kb: Kb, build: Path) -> None:
    done = kb("search", "--json", "--build", build, "--kind", "questions", "ember")
    assert {hit["kind"] for hit in json.loads(done.stdout)["results"]} == {"faq"}
    for said in ("", "s", "psalm"):
        assert kb("search", "--build", build, "--kind", said, "ember").exit_code == 2


def test_a_post_may_be_typed_as_it_is(kb: Kb, build: Path) -> None:
    done = kb("link", "see rule 702.2 of this", "--build", build)
    assert "[rule 702.2](" in done.stdout
    assert kb("verify", "rule 702.2 says so", "--build", build).exit_code == 0
    assert kb("rulings", "can a grappled figure move?", "--build", build).exit_code == 0
    assert kb("link", "see", "rule", "702.2", "of this", "--build", build).stdout == done.stdout
    assert kb("rulings", "can", "a", "grappled", "figure", "move?", "--build", build).exit_code == 0
    for name in ("nofile.txt", "folder/nofile", "folder/"):
        assert kb("verify", name, "--build", build).exit_code == 2


def test_of_two_files_the_command_says_that_it_takes_one(kb: Kb, build: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("rule 702.2")
    done = kb("link", tmp_path / "a.txt", "b.txt", "--build", build)
    assert done.exit_code == 2
    assert "one post at a time" in done.stderr


def test_one_word_that_no_file_is_called_is_the_post(kb: Kb, build: Path) -> None:
    done = kb("link", "702.2", "--build", build)
    assert done.stdout.startswith("[702.2](")
    assert "no file is called '702.2': read as the post itself" in done.stderr
    assert kb("rulings", "grappled", "--build", build).exit_code == 0


def test_standard_input_that_waits_says_so(build: Path, tmp_path: Path) -> None:
    for arguments in (["verify"], ["search", "--file", "-"], ["add", "-", "--game", "x", "--dry-run"]):
        with terminal(build, *arguments, cwd=tmp_path) as shown:
            shown.see("Ctrl-D at the beginning of a line ends it")


def test_a_number_that_nothing_has_is_shown_what_is_near(kb: Kb, build: Path) -> None:
    done = kb("702.2z", KB_BUILD=str(build))
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.splitlines()[0] == "kb: that is `kb show 702.2z`"
    assert "nothing is called '702.2z'; did you mean 702.2?" in done.stderr
