"""Which of many games are asked: by the terminal, and by a browser, which loads a few kilobytes to know."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from small_builds import write_content, write_pages
from small_entries import entry

from kb import store
from kb.entries import Entry, Game
from kb.index import routes
from kb.search import Searcher

SCRIPT = Path(__file__).parent / "js" / "search_build.mjs"
MANY = 30
WORDS = ["anchor", "basket", "candle", "drum", "engine", "feather"]


def game_entries(number: int) -> list[Entry]:
    """A game about two of these words; no two games are about the same two."""
    slug, one, other = f"g{number:02}", WORDS[number % 6], WORDS[number // 6]
    told = [
        ("1", {"number": "1"}, f"Every {one} is taken by the player who holds no {other}."),
        (f"{number}.7", {"number": f"{number}.7"}, f"A broken {other} goes back where it came from."),
        (
            f"{one}-of-{number}",
            {"title": f"{one} of {number}", "kind": "term"},
            f"A {one} that begins a turn.",
        ),
    ]
    return [
        entry(name, text, game=slug, order=order, **facts) for order, (name, facts, text) in enumerate(told)
    ]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of so many games that not all are asked, with its site."""
    folder: Path = tmp_path_factory.mktemp("many") / "build"
    content = store.Content(
        title="Rules",
        base_url="",
        games=tuple(Game(slug=f"g{number:02}", title=f"Game {number}") for number in range(MANY)),
        sources=(),
        entries=tuple(one for number in range(MANY) for one in game_entries(number)),
        references=(),
        problems=(),
        left_out=(),
    )
    write_pages(folder, write_content(folder, content, pages=True))
    return folder


def in_browser(build: Path, *queries: str) -> list[dict[str, Any]]:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    done = subprocess.run(
        ["node", "--no-warnings", str(SCRIPT), str(build / "site" / "search")],
        input=json.dumps({"meaning": False, "queries": [{"query": one} for one in queries]}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


QUESTIONS = [
    "who takes the candle and the drum",
    "29.7",
    "feather of 17",
    "a broken engine",
    "rule 12.7 in g12",
]


def test_the_browser_finds_what_the_terminal_finds(many: Path) -> None:
    with Searcher(many) as searcher:
        for query, answer in zip(QUESTIONS, in_browser(many, *QUESTIONS), strict=True):
            expected = searcher.search(query, mode="lexical").results
            assert expected
            assert [hit["id"] for hit in answer["results"]] == [hit.id for hit in expected], query


def test_a_question_loads_a_part_of_the_games(many: Path) -> None:
    first, *_ = in_browser(many, *QUESTIONS)
    firsts = [name for name in first["files"] if name.startswith("first-")]
    parts = [name for name in first["files"] if name.startswith("routes-")]
    assert len(firsts) == routes.MOST_ASKED < MANY
    assert parts


def test_a_first_answer_loads_few_bytes(many: Path) -> None:
    index = many / "site/search/index.json"
    written = index.read_bytes()
    told = json.loads(written)
    assert all(one["size"] > 100 for one in told["games"])
    try:
        index.write_text(json.dumps(told | {"games": [one | {"size": 70_000} for one in told["games"]]}))
        first, *_ = in_browser(many, *QUESTIONS)
    finally:
        index.write_bytes(written)
    assert len([name for name in first["files"] if name.startswith("first-")]) == 2


def test_few_games_are_all_asked(tmp_path: Path) -> None:
    content = store.Content(
        title="Rules",
        base_url="",
        games=(Game(slug="g00", title="A"), Game(slug="g01", title="B")),
        sources=(),
        entries=(*game_entries(0), *game_entries(1)),
        references=(),
        problems=(),
        left_out=(),
    )
    write_pages(tmp_path, write_content(tmp_path, content, pages=True))
    assert json.loads((tmp_path / "site/search/index.json").read_bytes())["routes"] == []


def route(entries: int, **counts: int) -> routes.Route:
    known: Sequence[tuple[int, int]] = sorted((crc32(stem.encode()), many) for stem, many in counts.items())
    return routes.Route(entries, [key for key, _ in known], [many for _, many in known])


def test_parts_hold_every_stem_and_name_once() -> None:
    games = [(route(9, drum=2, candle=1), [7, 9]), (route(9, drum=5), [9])]
    (part,) = routes.parts(games)
    assert part["stems"] == {crc32(b"drum"): [0, 2, 1, 5], crc32(b"candle"): [0, 1]}
    assert part["names"] == {7: [0], 9: [0, 1]}


def test_many_words_are_parted_by_their_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "PART", 2)
    found = routes.parts([(route(9, **dict.fromkeys(WORDS, 1)), [1, 2, 3])])
    assert len(found) == 8
    assert all(
        key % 8 == number for number, part in enumerate(found) for key in (*part["stems"], *part["names"])
    )
    assert sum(len(part["stems"]) for part in found) == len(WORDS)
