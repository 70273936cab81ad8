"""`kb show` and `kb refs` tell an entry's place, text and references, in both directions."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Kb


def test_an_entry_is_shown_with_its_place_and_references(kb: Kb, build: Path) -> None:
    done = kb("show", "--build", build, "702.2")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "702.2"
    assert lines[1] == "Hearthmoor › 7. Fighting › 702. Grappling"
    assert lines[3:5] == [
        "A grappled figure stays where it is until its owner pays two embers. See rule",
        "100.2.",
    ]
    pointing = [line for line in lines if line.split()[:1] == ["see"]]
    assert [line.rpartition("(")[2] for line in pointing] == ["hearthmoor:100.2)", "hearthmoor:101.1b)"]
    assert "“See rule 100.2”" in pointing[0]
    assert "101.1b A grappled figure cannot move" in pointing[1]
    assert lines[-1].startswith("rule hearthmoor:702.2 · ")
    assert lines[-1].endswith(", 2025-03-01 · hearthmoor/rules.txt:40-40")


def test_children_are_listed(kb: Kb, build: Path) -> None:
    done = kb("show", "--build", build, "702. Grappling")
    below = done.stdout.split("Below it:\n")[1].splitlines()[:3]
    assert [line.split()[0] for line in below] == ["702.1", "702.2", "702.3"]
    assert all(len(line) <= 80 for line in below)


def test_a_reference_to_nothing_is_told(kb: Kb, build: Path) -> None:
    done = kb("show", "--build", build, "702.3")
    assert "“see rule 999.9”  missing: not in the texts held" in done.stdout


def test_the_text_fits_the_terminal(kb: Kb, build: Path) -> None:
    done = kb("show", "--build", build, "702.2", COLUMNS="44")
    text = done.stdout.split("Refers to:")[0]
    assert max(map(len, text.splitlines())) <= 44


def test_json_is_the_exported_entry_and_more(kb: Kb, build: Path) -> None:
    shown = json.loads(kb("show", "--json", "--build", build, "702").stdout)
    exported = [json.loads(line) for line in kb("export", "--build", build).stdout.splitlines()]
    entry = next(entry for entry in exported if entry["id"] == "hearthmoor:702")
    places = [{"id": child["id"], "at": child["at"]} for child in shown["children"]]
    assert {**shown, "children": places}.items() >= entry.items()
    assert shown["path"] == ["7. Fighting"]
    assert [child["id"] for child in shown["children"]] == [
        f"hearthmoor:702.{number}" for number in (1, 2, 3)
    ]
    assert {"origin": "hearthmoor:grapple", "kind": "see"}.items() <= shown["referred_by"][0].items()


def test_refs_lists_both_directions(kb: Kb, build: Path) -> None:
    done = kb("refs", "--build", build, "702.2")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Refers to:" in done.stdout
    assert "Referred to by:" in done.stdout
    document = json.loads(kb("refs", "--json", "--build", build, "702.2").stdout)
    assert list(document) == ["id", "references", "referred_by"]
    assert {
        "kind": "see",
        "text": "See rule 100.2",
        "start": 69,
        "end": 83,
        "target": "hearthmoor:100.2",
        "status": "resolved",
    } in document["references"]
    assert "hearthmoor:101.1b" in {each["origin"] for each in document["referred_by"]}


def test_an_entry_without_references_says_so(kb: Kb, build: Path) -> None:
    assert "No references in either direction." in kb("refs", "--build", build, "101.2").stdout


@pytest.mark.parametrize("command", ["show", "refs"])
def test_an_unknown_ref_is_exit_1_with_what_is_near(kb: Kb, build: Path, command: str) -> None:
    near = kb(command, "--build", build, "grapel")
    assert (near.exit_code, near.stdout) == (1, "")
    assert near.stderr == "kb: nothing is called 'grapel'; did you mean Grapple?\n"
    far = kb(command, "--build", build, "999.9")
    assert (far.exit_code, far.stdout) == (1, "")
    assert far.stderr == "kb: nothing is called '999.9'; `kb search` looks into the texts\n"


def test_an_edition_that_is_not_held_is_told(kb: Kb, build: Path) -> None:
    done = kb("show", "--build", build, "hearthmoor:702.2@1999")
    assert done.exit_code == 1
    assert done.stderr == (
        "kb: 'hearthmoor:702.2' was not in force in 1999; editions that have it: 2025-03-01\n"
    )


def test_others_of_the_same_name_are_told(kb: Kb, corpus: Path, tmp_path: Path) -> None:
    (corpus / "hearthmoor").rename(corpus / "fenmoor")
    (corpus / "fenmoor" / "questions.txt").unlink()
    rows = (corpus / "fenmoor" / "game.toml").read_text().split("\n\n")
    (corpus / "fenmoor" / "game.toml").write_text(rows[0] + "\n\n" + rows[1] + "\n")
    import shutil

    shutil.copytree(corpus / "fenmoor", corpus / "hearthmoor")
    assert kb("build").exit_code == 0
    done = kb("show", "wall")
    assert done.stdout.splitlines()[1].startswith("Hearthmoor")
    assert done.stderr == "kb: 'wall' also names hearthmoor:wall\n"
    assert kb("show", "wall", "--game", "hearthmoor").stderr == ""
    assert kb("show", "hearthmoor:wall").stderr == ""


def test_the_printed_page_is_told(kb: Kb, tmp_path: Path) -> None:
    pages = (
        f"{page}. Goats of Part {page}\n\n{page}.1. A goat climbs.\n\n{page}.2. See page 8.\n\n{page + 6}"
        for page in range(1, 5)
    )
    (tmp_path / "rules.txt").write_text("\f".join(pages), encoding="utf-8")
    assert kb("add", "rules.txt", "--game", "moor").exit_code == 0
    assert kb("build").exit_code == 0
    assert kb("show", "3.1").stdout.splitlines()[-1] == "rule moor:3.1 · Rules, p. 9 · moor/rules.txt:15-15"
    told = json.loads(kb("show", "3.2", "--json").stdout)
    assert told["location"]["page"] == "9"
    assert [each["target"] for each in told["references"] if each["text"] == "See page 8"] == ["moor:2"]
    assert "(Moor, Rules, p. 9)" in kb("cite", "3.1", "--as", "plain").stdout
    assert "p. 9, moor/rules.txt, line 15" in Path("build/site/moor/3.1/index.html").read_text("utf-8")


def test_what_says_something_alike_is_told_by_show_and_export(kb: Kb, build: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(build, tmp_path / "copy")
    told = {"hearthmoor:702": ["hearthmoor:grapple", "hearthmoor:gone"]}
    with closing(sqlite3.connect(copy / "games" / "hearthmoor" / "kb.sqlite")) as held, held:
        held.execute("DELETE FROM related")
        rows = [(origin, target) for origin, near in told.items() for target in near]
        held.executemany("INSERT INTO related VALUES (?, ?)", rows)
    shown = json.loads(kb("show", "--json", "--build", copy, "702").stdout)
    related = [one["target"] for one in shown["references"] if one["kind"] == "related"]
    assert related == ["hearthmoor:grapple"]
    said = kb("show", "--build", copy, "702").stdout
    assert "grapple" in said[said.index("Related by meaning:") :]
    assert "Related by meaning" not in kb("show", "--build", copy, "grapple").stdout
    exported = {one["id"]: one for one in map(json.loads, kb("export", "--build", copy).stdout.splitlines())}
    references = exported["hearthmoor:702"]["references"]
    assert [one["target"] for one in references if one["kind"] == "related"] == told["hearthmoor:702"]


def test_what_an_earlier_edition_said_is_shown_with_what_became_of_it(kb: Kb, tmp_path: Path) -> None:
    for edition, said in (("1.2", "rests"), ("2.0", "sleeps")):
        rules = (
            f"1.1 A goat climbs.\n\n1.2 It {said} there until the herder calls it home.\n\n1.3 It wakes.\n"
        )
        (tmp_path / "rules.txt").write_text(f"Rules of the Moor\nVersion {edition}\n\n1. Goats\n\n{rules}")
        assert kb("add", "rules.txt", "--game", "moor").exit_code == 0
        assert kb("build").exit_code == 0
    then, now, same = (kb("show", ref).stdout for ref in ("moor:1.2@1.2", "moor:1.2@2.0", "1.1@1.2"))
    assert "It rests there" in then and "The wording of 1.2, edited since; `kb show moor:1.2`" in then
    assert "It sleeps there" in now and "edited since" not in now
    assert "A goat climbs." in same and "edited since" not in same
    assert same.splitlines()[-1].endswith(", 2.0 · moor/rules-2-0.txt:6-6")
    told = json.loads(kb("show", "moor:1.2@1.2", "--json").stdout)
    assert told["text"].startswith("It rests there")
    assert (told["edition"], told["fate"], told["now"]) == ("1.2", "edited", "moor:1.2")
    assert kb("show", "moor:1.2@0.1").exit_code == 1


def test_what_was_said_then_stands_where_it_stood(kb: Kb, tmp_path: Path) -> None:
    goats = (
        "{0}. Goats\n\n{0}.1 A goat climbs whatever the herder has built.\n\n{0}.2 It {1} until spring.\n\n"
    )
    editions = {
        "1.2": goats.format(1, "rests in its old stable"),
        "2.0": f"1. Herders\n\n1.1 A herder owns the gate.\n\n{goats.format(2, 'rests in its new stable')}",
    }
    for edition, said in editions.items():
        (tmp_path / "rules.txt").write_text(f"Rules of the Moor\nVersion {edition}\n\n{said}")
        assert kb("add", "rules.txt", "--game", "moor").exit_code == 0
    assert kb("build").exit_code == 0
    then = kb("show", "moor:1.2@1.2").stdout
    assert then.splitlines()[1] == "Moor › 1. Goats"
    assert "renumbered since; `kb show moor:2.2` shows what holds now" in then
    assert json.loads(kb("show", "moor:1.2@1.2", "--json").stdout)["location"]["file"] == ""


def test_a_rule_that_gave_its_sentences_to_subrules_goes_on_in_the_one_over_them(
    kb: Kb, tmp_path: Path
) -> None:
    before = """1.4. When a watch ends, any milk left in the pails of the herders is poured away. Nobody may object.

1.5. When a watch ends, whatever was scheduled to burn "to the last watch" is put out by the youngest herder. When \
a watch begins, whatever was scheduled to burn "up to" that watch is put out by the eldest. Fires lit for a guest go \
out at the end of the visit, not at the beginning of the last watch. Fires lit for a herder are subject to stricter \
rules.
"""
    after = """1.4. As a watch begins, fires that last until that watch burn down.

1.5. As a watch ends, if fires last until the end of it, they burn down. Then any milk left in the pails of the \
herders is poured away. Nobody may object.

1.5a Fires lit for a guest go out at the end of the visit, not at the beginning of the last watch.

1.5b Fires lit for a herder are subject to stricter rules.
"""
    for edition, said in (("1.2", before), ("2.0", after)):
        text = f"Rules of the Moor\nVersion {edition}\n\n1. Watches\n\n1.1. A watch is long.\n\n1.2. It is cold.\n\n"
        (tmp_path / "rules.txt").write_text(
            f"{text}1.3. Herders sleep in turns.\n\n{said}\n1.6. Then all go home.\n"
        )
        assert kb("add", "rules.txt", "--game", "moor").exit_code == 0
    assert kb("build").exit_code == 0
    then = " ".join(kb("show", "moor:1.5@1.2").stdout.split())
    shown = ("moor:1.5", "moor:1.5a", "moor:1.5b")
    assert f"split since; {' and '.join(f'`kb show {id}`' for id in shown)} show what holds now" in then


def test_a_name_written_as_an_id_is_not_told_to_have_become_itself(kb: Kb, shipped_build: Path) -> None:
    done = kb("show", "red-dragon-inn:fatigue-x", "--build", shipped_build)
    assert done.stdout.startswith("Fatigue X\n")
    assert not done.stderr
