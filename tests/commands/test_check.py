"""`kb check` accounts for every character and lists every problem with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conftest import Kb


def test_it_lists_shares_and_problems(kb: Kb, corpus: Path, tmp_path: Path) -> None:
    done = kb("check")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[1].split()[:3] == ["100.00", "%", "hearthmoor/rules.txt"]
    assert "7 contents" in done.stdout
    assert "hearthmoor/rules.txt:42: 702.3 refers to “see rule 999.9”, which this text lacks" in lines
    assert lines[-1] == "2 problems (2 missing-reference)"
    assert lines[-2].startswith("Right as it is? `kb check --propose`")
    assert not (tmp_path / "build").exists()


def test_json_is_one_document(kb: Kb, corpus: Path) -> None:
    document = json.loads(kb("check", "--json").stdout)
    assert list(document) == ["sources", "not_understood", "problems"]
    rules = document["sources"][0]
    assert rules["characters"] == rules["accounted"] > 900
    assert rules["left_out"] == {"contents": 7}
    assert document["problems"][0]["code"] == "missing-reference"
    assert document["problems"][0]["line"] == 42


def test_strict_is_exit_1_with_problems_only(kb: Kb, corpus: Path) -> None:
    assert kb("check", "--strict").exit_code == 1
    text = corpus / "hearthmoor" / "rules.txt"
    text.write_text(text.read_text().replace("999.9", "100.2"))
    done = kb("check", "--strict")
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "No problems.")


def test_accepted_problems_pass_strict_and_new_ones_stand_out(kb: Kb, corpus: Path) -> None:
    proposed = kb("check", "--propose")
    assert (proposed.exit_code, proposed.stderr) == (0, "")
    assert '# text = "see rule 999.9"' in proposed.stdout
    links = corpus / "hearthmoor" / "links.toml"
    links.write_text(proposed.stdout)
    assert kb("check", "--strict").exit_code == 1, "a proposal is no decision"
    _heading, _, decisions = proposed.stdout.partition("\n")
    links.write_text("\n".join(line.removeprefix("# ") for line in decisions.splitlines()))
    done = kb("check", "--strict")
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "No problems.")
    text = corpus / "hearthmoor" / "rules.txt"
    text.write_text(text.read_text().replace("999.9", "999.8"))
    done = kb("check", "--strict")
    assert done.exit_code == 1
    assert "999.8" in done.stdout and "999.9" not in done.stdout


def test_proposals_go_with_no_other_form(kb: Kb, corpus: Path) -> None:
    for option in ("--json", "--strict"):
        done = kb("check", "--propose", option)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "--propose prints TOML" in done.stderr


def test_a_share_is_rounded_down() -> None:
    from kb.commands.coverage import percent
    from kb.entries import Source

    def source(characters: int, accounted: int) -> Source:
        return Source(
            game="g", name="n", title="", edition=None, file="f", characters=characters, accounted=accounted
        )

    assert percent(source(100_000, 99_999)) == "99.99"
    assert percent(source(3, 3)) == "100.00"
    assert percent(source(0, 0)) == "100.00"
    assert percent(source(3, 2)) == "66.66"


def test_what_nobody_understood_is_told_with_its_line() -> None:
    from kb.commands.check import text_lines
    from kb.findings import LeftOut
    from kb.store import Content

    content = Content(
        title="",
        base_url="",
        games=(),
        sources=(),
        entries=(),
        references=(),
        problems=(),
        left_out=(
            LeftOut(file="g/a.txt", line=7, reason="not understood", text="%%  \n %"),
            LeftOut(file="g/a.txt", line=9, reason="contents", text="Index"),
        ),
    )
    lines = list(text_lines(content))
    assert "g/a.txt:7: %% %" in lines
    assert not any("g/a.txt:9" in line for line in lines)


def test_one_game_alone(kb: Kb, corpus: Path) -> None:
    assert kb("check", "--game", "hearthmoor").exit_code == 0
    unknown = kb("check", "--game", "chess")
    assert (unknown.exit_code, unknown.stdout) == (2, "")
    assert unknown.stderr == "kb: no game 'chess' here; the games are hearthmoor\n"
