"""What a reader of a built site loads until the first results, by words and by meaning; all sizes as they travel."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from real_texts import corpus_of

from kb import pipeline
from kb.site.offline import LEXICAL, MEANING

# What the issue allows.
SHIPPED_FIRST, MAGIC_FIRST, MAGIC_MEANING = 60_000, 300_000, 1_200_000
MAGIC = "corpora/mtg-cr/MagicCompRules-2026-01-16.txt"


def packed(*files: Path) -> int:
    """Bytes of files that a host compresses."""
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def scripts(site: Path, start: str) -> set[Path]:
    """A script and all that it imports before it runs."""
    (folder,) = site.glob("assets/*/js")
    waiting, found = [start], set()
    while waiting:
        file = folder / waiting.pop()
        if file not in found:
            found.add(file)
            waiting += re.findall(r"from '\./([a-z_0-9]+\.js)'", file.read_text("utf-8"))
    return found


def data(site: Path, kinds: tuple[str, ...]) -> int:
    """Bytes of the search data of these kinds, which is compressed inside, and of the list that names it."""
    files = [file for kind in kinds for file in (site / "search").glob(f"{kind}-*.gz")]
    assert {file.name.rpartition("-")[0] for file in files} == set(kinds)
    assert json.loads((site / "search/index.json").read_bytes())["format"]
    return sum(file.stat().st_size for file in files) + packed(site / "search/index.json")


def page(site: Path, path: str) -> int:
    """Bytes of an entry page with its style and all scripts that it loads by itself."""
    (style,) = site.glob("assets/*/site.css")
    own = set().union(*(scripts(site, f"{name}.js") for name in ("site", "cite_bar", "preview", "offline")))
    return packed(site / path / "index.html", style, *own)


def test_the_first_results_of_the_shipped_corpus_need_little(shipped_build: Path) -> None:
    site = shipped_build / "site"
    assert packed(*scripts(site, "rank.js")) + data(site, LEXICAL) < SHIPPED_FIRST


@pytest.fixture(scope="module")
def magic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("magic")
    corpus = corpus_of(folder / "corpus", {"mtg": MAGIC})
    with pytest.MonkeyPatch.context() as here:
        here.setenv("KB_MODEL", str(folder))  # as on a fresh machine: without the full encoder
        return pipeline.build(corpus, folder / "build").folder / "site"


def test_the_magic_rules_stay_within_their_budgets(magic: Path) -> None:
    by_words = page(magic, "mtg/702.19b") + packed(*scripts(magic, "rank.js")) + data(magic, LEXICAL)
    assert by_words < MAGIC_FIRST
    by_meaning = packed(*scripts(magic, "vectors.js")) + data(magic, MEANING)
    assert by_words + by_meaning < MAGIC_MEANING
