"""Pictures of the main pages of the shipped corpus: two for README, and all of them for whoever looks.

`KB_PICTURES=FOLDER` keeps them there; `pictures/` in the project holds those of README, made so.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

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


@pytest.mark.parametrize("width", [390, 820, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_pictured_and_fits(
    browser: Any, host: str, folder: Path, width: int, scheme: str
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 844 if width < 500 else 900},
        color_scheme=scheme,
        service_workers="block",
        has_touch=width < 500,
    )
    page = context.new_page()
    for name, path in PAGES.items():
        page.goto(f"{host}{path}", wait_until="networkidle")
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
