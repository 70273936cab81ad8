"""Whatever is edited, a build that goes on from earlier ones is, file by file, what a first one would be."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from small_builds import differing

from kb import builds, ledger, pipeline, shipped
from kb.entries import Entry
from kb.index import related
from kb.site import pages
from kb.site.page_context import PageContext
from kb.site.views import EntryPage

Edit = Callable[[Path], object]


def reword(old: str, new: str, file: str = "hearthmoor/rules.txt") -> Edit:
    """Change the only place where a text says something."""

    def edit(corpus: Path) -> None:
        text = (corpus / file).read_text("utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        (corpus / file).write_text(text.replace(old, new), "utf-8")

    return edit


def put(file: str, text: str) -> Edit:
    def edit(corpus: Path) -> None:
        (corpus / file).write_text(text, "utf-8")

    return edit


def put_apart(corpus: Path) -> None:
    """Two terms change places."""
    rules = corpus / "hearthmoor" / "rules.txt"
    text = rules.read_text("utf-8")
    start, middle, end = (text.index(f"\n{title}\n") for title in ("Ember", "Figure", "Grapple"))
    rules.write_text(text[:start] + text[middle:end] + text[start:middle] + text[end:], "utf-8")


def add_a_game(corpus: Path) -> None:
    (corpus / "fen").mkdir()
    put("fen/game.toml", 'title = "Fen"\n[[sources]]\nfile = "rules.txt"\n')(corpus)
    put("fen/rules.txt", "Fen rules\n\n1. Ember\n\n1.1. An ember is a coal.\n\n1.2. See rule 1.1.\n")(corpus)


def add_an_edition(corpus: Path) -> None:
    game = corpus / "hearthmoor"
    rows = "".join(
        f'[[sources]]\nname = "rules"\nedition = "{year}-01-01"\nfile = "{file}"\n'
        for year, file in (("2025", "rules.txt"), ("2026", "later.txt"))
    )
    put("hearthmoor/game.toml", f'title = "Hearthmoor"\n{rows}')(corpus)
    put("hearthmoor/later.txt", (game / "rules.txt").read_text("utf-8").replace("two embers", "one ember"))(
        corpus
    )


EDITS: dict[str, Edit] = {
    "nothing": lambda corpus: None,
    "a wording": reword("is ash.", "is cold ash."),
    "a reference": reword("is cold ash.", "is ash, see rule 702.3."),
    "a reference is gone": reword("is ash, see rule 702.3.", "is ash."),
    "a title": reword("\nWall\n", "\nBarrier\n"),
    "a heading": reword("\n702. Grappling\n\n", "\n702. Holding\n\n"),
    "a number": reword("\n101.2. A", "\n101.3. A"),
    "a line more": reword("\n101.1a. ", "\nTravelled ground is slow.\n\n101.1a. "),
    "an entry more": reword("\n702.2. A", "\n702.1a. Nobody grapples a wall.\n\n702.2. A"),
    "an entry less": reword("702.1a. Nobody grapples a wall.\n\n", ""),
    "the order": put_apart,
    "words of players": put("hearthmoor/aliases.toml", '"coal" = "ember"\n'),
    "questions of players": put("hearthmoor/asked.toml", '"ember" = ["what do I pay with?"]\n'),
    "a decision about links": put("hearthmoor/links.toml", '[terms]\ndeny = ["Figure"]\n'),
    "the address": put("kb.toml", 'title = "Rules"\nbase_url = "https://rules.example/moor"\n'),
    "the title of the site": put("kb.toml", 'title = "Old rules"\nbase_url = "https://rules.example/moor"\n'),
    "a service that answers searches": put(
        "kb.toml", 'base_url = "https://a.example"\napi = "https://b.example"\n'
    ),
    "another service": put("kb.toml", 'base_url = "https://a.example"\napi = "/api"\n'),
    "the title of the game": reword('title = "Hearthmoor"', 'title = "Heathmoor"', "hearthmoor/game.toml"),
    "a game more": add_a_game,
    "a wording of one game": reword("a coal.", "a hot coal.", "fen/rules.txt"),
    "a game less": lambda corpus: shutil.rmtree(corpus / "fen"),
    "a source less": lambda corpus: put(
        "hearthmoor/game.toml", 'title = "Heathmoor"\n[[sources]]\nname = "rules"\nfile = "rules.txt"\n'
    )(corpus),
    "an edition more": add_an_edition,
    "words from right to left": reword("is ash.", "is ash (\N{HEBREW LETTER ALEF}).", "hearthmoor/later.txt"),
    "a wording of the new edition": reword("four spaces", "five spaces", "hearthmoor/later.txt"),
}
"""One after the other, each on top of those before it."""

EVERY = 1 if os.environ.get("KB_FULL") else 3
"""Behind so many of them a build is held against a first one; what one leaves wrong stays wrong behind the next."""


def test_after_each_edit_a_build_is_as_if_it_were_the_first(corpus: Path, tmp_path: Path) -> None:
    build = pipeline.build(corpus, tmp_path / "build").folder
    for number, (name, edit) in enumerate(EDITS.items(), 1):
        edit(corpus)
        if number % EVERY:
            pipeline.build(corpus, build)
            continue
        copy = shutil.copytree(corpus, tmp_path / "copy")  # before the build writes to the ledger
        pipeline.build(corpus, build)
        first = pipeline.build(copy, tmp_path / "first").folder
        assert differing(build, first) == set(), name
        shutil.rmtree(copy)
        shutil.rmtree(first)


def test_what_has_not_changed_is_not_built_again(corpus: Path, tmp_path: Path) -> None:
    build = pipeline.build(corpus, tmp_path / "build").folder
    before = builds.identity(build)
    steps: list[str] = []
    report = pipeline.build(corpus, build, progress=steps.append)
    assert not report.is_new
    assert builds.identity(build) == before
    assert steps == []
    assert pipeline.build(corpus, build, only="hearthmoor").games == report.games


TOUCHED: dict[str, Callable[[Path, Path], object]] = {
    "a text": lambda corpus, _: reword("is ash.", "is cold ash.")(corpus),
    "a text more": lambda corpus, _: put("hearthmoor/more.txt", "1. More\n")(corpus),
    "words of players": lambda corpus, _: put("hearthmoor/aliases.toml", '"coal" = "ember"\n')(corpus),
    "the ledger": lambda corpus, _: (corpus / "hearthmoor" / "ledger.jsonl").write_text(""),
    "no ledger": lambda corpus, _: (corpus / "hearthmoor" / "ledger.jsonl").unlink(),
    "a page": lambda _, build: (build / "site" / "index.html").write_text("mine"),
    "no page": lambda _, build: (build / "site" / "index.html").unlink(),
    "the store": lambda _, build: (build / "games" / "hearthmoor" / "kb.sqlite").write_bytes(b""),
    "the index": lambda _, build: next(
        (build / "games" / "hearthmoor" / "index" / "words").iterdir()
    ).unlink(),
    "a file more": lambda _, build: (build / "site" / "mine").touch(),
    "the mark": lambda _, build: (build / "build.json").write_text("{}"),
}


@pytest.mark.parametrize("what", TOUCHED)
def test_whatever_is_touched_is_built_again(corpus: Path, tmp_path: Path, what: str) -> None:
    build = pipeline.build(corpus, tmp_path / "build").folder
    TOUCHED[what](corpus, build)
    copy = shutil.copytree(corpus, tmp_path / "copy")
    assert pipeline.build(corpus, build).is_new
    assert differing(build, pipeline.build(copy, tmp_path / "first").folder) == set()
    assert not pipeline.build(corpus, build).is_new


def test_another_program_builds_again(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = pipeline.build(corpus, tmp_path / "build").folder
    monkeypatch.setattr("kb.shipped.program", lambda: "another")
    assert pipeline.build(corpus, build).is_new


def test_a_quick_build_is_made_again_at_leisure(corpus: Path, tmp_path: Path) -> None:
    build = pipeline.build(corpus, tmp_path / "build", quick=True).folder
    assert not pipeline.build(corpus, build, quick=True).is_new
    assert pipeline.build(corpus, build).is_new


def test_what_is_written_while_a_build_reads_is_built_next_time(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def keep_built(*about: object) -> bool:
        reword("is ash.", "is cold ash.")(corpus)
        return kept(*about)

    kept = ledger.keep_built
    with monkeypatch.context() as patched:
        patched.setattr(ledger, "keep_built", keep_built)
        build = pipeline.build(corpus, tmp_path / "build").folder
    assert "cold" not in (build / "site/hearthmoor/ember/index.html").read_text("utf-8")
    reword("is cold ash.", "is ash.")(corpus)
    assert pipeline.build(corpus, build).is_new  # what was read may have been neither
    assert not pipeline.build(corpus, build).is_new


def test_other_templates_change_every_page(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = pipeline.build(corpus, tmp_path / "build").folder
    templates = shutil.copytree(shipped.templates(), tmp_path / "templates")
    monkeypatch.setattr(shipped, "templates", lambda: templates)
    for part, old, new in (
        ("layout.html.j2", "Open problems", "Known problems"),
        ("css/site.css", "\n", "\np { margin: 0 }\n"),
    ):
        page = templates / part
        page.write_text(page.read_text("utf-8").replace(old, new, 1), "utf-8")
        for _ in range(
            2
        ):  # one that goes on from the last site, then one that goes on from the one before it
            pipeline.build(corpus, build)
        first = pipeline.build(corpus, tmp_path / "first").folder
        assert differing(build, first) == set(), part
        shutil.rmtree(first)


def test_pages_have_their_style_whenever_templates_change(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_a_game(corpus)
    templates = shutil.copytree(shipped.templates(), tmp_path / "templates")
    monkeypatch.setattr(shipped, "templates", lambda: templates)
    joined = pipeline._build_library

    def join(*about: object) -> bool:
        style = templates / "css" / "site.css"
        style.write_text(f"{style.read_text('utf-8')}p {{ margin: 0 }}\n", "utf-8")
        check_styles(tmp_path / "build" / "site", "*/*/index.html")  # what is there before all is joined
        return joined(*about)

    monkeypatch.setattr(pipeline, "_build_library", join)
    build = pipeline.build(corpus, tmp_path / "build").folder
    check_styles(build / "site", "**/index.html")
    assert pipeline.build(corpus, build).made == ("fen", "hearthmoor")
    check_styles(build / "site", "**/index.html")


def check_styles(site: Path, pages: str) -> None:
    checked = 0
    for page in site.glob(pages):
        if named := re.search(r'<link rel="stylesheet" href="([^"]*)"', page.read_text("utf-8")):
            assert (page.parent / named[1]).is_file(), page
            checked += 1
    assert checked


def test_with_one_game_to_build_pages_of_others_are_not_looked_at(corpus: Path, tmp_path: Path) -> None:
    add_a_game(corpus)
    build = pipeline.build(corpus, tmp_path / "build").folder
    page = next(build.glob("site/fen/*/index.html"))
    page.write_text("mine", "utf-8")
    reword("is ash.", "is cold ash.")(corpus)
    assert pipeline.build(corpus, build).made == ("hearthmoor",)
    assert page.read_text("utf-8") == "mine"
    assert pipeline.build(corpus, build).made == ("fen",)
    (build / "games" / "fen" / "kb.sqlite").write_bytes(b"")
    reword("is cold ash.", "is ash.")(corpus)
    assert pipeline.build(corpus, build).made == ("fen", "hearthmoor")


def test_after_a_kill_all_pages_are_looked_at(corpus: Path, tmp_path: Path) -> None:
    add_a_game(corpus)
    build = pipeline.build(corpus, tmp_path / "build").folder
    next(build.glob("site/fen/*/index.html")).write_text("mine", "utf-8")
    (tmp_path / ".build.new").mkdir()  # as one that was killed leaves it
    reword("is ash.", "is cold ash.")(corpus)
    assert pipeline.build(corpus, build).made == ("fen", "hearthmoor")


def test_of_a_changed_rule_only_what_shows_it_is_made_anew(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(related, "related", lambda *_: {})  # of so few entries nearly all are alike
    build = pipeline.build(corpus, tmp_path / "build").folder
    made: set[str] = set()

    def entry_page(page_context: PageContext, entry: Entry) -> EntryPage:
        made.add(entry.id)
        return make(page_context, entry)

    make = pages.entry_page
    monkeypatch.setattr(pages, "entry_page", entry_page)
    reword("owner pays two embers", "owner has paid two embers")(corpus)
    pipeline.build(corpus, build)
    shown_on = {"702", "702.1", "702.2", "100.2", "ember"}  # above, beside, itself, and what it points at
    assert made >= {f"hearthmoor:{name}" for name in shown_on}
    assert not made & {f"hearthmoor:{name}" for name in ("101.1", "101.1a", "101.1b", "wall")}


def test_a_changed_rule_is_new_wherever_it_is_shown(corpus: Path, tmp_path: Path) -> None:
    build = pipeline.build(corpus, tmp_path / "build").folder
    for word in ("brisk", "swift", "rapid"):
        rules = corpus / "hearthmoor" / "rules.txt"
        old = next(line for line in rules.read_text("utf-8").splitlines() if line.startswith("101.1b. "))
        new = f"101.1b. A {word} grappled figure cannot move (see rule 702.2)."
        reword(old, new)(corpus)
        pipeline.build(corpus, build)
        shown = {
            path.relative_to(build / "site").parent.as_posix()
            for path in (build / "site").rglob("index.html")
            if word in path.read_text("utf-8")
        }
        assert {"hearthmoor/101.1b", "hearthmoor/101.1", "hearthmoor/702.2"} <= shown
        assert any(path.startswith("hearthmoor/read/") for path in shown)
        records = (build / "site" / "hearthmoor" / "all" / "entries.json").read_text("utf-8")
        assert word in records
        assert word in (build / "site" / "hearthmoor" / "101.1b" / "entry.json").read_text("utf-8")


def test_what_a_shown_rule_points_at_is_new_on_every_page_that_shows_it(corpus: Path, tmp_path: Path) -> None:
    """Two entries above it show its text; what it points at goes while its own words stay."""
    rules = "Fen rules\n\n1. Play\n\n1.1. A figure moves.\n\n1.1a. It stops at a bog (see rule 2.1).\n\n2. Ground\n\n"
    add_a_game(corpus)
    put("fen/rules.txt", f"{rules}2.1. A bog is wet.\n\n2.2. Ground is firm.\n")(corpus)
    build = pipeline.build(corpus, tmp_path / "build").folder
    shown = [
        path for path in build.glob("site/fen/1*/index.html") if "stops at a bog" in path.read_text("utf-8")
    ]
    assert {path.parent.name for path in shown} == {"1", "1.1", "1.1a"}
    assert all("../2.1/" in path.read_text("utf-8") for path in shown)
    put("fen/rules.txt", f"{rules}2.2. Ground is firm.\n")(corpus)
    copy = shutil.copytree(corpus, tmp_path / "copy")
    pipeline.build(corpus, build)
    assert differing(build, pipeline.build(copy, tmp_path / "first").folder) == set()
