"""Texts as their publishers print them: exact counts, so that a change of the recognisers shows."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from ingest_reading import letters_of, read_file
from real_texts import real_text

CORPUS = Path(__file__).parents[2] / "corpus"

SEEDS = {
    "seeds/000-marvel-champions-player-side-schemes.txt": {"rule": 13, "faq": 4, "section": 1},
    "seeds/001-illuminati-new-world-order.txt": {"section": 11, "example": 8, "rule": 2},
    "seeds/002-mtg-scheme-wiki-page.txt": {"rule": 8, "section": 2, "term": 2, "table": 1},
    "seeds/003-red-dragon-inn-reference-manual.txt": {
        "term": 119,
        "step": 54,
        "rule": 23,
        "section": 22,
        "example": 9,
        "table": 1,
    },
}
SHIPPED = {
    "marvel-champions/player-side-schemes.txt": {"rule": 13, "faq": 4, "section": 1},
    "illuminati-nwo/evil-schemes.txt": {"section": 11, "example": 8, "rule": 2},
    "magic/schemes.txt": {"rule": 8, "section": 4, "term": 2},
    "red-dragon-inn/reference-manual.txt": {
        "term": 119,
        "step": 54,
        "rule": 23,
        "section": 22,
        "example": 9,
        "table": 1,
    },
}
# file -> rules below chapter level, chapters, terms, edition
MAGIC = {
    "corpora/mtg-cr/MagicCompRules-2026-01-16.txt": (3114, 146, 725, "2026-01-16"),
    "corpora/mtg-cr/MagicCompRules-2024-11-08.txt": (3007, 144, 698, "2024-11-08"),
    "corpora/mtg-cr/MagicCompRules-2016-09-30.utf16le.txt": (2153, 129, 524, "2016-09-30"),
}
NEWEST_MAGIC = "corpora/mtg-cr/MagicCompRules-2026-01-16.txt"
MANUAL = "seeds/003-red-dragon-inn-reference-manual.txt"


def without_icons(words):
    return re.sub(r"\S\u2060\{[^}]*\}|[\u2190-\u2bff\ue000-\uf8ff\U0001f000-\U0001faff]", "", words)


def kinds(entries):
    return dict(Counter(entry.kind for entry in entries))


@pytest.mark.parametrize("name", SEEDS)
def test_seed_text_has_exactly_these_entries(name):
    reading, entries = read_file(real_text(name))
    assert kinds(entries) == SEEDS[name]
    assert reading.source.accounted == reading.source.characters


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_text_has_the_entries_of_its_original(name):
    reading, entries = read_file(CORPUS / name)
    assert kinds(entries) == SHIPPED[name]
    assert reading.source.accounted == reading.source.characters


@pytest.mark.parametrize("name", MAGIC)
def test_every_edition_of_the_magic_rules_is_whole(name):
    reading, entries = read_file(real_text(name))
    numbers = [entry.number for entry in entries if entry.number]
    below = [number for number in numbers if "." in number]
    chapters = [number for number in numbers if re.fullmatch(r"\d{3}", number)]
    terms = [entry for entry in entries if entry.kind == "term"]
    assert (len(below), len(chapters), len(terms), reading.source.edition) == MAGIC[name]
    assert len(set(numbers)) == len(numbers)
    assert reading.source.accounted == reading.source.characters
    assert {left.reason for left in reading.left_out} == {"contents", "credits"}


def test_magic_rules_agree_with_an_independent_parse():
    _, entries = read_file(real_text(NEWEST_MAGIC))
    other = json.loads(real_text(NEWEST_MAGIC.replace(".txt", ".parsed-by-rulesraker.json")).read_text())
    rules = {rule["Number"].rstrip("."): rule["Body"] for rule in other["Rules"]}
    ours = {entry.number: entry for entry in entries if entry.number}
    assert set(ours) == set(rules)
    for number, body in rules.items():
        own = letters_of(f"{ours[number].title or ''} {ours[number].text}")
        assert own.startswith(letters_of(body[0])), number
    terms = {entry.title: letters_of(entry.text) for entry in entries if entry.kind == "term"}
    assert terms == {term["KeyText"]: letters_of(term["Body"]) for term in other["Glossary"]}


def test_magic_rules_read_from_data_are_those_of_the_text():
    tree, other = read_file(real_text(NEWEST_MAGIC.replace(".txt", ".parsed-by-rulesraker.json")))
    text, entries = read_file(real_text(NEWEST_MAGIC))
    assert {each.number: each.text for each in other if each.number and each.text} == {
        each.number: each.text for each in entries if each.number and each.text
    }
    assert {each.title: each.text for each in other if each.kind == "term"} == {
        each.title: each.text for each in entries if each.kind == "term"
    }
    assert tree.source.edition == text.source.edition


def test_magic_examples_stay_with_their_rule():
    _, entries = read_file(real_text(NEWEST_MAGIC))
    assert sum(len(re.findall(r"(?:^|\n)Example: ", entry.text)) for entry in entries) == 276
    last = max((entry for entry in entries if entry.number), key=lambda entry: entry.order)
    assert last.number == "905.6" and last.text.rstrip()[-1] in ".”)"


def test_magic_rules_stand_where_their_numbers_say():
    _, entries = read_file(real_text(NEWEST_MAGIC))
    ours = {entry.number: entry for entry in entries if entry.number}
    ids = {entry.id: entry for entry in entries}
    assert ids[ours["702.19b"].parent].number == "702.19"
    assert ids[ours["702.19"].parent].number == "702"
    assert ids[ours["702"].parent].number == "7"
    assert ours["702.19"].title == "Trample"
    assert ours["702.19b"].path == ("7. Additional Rules", "702. Keyword Abilities", "702.19. Trample")


def test_wiki_page_holds_rule_314_with_seven_children():
    reading, entries = read_file(real_text("seeds/002-mtg-scheme-wiki-page.txt"), game="magic")
    children = [entry.number for entry in entries if entry.parent == "magic:314"]
    assert children == [f"314.{number}" for number in range(1, 8)]
    assert next(entry.parent for entry in entries if entry.number == "314") == "magic:rules"
    assert [entry.id for entry in entries if entry.kind == "term"] == ["magic:scheme", "magic:scheme-deck"]
    assert reading.source.edition == "2024-06-07"
    assert [left.reason for left in reading.left_out] == ["attribution"] * 3
    (table,) = [entry for entry in entries if entry.kind == "table"]
    assert table.text.splitlines()[2:] == ["Statistics\t72 cards 100%", 'Scryfall Search\ttype:"Scheme"']


def test_level_table_has_forty_rows():
    _, entries = read_file(real_text(MANUAL))
    (table,) = [entry for entry in entries if entry.kind == "table"]
    assert len(table.text.splitlines()) == 40
    assert table.parent == "game:appendix-g"


def test_manual_shows_no_trace_of_its_pages():
    _, entries = read_file(real_text(MANUAL))
    everything = "\n".join(f"{entry.title} {entry.text}" for entry in entries)
    assert not re.search(r"\\[a-z]{3}|\$|continues on|  |\*|\u2060", everything)
    assert not [
        entry
        for entry in entries
        if entry.kind != "section" and entry.text.strip() in ("Glossary", "Appendices")
    ]


def test_manual_shows_icons_as_they_are_printed_and_names_them_in_markdown():
    _, entries = read_file(real_text(MANUAL))
    by_id = {entry.id.split(":")[1]: entry for entry in entries}
    assert not any(re.search(r"\{[a-z?]", entry.text) for entry in entries)
    assert "drawn from that Schemer for a Ranged ↷ Attack" in by_id["nearest"].text
    assert "Nearest ↷\u2060{nearest}" in by_id["nearest"].markdown
    assert by_id["leap"].title == "Leap X" and by_id["leap"].aliases == ("Leap",)
    assert by_id["range"].title == "Range X"


def test_manual_entries_go_on_over_page_breaks():
    _, entries = read_file(real_text(MANUAL))
    by_id = {entry.id.split(":")[1]: entry for entry in entries}
    paragraphs = {"pull": 4, "push": 4, "leap": 2, "harm": 4, "doom-die": 4, "trap": 3, "toughness-token": 4}
    assert {name: by_id[name].text.count("\n\n") + 1 for name in paragraphs} == paragraphs
    assert by_id["evade-token-example"].parent == "game:evade-token"


def test_qualifying_bullets_stand_below_the_rule_they_qualify():
    _, entries = read_file(real_text("seeds/000-marvel-champions-player-side-schemes.txt"))
    nested = [entry for entry in entries if len(entry.path) == 1]
    assert [entry.location.first_line for entry in nested] == [7, 8]
    assert {entry.parent for entry in nested} == {entries[5].id}


@pytest.mark.parametrize("name", [*SEEDS, *MAGIC])
def test_entries_hold_the_letters_of_their_own_lines(name):
    """The account is honest: what an entry says it took from the source is in it, letter for letter."""
    reading, entries = read_file(real_text(name))
    for node, entry in zip(reading.nodes, entries, strict=True):
        own = letters_of(without_icons(f"{entry.number or ''} {entry.title or ''} {entry.text}"))
        for index in node.letters:
            assert letters_of(without_icons(reading.stretches[index].text)) in own, entry.id
    taken = [index for node in reading.nodes for index in node.letters]
    assert len(taken) == len(set(taken))
