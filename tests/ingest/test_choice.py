"""Which way of numbering a text uses: the one that explains it best, or the one that a person names."""

from __future__ import annotations

import pytest
from ingest_reading import read_file

from kb.errors import CorpusError
from kb.ingest import read_source
from kb.ingest.entries import make
from kb.sources import read_corpus

HYPHENS = "\n\n".join(
    f"{chapter}-{section}-{rule}. A goat of herd {chapter} may climb wall {section} in turn {rule}, and rests there."
    for chapter in range(1, 4)
    for section in range(1, 4)
    for rule in range(1, 4)
)
# what looks like dotted numbers, in no order: versions in a list of changes
CHANGES = "\n\n".join(
    f"{version}. Named the walls and the herds anew, and the goats."
    for version in ("4.5", "2.1", "7.25", "3.5", "2.2", "5.1", "9.3")
)
DEEP = "# 1. Goats\n\n## 1.4 Climbing\n\n" + "\n\n".join(
    f"### 1.4.{rule} A goat climbs the wall once for each foot that it has, and no goat climbs twice."
    for rule in range(3, 12)
)


def numbers_of(entries):
    return [entry.number for entry in entries if entry.number]


def told(tmp_path, words, row, name="rules.txt"):
    """What is read of a text whose row in `game.toml` says more."""
    folder = tmp_path / "corpus" / "moor"
    folder.mkdir(parents=True)
    (folder / name).write_text(words)
    (folder / "game.toml").write_text(f'[[sources]]\nfile = "{name}"\nlicence = "CC0"\n{row}\n')
    corpus = read_corpus(folder.parent)
    reading = read_source(corpus, corpus.sources[0])
    return reading, make([reading]).entries


def test_of_two_schemes_the_one_in_order_is_taken(read_words):
    reading, entries = read_words(f"{HYPHENS}\n\n{CHANGES}\n")
    assert reading.source.numbering.startswith("hyphens ")
    assert reading.source.runner_up.startswith("dotted ")
    assert reading.source.confidence > 0.9
    assert len(numbers_of(entries)) == 27
    assert all(number.count("-") == 2 for number in numbers_of(entries))


def test_two_schemes_that_explain_as_much_leave_it_open(read_words):
    dotted = HYPHENS.replace("-", ".")
    reading, _ = read_words(f"{HYPHENS}\n\n{dotted}\n")
    assert reading.source.confidence < 0.6
    (problem,) = reading.problems
    assert problem.code == "unsure-numbering"
    assert 'write numbering = "' in problem.suggestion
    assert {reading.source.numbering.split()[0], reading.source.runner_up.split()[0]} == {"dotted", "hyphens"}


def test_printed_numbers_go_before_those_that_depth_implies(read_words):
    reading, entries = read_words(DEEP, "rules.md")
    assert reading.source.numbering.startswith("dotted ")
    assert reading.source.runner_up == "headings"
    assert "1.4.11" in numbers_of(entries) and "1.1.1" not in numbers_of(entries)


def test_a_text_without_numbers_says_so(read_words):
    reading, _ = read_words("Goats\n\nA goat climbs the wall.\n\nIt rests there.\n")
    assert (reading.source.numbering, reading.source.runner_up) == ("none", "none")


def test_numbers_behind_a_later_chapter_stand_beside_those_they_belong_to(read_words):
    words = [
        *(f"**6.{step} Herding {step}.** The herd goes on to wall {step}." for step in (1, 2, 3)),
        "**6.4a Climbing.** A goat climbs.",
        "**6.5 Resting.** It rests.",
        *(f"**7.{step} Grazing {step}.** The herd grazes on moor {step}." for step in (1, 2, 3, 4, 5)),
        "## Climbing in detail",
        "**6.4b Climbing begins.** The goat looks up.",
        *(f"**6.4.{step} Foot {step}.** It sets foot {step} on the wall." for step in (1, 2, 3)),
    ]
    _, entries = read_words("\n\n".join(words), name="rules.md")
    assert [number for number in numbers_of(entries) if number.startswith("6.4")] == [
        "6.4a",
        "6.4b",
        "6.4.1",
        "6.4.2",
        "6.4.3",
    ]


def test_a_person_overrules_the_choice(tmp_path):
    reading, entries = told(tmp_path, f"{HYPHENS}\n\n{CHANGES}\n", 'numbering = "dotted"')
    assert (reading.source.numbering.split()[0], reading.source.confidence) == ("dotted", 1.0)
    assert "2.1" in numbers_of(entries) and not any("-" in number for number in numbers_of(entries))


def test_a_person_may_say_that_nothing_is_numbered(tmp_path):
    reading, entries = told(tmp_path, HYPHENS, 'numbering = "none"')
    assert reading.source.numbering == "none"
    assert not numbers_of(entries)


def test_a_person_may_have_headings_counted(tmp_path):
    _, entries = told(
        tmp_path, "# Goats\n\n## Walls\n\nA goat.\n\n## Hills\n\nA hen.\n", 'numbering = "headings"', "a.md"
    )
    assert numbers_of(entries) == ["1", "1.1", "1.2"]


def test_an_unknown_scheme_is_refused_with_those_there_are(tmp_path):
    with pytest.raises(CorpusError, match="no numbering 'dots'; there are dotted, hyphens"):
        told(tmp_path, HYPHENS, 'numbering = "dots"')


GLOSSARY = "Creatures of the Moor\n\nGoat\nA beast that climbs.\n\nWall\nWhat it climbs.\n\nHen\nA beast that rests.\n"


@pytest.mark.parametrize(
    ("words", "row", "terms"),
    [
        (GLOSSARY, "", []),
        (GLOSSARY, 'glossary = "Creatures of the Moor"', ["Goat", "Wall", "Hen"]),
        (GLOSSARY, "glossary = true", ["Goat", "Wall", "Hen"]),
        (GLOSSARY.replace("Creatures of the Moor", "Glossary"), "", ["Goat", "Wall", "Hen"]),
        (GLOSSARY.replace("Creatures of the Moor", "Glossary"), "glossary = false", []),
    ],
)
def test_a_glossary_that_a_person_names_or_denies(tmp_path, words, row, terms):
    _, entries = told(tmp_path, words, row)
    assert [entry.title for entry in entries if entry.kind == "term"] == terms


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            'glossary = "Animals of the Moor"',
            "its glossary is called “Animals of the Moor”, but no line of it is",
        ),
        ('numbering = "hyphens"', "it is numbered as hyphens, but nothing in it is"),
        ("faq = true", "it has questions, but nothing in it asks"),
        ('glossary = "Creatures of the Moor"', ""),
        ("glossary = true", ""),
        ('numbering = "none"', ""),
    ],
)
def test_what_a_row_says_in_vain_is_a_problem(tmp_path, row, said):
    reading, _ = told(tmp_path, GLOSSARY, row)
    assert [problem.code for problem in reading.problems] == ["told-in-vain"] * bool(said)
    assert all(said in problem.message for problem in reading.problems)


ASKED = "Goats\n\nMay a goat climb?\n\nYes, once.\n\nMay a hen?\n\nNo.\n"
MARKED = "Q: May a goat climb?\nA: Yes, once.\n\nQ: May a hen?\nA: No.\n"


@pytest.mark.parametrize(
    ("words", "row", "many"),
    [(ASKED, "faq = true", 2), (ASKED, "faq = false", 0), (MARKED, "", 2), (MARKED, "faq = false", 0)],
)
def test_questions_that_a_person_affirms_or_denies(tmp_path, words, row, many):
    _, entries = told(tmp_path, words, row)
    assert sum(entry.kind == "faq" for entry in entries) == many


@pytest.mark.parametrize(
    ("row", "message"),
    [("glossary = 3", "true, false or its heading"), ('faq = "yes"', "faq is true or false")],
)
def test_what_cannot_be_meant_is_refused(tmp_path, row, message):
    with pytest.raises(CorpusError, match=message):
        told(tmp_path, ASKED, row)


def test_reading_a_file_needs_nothing_told(tmp_path):
    (tmp_path / "a.txt").write_text(HYPHENS)
    assert len(read_file(tmp_path / "a.txt")[1]) == 27


LONGER = "\n\n".join(
    f"The goats of herd {name} rest on the moor at night." for name in "abcdefghijklmnopqrstuvwxyz"
)


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("12. Goats\n12.1. A goat climbs the wall.\n12.2. It rests there.\n", ["12", "12.1", "12.2"]),
        ("3.1 A goat climbs the wall.\n\n3.2 It rests there.\n", ["3.1", "3.2"]),
        ("3.1 A goat climbs the wall.\n\n5.9 It rests there.\n", []),  # no goat counts so
        ("314.6 A goat climbs the wall.\n", []),  # a number alone may be anything
        (f"3.1 A goat climbs the wall.\n\n3.2 It rests there.\n\n{LONGER}\n", []),  # too little of it
        ("1) a goat climbs\n2) it rests\n", ["1", "2"]),  # nothing stands above the list
    ],
)
def test_a_text_of_two_rules(read_words, words, numbers):
    assert numbers_of(read_words(words)[1]) == numbers


def test_a_rule_alone_is_told_as_the_next_best_and_taken_when_a_person_says_so(tmp_path, read_words):
    words = "314.6 A goat climbs the wall.\n"
    source = read_words(words)[0].source
    assert (source.numbering, source.runner_up) == ("none", "dotted 314.6")
    reading, (rule,) = told(tmp_path, words, 'numbering = "dotted"')
    assert (rule.kind, rule.number, reading.problems) == ("rule", "314.6", ())


def test_a_glossary_without_a_term_is_told_in_vain(tmp_path):
    reading, _ = told(tmp_path, "The goats rest.\n", "glossary = true")
    assert [problem.message for problem in reading.problems] == [
        "its row says that all of it is a glossary, but no term is in it"
    ]
