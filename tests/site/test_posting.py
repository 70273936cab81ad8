"""The page for posts finds what it needs beside the search's data, and no game can take its place."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from small_entries import entry
from small_sites import EDITION, every_kind, write_site

from kb.cite import portable
from kb.findings import Revision


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    entries, references = every_kind()
    past = Revision(
        game="hearthmoor", entity="hearthmoor:7.9", kind="rule", number="7.9", title=None,
        first="2024-01-01", last="2024-01-01", address="hearthmoor/7.9@2024-01-01/",
        markdown="No hero may *push*.", fate="withdrawn", entry=None,
    )  # fmt: skip
    return write_site(tmp_path_factory.mktemp("posting"), entries, references, revisions=(past,))


def held(built: Path, file: str) -> Any:
    content = (built / "search" / file).read_bytes()
    return json.loads(gzip.decompress(content) if file.endswith(".gz") else content)


def test_each_game_has_its_facts(built: Path) -> None:
    posts = held(built, "index.json")["posts"]
    assert posts["baseUrl"] == "https://rules.example/moor"
    assert held(built, posts["language"])["common"]
    moor, fen = (held(built, posts["games"][game]["facts"]) for game in ("hearthmoor", "fen"))
    assert (moor["format"], moor["title"], fen["title"]) == (portable.FORMAT, "Hearthmoor", "Fen")
    assert moor["pinned"][0] == f"hearthmoor/7@{EDITION}/"  # no revision names that edition here
    assert set(fen["pinned"]) == {0}
    assert moor["revisions"] == [[0, 4, 1, 1, 1, "7.9", None, "rule", 1]]


def test_wordings_of_the_past_are_kept_apart(built: Path) -> None:
    games = held(built, "index.json")["posts"]["games"]
    assert held(built, games["hearthmoor"]["wordings"]) == ["No hero may *push*."]
    assert "wordings" not in games["fen"]


def test_search_engines_find_the_page(built: Path) -> None:
    assert "<loc>https://rules.example/moor/link/</loc>" in (built / "sitemap.xml").read_text("utf-8")


def test_a_game_called_like_the_page_moves(tmp_path: Path) -> None:
    built = write_site(tmp_path, [entry("7", "Words.", number="7", game="link")])
    assert "Link my post" in (built / "link" / "index.html").read_text("utf-8")
    assert (built / "link-game" / "7" / "index.html").is_file()


def test_only_this_page_has_its_style(built: Path) -> None:
    assert "post.css" in (built / "link" / "index.html").read_text("utf-8")
    assert "post.css" not in (built / "index.html").read_text("utf-8")
