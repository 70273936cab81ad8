"""Texts of other formats as their publishers print them: exact counts, so that a change of a reader shows."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from ingest_reading import letters_of, read_file
from real_texts import FOLDER

from kb.entries import Source
from kb.ingest import read_text
from kb.ingest.clean import clean
from kb.ingest.entries import make
from kb.ingest.readers import read
from kb.link.own import own_links

CORPORA = FOLDER / "corpora"
FLESH_AND_BLOOD = "flesh-and-blood"
NETRUNNER = "netrunner/input"
ARKHAM_HTML = "arkham-horror-lcg/rulesreference.html"
ARKHAM_JSON = "arkham-horror-lcg/rules.arkhamcards.json"
# file -> terms, questions, steps
BOOKLETS = {
    "dominion-rulebook.md": (0, 0, 0),
    "empires-of-the-north-faq.md": (0, 0, 0),
    "fallout-rules-reference.md": (61, 0, 16),
    "gentes-glossary.md": (54, 0, 0),
    "specter-ops-faq.md": (0, 35, 0),
    "starcraft-the-board-game-faq.md": (0, 29, 10),
    "terraforming-mars-rulebook.md": (6, 0, 32),
    "twilight-struggle-rulebook.md": (0, 0, 0),
    "wizard-faq.md": (0, 36, 0),
}


def files_of(path):
    place = CORPORA / path
    if not place.exists():
        pytest.skip(f"the text corpora/{path} is not at hand (KB_TEXTS names the folder)")
    if place.is_file():
        return [place]
    return sorted(
        file for file in place.iterdir() if file.name != "SOURCE.md" and file.suffix in (".md", ".yaml")
    )


def game_of(path):
    """The readings of a game's files and its entries."""
    readings = []
    for file in files_of(path):
        source = Source(game="game", name=file.stem.lower(), title="", edition=None, file=f"game/{file.name}")
        readings.append(read_text(clean(read(file, source.file)), source))
    return readings, make(readings)


def statuses(made):
    return dict(Counter(one.status for one in own_links(made.entries, made.links, made.anchors)))


def accounted(readings):
    return sum(each.source.accounted for each in readings) / sum(each.source.characters for each in readings)


def test_flesh_and_blood():
    readings, made = game_of(FLESH_AND_BLOOD)
    assert Counter(entry.kind for entry in made.entries) == {"rule": 1130, "term": 261, "section": 97}
    assert statuses(made) == {"resolved": 657, "external": 2}
    assert made.problems == ()
    assert accounted(readings) > 0.9999
    by_number = {entry.number: entry for entry in made.entries}
    assert by_number["1.0.1a"].text.startswith("If an effect directly contradicts a rule")
    assert by_number["1.0.1a"].parent == "game:1.0.1"
    assert by_number["1.1.2"].text == "A player's hero is a hero-card. (rule 1.3.2a)"
    golden = [one for one in own_links(made.entries, made.links, made.anchors) if one.target == "game:1.0.1a"]
    assert golden


def test_netrunner():
    readings, made = game_of(NETRUNNER)
    words = "".join(file.read_text(encoding="utf-8") for file in files_of(NETRUNNER))
    ids = re.findall(r"^ *- (?:sub)?(?:section|rule): (\S+)", words, re.MULTILINE)
    places = {anchor.name: anchor.entry for anchor in made.anchors}
    assert len(re.findall(r"^ *- rule: ", words, re.MULTILINE)) == 1184
    by_id = {entry.id: entry for entry in made.entries}
    assert all(by_id[places[name]].number for name in ids)
    assert len({places[name] for name in ids}) == len(ids)
    assert statuses(made) == {"resolved": len(made.links)}
    assert accounted(readings) == 1
    by_number = {entry.number: entry for entry in made.entries}
    assert by_number["1.2.2"].text.startswith("If a rule or ability directs something to happen, but")
    assert by_number["6.1.1"].text.find("described in sections 6.3 through 6.8.") > 0


def test_arkham_html():
    readings, made = game_of(ARKHAM_HTML)
    words = files_of(ARKHAM_HTML)[0].read_text(encoding="utf-8")
    headings = [
        " ".join(html.unescape(re.sub("<[^>]*>", "", match[2])).split())
        for match in re.finditer(r"<h([23])[^>]*>(.*?)</h\1>", words, re.DOTALL)
    ]
    assert len(headings) == 259
    named = {letters_of(f"{entry.number or ''}{entry.title}") for entry in made.entries if entry.title}
    bare = [re.sub(r" \((?:added|expanded) .*", "", heading) for heading in headings]
    assert [heading for heading in bare if letters_of(heading) not in named] == []
    assert accounted(readings) == 1
    missing = [one for one in own_links(made.entries, made.links, made.anchors) if one.status == "missing"]
    assert [one.text for one in missing] == ["Evade", "Per Investigator"]
    in_navigation = len(re.findall(r'href="#', words)) - len(made.links)
    assert (len(made.links), in_navigation) == (153, 237)


def test_arkham_json_has_the_titles_of_the_page():
    _, made = game_of(ARKHAM_JSON)
    titles: list[str] = []

    def gather(value):
        for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            gather(each)
        if isinstance(value, dict) and "title" in value:
            titles.append(value["title"])

    gather(json.loads(files_of(ARKHAM_JSON)[0].read_text(encoding="utf-8")))
    named = {letters_of(f"{entry.number or ''}{entry.title}") for entry in made.entries if entry.title}
    assert len(titles) == 251
    assert (
        sum(entry.kind == "term" for entry in made.entries) == 229
    )  # the rest are rules, sections and appendices
    assert [title for title in titles if letters_of(title) not in named] == []


@pytest.mark.parametrize("name", BOOKLETS)
def test_booklets(name):
    file = files_of(f"boardgame-booklets/{name}")[0]
    reading, entries = read_file(file)
    kinds = Counter(entry.kind for entry in entries)
    assert (kinds["term"], kinds["faq"], kinds["step"]) == BOOKLETS[name]
    assert reading.source.accounted >= 0.999 * reading.source.characters
    assert_nothing_lost(file, reading, entries)


def assert_nothing_lost(file: Path, reading, entries):
    """Every word of a text is in an entry or was left out; only the marks of questions and answers go."""
    held = Counter(re.findall(r"\w+", " ".join(f"{e.number} {e.title} {e.text}" for e in entries)))
    held.update(re.findall(r"\w+", " ".join(left.text for left in reading.left_out)))
    printed = Counter(re.findall(r"\w+", file.read_text(encoding="utf-8")))
    lost = {
        word: many - held[word]
        for word, many in printed.items()
        if many > held[word] and not word.isdigit() and word not in ("Q", "A")
    }
    assert lost == {}


@pytest.mark.parametrize("name", ["MagicCompRules-2024-11-08.pdf", "MagicCompRules-2024-11-08.pdftext.txt"])
def test_a_pdf_gives_the_rules_of_the_text(name):
    """The same rules and terms with the same words as the publisher's plain text of that day."""
    _, printed = game_of("mtg-cr/MagicCompRules-2024-11-08.txt")
    readings, made = game_of(f"mtg-cr/{name}")

    def wording(entries):
        by_number = {entry.id: letters_of(f"{entry.title or ''}{entry.text}") for entry in entries}
        for entry in entries:
            if entry.kind == "example" and entry.parent in by_number:
                by_number[entry.parent] += by_number.pop(entry.id)
        numbers = {entry.id: entry.number for entry in entries if entry.number}
        return {number: by_number[each] for each, number in numbers.items()}

    right, found = wording(printed.entries), wording(made.entries)
    assert {number for number in right if right[number] != found.get(number)} == set()
    assert set(found) == set(right)
    terms = [
        {entry.title: letters_of(entry.text) for entry in each.entries if entry.kind == "term"}
        for each in (printed, made)
    ]
    assert terms[0] == terms[1]
    assert accounted(readings) == 1
