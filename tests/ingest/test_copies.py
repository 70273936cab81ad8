"""A folder that holds one text in several formats or editions gives it once; what else is in it stays."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests.ingest.test_members import places, read_files

BEASTS = ("goat", "hen", "fox", "owl", "hare", "mole", "newt", "crow", "deer", "bear", "wolf", "duck")
PLACES = (
    "wall",
    "yard",
    "barn",
    "well",
    "gate",
    "field",
    "ditch",
    "brook",
    "bridge",
    "hill",
    "mill",
    "tower",
)
DEEDS = ("sleeps", "waits", "climbs", "sings", "digs", "turns", "feeds", "hides", "swims", "calls")


def rules(chapter: int = 1) -> list[str]:
    """Ninety rules, hardly two of which say the same."""
    choose = Random(chapter).choice
    return [
        f"{chapter}.{number} Whenever a {choose(BEASTS)} {choose(DEEDS)} beside the {choose(PLACES)}, its player "
        f"moves the {choose(BEASTS)} from the {choose(PLACES)} to the {choose(PLACES)} and {choose(DEEDS)} there; "
        f"the {choose(BEASTS)} {choose(DEEDS)} at the {choose(PLACES)} until a {choose(BEASTS)} {choose(DEEDS)}."
        for number in range(1, 91)
    ]


def text(edition: str, chapter: int = 1) -> str:
    return "\n\n".join((f"Hearthmoor\n\nEffective {edition}", f"{chapter}. Beasts", *rules(chapter)))


def test_of_two_editions_the_newer_is_the_text(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "a.txt": text("2021-03-01"),
        "b.txt": text("2019-05-01"),
        "faq.md": "# Questions\n\n**Q: Do goats swim?**\n\nA: No.\n",
    }
    found = read_files(tmp_path, files)
    assert {file for _, file, _ in places(found)} == {"a.txt", "faq.md"}
    (problem,) = [each for each in found.problems if each.code == "another-copy"]
    assert (problem.file, problem.line) == ("game/rules/b.txt", 1)
    assert problem.message == "says what a.txt says, so it is left out"
    assert {left.file for left in found.left_out if left.reason == "another copy"} == {"game/rules/b.txt"}
    (source,) = found.sources
    assert (source.edition, source.accounted) == ("2021-03-01", source.characters)


def test_a_text_in_another_format_is_a_copy(tmp_path: Path) -> None:
    page = "<h1>Hearthmoor</h1><h2>1. Beasts</h2>" + "".join(f"<p>{rule}</p>" for rule in rules())
    tree = json.dumps(
        {
            "title": "Hearthmoor",
            "rules": [dict(zip(("number", "text"), rule.split(" ", 1), strict=True)) for rule in rules()],
        }
    )
    found = read_files(tmp_path, {"a.html": page, "b.txt": text("2020-02-02"), "c.json": tree})
    assert {file for _, file, _ in places(found)} == {"b.txt"}
    assert found.sources[0].accounted == found.sources[0].characters


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(text("2019-05-01", 2), id="a chapter of its own"),
        pytest.param("\n\n".join(rules()[:20]), id="a short text that repeats some rules"),
        pytest.param(
            "\n\n".join((*rules()[:30], *rules(3), *rules(4))), id="a longer text that repeats some"
        ),
    ],
)
def test_a_text_that_says_more_is_read(other: str, tmp_path: Path) -> None:
    found = read_files(tmp_path, {"a.txt": text("2021-03-01"), "b.txt": other})
    assert {file for _, file, _ in places(found)} == {"a.txt", "b.txt"}
    assert not [each for each in found.problems if each.code == "another-copy"]


def test_the_pages_of_one_text_may_repeat_each_other(tmp_path: Path) -> None:
    page = "\n\n".join(rule.split(" ", 1)[1] for rule in rules())
    found = read_files(tmp_path, {f"page_{number}.txt": page for number in (1, 2)})
    assert not [each for each in found.problems if each.code == "another-copy"]
