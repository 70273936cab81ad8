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
    content = (built / file).read_bytes()
    return json.loads(gzip.decompress(content) if file.endswith(".gz") else content)


def of_game(built: Path, game: str) -> dict[str, Any]:
    """The list of a game's data, with the facts and wordings that it names."""
    (file,) = (one["file"] for one in held(built, "search/index.json")["games"] if one["slug"] == game)
    listed = held(built, file)
    folder = file.rpartition("/")[0]
    return {name: held(built, f"{folder}/{listed[name]}") for name in ("facts", "wordings") if name in listed}


def test_each_game_has_its_facts(built: Path) -> None:
    shared = held(built, "search/index.json")
    assert shared["baseUrl"] == "https://rules.example/moor"
    assert held(built, f"search/{shared['language']}")
    moor, fen = (of_game(built, game)["facts"] for game in ("hearthmoor", "fen"))
    assert (moor["format"], moor["title"], fen["title"]) == (portable.FORMAT, "Hearthmoor", "Fen")
    assert moor["pinned"][0] == f"hearthmoor/7@{EDITION}/"  # no revision names that edition here
    assert set(fen["pinned"]) == {0}
    assert moor["revisions"] == [[0, 7, 1, 1, 1, "7.9", None, "rule", 1]]


def test_wordings_of_the_past_are_kept_apart(built: Path) -> None:
    assert of_game(built, "hearthmoor")["wordings"] == ["No hero may *push*."]
    assert "wordings" not in of_game(built, "fen")


def test_search_engines_find_the_page(built: Path) -> None:
    assert "<loc>https://rules.example/moor/link/</loc>" in (built / "sitemap-site.xml").read_text("utf-8")


def test_a_game_called_like_the_page_moves(tmp_path: Path) -> None:
    built = write_site(tmp_path, [entry("7", "Words.", number="7", game="link")])
    assert "Link my post" in (built / "link" / "index.html").read_text("utf-8")
    assert (built / "link-game" / "7" / "index.html").is_file()


def test_only_this_page_has_its_style(built: Path) -> None:
    assert "post.css" in (built / "link" / "index.html").read_text("utf-8")
    assert "post.css" not in (built / "index.html").read_text("utf-8")
