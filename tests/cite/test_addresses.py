"""Every address that citing hands out is a page of the site, whatever titles, numbers and editions look like."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest
from test_citing import HOSTILE

from kb import pipeline
from kb.cite import PLACES, Rules, cite
from kb.entries import SITE_FOLDERS
from kb.errors import CorpusError

BASE = "https://moor.example/rules"
TITLES = [
    *HOSTILE,
    "../../etc/passwd",
    "index.html",
    "CON",
    "Leap",
    "LEAP",
    "Léap",
    "龍の宿",
    "🐉",
    "a/b\\c",
    "%2e%2e%2f",
    "read",
    "all",
    "word " * 80,
    "x" * 300,
    "What? Why?? #1 & <more>",
]
NUMBERS = ["1.1", "1.1a", "1.2(b)", "A.1", "10-2-d", "1." + "9." * 60 + "1"]
EDITIONS = [
    "2024-06-07",
    "Second Edition (revised & much expanded), printing of the tenth of June / 2025 " * 2,
]


def corpus(folder: Path, edition: str, word: str) -> Path:
    made = folder / "corpus"
    (made / "moor").mkdir(parents=True, exist_ok=True)
    (made / "kb.toml").write_text(f'base_url = "{BASE}"\n')
    headed = [f"## {title}\n\nWords about number {n}, {word} all.\n" for n, title in enumerate(TITLES)]
    (made / "moor" / "terms.md").write_text("# Terms\n\n" + "\n".join(headed), encoding="utf-8")
    numbered = [f"{number} The figure numbered {n} waits {word}.\n" for n, number in enumerate(NUMBERS)]
    (made / "moor" / "rules.txt").write_text("Rules of the Moor\n\n" + "\n".join(numbered), encoding="utf-8")
    (made / "moor" / "game.toml").write_text(
        f'title = "Moor"\n[[sources]]\nfile = "terms.md"\nedition = "{edition}"\n'
        f'[[sources]]\nfile = "rules.txt"\nedition = "{edition}"\n'
    )
    return made


def test_every_address_is_a_page(tmp_path: Path) -> None:
    for edition, word in zip(EDITIONS, ["today", "tomorrow"], strict=True):
        pipeline.build(corpus(tmp_path, edition, word), tmp_path / "build")
    with Rules(tmp_path / "build") as rules:
        entries = list(rules.store.entries())
        revisions = rules.store.revisions()
        assert len(entries) > len(TITLES)
        assert len({one.address for one in revisions}) > len(entries)
        handed_out = [rules.url(entry) for entry in entries] + [
            rules.address(one.address) for one in revisions
        ]
        for entry in entries:
            for place in PLACES:
                assert rules.url(entry) in cite(rules, [entry], to=place)
    for url in handed_out:
        path = unquote(url).removeprefix(f"{BASE}/")
        assert (tmp_path / "build" / "site" / path / "index.html").is_file(), url


@pytest.mark.parametrize("slug", [*SITE_FOLDERS, "x" * 200])
def test_a_game_that_could_not_have_its_address_is_refused(tmp_path: Path, slug: str) -> None:
    made = corpus(tmp_path, "2024", "now")
    (made / "moor").rename(made / slug)
    with pytest.raises(CorpusError, match="is no slug"):
        pipeline.build(made, tmp_path / "build")
