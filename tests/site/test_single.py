"""A game in one file: every entry, every link within it, nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from small_builds import write_content
from small_entries import entry
from small_sites import content, every_kind

from kb import pipeline


def one_page(folder: Path, game: str = "hearthmoor", entries=None) -> str:
    write_content(folder / "build", content(*(entries or every_kind())))
    return pipeline.one_page(folder / "build", game).decode()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    return one_page(tmp_path_factory.mktemp("single"))


def test_every_entry_of_the_game_has_its_place_and_no_other_game(page: str) -> None:
    entries, _ = every_kind()
    for held in entries:
        is_there = re.search(rf'id="{re.escape(held.id.partition(":")[2])}"', page) is not None
        assert is_there == (held.game == "hearthmoor"), held.id


def test_every_link_leads_to_a_place_in_the_file(page: str) -> None:
    places = re.findall(r' id="([^"]*)"', page)
    assert len(places) == len(set(places))
    links = re.findall(r'<a [^>]*href="([^"]*)"', page)
    assert len(links) > 10
    for link in links:
        assert link.startswith("https://publisher.example/") or link[1:] in places, link


def test_nothing_is_loaded_and_only_our_own_script_runs(page: str) -> None:
    assert re.findall(r"<(?:script|img|link|iframe)[^>]* (?:src|href)=", page) == []
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy and policy[1].startswith("default-src 'none';script-src 'sha256-")
    assert "unsafe" not in policy[1]


def test_hostile_words_stay_words(tmp_path: Path) -> None:
    attack = "</script><script>alert(1)</script><style>"
    one = entry("attack", attack, title=attack, markdown=attack.replace("<", "\\<"))
    page = one_page(tmp_path, entries=([one],))
    assert page.count("<script") == page.count("</script>") == 7  # four files of data, two lists, ours
    assert "alert(1)</script>" not in page
