"""Adding the next edition is one command: it is recognised by what it says, whatever its file is called."""

from __future__ import annotations

import re
import sys
import tomllib
from itertools import permutations
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from terminal_screen import Terminal

from kb.cli import cli

INTERRUPT = "\x03"
"""What Ctrl-C sends."""

RULES = """Goat Hill Comprehensive Rules
These rules are effective as of {date}.

1. The Hill
1.1. The hill has nine fields in three rows.
1.2. Each player owns two goats of one color.
1.3. A goat stands on one field, never between two.
1.4. The oldest player takes the first turn.

2. The Turn
2.1. In a turn a player moves one goat to a field beside it.
2.2. A goat never moves onto a field where another goat stands.
2.3. A goat that cannot move bleats, and its player draws a card.
2.4. After the move the turn passes to the left.
{more}
3. The End
3.1. The game ends once a goat stands on the top field.
3.2. Its player wins the game.
"""
OLD = RULES.format(date="March 1, 2020", more="")
NEW = RULES.format(date="May 4, 2023", more="2.5. A player may pass once in the whole game.\n").replace(
    "two goats", "three goats"
)
NEWEST = NEW.replace("May 4, 2023", "June 5, 2025").replace("The Hill", "The Green Hill")
OTHER = """Questions of the Sea

1. Boats
1.1. Each boat carries two sailors and a lamp.
1.2. A lamp that went out is lit again at noon.

2. Storms
2.1. Storms turn every boat by one quarter.
2.2. Nobody sails while the bell rings.
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def kb(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(cli, list(arguments), input=given)


def rows(here: Path, game: str = "hill") -> list[tuple[str, str | None]]:
    found = tomllib.loads((here / "corpus" / game / "game.toml").read_text())["sources"]
    return [(row["name"], row.get("edition")) for row in found]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_editions_in_any_order_are_of_one_source(here: Path, order: tuple[int, ...]) -> None:
    texts = {"goats.txt": OLD, "hill-v2.txt": NEW, "download (3).txt": NEWEST}
    names = list(texts)
    for name, text in texts.items():
        (here / name).write_text(text)
    for place in order:
        assert kb("add", names[place], "--game", "hill").exit_code == 0
    found = rows(here)
    assert len({name for name, _ in found}) == 1
    assert sorted(edition or "" for _, edition in found) == ["2020-03-01", "2023-05-04", "2025-06-05"]


def test_what_is_recognised_is_told_in_one_line(here: Path) -> None:
    for name, text in {"rules.txt": OLD, "rules-v2.txt": NEW, "third.txt": NEWEST}.items():
        (here / name).write_text(text)
    kb("add", "rules.txt", "--game", "hill")
    kb("add", "rules-v2.txt", "--game", "hill")
    told = kb("add", "third.txt", "--game", "hill").stdout.splitlines()[0]
    assert told == "edition 2025-06-05 of rules; held: 2023-05-04, 2020-03-01"


def test_another_text_is_a_source_of_its_own(here: Path) -> None:
    (here / "rules.txt").write_text(OLD)
    (here / "sea").mkdir()
    (here / "sea" / "rules.txt").write_text(OTHER)
    kb("add", "rules.txt", "--game", "hill")
    assert kb("add", "sea/rules.txt", "--game", "hill").exit_code == 0
    assert [name for name, _ in rows(here)] == ["rules", "rules-2"]


def test_a_changed_copy_is_a_correction_and_no_second_row(here: Path) -> None:
    (here / "rules.txt").write_text(OLD)
    (here / "copy of rules.txt").write_text(OLD.replace("nine fields", "twelve fields"))
    kb("add", "rules.txt", "--game", "hill")
    told = kb("add", "copy of rules.txt", "--game", "hill").stdout.splitlines()[0]
    assert "in place of the copy that was held" in told
    assert rows(here) == [("rules", "2020-03-01")]
    assert "twelve fields" in (here / "corpus" / "hill" / "rules.txt").read_text()


def test_in_doubt_both_commands_are_told_and_nothing_is_written(here: Path) -> None:
    (here / "rules.txt").write_text(OLD)
    (here / "extract.txt").write_text(
        "Goat Hill\n\n1.1. The hill has nine fields in three rows.\n1.2. Eat grass.\n"
    )
    kb("add", "rules.txt", "--game", "hill")
    before = rows(here)
    done = kb("add", "extract.txt", "--game", "hill")
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "--source rules`" in done.stderr
    assert "--new-source`" in done.stderr
    assert rows(here) == before
    assert kb("add", "extract.txt", "--game", "hill", "--new-source").exit_code == 0
    assert [name for name, _ in rows(here)] == ["rules", "extract"]


@pytest.mark.parametrize(
    ("answers", "exit_code", "expected"),
    [
        (("nonsense", "7", "0"), 0, [("rules", "2020-03-01"), ("extract", None)]),
        (("1", "2021"), 0, [("rules", "2020-03-01"), ("rules", "2021")]),
        ((INTERRUPT,), 130, [("rules", "2020-03-01")]),
    ],
)
def test_in_doubt_a_person_at_a_terminal_is_asked(
    here: Path, answers: tuple[str, ...], exit_code: int, expected: list[tuple[str, str | None]]
) -> None:
    (here / "rules.txt").write_text(OLD)
    (here / "extract.txt").write_text(
        "Goat Hill\n\n1.1. The hill has nine fields in three rows.\n1.2. Eat.\n"
    )
    kb("add", "rules.txt", "--game", "hill")
    command = (sys.executable, "-m", "kb", "add", "extract.txt", "--game", "hill")
    with Terminal(*command, cwd=here, rows=60) as terminal:
        for answer in answers:
            terminal.see("Its date or number" if answer == "2021" else "Which?")
            terminal.type(answer if answer == INTERRUPT else f"{answer}\n")
        assert terminal.ended(INTERRUPT if INTERRUPT in answers else "") == exit_code
    assert rows(here) == expected


def test_another_kind_of_file_of_a_held_edition_is_no_correction(here: Path) -> None:
    (here / "rules.txt").write_text(OLD)
    (here / "rules.md").write_text(OLD.replace("\n", "\n\n"))
    kb("add", "rules.txt", "--game", "hill")
    done = kb("add", "rules.md", "--game", "hill")
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "is held already, as hill/rules.txt" in done.stderr
    assert kb("add", "rules.md", "--game", "hill", "--source", "rules").exit_code == 0
    assert [path.name for path in (here / "corpus/hill").iterdir() if path.name != "game.toml"] == [
        "rules.md"
    ]


def test_what_never_says_an_edition_takes_the_place_of_what_was_held_and_says_so(here: Path) -> None:
    undated = NEW.replace("These rules are effective as of May 4, 2023.\n", "")
    (here / "rules.txt").write_text(undated)
    (here / "rules new.txt").write_text(undated.replace("three goats", "four goats"))
    kb("add", "rules.txt", "--game", "hill")
    told = kb("add", "rules new.txt", "--game", "hill").stdout.splitlines()[0]
    assert (
        told
        == "the text of rules, in place of the one that was held; with --edition DATE it stands beside that"
    )
    assert rows(here) == [("rules", None)]


UNDATED = NEW.replace("These rules are effective as of May 4, 2023.\n", "")


@pytest.mark.parametrize("names", [("hill-v1.9", "hill-v1.10"), ("hill-2024-03", "hill-2024-11")])
@pytest.mark.parametrize("is_folder", [False, True])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_name_tells_the_edition_of_a_text_that_states_none(
    here: Path, names: tuple[str, str], is_folder: bool, order: tuple[int, int]
) -> None:
    texts = (UNDATED, UNDATED.replace("three goats", "four goats"))
    for name, text in zip(names, texts, strict=True):
        if is_folder:
            (here / name).mkdir()
            for at, chapter in enumerate(re.split(r"\n(?=\d\. )", text)[1:], 1):
                (here / name / f"{at:02}-chapter.md").write_text("# " + chapter.replace("\n", "\n\n"))
        else:
            (here / f"{name}.txt").write_text(text)
    for at in order:
        name = names[at] if is_folder else f"{names[at]}.txt"
        assert kb("add", name, "--game", "hill").exit_code == 0
    editions = [name.removeprefix("hill-") for name in names]
    found = rows(here)
    assert [edition for _, edition in found] == [editions[at] for at in order]
    assert {name for name, _ in found} == ({"hill"} if is_folder else {"goat-hill-comprehensive-rules"})


def test_a_version_in_a_name_is_no_edition_of_a_copy_that_is_called_by_its_date(here: Path) -> None:
    (here / "rules.txt").write_text(OLD)
    copy = OLD.replace("These rules are effective as of March 1, 2020.\n", "")
    (here / "rules-v2.txt").write_text(copy)
    kb("add", "rules.txt", "--game", "hill")
    assert kb("add", "rules-v2.txt", "--game", "hill").exit_code == 0
    assert rows(here) == [("rules", "2020-03-01")]


def test_an_edition_that_says_no_date_is_asked_for_one(here: Path) -> None:
    (here / "rules.txt").write_text(OLD)
    undated = NEW.replace("These rules are effective as of May 4, 2023.\n", "")
    (here / "new.txt").write_text(undated)
    (here / "rules-2024.txt").write_text(undated)
    kb("add", "rules.txt", "--game", "hill")
    done = kb("add", "new.txt", "--game", "hill")
    assert done.exit_code == 2
    assert "--edition DATE`" in done.stderr
    assert kb("add", "rules-2024.txt", "--game", "hill").exit_code == 0  # its name tells one
    assert rows(here) == [("rules", "2020-03-01"), ("rules", "2024")]


def test_standard_input_is_a_text(here: Path) -> None:
    assert kb("add", "-", "--game", "hill", given=OLD).exit_code == 0
    assert kb("add", "-", "--game", "hill", given=NEW).exit_code == 0
    assert [edition for _, edition in rows(here)] == ["2020-03-01", "2023-05-04"]
    assert len({name for name, _ in rows(here)}) == 1


def test_an_official_text_takes_the_place_of_a_digest(here: Path) -> None:
    folder = here / "corpus" / "hill"
    folder.mkdir(parents=True)
    lines = [
        "1. The Hill",
        "1.1. Nine fields, three rows.",
        "1.2. Two goats each.",
        "1.3. One goat a field.",
        "",
    ]
    lines += [
        "2. The Turn",
        "2.1. Move one goat.",
        "2.2. Goats never share a field.",
        "2.3. Stuck goats bleat.",
    ]
    digest = "Goat Hill (digest)\nThese rules are effective as of March 1, 2020.\n\n" + "\n".join(lines)
    (folder / "digest.txt").write_text(digest)
    (folder / "game.toml").write_text(
        'title = "Hill"\n[[sources]]\nname = "digest"\nfile = "digest.txt"\ndigest = true\n'
    )
    assert kb("build").exit_code == 0
    (here / "rules.txt").write_text(NEW)
    told = kb("add", "rules.txt", "--game", "hill").stdout.splitlines()[0]
    assert told == "takes the place of the digest 'digest', whose addresses lead to it"
    assert rows(here) == [("rules", "2023-05-04")]
    assert not (folder / "digest.txt").exists()
    assert kb("build").exit_code == 0
    page = here / "build" / "site" / "hill" / "1.1@2020-03-01" / "index.html"
    assert "Nine fields, three rows" in page.read_text()
    assert "Another text took its place" in page.read_text()
