"""Pictures of the main pages of the shipped corpus: two for README, and all of them for whoever looks.

`KB_PICTURES=FOLDER` keeps them there; `pictures/` in the project holds those of README, made so.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from small_sites import EDITION, every_kind, revision, write_site

PROJECT = Path(__file__).parents[2]
README_MOST = 200_000
"""Bytes of the two pictures that README begins with."""

PAGES = {
    "home": "",
    "results": "search/?q=can+I+leap+over+a+wall",
    "game": "red-dragon-inn/",
    "rule": "magic/314.6/",
    "term": "red-dragon-inn/leap/",
    "section": "red-dragon-inn/appendix-d/",
    "chapter": "red-dragon-inn/read/glossary/",
    "edition": "magic/314.6@2024-06-07/",
    "post": "link/",
    "offline": "offline/",
    "missing": "404.html",
}
BETWEEN_EDITIONS = {
    "diff": f"hearthmoor/all/changes/rules/2018-to-{EDITION}/",
    "changes": "hearthmoor/all/changes/",
    "history": "hearthmoor/7.2/",
}
"""Pages of a game with editions, which the shipped corpus has none of."""

POST = """Which scheme goes? Rule 314.6 says "A scheme card that lies face up in the command zone and is not ongoing
is turned face down", so it goes to the bottom of the deck; see rule 314.2."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kept = os.environ.get("KB_PICTURES")
    if not kept:
        return tmp_path_factory.mktemp("pictures")
    Path(kept).mkdir(parents=True, exist_ok=True)
    return Path(kept)


@pytest.fixture(scope="module")
def host(serve: Any, shipped_build: Path) -> Any:
    with serve(shipped_build / "site") as address:
        yield address


@pytest.fixture(scope="module")
def editions(tmp_path_factory: pytest.TempPathFactory, serve: Any) -> Any:
    """A site whose game has three editions."""
    past = (
        revision("7.2", "2018", "Draw a card and gain a coin.", fate="edited"),
        revision("7.2", "2021", "Draw two cards, then gain a coin for each.", fate="edited"),
        revision("7.2", EDITION, "Draw two cards."),
        revision("7.3", "2018", "Whoever has most coins begins.", fate="withdrawn", entry=None),
        revision("7.4", "2021", "The youngest begins.", last=EDITION),
    )
    folder = tmp_path_factory.mktemp("editions")
    built = write_site(folder / "built", *every_kind(), revisions=past)
    built.rename(folder / "moor")
    with serve(folder) as address:
        yield f"{address}moor/"


@pytest.mark.full
@pytest.mark.parametrize("width", [390, 820, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_pictured_and_fits(
    browser: Any, host: str, folder: Path, width: int, scheme: str
) -> None:
    picture(browser, host, PAGES, folder, width, scheme)


@pytest.mark.parametrize("width", [390, 820, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_changed_is_pictured_and_fits(
    browser: Any, editions: str, folder: Path, width: int, scheme: str
) -> None:
    picture(browser, editions, BETWEEN_EDITIONS, folder, width, scheme)


def picture(browser: Any, host: str, pages: Mapping[str, str], folder: Path, width: int, scheme: str) -> None:
    """A picture of each page; of what changed with all that can be opened."""
    context = browser.new_context(
        viewport={"width": width, "height": 844 if width < 500 else 900},
        color_scheme=scheme,
        service_workers="block",
        has_touch=width < 500,
    )
    page = context.new_page()
    for name, path in pages.items():
        page.goto(f"{host}{path}", wait_until="networkidle")
        if pages is BETWEEN_EDITIONS:
            page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")
        page.wait_for_timeout(200)
        assert page.locator(".bottom").count() == 1, f"no page of ours at {path}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        file = folder / f"{name}-{width}-{scheme}.png"
        page.screenshot(path=file)
        assert file.stat().st_size > 5_000
    context.close()


def test_the_pictures_of_readme_are_made(browser: Any, host: str, folder: Path) -> None:
    context = browser.new_context(
        viewport={"width": 1080, "height": 560}, color_scheme="light", service_workers="block"
    )
    page = context.new_page()
    page.goto(f"{host}search/?q=can+I+leap+over+a+wall", wait_until="networkidle")
    page.locator(".results > .answer .text").wait_for()
    page.evaluate("document.activeElement.blur()")
    page.screenshot(path=folder / "answer.png")
    page.set_viewport_size({"width": 1080, "height": 480})
    page.goto(f"{host}link/", wait_until="networkidle")
    page.locator("#post").fill(" ".join(POST.split()))
    page.locator(".post-quotations li").first.wait_for()
    page.evaluate("document.activeElement.blur()")
    page.locator(".post-report").evaluate(
        "one => one.scrollIntoView({ block: 'start', behavior: 'instant' })"
    )
    page.wait_for_timeout(500)
    page.screenshot(path=folder / "post.png")
    context.close()
    assert sum((folder / name).stat().st_size for name in ("answer.png", "post.png")) < README_MOST


def test_readme_begins_with_two_pictures() -> None:
    text = (PROJECT / "README.md").read_text("utf-8")
    names = ("pictures/answer.png", "pictures/post.png")
    first = text.split("\n    $ kb ")[0]
    assert all(f"({name})" in first for name in names)
    assert 0 < sum((PROJECT / name).stat().st_size for name in names) < README_MOST
