"""What recognisers make of small texts: cases that a rules expert can edit."""

from __future__ import annotations

import pytest
from case_files import read_cases
from ingest_reading import read_file

from kb.entries import Source
from kb.errors import CorpusError
from kb.ingest import read_text
from kb.ingest.document import Line, Text
from kb.ingest.entries import make
from kb.sources import SourceOverrides


def named(entry):
    if entry.number or entry.title:
        return entry.number or entry.title
    return '"' + " ".join(entry.text.split()[:3]) + '"'


def shown(entry, by_id):
    title = entry.title or ("-" if entry.number else named(entry))
    parent = by_id.get(entry.parent)
    return f"{entry.kind} {entry.number or '-'} {title} ^ {named(parent) if parent else '-'}"


@pytest.mark.parametrize("case", read_cases("recognised.txt", 2))
def test_recognised(case, read_words):
    words, expected = case
    reading, entries = read_words(words)
    by_id = {entry.id: entry for entry in entries}
    assert [shown(entry, by_id) for entry in entries] == expected.split("\n")
    assert reading.source.accounted == reading.source.characters


def test_lines_that_were_wrapped_by_hand_are_joined(read_words):
    wrapped = (
        "Resting\nA figure that has not moved in this round and that is not beside a foe may\n"
        "rest. It then regains one heart, but never more than the number that is\n"
        "printed on its card, and it may not be chosen by anybody until the next\nround begins.\n"
        "A goat never rests.\n"
        "Climbing\nA climber that enters a wall spends two points, and it may go on from there if\n"
        "any are left. Otherwise it\nstops.\n"
    )
    _, entries = read_words(wrapped)
    assert [(entry.title, entry.text.count("\n\n") + 1) for entry in entries] == [
        ("Resting", 2),
        ("Climbing", 1),
    ]
    assert "regains one heart, but never more than the number that is printed" in entries[0].text


def test_a_title_that_ends_with_a_word_that_points_heads_the_numbers_below_it(read_words):
    lines = ["3 Additional Rules", "3.0 General", "3.0.1 A goat rests."]
    for number, name in enumerate(("Climbing", "Resting", "Bleating"), 1):
        lines += [
            f"3.{number} {name} Step",
            f"3.{number}.1 The {name} Step is where a goat does so.",
            f"3.{number}.2 It ends once every goat did, as told in rule",
            "3.0.1. Then the next step begins.",
        ]
    _, entries = read_words("\n".join(lines))
    assert [one.number for one in entries if one.number] == [
        "3", "3.0", "3.0.1", *(f"3.{number}{below}" for number in (1, 2, 3) for below in ("", ".1", ".2")),
    ]  # fmt: skip
    (told, *_) = (one for one in entries if one.number == "3.1.2")
    assert told.text.endswith("as told in rule 3.0.1. Then the next step begins.")


def test_a_text_without_any_structure_is_one_entry(read_words):
    _, entries = read_words("This game has but one rule, and that is to be kind to the goat.")
    assert [(entry.kind, entry.title, entry.id) for entry in entries] == [("section", None, "game:text")]


def test_what_nobody_understands_is_listed_with_its_line(read_words):
    reading, _ = read_words(
        "Walls\n\nA wall stops a figure.\n\n%% 12 // 8821 ## 0x\n\nA goat climbs it.\n\n----------\n"
    )
    assert [(left.line, left.reason) for left in reading.left_out] == [(5, "not understood"), (9, "ruler")]
    assert [(problem.code, problem.line) for problem in reading.problems] == [("not-understood", 5)]
    assert 0 < reading.source.accounted < reading.source.characters


def test_a_row_of_game_toml_can_ask_for_other_recognisers():
    lines = tuple(
        Line(n, line, line) for n, line in enumerate(["- 3.1 Rest.", "- 3.2 Climb.", "- 3.3 Fall."], 1)
    )
    source = Source(game="game", name="text", title="", edition=None, file="game/text.txt")
    text = Text(file="game/text.txt", lines=lines)
    assert [node.number for node in read_text(text, source).nodes] == ["3.1", "3.2", "3.3"]
    assert [
        node.kind for node in read_text(text, source, SourceOverrides(recognisers=("headings",))).nodes
    ] == ["section"]
    with pytest.raises(CorpusError, match="no recogniser 'heading'"):
        read_text(text, source, SourceOverrides(recognisers=("heading",)))


def test_a_number_used_twice_keeps_its_first_owner(tmp_path):
    from kb.ingest.entries import make

    path = tmp_path / "rules.txt"
    path.write_text("4.1 A goat climbs.\n4.2 A fox rests.\n4.2 A fox sleeps.\n4.3 A hen walks.\n")
    reading, entries = read_file(path)
    assert [entry.id for entry in entries] == ["game:4.1", "game:4.2", "game:4.2-2", "game:4.3"]
    assert [(problem.code, problem.line) for problem in make([reading]).problems] == [("duplicate-number", 3)]


def test_a_text_printed_twice_is_no_contents_of_itself(read_words):
    chapters = ("Setup", "Climbing", "The Wall")
    listed = "".join(f"{number}. {title}\n\n" for number, title in enumerate(chapters, 1))
    rules = "".join(
        f"{number}. {title}\n\n{number}.1. A goat rests.\n\n{number}.2. It climbs {title.lower()} again.\n\n"
        for number, title in enumerate(chapters, 1)
    )
    once, single = read_words(f"Contents\n\n{listed}{rules}")
    twice, entries = read_words(f"Contents\n\n{listed}{rules}" * 2)
    assert len(once.left_out) == 4 and len(twice.left_out) == 8
    numbers = [entry.number for entry in single]
    assert numbers == ["1", "1.1", "1.2", "2", "2.1", "2.2", "3", "3.1", "3.2"]
    assert [entry.number for entry in entries] == numbers * 2
    doubled = [problem for problem in make([twice]).problems if problem.code == "duplicate-number"]
    assert len(doubled) == len(numbers)


def test_a_numbered_title_in_bold_inside_a_rule_keeps_its_number(tmp_path):
    path = tmp_path / "quay.md"
    path.write_text(
        "# 1. Boats\n\n## 1.1. Ropes\n\n### 1.1.1. Knots\n\nA knot holds a boat.\n\n"
        "**I. Tying a Knot.** Take a rope.\n\n**II. Untying a Knot.** Take a knife.\n\n"
        "### 1.1.2. Ends\n\nA rope has two ends.\n",
        encoding="utf-8",
    )
    _, entries = read_file(path)
    assert [entry.number for entry in entries] == ["1", "1.1", "1.1.1", "1.1.2"]
    assert entries[2].text.split("\n\n")[1:] == [
        "I. Tying a Knot: Take a rope.",
        "II. Untying a Knot: Take a knife.",
    ]


def test_items_are_called_after_the_article_that_they_stand_in(read_words):
    words = (
        "# Law\n\n## Article 1: Gates\n\n1. A gate is wide.\n1. It has a bar:\n    a. of wood;\n    b. of iron.\n\n"
        "## Article 2: Herds\n\n1. Herds graze.\n\nAt night:\n\n1. Herds rest.\n"
    )
    _, entries = read_words(words, "law.md")
    called = {name: entry.text for entry in entries for name in entry.aliases if name[-2] == "."}
    assert called == {
        "Article 1.1": "A gate is wide.",
        "Article 1.2": "It has a bar:",
        "Article 1.2.a": "of wood;",
        "Article 1.2.b": "of iron.",
    }  # two items are the first of Article 2
