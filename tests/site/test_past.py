"""Pages of earlier wordings say what became of them, all of it, and of a heading what stood under it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kb import pipeline
from kb.adding import add
from kb.homes import Wanted

FIRST = """Mill Rules
Effective as of March 1, 2021.

1. Parts
1.1. The mill has four sails and one grinding stone.
1.2. Every miller owns six sacks of one color.
2. Milling
2.1. On a turn a miller grinds up to three grain cubes into flour.
2.2. A miller whose sacks are all full passes. A miller whose sacks are all empty draws one grain cube.
2.3. Whoever grinds the last cube turns the sails by one quarter.
"""
SECOND = (
    FIRST.replace("March 1, 2021", "May 2, 2024")
    .replace("2.3. Whoever", "2.4. Whoever")
    .replace("full passes. A miller", "full passes.\n2.3. A miller")
    .replace("2. Milling", "2. Storing\n2.1. Sacks are kept in the barn.\n3. Milling")
)
SECOND = re.sub(
    r"(?m)(?<=3\. Milling\n)((?:2\..*\n)+)", lambda found: found[1].replace("2.", "3.", 1), SECOND
)
SECOND = re.sub(r"(?m)^2\.([234])\.", r"3.\1.", SECOND)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("past")
    for name, text in (("first.txt", FIRST), ("second.txt", SECOND)):
        (folder / name).write_text(text)
        add([folder / name], folder / "corpus", Wanted(game="mill", source="rules"))
    return pipeline.build(folder / "corpus", folder / "build", quick=True).folder / "site"


def page(site: Path, name: str) -> str:
    text = (site / "mill" / name / "index.html").read_text("utf-8")
    return " ".join(re.sub(r"<[^>]+>", " ", text[text.index("<main") :]).split())


def test_a_heading_names_what_stood_under_it(site: Path) -> None:
    told = page(site, "2@2021-03-01")
    assert "It has another number now: 3. Milling" in told
    assert "What stood under it 2.1 On a turn a miller grinds" in told
    assert "2.3 Whoever grinds the last cube" in told
    text = (site / "mill/2@2021-03-01/index.html").read_text("utf-8")
    assert re.search(r'href="\.\./2\.2(?:@|%40)2021-03-01/index.html"', text)


def test_a_rule_that_was_split_leads_to_all_its_parts(site: Path) -> None:
    told = page(site, "2.2@2021-03-01")
    assert re.search(r"It was split; the main part of it is now: 3\.[23] .*The rest of it: 3\.[23] ", told)
