"""What a browser gets tells every permanent address and what became of it, and is what the scripts are tested with."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from browser_data import FILE, small
from small_rules import EDITION, entries, first_revisions, write_later

from kb.cite import Rules, portable
from kb.entries import Game
from kb.link.everyday import is_everyday

MOOR = Game(slug="hearthmoor", title="Hearthmoor")


def test_the_scripts_are_tested_with_what_a_build_gives() -> None:
    told = json.loads(FILE.read_text("utf-8"))
    assert told == json.loads(json.dumps(small())), "run tests/cite/browser_data.py"


def test_what_follows_from_an_entry_is_not_told_again() -> None:
    held = [one for one in entries() if one.game == "hearthmoor" and one.edition]
    facts = portable.facts(MOOR, held, list(first_revisions(held)))
    assert facts["editions"] == [EDITION]
    assert facts["pinned"][:2] == [1, 1]
    assert facts["revisions"][:2] == [[1, 0, 1, 1], [2, 0, 1, 1]]


def test_strange_addresses_are_told_whole() -> None:
    held = replace(entries()[0], permalink="hearthmoor/elsewhere@2024-06-07/")
    plain = replace(held, permalink=held.url)
    assert portable.facts(MOOR, [held, plain], [])["pinned"] == [held.permalink, 0]


def test_the_past_is_told_with_its_words(tmp_path: Path) -> None:
    with Rules(write_later(tmp_path / "later")) as later:
        revisions = later.store.revisions()
    past = [one.markdown for one in revisions if one.fate != "current"]
    assert portable.wordings(revisions) == past
    assert "Scheme rule 6 says that a figure waits 6 turns." in past


def test_the_words_are_those_of_the_recogniser() -> None:
    told = portable.language()
    assert len(told["words"]["everyday"].split()) > 500
    assert all(map(is_everyday, told["words"]["everyday"].split()))


def test_forms_are_told_by_their_endings() -> None:
    die = replace(entries()[0], id="hearthmoor:ally-die", title="Ally Die", kind="term")
    leap = replace(die, id="hearthmoor:leap", title="Leap X")
    told = portable.facts(MOOR, [die, leap], [])["terms"]
    assert told["names"] == [("ally die", 0, 1), ("leap x", 1, 2), ("leap", 1, 3)]
    endings = {word: forms.split() for forms, words in told["forms"].items() for word in words.split()}
    assert "1ies" in endings["ally"]
    assert "1ce" in endings["die"]
    assert told["homely"].split() == ["leap"]
