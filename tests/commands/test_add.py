"""`kb add` copies a text, writes its row and tells what it recognised; a bad text changes nothing."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tomllib
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from case_files import CASES

from kb.adding import add
from kb.homes import Unnamed, Wanted
from kb.placing import game_title

if TYPE_CHECKING:
    from conftest import Kb

RULES = CASES / "hearthmoor" / "rules.txt"
QUESTIONS = CASES / "hearthmoor" / "questions.txt"


def rows(folder: Path) -> list[dict[str, Any]]:
    return tomllib.loads((folder / "corpus" / "moor" / "game.toml").read_text())["sources"]  # type: ignore[no-any-return]


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def exported(kb: Kb) -> list[dict[str, Any]]:
    return [json.loads(line) for line in kb("export").stdout.splitlines()]


def test_a_text_is_copied_and_told(kb: Kb, tmp_path: Path) -> None:
    done = kb("add", RULES, "--game", "moor")
    assert done.exit_code == 0
    assert "Hearthmoor Comprehensive Rules, edition 2025-03-01 (moor/rules.txt, utf-8)" in done.stdout
    assert "12 rule" in done.stdout
    assert "14, from 1 to 702.3" in done.stdout
    assert "100.00 %" in done.stdout
    assert done.stderr.endswith("kb: added to corpus/moor; `kb build` makes it searchable\n")
    assert rows(tmp_path) == [
        {
            "name": "rules",
            "edition": "2025-03-01",
            "file": "rules.txt",
            "title": "Hearthmoor Comprehensive Rules",
            "sha256": hashlib.sha256(RULES.read_bytes()).hexdigest(),
        }
    ]
    assert (tmp_path / "corpus" / "moor" / "rules.txt").read_bytes() == RULES.read_bytes()
    assert kb("build").exit_code == 0
    assert kb("show", "wall").exit_code == 0


@pytest.mark.parametrize(
    ("slug", "title", "called"),
    [
        ("mtg", "Magic: The Gathering Comprehensive Rules", "Magic: The Gathering"),
        ("hearthmoor", "Hearthmoor Rules Reference", "Hearthmoor"),
        ("inn-of-ash", "The Inn of Ash: Official Rulebook", "The Inn of Ash"),
        ("uno", "Official UNO Rules", "UNO"),
        ("moor", "Hearthmoor Comprehensive Rules", "Moor"),
        ("faq", "FAQ", "Faq"),
        ("night-walk", 'A "Night" Walk', 'A "Night" Walk'),
        ("cold-moor", "", "Cold Moor"),
    ],
)
def test_a_new_game_is_called_as_its_text_says(slug: str, title: str, called: str) -> None:
    assert game_title(slug, title) == called


def test_a_person_is_asked_what_a_new_game_is_called(tmp_path: Path) -> None:
    asked: list[Any] = []

    def ask(doubt: Any) -> str:
        asked.append(doubt)
        return 'Moor "of Hearths"'

    wanted = Wanted(game="moor")
    add([RULES], tmp_path / "corpus", wanted, ask=ask)
    add([QUESTIONS], tmp_path / "corpus", Wanted(game="moor", new_source=True), ask=ask)
    assert asked == [Unnamed("moor", "Moor")]
    written = tomllib.loads((tmp_path / "corpus" / "moor" / "game.toml").read_text())
    assert written["title"] == 'Moor "of Hearths"'


def test_several_texts_at_once(kb: Kb, tmp_path: Path) -> None:
    assert kb("add", RULES, QUESTIONS, "--game", "moor").exit_code == 0
    assert [row["name"] for row in rows(tmp_path)] == ["rules", "questions"]


def test_what_is_told_wins_over_what_is_recognised(kb: Kb, tmp_path: Path) -> None:
    done = kb("add", RULES, "--game", "moor", "--title", "The Book", "--edition", "2", "--source", "book")
    assert done.stdout.startswith("The Book, edition 2 ")
    assert rows(tmp_path)[0].items() >= {"name": "book", "title": "The Book", "edition": "2"}.items()


def test_the_same_edition_again_is_an_update(kb: Kb, tmp_path: Path) -> None:
    changed = tmp_path / "rules.txt"
    changed.write_text(RULES.read_text().replace("two embers", "three embers"))
    assert kb("add", RULES, "--game", "moor").exit_code == 0
    note = tmp_path / "corpus" / "moor" / "game.toml"
    note.write_text(note.read_text().replace("[[sources]]", "# ours since 2025\n[[sources]]"))
    assert kb("add", changed, "--game", "moor").exit_code == 0
    assert len(rows(tmp_path)) == 1
    assert "# ours since 2025" in note.read_text()
    assert (tmp_path / "corpus" / "moor" / "rules.txt").read_text() == changed.read_text()


def test_a_new_edition_keeps_the_old_one(kb: Kb, tmp_path: Path) -> None:
    newer = tmp_path / "rules.txt"
    newer.write_text(
        RULES.read_text().replace("March 1, 2025", "May 3, 2026").replace("two embers", "three embers")
    )
    assert kb("add", RULES, "--game", "moor").exit_code == 0
    assert kb("add", newer, "--game", "moor").exit_code == 0
    assert [(row["name"], row["edition"]) for row in rows(tmp_path)] == [
        ("rules", "2025-03-01"),
        ("rules", "2026-05-03"),
    ]
    assert len({row["file"] for row in rows(tmp_path)}) == 2
    assert kb("build").exit_code == 0
    assert "three embers" in kb("show", "702.2").stdout


def test_a_text_that_lies_in_the_corpus_gets_its_row(kb: Kb, tmp_path: Path) -> None:
    place = tmp_path / "corpus" / "moor" / "My Rules (v2).txt"
    place.parent.mkdir(parents=True)
    shutil.copyfile(RULES, place)
    assert kb("add", place, "--game", "moor").exit_code == 0
    assert rows(tmp_path)[0]["file"] == "My Rules (v2).txt"
    assert len(list(place.parent.iterdir())) == 2


def test_texts_of_one_name_are_kept_apart(kb: Kb, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    shutil.copyfile(QUESTIONS, tmp_path / "other" / "rules.txt")
    assert kb("add", RULES, "--game", "moor").exit_code == 0
    assert kb("add", "other/rules.txt", "--game", "moor", "--source", "faq").exit_code == 0
    assert len({row["file"] for row in rows(tmp_path)}) == 2


def test_a_dry_run_tells_everything_and_writes_nothing(kb: Kb, tmp_path: Path) -> None:
    told = kb("add", RULES, "--game", "moor", "--dry-run")
    assert told.exit_code == 0
    assert told.stderr.endswith("kb: nothing was written (--dry-run)\n")
    assert not (tmp_path / "corpus").exists()
    assert kb("add", RULES, "--game", "moor").stdout == told.stdout
    before = files(tmp_path)
    kb("add", QUESTIONS, RULES, "--game", "moor", "--dry-run", "--edition", "2031")
    assert files(tmp_path) == before


def test_the_report_names_numbering_left_out_and_the_first_five_of_each_kind(kb: Kb) -> None:
    lines = kb("add", RULES, "--game", "moor", "--dry-run").stdout.splitlines()
    assert any(
        re.fullmatch(r"  numbering: +dotted, like \S+ \(\d\d% sure; next best: no numbers at all\)", line)
        for line in lines
    )
    assert "  left out:    7 contents (line 5 …)" in lines
    at = lines.index("  12 rules, the first 5")
    assert [line[4:].split(":")[0] for line in lines[at + 1 : at + 6]] == [
        f"line {n}" for n in (16, 18, 20, 22, 24)
    ]
    assert "  4 terms" in lines


def test_the_report_says_why_a_number_numbers_nothing_and_what_takes_it(kb: Kb, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("314.6 A goat climbs the wall.\n")
    said = kb("add", "one.txt", "--game", "moor").stdout
    line = 'what begins like 314.6 is too little, or in no order; numbering = "dotted" takes it'
    assert f"numbering:   none: {line}" in said
    with (tmp_path / "corpus/moor/game.toml").open("a") as rows:
        rows.write(line.partition("; ")[2].removesuffix(" takes it") + "\n")
    assert "1 rule\n    line 1: 314.6  A goat" in kb("add", "one.txt", "--game", "moor").stdout


def test_a_text_without_an_entry_says_so(kb: Kb, tmp_path: Path) -> None:
    (tmp_path / "end.txt").write_text("Credits\n\nWritten by the herders of the moor.\n")
    said = kb("add", "end.txt", "--game", "moor").stdout
    assert "entries:     none: nothing in it is a rule, a term or a section" in said
    assert "left out:    2 credits (line 1 …)" in said


def test_lines_that_a_row_leaves_out_are_in_no_entry(kb: Kb, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("zones.md", "goats.md"):
        (tmp_path / "in" / name).write_text(
            "# Goats\n\n1.1 A goat climbs.\n\n1.2 A hen rests.\n\n1.3 A wall stands.\n"
        )
    assert kb("add", "in/zones.md", "in", "--game", "moor").exit_code == 0
    game_file = tmp_path / "corpus" / "moor" / "game.toml"
    rows = game_file.read_text().replace('file = "zones.md"', 'file = "zones.md"\nleave_out = ["7"]')
    game_file.write_text(
        rows.replace('file = "in"', 'file = "in"\nleave_out = ["goats.md:7", "hens.md:1", "zones.md:90"]')
    )
    checked = json.loads(kb("check", "--json").stdout)
    said = [problem["message"] for problem in checked["problems"] if problem["code"] == "told-in-vain"]
    assert said == [
        f"its row leaves out {lines}, but no paragraph begins there" for lines in ("hens.md:1", "zones.md:90")
    ]
    kb("build")
    texts = [json.loads(line)["text"] for line in kb("export").stdout.splitlines()]
    assert [texts.count(one) for one in ("A goat climbs.", "A hen rests.", "A wall stands.")] == [3, 3, 1]
    again = kb("add", "in/zones.md", "--game", "moor").stdout
    assert "left out:    1 left out by you (line 7)" in again and "leave_out" not in again
    game_file.write_text(rows.replace('"7"', '"all of it"'))
    refused = kb("check")
    assert refused.exit_code == 2 and 'leave_out is a list of lines: leave_out = ["12-40"]' in refused.stderr


def test_what_to_write_can_be_pasted_with_and_without_its_marks(kb: Kb, tmp_path: Path) -> None:
    block = kb("add", RULES, "--game", "moor").stdout.split("without the first #:\n\n")[1]
    game_file = tmp_path / "corpus" / "moor" / "game.toml"
    before, row = kb("check", "--json").stdout, game_file.read_text().rstrip()
    game_file.write_text(f"{row}\n{block}")
    assert kb("check", "--json").stdout == before
    told = re.sub(r"^  # (?=\w+ =)", "  ", block, flags=re.MULTILINE).replace("12-40", "5-6")
    assert set(tomllib.loads(told)) == {"numbering", "glossary", "faq", "leave_out", "format", "encoding"}
    game_file.write_text(f"{row}\n{told}")
    after = json.loads(kb("check", "--json").stdout)
    assert (after["sources"][0]["numbering"].split()[0], after["sources"][0]["confidence"]) == ("dotted", 1.0)
    again = kb("add", RULES, "--game", "moor").stdout
    assert "dotted, like 101.1a, as you say" in again
    assert "numbering =" not in again


def test_a_row_overrules_numbers_terms_and_questions(kb: Kb, tmp_path: Path) -> None:
    assert kb("add", RULES, "--game", "moor").exit_code == 0
    game_file = tmp_path / "corpus" / "moor" / "game.toml"
    game_file.write_text(f'{game_file.read_text().rstrip()}\nnumbering = "none"\nglossary = false\n')
    again = kb("add", RULES, "--game", "moor")
    assert "none: you say that nothing is numbered" in again.stdout
    assert "term" not in again.stdout.split("entries:")[1].splitlines()[0]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('numbering = "roman"', "there is no numbering 'roman'; there are dotted, "),
        ('encoding = "klingon"', "there is no encoding 'klingon'"),
        ('format = "docx"', "there is no format 'docx'; there are text, markdown"),
    ],
)
def test_a_row_that_asks_for_what_there_is_not_is_told(
    kb: Kb, tmp_path: Path, row: str, message: str
) -> None:
    assert kb("add", RULES, "--game", "moor").exit_code == 0
    game_file = tmp_path / "corpus" / "moor" / "game.toml"
    game_file.write_text(f"{game_file.read_text().rstrip()}\n{row}\n")
    done = kb("check")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("kb: ") and done.stderr.count("\n") == 1
    assert message in done.stderr


def test_an_encoding_and_a_format_that_a_person_tells(kb: Kb, tmp_path: Path) -> None:
    (tmp_path / "rules.txt").write_bytes(
        "# Козы\n\nКоза прыгает через стену.\n\nПотом она спит.\n".encode("cp1251")
    )
    assert kb("add", "rules.txt", "--game", "moor").exit_code == 0
    game_file = tmp_path / "corpus" / "moor" / "game.toml"
    row = game_file.read_text().replace('title = "# ', 'title = "').rstrip()
    row = "\n".join(line for line in row.splitlines() if not line.startswith("title = ") or "Moor" in line)
    game_file.write_text(f'{row}\nencoding = "windows-1251"\nformat = "markdown"\n')
    done = kb("add", "rules.txt", "--game", "moor")
    assert done.stdout.startswith("Козы, no edition stated (moor/rules.txt, cp1251)")


def test_a_text_changed_in_the_corpus_can_be_added_again(kb: Kb, tmp_path: Path) -> None:
    assert kb("add", RULES, "--game", "moor").exit_code == 0
    held = tmp_path / "corpus" / "moor" / "rules.txt"
    held.write_text(held.read_text().replace("two embers", "three embers"))
    assert "is not the text that was added" in kb("check").stdout
    assert kb("add", held, "--game", "moor").exit_code == 0
    assert kb("check").exit_code == 0
    assert len(rows(tmp_path)) == 1


def test_a_row_whose_edition_people_changed_stays_the_row_of_its_text(kb: Kb, tmp_path: Path) -> None:
    assert kb("add", RULES, "--game", "moor").exit_code == 0
    game_file = tmp_path / "corpus" / "moor" / "game.toml"
    game_file.write_text(game_file.read_text().replace("2025-03-01", "First"))
    assert kb("add", RULES, "--game", "moor").exit_code == 0
    assert [row["edition"] for row in rows(tmp_path)] == ["First"]
    assert kb("add", RULES, "--game", "moor", "--edition", "Second").exit_code == 0
    assert [row["edition"] for row in rows(tmp_path)] == ["Second"]


def test_a_game_toml_without_rows_keeps_what_people_wrote(kb: Kb, tmp_path: Path) -> None:
    folder = tmp_path / "corpus" / "moor"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text('title = "The Moor"  # ours\nlicence = "CC0"\n')
    assert kb("add", RULES, "--game", "moor").exit_code == 0
    assert (folder / "game.toml").read_text().startswith('title = "The Moor"  # ours\nlicence = "CC0"\n')


def test_what_a_text_states_of_its_origin_is_written_unless_people_did(kb: Kb, tmp_path: Path) -> None:
    text = tmp_path / "rules.txt"
    text.write_text(f"{RULES.read_text()}\nCredits\n\n© 2025 Goat Games. Text under CC BY-SA 4.0.\n")
    done = kb("add", text, "--game", "moor")
    assert "Goat Games · CC BY-SA 4.0" in done.stdout
    assert rows(tmp_path)[0].items() >= {"publisher": "Goat Games", "licence": "CC BY-SA 4.0"}.items()
    game_file = tmp_path / "corpus" / "moor" / "game.toml"
    game_file.write_text(game_file.read_text().replace("CC BY-SA 4.0", "ours"))
    assert kb("add", text, "--game", "moor").exit_code == 0
    assert rows(tmp_path)[0]["licence"] == "ours"


def test_the_report_for_programs(kb: Kb) -> None:
    told = json.loads(kb("add", RULES, "--game", "moor", "--json").stdout)
    (source,) = told["sources"]
    assert told["written"] is True
    assert source["entries"] == {"rule": 12, "term": 4, "section": 4}
    assert (source["numbering"].split()[0], source["runner_up"]) == ("dotted", "none")
    assert [each["line"] for each in source["first"]["rule"]] == [16, 18, 20, 22, 24]
    said = kb("add", RULES, "--game", "moor").stdout.split("12 rules, the first 5\n")[1].splitlines()[:5]
    for each, line in zip(source["first"]["rule"], said, strict=True):
        assert each["number"] in line and " ".join(each["text"].split()[:5]) in line
    assert told["problems"][0]["code"] == "missing-licence"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.txt", b""),
        ("binary.txt", bytes(range(256)) * 16),
        ("book.pdf", b"%PDF-1.4 x"),
        ("zip.txt", b"PK\x03\x04"),
    ],
)
def test_a_bad_text_changes_nothing(kb: Kb, tmp_path: Path, name: str, content: bytes) -> None:
    assert kb("add", RULES, "--game", "moor").exit_code == 0
    before = files(tmp_path / "corpus")
    (tmp_path / name).write_bytes(content)
    done = kb("add", QUESTIONS, name, "--game", "moor")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("kb: ")
    assert done.stderr.count("\n") == 1
    assert name in done.stderr
    assert files(tmp_path / "corpus") == before


def test_a_first_bad_text_makes_no_corpus(kb: Kb, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    assert kb("add", "empty.txt", "--game", "moor").exit_code == 2
    assert not (tmp_path / "corpus").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.txt", "--game", "moor"], "nowhere.txt is not there"),
        (["nowhere.txt"], "nowhere.txt is not there"),  # before it is asked whose rules they are
        ([".", "--game", "moor"], "holds no text"),
        ([str(RULES), "--game", "../moor"], "is no slug"),
        ([str(RULES), "--game", "The Moor"], "is no slug"),
        ([str(RULES), str(QUESTIONS), "--game", "moor", "--title", "Both"], "name one text"),
        ([str(RULES)], "--game"),
        (["--game", "moor"], "FILE"),
    ],
)
def test_wrong_use_is_exit_2(kb: Kb, tmp_path: Path, arguments: list[str], message: str) -> None:
    done = kb("add", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    assert not (tmp_path / "corpus").exists()


def test_a_folder_is_all_its_texts_in_the_order_of_their_numbers(kb: Kb, tmp_path: Path) -> None:
    place = tmp_path / "chapters"
    (place / "more").mkdir(parents=True)
    for name in ("10-end.md", "2-walls.md", "more/2-walls.md", ".hidden.md", "picture.png"):
        (place / name).write_text(f"# {name}\n\nA wall stops a goat.\n")
    assert kb("add", place, "--game", "moor").exit_code == 0
    assert [(row["name"], row["file"]) for row in rows(tmp_path)] == [("chapters", "chapters")]
    assert sorted(files(tmp_path / "corpus" / "moor")) == [
        "chapters/10-end.md",
        "chapters/2-walls.md",
        "chapters/more/2-walls.md",
        "game.toml",
    ]
    assert kb("build").exit_code == 0
    places = [entry["location"]["file"] for entry in exported(kb)]
    assert places == [f"moor/chapters/{name}.md" for name in ("2-walls", "10-end", "more/2-walls")]


def test_a_folder_without_texts_is_wrong_use(kb: Kb, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    done = kb("add", tmp_path / "none", "--game", "moor")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "holds no text we can read" in done.stderr


def test_a_folder_of_pages_is_one_text(kb: Kb, tmp_path: Path) -> None:
    place = tmp_path / "goat-rules"
    place.mkdir()
    for page in range(1, 13):
        lines = f"# Page {page}\n\n{page}.1. A goat climbs.\n\n{page}.2. It rests.\n{page}\n"
        (place / f"page_{page}.md").write_text(lines)
    done = kb("add", place, "--game", "moor")
    assert done.exit_code == 0
    assert [(row["name"], row["file"]) for row in rows(tmp_path)] == [("goat-rules", "goat-rules")]
    assert "24, from 1.1 to 12.2" in done.stdout


def test_a_folder_of_pages_beside_other_texts_is_a_text_of_its_own(kb: Kb, tmp_path: Path) -> None:
    place = tmp_path / "goat-rules"
    (place / "pages").mkdir(parents=True)
    (place / "read-me.md").write_text("# Where it is from\n\nA goat wrote it.\n")
    for page in range(1, 13):
        (place / "pages" / f"page_{page}.md").write_text(
            f"{page}.1. A goat climbs.\n\n{page}.2. It rests.\n{page}\n"
        )
    done = kb("add", place, "--game", "moor")
    assert done.exit_code == 0
    assert [row["file"] for row in rows(tmp_path)] == ["pages", "read-me.md"]
    assert "24, from 1.1 to 12.2" in done.stdout


def test_a_note_about_the_pages_is_no_text(kb: Kb, tmp_path: Path) -> None:
    place = tmp_path / "goat-rules"
    (place / "pages").mkdir(parents=True)
    (place / "ORIGIN.md").write_text("# Where it is from\n\nCopied from page_N.md of a goat's folder.\n")
    for page in range(1, 13):
        (place / "pages" / f"page_{page}.md").write_text(f"{page}.1. A goat climbs.\n\n{page}.2. It rests.\n")
    done = kb("add", place, "--game", "moor")
    assert done.exit_code == 0
    assert [row["file"] for row in rows(tmp_path)] == ["pages"]
    assert "about the files" in done.stdout


def zipped(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, words in files.items():
            packed.writestr(name, words)
    return path


def test_a_zip_is_one_text_of_its_files(kb: Kb, tmp_path: Path) -> None:
    chapters = {
        "book-main/2.md": "# Walls\n\nA wall stops a goat.\n",
        "book-main/1.md": "# Goats\n\nGoats climb.\n",
        "book-main/map.png": "x",
        "book-main/.git/config.txt": "x",
    }
    done = kb("add", zipped(tmp_path / "goat-book.zip", chapters), "--game", "moor")
    assert done.exit_code == 0
    assert [(row["name"], row["file"]) for row in rows(tmp_path)] == [("goat-book", "goat-book")]
    assert sorted(files(tmp_path / "corpus" / "moor")) == ["game.toml", "goat-book/1.md", "goat-book/2.md"]
    assert kb("build").exit_code == 0
    assert [entry["location"]["file"] for entry in exported(kb)] == [
        "moor/goat-book/1.md",
        "moor/goat-book/2.md",
    ]


def test_a_folder_again_takes_the_place_of_the_held_one(kb: Kb, tmp_path: Path) -> None:
    place = tmp_path / "chapters"
    place.mkdir()
    (place / "1.md").write_text("# Goats\n\nGoats climb.\n")
    (place / "2.md").write_text("# Walls\n\nA wall stops a goat.\n")
    assert kb("add", place, "--game", "moor").exit_code == 0
    (place / "2.md").rename(place / "3.md")
    assert kb("add", place, "--game", "moor").exit_code == 0
    assert [row["file"] for row in rows(tmp_path)] == ["chapters"]
    assert sorted(files(tmp_path / "corpus" / "moor")) == ["chapters/1.md", "chapters/3.md", "game.toml"]
    assert kb("build").exit_code == 0  # its checksum holds


def test_a_changed_file_of_a_folder_is_told(kb: Kb, tmp_path: Path) -> None:
    place = tmp_path / "chapters"
    place.mkdir()
    for number in (1, 2):
        (place / f"{number}.md").write_text(f"# Goats {number}\n\nGoats climb.\n")
    assert kb("add", place, "--game", "moor").exit_code == 0
    (tmp_path / "corpus" / "moor" / "chapters" / "2.md").write_text("# Hens\n")
    assert kb("build").exit_code == 0  # it stops nobody
    assert "moor/chapters is not the text that was added" in kb("check").stdout


@pytest.mark.parametrize("name", ["../../evil.md", "/evil.md"])
def test_a_zip_that_leads_elsewhere_changes_nothing(kb: Kb, tmp_path: Path, name: str) -> None:
    bad = zipped(tmp_path / "bad.zip", {"good.md": "# Goats\n\nGoats climb.\n", name: "# Evil\n"})
    before = files(tmp_path)
    done = kb("add", bad, "--game", "moor")
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert files(tmp_path) == before


def test_a_text_alone_in_a_folder_is_that_text(kb: Kb, tmp_path: Path) -> None:
    (tmp_path / "only").mkdir()
    shutil.copyfile(RULES, tmp_path / "only" / "rules.txt")
    assert kb("add", tmp_path / "only", "--game", "moor").exit_code == 0
    assert [row["file"] for row in rows(tmp_path)] == ["rules.txt"]


def test_a_trace_tells_how_each_line_became_an_entry(kb: Kb, tmp_path: Path) -> None:
    rules = tmp_path / "rules.txt"
    rules.write_text(
        "Moor\n\nMoving\n\nA move has two steps:\n\n1. Choose a goat.\n2. Move it.\n\nThen rest.\n"
    )
    done = kb("add", rules, "--game", "moor", "--dry-run", "--trace")
    steps = re.split(r"^== (.*) ==\n", done.stdout, flags=re.MULTILINE)[1:]
    named = dict(zip(steps[::2], steps[1::2], strict=True))
    assert len(named) <= 10
    assert "      7  paragraph (mark 1.): Choose a goat." in named["paragraphs"]
    assert "      7  Step: 1 Choose a goat." in named["lists"]
    tree = [line.strip() for line in named["nest"].splitlines()]
    assert tree[2:8] == [
        "“A move has two steps:”",
        "7      Step: 1 Choose a goat.",
        "“Choose a goat.”",
        "8      Step: 2 Move it.",
        "“Move it.”",
        "“Then rest.”",
    ]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((str(RULES),), "as in: --game chess"),
        (("https://example.org/rules.txt", "--game", "moor"), "https://example.org/rules.txt is an address"),
    ],
)
def test_what_is_missing_is_told_with_what_to_do(kb: Kb, arguments: tuple[str, ...], told: str) -> None:
    done = kb("add", *arguments)
    assert done.exit_code == 2
    assert told in done.stderr
