"""What was in force then, what became of it, and what changed: through the commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

from kb.reader.session import Search

if TYPE_CHECKING:
    from conftest import Kb

FIRST = """Moor Rules
Effective as of March 1, 2021.

1. Turns
1.1. Each turn a player moves two figures and draws a card.
1.2. A player who has no card passes the whole turn at once.
2. Fights
2.1. A figure fights another figure that stands beside it, see rule 1.1.
2.2. Whoever loses a fight leaves the board for one whole turn.
2.3. Nobody fights twice in the same turn unless a card says so.
"""
SECOND = """Moor Rules
Effective as of June 1, 2024.

1. Turns
1.1. At dawn every player gathers one ember from the common pool.
1.2. Each turn a player moves two figures and draws a card.
1.3. A player who has no card passes the whole turn immediately.
2. Fights
2.1. A figure fights another figure that stands beside it, see rule 1.2.
2.2. Nobody fights twice in the same turn unless a card says so.
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from click.testing import CliRunner

    from kb.cli import cli

    folder = tmp_path_factory.mktemp("editions")
    corpus, build = folder / "corpus", folder / "build"
    for name, text in (("first.txt", FIRST), ("second.txt", SECOND)):
        (folder / name).write_text(text)
        asked = ["add", str(folder / name), "--game", "moor", "--source", "rules", "--corpus", str(corpus)]
        assert CliRunner().invoke(cli, asked).exit_code == 0
    done = CliRunner().invoke(cli, ["--corpus", str(corpus), "--build", str(build), "build"])
    assert done.exit_code == 0, done.output
    return build


def shown(kb: Kb, build: Path, *asked: str) -> Any:
    done = kb(*asked, "--json", "--build", build)
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("ref", "starts", "fate"),
    [
        ("1.1@2021-03-01", "Each turn", "renumbered"),
        ("1.1@2021", "Each turn", "renumbered"),
        ("moor:1.1@2023", "Each turn", "renumbered"),
        ("rule 1.1@2022-12-31", "Each turn", "renumbered"),
        ("https://x.example/moor/1.1@2021-03-01/", "Each turn", "renumbered"),
        ("2.2@2021", "Whoever loses", "withdrawn"),
        ("1.2@2021", "A player who", "renumbered"),
        ("1.1@2024", "At dawn", None),
        ("1.1@2025", "At dawn", None),
        ("1.1@2024-06-01", "At dawn", None),
    ],
)
def test_what_was_in_force_then(kb: Kb, built: Path, ref: str, starts: str, fate: str | None) -> None:
    told = shown(kb, built, "show", ref)
    assert told["text"].startswith(starts)
    assert told.get("fate") == fate


def test_what_was_not_in_force_is_told_with_the_editions(kb: Kb, built: Path) -> None:
    for ref, edition in (("1.3@2021", "2021"), ("1.1@2019", "2019")):
        done = kb("show", ref, "--build", built)
        assert done.exit_code == 1
        assert f"was not in force in {edition}; editions that have it: " in done.stderr


def test_a_number_that_is_none_now_says_where_it_went(kb: Kb, built: Path) -> None:
    for ref in ("2.3", "rule 2.3", "§2.3"):
        done = kb("show", ref, "--build", built)
        assert done.exit_code == 1
        assert done.stderr == f"kb: nothing is called {ref!r} now: 2.3 was renumbered 2.2\n"


def test_a_former_id_leads_on_and_says_so(kb: Kb, built: Path) -> None:
    done = kb("show", "moor:2.3", "--build", built)
    assert "Nobody fights twice" in done.stdout
    assert done.stderr == "kb: 2.3 was renumbered 2.2\n"


def test_a_number_that_meant_another_says_where_that_is(kb: Kb, built: Path) -> None:
    assert "Up to 2021-03-01 1.1 was another: now 1.2." in kb("show", "1.1", "--build", built).stdout
    assert "Up to 2021-03-01 2.2 was another: withdrawn since." in kb("show", "2.2", "--build", built).stdout
    assert "was another" not in kb("show", "2.1", "--build", built).stdout


@pytest.mark.parametrize(
    ("ref", "page"),
    [
        ("1.1@2021", "moor/1.1@2021-03-01/index.html"),
        ("2.2@2021", "moor/2.2@2021-03-01/index.html"),
        ("1.1@2024", "moor/1.1/index.html"),
    ],
)
def test_the_page_of_an_edition_is_opened(
    kb: Kb, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ref: str, page: str
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    told = unquote(kb("open", ref, "--print", "--build", built).stdout.strip().removeprefix("file://"))
    assert told.endswith(page) and Path(told).is_file()
    assert kb("recent", "--build", built).exit_code in (0, 1)


def test_the_reader_finds_what_a_number_of_an_edition_is_now(built: Path) -> None:
    found = Search(built).ask("1.1@2021", None)
    assert [one.number for one in found.results][:1] == ["1.2"]
    assert Search(built).ask("1.1@1999", None).results


def test_a_range_of_an_edition_is_cited_as_it_was(kb: Kb, built: Path) -> None:
    told = json.loads(kb("search", "1.1@2021", "--json", "--build", built).stdout)
    assert told["query"] == "1.1@2021"
    told = json.loads(kb("cite", "1.1-2@2021", "--as", "json", "--build", built).stdout)
    assert [one["url"] for one in told["citations"]] == ["moor/1.1@2021-03-01/", "moor/1.2@2021-03-01/"]


def test_the_history_of_a_rule(kb: Kb, built: Path) -> None:
    told = shown(kb, built, "show", "1.3", "--history")["history"]
    assert [(one["number"], one["first"]) for one in told] == [("1.2", "2021-03-01"), ("1.3", "2024-06-01")]
    assert ["removed", "at once"] in told[1]["words"]
    assert ["added", "immediately"] in told[1]["words"]
    said = kb("show", "1.3", "--history", "--build", built).stdout
    assert "[-at once-]{+immediately+}" in said and "(was 1.2)" in said


def test_a_number_that_follows_its_rule_is_no_history(kb: Kb, built: Path) -> None:
    told = shown(kb, built, "show", "2.1", "--history")["history"]
    assert all(one["words"] == [] for one in told)


def test_what_changed_between_two_editions(kb: Kb, built: Path) -> None:
    told = shown(kb, built, "diff", "moor")
    assert (told["game"], told["source"], told["old"], told["new"]) == (
        "moor", "rules", "2021-03-01", "2024-06-01",
    )  # fmt: skip
    found = [((one["new"] or one["old"])["number"], one["status"]) for one in told["entries"]]
    assert found == [
        (None, "changed"), ("1.1", "added"), ("1.2", "renumbered"), ("1.3", "changed"),
        ("2.2", "removed"), ("2.2", "renumbered"),
    ]  # fmt: skip
    assert told["counts"] == {
        "added": 1, "removed": 1, "changed": 2, "renumbered": 2, "moved": 0, "same": 3,
    }  # fmt: skip
    one = next(one for one in told["entries"] if one["status"] == "changed" and one["new"]["number"])
    assert (one["old"]["number"], one["new"]["number"]) == ("1.2", "1.3")
    assert one["old"]["permalink"] == "moor/1.2@2021-03-01/"
    assert "".join(text for kind, text in one["words"] if kind != "removed") == one["new"]["text"]


def test_a_chapter_and_one_status(kb: Kb, built: Path) -> None:
    told = shown(kb, built, "diff", "2", "--only", "removed")
    assert [one["old"]["number"] for one in told["entries"]] == ["2.2"]
    assert told["counts"]["same"] == 2
    assert kb("diff", "1", "--only", "removed", "--build", built).exit_code == 1


def test_an_id_that_another_rule_had_before_is_cited_alone(kb: Kb, built: Path) -> None:
    cited = kb("cite", "moor:1.1", "--build", built).stdout
    assert (cited.count("\n"), cited[:6]) == (1, "[1.1](")


def test_several_statuses_at_once(kb: Kb, built: Path) -> None:
    wanted = ("--only", "removed", "--only", "added")
    told = shown(kb, built, "diff", "moor", *wanted)
    assert sorted(one["status"] for one in told["entries"]) == ["added", "removed"]
    for form in ("text", "markdown"):
        said = kb("diff", "moor", *wanted, "--as", form, "--build", built).stdout
        assert "2.2" in said and "fights another figure" not in said


def test_editions_may_be_named_by_what_was_in_force(kb: Kb, built: Path) -> None:
    assert shown(kb, built, "diff", "moor", "--from", "2022", "--to", "2025")["old"] == "2021-03-01"
    done = kb("diff", "moor", "--from", "2019", "--build", built)
    assert done.exit_code == 1 and "it has 2021-03-01, 2024-06-01" in done.stderr
    assert kb("diff", "moor", "--source", "none", "--build", built).exit_code == 1
    assert kb("diff", "chess", "--build", built).exit_code == 1


def test_what_became_of_what_a_number_meant_is_told_from_that_edition_on(kb: Kb, built: Path) -> None:
    for ref in ("1.1@2021", "https://x.example/moor/1.1@2021-03-01/", "moor/1.1%402021-03-01/"):
        (change,) = shown(kb, built, "diff", ref)["entries"]
        assert (change["status"], change["old"]["number"], change["new"]["number"]) == (
            "renumbered", "1.1", "1.2",
        )  # fmt: skip
    (change,) = shown(kb, built, "diff", "2.2@2021")["entries"]
    assert (change["status"], change["old"]["number"]) == ("removed", "2.2")
    assert shown(kb, built, "diff", "moor@2022")["old"] == "2021-03-01"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("diff", "moor", "2021", "2024"), "`kb diff moor --from 2021 --to 2024`"),
        (("diff", "moor", "2021"), "`kb diff moor --from 2021`"),
        (("diff", "1.2", "2021..2024"), "`kb diff 1.2 --from 2021 --to 2024`"),
        (("show", "moor"), "`kb diff moor` what changed"),
        (("show", "moor@2021"), "moor is a game: `kb list moor`"),
        (
            ("show", "1.1@latest"),
            "'latest' names no edition of '1.1'; editions that have it: 2021-03-01, 2024-06-01",
        ),
    ],
)
def test_who_asks_otherwise_is_told_how(kb: Kb, built: Path, asked: tuple[str, ...], told: str) -> None:
    done = kb(*asked, "--build", built)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert told in done.stderr


def test_for_posts(kb: Kb, built: Path) -> None:
    told = kb("diff", "moor", "--as", "markdown", "--build", built).stdout
    assert "~~at once~~**immediately**" in told and "(moor/1.3@2024-06-01/)" in told
    assert "…\n" not in told  # what has another number only is not quoted
    html = kb("diff", "moor", "--as", "html", "--build", built).stdout
    assert "<del>at once</del><ins>immediately</ins>" in html


def test_an_answer_that_rests_on_a_rule_that_changed_says_so(kb: Kb, tmp_path: Path) -> None:
    answers = (
        "Moor Answers\nEffective as of May 1, 2022.\n\n"
        "Q: May a player without a card do anything?\nA: No, see rule 1.2, the whole turn passes.\n\n"
        "Q: Whom may a figure fight?\nA: Only a figure that stands beside it, see rule 2.1.\n"
    )
    later = FIRST.replace("March 1, 2021", "June 1, 2024").replace("at once", "after a short rest")
    for name, text, source in (
        ("first.txt", FIRST, "rules"),
        ("later.txt", later, "rules"),
        ("faq.txt", answers, "faq"),
    ):
        (tmp_path / name).write_text(text)
        done = kb("add", tmp_path / name, "--game", "moor", "--source", source, "--corpus", tmp_path / "c")
        assert done.exit_code == 0, done.stderr
    build = tmp_path / "b"
    assert kb("--corpus", tmp_path / "c", "--build", build, "build").exit_code == 0
    old = kb("show", "May a player without a card do anything?", "--build", build).stdout
    assert "Given before 1.2 (moor:1.2) changed:" in old
    assert "[-at once-]{+after a short rest+}" in " ".join(old.split())
    assert "2021-03-01 → 2024-06-01" in old
    assert "Given before" not in kb("show", "Whom may a figure fight?", "--build", build).stdout
    (told,) = shown(kb, build, "show", "May a player without a card do anything?")["outgrown"]
    assert (told["rule"], told["given"]) == ("moor:1.2", "2022-05-01")
    assert (told["then_permalink"], told["now_permalink"]) == (
        "moor/1.2@2021-03-01/",
        "moor/1.2@2024-06-01/",
    )
    asked = tmp_path / "asked.txt"
    asked.write_text("May a player without a card do anything?")
    found = kb("rulings", asked, "--build", build).stdout
    assert "Given before 1.2 (moor:1.2) changed:" in found
    rulings = shown(kb, build, "rulings", asked)["rulings"]
    assert [one["id"] for one in rulings if one["outgrown"]] == [
        "moor:may-a-player-without-a-card-do-anything"
    ]
    (problem,) = (
        one
        for one in json.loads(kb("--corpus", tmp_path / "c", "check", "--json").stdout)["problems"]
        if one["code"] == "outgrown-ruling"
    )
    assert "rests on 1.2 as 2021-03-01 words it; 2024-06-01 words it otherwise" in problem["message"]
    accept = problem["suggestion"].partition("links.toml: ")[2].replace("]] ", "]]\n").replace('" ', '"\n')
    (tmp_path / "c" / "moor" / "links.toml").write_text(accept)
    assert "outgrown-ruling" not in kb("--corpus", tmp_path / "c", "check").stdout


def test_a_correction_is_told_with_what_was_said_first(kb: Kb, tmp_path: Path) -> None:
    rules, corpus, build = tmp_path / "rules.txt", tmp_path / "c", tmp_path / "b"
    for text in (FIRST, FIRST.replace("at once", "after a rest")):
        rules.write_text(text)
        assert kb("add", rules, "--game", "moor", "--corpus", corpus).exit_code == 0
        assert kb("--corpus", corpus, "--build", build, "build", "--quick").exit_code == 0
    for ref in ("1.2", "1.2@2021"):
        told = kb("show", ref, "--build", build).stdout
        assert "A mistake in our copy was mended on 20" in told, ref
        assert "[-at once-]{+after a rest+}" in " ".join(told.split())
        assert "at once" in shown(kb, build, "show", ref)["corrected"]["said_first"]
    assert "mended" not in kb("show", "2.1", "--build", build).stdout
    assert shown(kb, build, "show", "2.1")["corrected"] is None
    rules.write_text(FIRST.replace("March 1, 2021", "June 1, 2024").replace("at once", "after a long rest"))
    assert kb("add", rules, "--game", "moor", "--corpus", corpus).exit_code == 0
    assert kb("--corpus", corpus, "--build", build, "build", "--quick").exit_code == 0
    assert "mended" not in kb("show", "1.2", "--build", build).stdout
    assert "[-at once-]{+after a rest+}" in " ".join(kb("show", "1.2@2021", "--build", build).stdout.split())


def test_a_rule_shows_its_erratum(kb: Kb, tmp_path: Path) -> None:
    corrections = "# Moor Errata\n\n## Rule 1.2\n\nShould read: “A player without a card draws two.”\n"
    (tmp_path / "rules.txt").write_text(FIRST)
    (tmp_path / "errata.md").write_text(corrections)
    for name in ("rules", "errata"):
        file = tmp_path / f"{name}.{'md' if name == 'errata' else 'txt'}"
        done = kb("add", file, "--game", "moor", "--source", name, "--corpus", tmp_path / "c")
        assert done.exit_code == 0, done.stderr
    build = tmp_path / "b"
    assert kb("--corpus", tmp_path / "c", "--build", build, "build").exit_code == 0
    told = kb("show", "moor:1.2", "--build", build).stdout
    assert "Overruled by an erratum" in told and "A player without a card draws two." in told
    assert "it overrules 1.2 (moor:1.2)" in kb("show", "moor:rule-1.2", "--build", build).stdout


def test_search_takes_an_edition(kb: Kb, built: Path) -> None:
    done = kb("search", "1.2@2021", "--build", built)
    assert done.exit_code == 0
    assert shown(kb, built, "show", "1.2@2021")["id"] in done.stdout.splitlines()[0]
    assert "`kb show moor:1.2@2021-03-01`" in done.stderr
    assert "was not in force in 2021" in kb("search", "1.3@2021", "--build", built).stderr
