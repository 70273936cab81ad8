"""A site of many real texts at once: every link leads somewhere, every page parses, and each stays small."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from html5lib import HTMLParser
from real_texts import corpus_of

from kb import pipeline
from kb.site.check import check

TEXTS = {
    "arkham-horror": "corpora/arkham-horror-lcg/rulesreference.html",
    "combat": "corpora/flesh-and-blood/07-combat.md",
    "dominion": "corpora/boardgame-booklets/dominion-rulebook.md",
    "fallout": "corpora/boardgame-booklets/fallout-rules-reference.md",
    "gentes": "corpora/boardgame-booklets/gentes-glossary.md",
    "specter-ops": "corpora/boardgame-booklets/specter-ops-faq.md",
    "terraforming-mars": "corpora/boardgame-booklets/terraforming-mars-rulebook.md",
    "wizard": "corpora/boardgame-booklets/wizard-faq.md",
}
LARGEST_ENTRY_PAGE = 12_000
SAMPLE = 12
"""Every how many pages one is parsed; a strict parser is slow."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("real")
    corpus = corpus_of(folder / "corpus", TEXTS)
    return pipeline.build(corpus, folder / "build", quick=True).folder / "site"


def test_every_link_and_anchor_leads_somewhere(site: Path) -> None:
    assert check(site) == []


def test_pages_parse_without_a_single_error(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    overviews = [page for page in pages if page.parent.parent in (site, site.parent) or "all" in page.parts]
    for page in {*overviews, *pages[::SAMPLE]}:
        HTMLParser(strict=True).parse(page.read_text("utf-8"))


def test_pages_of_entries_stay_small(site: Path) -> None:
    for record in site.rglob("entry.json"):
        page = record.with_name("index.html")
        assert len(gzip.compress(page.read_bytes())) < LARGEST_ENTRY_PAGE, page
