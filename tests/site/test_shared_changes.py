"""Pages of two editions that name what they share with others: put together they tell what `kb diff` does."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from real_texts import real_text
from small_sites import page_context_of

from kb import ledger
from kb.diff import compare_editions, posting
from kb.entries import Game
from kb.ingest import ingest
from kb.site import diffs
from kb.site.diffs import ChangeLines, ChangeRow, DiffPage, SharedLines, compared
from kb.site.page_context import PageContext
from kb.site.phrases import brief
from kb.sources import read_corpus

MILL = json.loads((Path(__file__).parents[1] / "cases" / "compared_editions.json").read_text("utf-8"))[
    "texts"
]
MAGIC = {
    "2016-09-30": "MagicCompRules-2016-09-30.utf16le.txt",
    "2024-11-08": "MagicCompRules-2024-11-08.txt",
    "2026-01-16": "MagicCompRules-2026-01-16.txt",
}

Shelf = tuple[PageContext, Game, ledger.Ledger]


def shelf(folder: Path, write: Callable[[Path, str], str], editions: list[str]) -> Shelf:
    """A game of several editions of one text; `write` puts one of them into a folder and tells its name."""
    game = folder / "texts" / "mill"
    game.mkdir(parents=True)
    found = []
    for edition in editions:
        row = f'[[sources]]\nname = "rules"\nedition = "{edition}"\nfile = "{write(game, edition)}"\n'
        (game / "game.toml").write_text(f'title = "Mill"\n{row}', encoding="utf-8")
        found.append(ingest(read_corpus(game.parent)).entries)
    *older, newest = found
    checksums = {("rules", edition): edition for edition in editions}
    held = ledger.carry(
        ledger.Ledger(),
        newest,
        [one for of in older for one in of],
        checksums=checksums,
        today="2026-11-22",
    ).ledger
    page_context = page_context_of(folder / "store", newest)
    return page_context, page_context.catalogue.games[0], held


@pytest.fixture(scope="module", params=["mill", pytest.param("magic", marks=pytest.mark.full)])
def texts(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    folder: Path = tmp_path_factory.mktemp(request.param)

    def mill(game: Path, edition: str) -> str:
        (game / "rules.md").write_text("\n\n".join(MILL[edition]), encoding="utf-8")
        return "rules.md"

    def magic(game: Path, edition: str) -> str:
        shutil.copyfile(real_text(f"corpora/mtg-cr/{MAGIC[edition]}"), game / "rules.txt")
        return "rules.txt"

    if request.param == "mill":
        return shelf(folder, mill, [*MILL])
    return shelf(folder, magic, [*MAGIC])


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has every pair of editions told by lines behind the first change, however few there are."""
    monkeypatch.setattr(diffs, "whole_pairs", lambda *_: [])
    monkeypatch.setattr(diffs, "BEGINNING", 1)


def put_together(
    page_context: PageContext, found: diffs.Compared
) -> Iterator[tuple[DiffPage, list[ChangeRow]]]:
    """The page of each pair, and the rows that a browser gives it."""
    files: dict[str, tuple[ChangeRow, ...]] = {}

    def write(folder: str, lines: ChangeLines) -> str:
        assert lines.rows and folder.endswith("/rules/lines/")
        name = f"{len(files)}.txt"
        files[f"../lines/{name}"] = lines.rows
        return name

    for _, page in SharedLines(page_context, found, "rules").pages(write):
        lines = [row for file in page.files for row in files[file]]
        yield (
            page,
            [
                row
                for chapter in page.chapters
                for row in (*chapter.rows, *(lines[line] for line in chapter.lines))
            ],
        )


@pytest.mark.usefixtures("apart")
def test_put_together_a_page_tells_what_the_comparison_of_its_editions_does(texts: Shelf) -> None:
    page_context, game, held = texts
    pairs = []
    for page, rows in put_together(page_context, compared(game, held)):
        old, new = next(
            pair
            for pair in combinations(found_editions(held), 2)
            if tuple(map(diffs.day, pair)) == page.dated
        )
        pairs.append((old, new))
        comparison = compare_editions(game.slug, held, "rules", old, new)
        assert [(row.status, row.link.label, row.was, row.heirs, row.words) for row in rows] == [
            (
                change.status,
                brief(posting.name(change)),
                brief(posting.was(change)),
                brief(posting.heir_names(change), 160),
                "" if change.status in ("renumbered", "moved") else diffs.words(change.words),
            )
            for change in comparison.changes
        ]
        assert dict(page.counts) == {status: many for status, many in comparison.counts.items() if many}
        headings = [brief(" › ".join(change.path[:2])) for change in comparison.changes]
        assert [chapter.title for chapter in page.chapters for _ in chapter.rows + chapter.lines] == headings
    assert sorted(pairs) == [*combinations(found_editions(held), 2)]


@pytest.mark.usefixtures("apart")
def test_a_change_that_several_pairs_show_stands_in_one_file(texts: Shelf) -> None:
    page_context, game, held = texts
    stands: list[ChangeRow] = []

    def write(_: str, lines: ChangeLines) -> str:
        stands.extend(lines.rows)
        return f"{len(stands)}.txt"

    pages = SharedLines(page_context, compared(game, held), "rules").pages(write)
    shown = sum(len(chapter.rows + chapter.lines) for _, page in pages for chapter in page.chapters)
    assert 0 < len(stands) < shown


@pytest.mark.usefixtures("apart")
def test_a_page_put_together_is_the_page_that_holds_all(texts: Shelf) -> None:
    page_context, game, held = texts
    found = compared(game, held)
    editions = found_editions(held)
    for page, rows in put_together(page_context, found):
        pair = next(pair for pair in combinations(editions, 2) if tuple(map(diffs.day, pair)) == page.dated)
        _, whole, rest = diffs.whole_page(page_context, found, ("rules", *pair))
        chapters = whole.chapters + (rest[1].chapters if rest else ())
        assert rows == [row for chapter in chapters for row in chapter.rows]
        assert (page.olds, page.news, page.counts) == (whole.olds, whole.news, whole.counts)


def found_editions(held: ledger.Ledger) -> list[str]:
    return [one for one in ledger.editions(held)["rules"] if one]


def test_a_pair_that_holds_its_changes_needs_no_file(texts: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    page_context, game, held = texts
    monkeypatch.setattr(diffs, "whole_pairs", lambda editions, _: [*pairwise(editions)])
    told = [page.dated for page, _ in put_together(page_context, compared(game, held))]
    editions = found_editions(held)
    assert told == [(diffs.day(editions[0]), diffs.day(editions[2]))]
