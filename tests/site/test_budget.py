"""What a reader of a built site loads until the first results, by words and by meaning; all sizes as they travel."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from real_texts import corpus_of

from kb import pipeline

# Measured, with a little room. Since games are built apart each of the four brings search data of its own to the first
# answer (80 kB in all); the scripts of a search by meaning, which follows, come with it. Vectors of a quick build,
# which is measured here, take as much as the encoder's: 712 kB.
SHIPPED_FIRST, MAGIC_FIRST, MAGIC_MEANING = 80_500, 149_000, 1_400_000
SCRIPT, STYLE, PAGE = 11_300, 10_000, 12_000

AT_ONCE = ("first",)
"""Search data for every answer; what corrects words is loaded for the first word that nobody knows."""

BY_MEANING = ("table", "vectors")
MAGIC = "corpora/mtg-cr/MagicCompRules-2026-01-16.txt"


def packed(*files: Path) -> int:
    """Bytes of files that a host compresses."""
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def scripts(site: Path, *starts: str) -> set[Path]:
    """Scripts and all that they import before they run."""
    (folder,) = site.glob("assets/*/js")
    waiting, found = [f"{start}.js" for start in starts], set()
    while waiting:
        file = folder / waiting.pop()
        if file not in found:
            found.add(file)
            waiting += re.findall(r"from'\./([a-z_0-9]+\.js)'", file.read_text("utf-8"))
    return found


def own_scripts(site: Path) -> set[Path]:
    """All scripts that an entry page loads by itself, the worker included."""
    return scripts(site, "start", "site") | {site / "worker.js"}


def data(site: Path, kinds: tuple[str, ...]) -> int:
    """Bytes of the search data of these kinds, which is compressed inside, and of the list that names it."""
    files = [file for kind in kinds for at in ("", "*/all/") for file in site.glob(f"{at}search/{kind}-*.gz")]
    assert {file.name.rpartition("-")[0] for file in files} == set(kinds)
    assert json.loads((site / "search/index.json").read_bytes())["format"]
    lists = packed(site / "search/index.json", *site.glob("*/all/search/search-*.json"))
    return sum(file.stat().st_size for file in files) + lists


def first_answer(site: Path, path: str) -> int:
    """Bytes of an entry page until a search there shows its first results; pictures and all lists included."""
    (style,) = site.glob("assets/*/site.css")
    (icon,) = site.glob("assets/*/icon.svg")
    (state,) = site.glob("offline/state-*.json")
    others = [site / path / "index.html", style, icon, site / "site.webmanifest", state]
    return packed(*others, *(own_scripts(site) | scripts(site, "search"))) + data(site, AT_ONCE)


def test_the_first_results_of_the_shipped_corpus_need_little(shipped_build: Path) -> None:
    site = shipped_build / "site"
    (start,) = {path.parent.relative_to(site) for path in site.glob("red-dragon-inn/leap/index.html")}
    print("FIRST", first_answer(site, str(start)))
    assert first_answer(site, str(start)) < SHIPPED_FIRST


def test_the_page_of_results_asks_at_once_for_what_a_first_answer_needs(shipped_build: Path) -> None:
    site = shipped_build / "site"
    (told,) = re.findall(r' data-first="([^"]+)"', (site / "search/index.html").read_text("utf-8"))
    (folder,) = site.glob("assets/*/js")
    wanted = {
        file.resolve()
        for kind in ("search-*.json", "first-*.gz")
        for file in site.glob(f"*/all/search/{kind}")
    }
    assert {(folder / path).resolve() for path in told.split()} == wanted


def test_the_pages_of_the_shipped_corpus_are_small(shipped_build: Path) -> None:
    check_pages(shipped_build / "site", "red-dragon-inn")


def check_pages(site: Path, game: str) -> None:
    """Scripts that any entry page loads by itself, style, and the pages themselves: all but the few largest."""
    (style,) = site.glob("assets/*/site.css")
    assert packed(*own_scripts(site)) < SCRIPT
    assert packed(style) < STYLE
    sizes = sorted(packed(page) for page in site.glob(f"{game}/*/index.html"))
    assert sizes[len(sizes) * 99 // 100] < PAGE


@pytest.fixture(scope="module")
def magic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("magic")
    corpus = corpus_of(folder / "corpus", {"mtg": MAGIC})
    return pipeline.build(corpus, folder / "build", quick=True).folder / "site"


@pytest.mark.full
def test_the_magic_rules_stay_within_their_budgets(magic: Path) -> None:
    check_pages(magic, "mtg")
    by_words = first_answer(magic, "mtg/702.19b")
    print("MAGIC", by_words)
    assert by_words < MAGIC_FIRST
    by_meaning = data(magic, (*BY_MEANING, "spelling"))
    print("MEANING", by_words + by_meaning)
    assert by_words + by_meaning < MAGIC_MEANING
